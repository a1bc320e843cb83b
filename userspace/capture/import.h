/* SPDX-License-Identifier: GPL-2.0 */
/* import: captures of ftrace's function_graph tracer as models */
#ifndef _PATHTIME_IMPORT_H
#define _PATHTIME_IMPORT_H

#include "model/model.h"

/* takes a model, which becomes its own; 0, or an exit status */
typedef int ptool_import_each(struct ptool_model *model, void *argument);

struct ptool_import;

/**
 * ptool_import_begin() - begin to read a capture
 * @name: what it is called
 * @cpus: CPUs whose calls count; NULL for all
 * @each: called with each part of the capture, as soon as it is complete
 * @argument: passed to @each
 *
 * Return: the import, for ptool_import_end().
 */
struct ptool_import *ptool_import_begin(const char *name,
					const struct ptool_cpu_list *cpus,
					ptool_import_each *each,
					void *argument);

/**
 * ptool_import_text() - read on
 * @import: the import
 * @text: what was not taken before, and what follows it
 * @size: bytes of it
 * @ended: nothing follows it; then all is taken
 * @taken: gets how many of the bytes were taken: all but some 2,000
 *
 * Return: 0, or the exit status of @each.
 */
int ptool_import_text(struct ptool_import *import, const char *text,
		      size_t size, bool ended, size_t *taken);

/**
 * ptool_import_end() - end, and give the memory back
 * @import: the import
 *
 * Return: number of records that were found.
 */
u64 ptool_import_end(struct ptool_import *import);

/**
 * ptool_import_file() - read a capture from a file
 * @path: its name, "-" for standard input
 * @cpus: CPUs whose calls count; NULL for all
 * @each: called with each part of the capture, as soon as it is complete
 * @argument: passed to @each
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_import_file(const char *path, const struct ptool_cpu_list *cpus,
		      ptool_import_each *each, void *argument);

#endif /* _PATHTIME_IMPORT_H */
