/* SPDX-License-Identifier: GPL-2.0 */
/* error: messages that end a command, and its exit status */
#ifndef _PATHTIME_ERROR_H
#define _PATHTIME_ERROR_H

#include "base/types.h"

#define PTOOL_EXIT_FAILURE	1
#define PTOOL_EXIT_USAGE	2
#define PTOOL_EXIT_GROWN	3

/* a reason handed upwards, for the caller to say what it was doing */
struct ptool_reason {
	char text[512];
};

/**
 * ptool_error_json() - tell errors on stdout as well, as JSON
 * @json: whether to
 */
void ptool_error_json(bool json);

/**
 * ptool_error_keep() - have errors kept for who asked, instead of told
 * @reason: gets the last one; NULL has them told again
 */
void ptool_error_keep(struct ptool_reason *reason);

/**
 * ptool_error() - say on stderr what failed
 * @format: one line, as printf() takes it, without a newline
 *
 * Return: PTOOL_EXIT_FAILURE, for the caller to return in turn.
 */
__printf(1, 2)
int ptool_error(const char *format, ...);

/**
 * ptool_note() - say on stderr what is no error, but good to know
 * @format: one line, as printf() takes it, without a newline
 */
__printf(1, 2)
void ptool_note(const char *format, ...);

/**
 * ptool_usage_error() - say on stderr what is wrong with the command line
 * @format: one line, as printf() takes it, without a newline
 *
 * Return: PTOOL_EXIT_USAGE.
 */
__printf(1, 2)
int ptool_usage_error(const char *format, ...);

/**
 * ptool_reason_set() - note why something failed
 * @reason: where to
 * @format: as printf() takes it
 *
 * Return: false, for the caller to return in turn.
 */
__printf(2, 3)
bool ptool_reason_set(struct ptool_reason *reason, const char *format, ...);

/**
 * ptool_alloc() - zeroed memory, or the end of the process
 * @count: number of items
 * @size: bytes of an item
 *
 * Return: memory for free(), also where @count is 0.
 */
void *ptool_alloc(size_t count, size_t size);

/**
 * ptool_realloc() - memory of another size, or the end of the process
 * @memory: what ptool_realloc() gave, or NULL
 * @count: number of items, not 0
 * @size: bytes of an item
 *
 * Return: memory for free(), with what was in it.
 */
void *ptool_realloc(void *memory, size_t count, size_t size);

#endif /* _PATHTIME_ERROR_H */
