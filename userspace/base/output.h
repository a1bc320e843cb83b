/* SPDX-License-Identifier: GPL-2.0 */
/* output: write a file in place of standard output, completely or not at all */
#ifndef _PATHTIME_OUTPUT_H
#define _PATHTIME_OUTPUT_H

#include "base/types.h"

/**
 * struct ptool_output - a file that is being written
 * @file: its name; NULL for standard output
 * @temporary: name of the temporary file, in the same directory
 * @is_new: fail if the file exists
 * @saved: descriptor of the real standard output while it is redirected
 */
struct ptool_output {
	const char *file;
	char *temporary;
	bool is_new;
	int saved;
};

/**
 * ptool_output_begin() - Redirect standard output to a file
 * @output: initialized for ptool_output_end()
 * @file: the file's name, new or of a regular file; NULL leaves standard output
 *	unchanged
 *
 * From now on, errors are printed on standard error only, even with --json.
 *
 * Return: 0, or an exit status after printing an error.
 */
int ptool_output_begin(struct ptool_output *output, const char *file);

/**
 * ptool_output_begin_new() - Redirect standard output to a file that must not exist
 * @output: initialized for ptool_output_end()
 * @file: the file's name
 *
 * From now on, errors are printed on standard error only, even with --json.
 *
 * Return: 0, or an exit status after printing an error.
 */
int ptool_output_begin_new(struct ptool_output *output, const char *file);

/**
 * ptool_output_end() - Replace the file with what was printed, atomically
 * @output: initialized by ptool_output_begin() or ptool_output_begin_new()
 * @status: exit status so far; if it is not 0, the file stays unchanged
 *
 * A reader of the file finds either its old content or the complete new
 * content, even after the machine crashed.
 *
 * Return: @status, or an exit status after printing an error.
 */
int ptool_output_end(struct ptool_output *output, int status);

#endif /* _PATHTIME_OUTPUT_H */
