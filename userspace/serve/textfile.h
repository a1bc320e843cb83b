/* SPDX-License-Identifier: GPL-2.0 */
/* textfile: rewrites a file for node_exporter's textfile collector at intervals */
#ifndef _PATHTIME_TEXTFILE_H
#define _PATHTIME_TEXTFILE_H

#include "read/reader.h"

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

#endif /* _PATHTIME_TEXTFILE_H */
