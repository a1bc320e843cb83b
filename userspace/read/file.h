/* SPDX-License-Identifier: GPL-2.0 */
/* file: files that can be read, and which kind of file each is */
#ifndef _PATHTIME_FILE_H
#define _PATHTIME_FILE_H

#include "base/input.h"

/* bits, so that a command can say which kinds it takes */
enum ptool_file_kind {
	PTOOL_FILE_SNAPSHOT	= 1 << 0,
	PTOOL_FILE_RECORDING	= 1 << 1,
	/* text that is neither of the two; only reading it shows whether it is a capture */
	PTOOL_FILE_CAPTURE	= 1 << 2,
};

/**
 * struct ptool_file - an open file
 * @input: the file
 * @kind: its kind, by its first bytes
 */
struct ptool_file {
	struct ptool_input input;
	enum ptool_file_kind kind;
};

/**
 * ptool_file_open() - Open a file, and find out its kind
 * @file: receives the file; close @file->input
 * @name: name of the file, "-" for standard input; must outlive @file
 * @kinds: the kinds that the command takes
 * @why: set to the reason of an error: for a file of another kind, which kind
 *	it is, and what reads it
 *
 * Return: 0, or an exit status on error.
 */
int ptool_file_open(struct ptool_file *file, const char *name,
		    unsigned int kinds, struct ptool_reason *why);

#endif /* _PATHTIME_FILE_H */
