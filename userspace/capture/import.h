/* SPDX-License-Identifier: GPL-2.0 */
/* import: captures of ftrace's function_graph tracer as models */
#ifndef _PATHTIME_IMPORT_H
#define _PATHTIME_IMPORT_H

#include "model/model.h"

/* takes a model, which becomes its own; 0, or an exit status */
typedef int ptime_import_each(struct ptime_model *model, void *argument);

struct ptime_import;

/**
 * ptime_import_begin() - begin to read a capture
 * @name: what it is called
 * @cpus: CPUs whose calls count; NULL for all
 * @each: called with each part of the capture, as soon as it is complete
 * @argument: passed to @each
 *
 * Return: the import, for ptime_import_end().
 */
struct ptime_import *ptime_import_begin(const char *name,
					const struct ptime_cpu_list *cpus,
					ptime_import_each *each,
					void *argument);

/**
 * ptime_import_text() - read on
 * @import: the import
 * @text: what was not taken before, and what follows it
 * @size: bytes of it
 * @ended: nothing follows it; then all is taken
 * @taken: gets how many of the bytes were taken: all but some 2,000
 *
 * Return: 0, or the exit status of @each.
 */
int ptime_import_text(struct ptime_import *import, const char *text,
		      size_t size, bool ended, size_t *taken);

/**
 * ptime_import_end() - end, and give the memory back
 * @import: the import
 *
 * Return: number of records that were found.
 */
u64 ptime_import_end(struct ptime_import *import);

/**
 * ptime_import_file() - read a capture from a file
 * @path: its name, "-" for standard input
 * @cpus: CPUs whose calls count; NULL for all
 * @each: called with each part of the capture, as soon as it is complete
 * @argument: passed to @each
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_import_file(const char *path, const struct ptime_cpu_list *cpus,
		      ptime_import_each *each, void *argument);

#endif /* _PATHTIME_IMPORT_H */
