/* SPDX-License-Identifier: GPL-2.0 */
/* input: a file or standard input, of which the first bytes are known before it is read */
#ifndef _PATHTIME_INPUT_H
#define _PATHTIME_INPUT_H

#include <sys/types.h>

#include "base/error.h"

/* enough bytes for each magic number that pathtime knows */
#define PTOOL_INPUT_HEAD	16

/**
 * struct ptool_input - a file that is being read
 * @name: its name, for messages
 * @fd: its descriptor
 * @head: its first bytes
 * @head_length: number of these bytes; fewer than PTOOL_INPUT_HEAD if the file
 *	is shorter
 * @head_taken: how many of them ptool_input_read() has returned
 */
struct ptool_input {
	const char *name;
	int fd;
	char head[PTOOL_INPUT_HEAD];
	size_t head_length;
	size_t head_taken;
};

/**
 * ptool_input_open() - Open a file, and read its first bytes
 * @input: receives the file, for ptool_input_close()
 * @name: name of the file, "-" for standard input, which can be opened once;
 *	must outlive @input
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_input_open(struct ptool_input *input, const char *name,
		     struct ptool_reason *why);

/**
 * ptool_input_read() - Read on, from the first byte of the file
 * @input: the file
 * @to: receives the bytes
 * @size: size of @to
 *
 * Return: the number of bytes; 0 at the end; -1 with errno on error.
 */
ssize_t ptool_input_read(struct ptool_input *input, void *to, size_t size);

/**
 * ptool_input_reopen() - Get a descriptor for pread()
 * @input: the file, of which nothing was read
 * @why: set to the reason of an error
 *
 * A pipe is copied to a temporary file, because it cannot be read at an offset.
 *
 * Return: a descriptor for close(), or the negative of an exit status.
 */
int ptool_input_reopen(struct ptool_input *input, struct ptool_reason *why);

/**
 * ptool_input_close() - Close a file
 * @input: the file
 */
void ptool_input_close(struct ptool_input *input);

#endif /* _PATHTIME_INPUT_H */
