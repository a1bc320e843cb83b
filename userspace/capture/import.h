/* SPDX-License-Identifier: GPL-2.0 */
/* import: reads captures of ftrace's function_graph tracer into models */
#ifndef _PATHTIME_IMPORT_H
#define _PATHTIME_IMPORT_H

#include "base/error.h"
#include "base/input.h"
#include "model/model.h"

/* take ownership of the model of a segment; return 0, or an exit status */
typedef int ptool_import_each(struct ptool_model *model, void *argument);

struct ptool_import;

/**
 * ptool_import_begin() - begin to read a capture
 * @name: name of the capture
 * @cpus: CPUs whose calls count; NULL for all
 * @each: called with each segment of the capture, as soon as it is complete
 * @argument: passed to @each
 *
 * Marks in the text divide a capture into segments. Each segment becomes a
 * model of its own.
 *
 * Return: the import, for ptool_import_end().
 */
struct ptool_import *ptool_import_begin(const char *name,
					const struct ptool_cpu_list *cpus,
					ptool_import_each *each,
					void *argument);

/**
 * ptool_import_text() - read more text
 * @import: the import
 * @text: the text not yet taken, and what follows it
 * @size: size of @text in bytes
 * @ended: nothing follows @text; then all of it is taken
 * @taken: receives the number of bytes taken: all, except for 2,048 at most
 *
 * Return: 0, or the exit status of @each, after which not all need be taken.
 */
int ptool_import_text(struct ptool_import *import, const char *text,
		      size_t size, bool ended, size_t *taken);

/**
 * ptool_import_end() - stop reading, and free the memory of the import
 * @import: the import
 *
 * Return: the number of records found.
 */
u64 ptool_import_end(struct ptool_import *import);

/**
 * ptool_import_input() - read a capture from an open file
 * @input: the file
 * @cpus: CPUs whose calls count; NULL for all
 * @each: called with each segment of the capture, as soon as it is complete
 * @argument: passed to @each
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_import_input(struct ptool_input *input,
		       const struct ptool_cpu_list *cpus,
		       ptool_import_each *each, void *argument,
		       struct ptool_reason *why);

#endif /* _PATHTIME_IMPORT_H */
