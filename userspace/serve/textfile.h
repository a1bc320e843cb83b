/* SPDX-License-Identifier: GPL-2.0 */
/* textfile: a file for node_exporter's textfile collector, written anew at intervals */
#ifndef _PATHTIME_TEXTFILE_H
#define _PATHTIME_TEXTFILE_H

#include "options/options.h"

/**
 * ptool_textfile_run() - write the counts so far, now and after each interval
 * @options: the file, the interval, groups and CPUs to keep
 *
 * It ends after the number of times asked for, with SIGINT or SIGTERM, or where the file
 * cannot be written. A module that is not loaded, or not any more, ends nothing: it is
 * what the file tells.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_textfile_run(const struct ptool_options *options);

#endif /* _PATHTIME_TEXTFILE_H */
