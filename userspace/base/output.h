/* SPDX-License-Identifier: GPL-2.0 */
/* output: a file in place of standard output, whole or not at all */
#ifndef _PATHTIME_OUTPUT_H
#define _PATHTIME_OUTPUT_H

#include "base/types.h"

/**
 * struct ptool_output - a file that is being written
 * @file: its name; NULL for standard output
 * @temporary: name of what becomes this file, in the same directory
 * @is_new: there must be no such file
 * @saved: descriptor of standard output, while it is the file
 */
struct ptool_output {
	const char *file;
	char *temporary;
	bool is_new;
	int saved;
};

/**
 * ptool_output_begin() - have what is printed go to a file from now on
 * @output: gets what ptool_output_end() needs
 * @file: the file's name, which must be new or that of a regular file; NULL to
 *	leave standard output what it is
 *
 * Errors are told on standard error only from now on, also with --json.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_output_begin(struct ptool_output *output, const char *file);

/**
 * ptool_output_begin_new() - likewise, for a file that must not be there
 * @output: gets what ptool_output_end() needs
 * @file: the file's name
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_output_begin_new(struct ptool_output *output, const char *file);

/**
 * ptool_output_end() - put what was printed in the file's place at once
 * @output: what ptool_output_begin() began
 * @status: exit status so far; if it is not 0, the file stays what it was
 *
 * Who reads the file sees what it was before or all that was printed, also
 * after a crash of the machine.
 *
 * Return: @status, or an exit status after an error was told.
 */
int ptool_output_end(struct ptool_output *output, int status);

#endif /* _PATHTIME_OUTPUT_H */
