/* SPDX-License-Identifier: GPL-2.0 */
/* output: write a file, completely or not at all */
#ifndef _PATHTIME_OUTPUT_H
#define _PATHTIME_OUTPUT_H

#include <sys/types.h>

#include "base/error.h"
#include "base/out.h"
#include "base/types.h"

/**
 * struct ptool_output - a file that is being written
 * @file: its name; NULL for standard output
 * @temporary: name of the temporary file, in the same directory
 * @is_new: fail if the file exists
 * @is_in_place: it is a device or a pipe, and written directly
 * @is_there: a file is replaced; it had @mode, and belonged to @user and @group
 * @is_full: the last error was a full disk or quota, or has passed; a later file may
 *	succeed
 * @target: where the symbolic link @file points; NULL for none
 * @out: where to print
 */
struct ptool_output {
	const char *file;
	char *temporary;
	bool is_new;
	bool is_in_place;
	bool is_there;
	bool is_full;
	mode_t mode;
	uid_t user;
	gid_t group;
	char *target;
	struct ptool_out out;
};

/**
 * ptool_output_is_standard() - Check whether a name means standard output
 * @file: the name, or NULL for none
 *
 * Return: true for NULL, "-" and /dev/stdout.
 */
bool ptool_output_is_standard(const char *file);

/**
 * ptool_output_begin() - Begin a file, or print to standard output
 * @output: initialized for ptool_output_end()
 * @file: the file's name; NULL, "-" or /dev/stdout to print to @out
 * @out: standard output
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_output_begin(struct ptool_output *output, const char *file,
		       const struct ptool_out *out, struct ptool_reason *why);

/**
 * ptool_output_begin_new() - Begin a file that must not exist
 * @output: initialized for ptool_output_end()
 * @file: the file's name
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_output_begin_new(struct ptool_output *output, const char *file,
			   struct ptool_reason *why);

/**
 * ptool_output_end() - Replace the file with what was printed, atomically
 * @output: initialized by ptool_output_begin() or ptool_output_begin_new()
 * @status: exit status so far; if it is not 0, the file stays unchanged
 * @why: set to the reason of an error of this function, otherwise unchanged
 *
 * A reader of the file finds either its old content or the complete new
 * content, even after the machine crashed. A file that is replaced keeps its
 * mode, and its owner if this process may set it.
 *
 * Return: @status, or an exit status on error.
 */
int ptool_output_end(struct ptool_output *output, int status,
		     struct ptool_reason *why);

#endif /* _PATHTIME_OUTPUT_H */
