/* SPDX-License-Identifier: GPL-2.0 */
/* exporter: gives Prometheus the current counts, by HTTP or in a file */
#ifndef _PATHTIME_EXPORTER_H
#define _PATHTIME_EXPORTER_H

#include "base/address.h"
#include "read/reader.h"

/**
 * ptool_exporter_run() - answer requests until SIGINT or SIGTERM
 * @source: groups and CPUs to keep
 * @wanted: where to listen
 *
 * The exporter keeps running if the module is not loaded, or is unloaded. It then
 * answers requests with the reason.
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_exporter_run(const struct ptool_source *source,
		       const struct ptool_address *wanted);

/**
 * ptool_textfile_run() - write the counts so far, now and after each interval
 * @source: the interval, groups and CPUs to keep
 * @file: name of the file
 *
 * The function returns after the requested number of writes, on SIGINT or
 * SIGTERM, or if the file cannot be written. It continues if the module is not
 * loaded, or is unloaded: the file then says that pathtime is down.
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_textfile_run(const struct ptool_source *source, const char *file);

#endif /* _PATHTIME_EXPORTER_H */
