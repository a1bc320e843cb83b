/* SPDX-License-Identifier: GPL-2.0 */
/* textfile: writes the current counts to a file, for Prometheus's node_exporter */
#ifndef _PATHTIME_TEXTFILE_H
#define _PATHTIME_TEXTFILE_H

#include "output/prometheus.h"
#include "read/reader.h"

/**
 * ptool_textfile_run() - write the counts so far, now and after each interval
 * @source: the interval, groups and CPUs to keep; its warner receives the lines
 *	of the log
 * @style: how to print the counts
 * @paths: number of paths to print; the others are added up
 * @file: name of the file
 * @why: set to the reason of an error
 *
 * The function returns after the requested number of writes, on SIGINT or
 * SIGTERM, or if the file cannot be written. It continues if the module is not
 * loaded, or is unloaded: the file then says that pathtime is down.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_textfile_run(const struct ptool_source *source,
		       const struct ptool_prometheus_style *style, u32 paths,
		       const char *file, struct ptool_reason *why);

#endif /* _PATHTIME_TEXTFILE_H */
