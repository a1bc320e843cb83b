/* SPDX-License-Identifier: GPL-2.0 */
/* error: error messages that end a command, and its exit status */
#ifndef _PATHTIME_ERROR_H
#define _PATHTIME_ERROR_H

#include "base/types.h"

#define PTOOL_EXIT_FAILURE	1
#define PTOOL_EXIT_USAGE	2
#define PTOOL_EXIT_GROWN	3
#define PTOOL_EXIT_NOTHING	4

/* size of a reason, with the NUL */
#define PTOOL_REASON_LEN	1024

/* a reason returned to the caller, who adds what it was doing */
struct ptool_reason {
	char text[PTOOL_REASON_LEN];
};

/* "pathtime" unless it is set */
void ptool_error_program(const char *name);

/* errors are printed on stdout, too */
void ptool_error_json(bool json);

/**
 * ptool_error() - Print an error on stderr
 * @format: what failed, one line without a newline, as for printf()
 *
 * Return: PTOOL_EXIT_FAILURE, so that the caller can return it.
 */
__printf(1, 2)
int ptool_error(const char *format, ...);

/**
 * ptool_note() - Print a warning on stderr
 * @format: one line without a newline, as for printf()
 */
__printf(1, 2)
void ptool_note(const char *format, ...);

/**
 * typedef ptool_warner - Receive a warning of a layer that prints nothing
 * @text: the warning, one line without a newline
 */
typedef void ptool_warner(const char *text);

void ptool_print_warning(const char *text);

/**
 * ptool_warn() - Pass a warning to the caller, and go on
 * @warner: receives it; NULL to drop it
 * @format: one line without a newline, as for printf()
 */
__printf(2, 3)
void ptool_warn(ptool_warner *warner, const char *format, ...);

/**
 * ptool_usage_error() - Print an error of the command line on stderr
 * @format: what is wrong, one line without a newline, as for printf()
 *
 * Return: PTOOL_EXIT_USAGE, so that the caller can return it.
 */
__printf(1, 2)
int ptool_usage_error(const char *format, ...);

/**
 * ptool_error_close_output() - Close standard output at the end of the program
 * @status: exit status so far
 *
 * Output that was not written is an error. With EPIPE the reader has gone, so
 * there is no message.
 *
 * Return: @status, or an exit status on error.
 */
int ptool_error_close_output(int status);

/**
 * ptool_reason_set() - Store why an operation failed
 * @reason: set to the reason
 * @format: the reason, as for printf()
 *
 * Return: false, so that the caller can return it.
 */
__printf(2, 3)
bool ptool_reason_set(struct ptool_reason *reason, const char *format, ...);

/**
 * ptool_fail() - Store why an operation failed
 * @reason: set to the reason
 * @format: the reason, as for printf()
 *
 * Return: PTOOL_EXIT_FAILURE, so that the caller can return it.
 */
__printf(2, 3)
int ptool_fail(struct ptool_reason *reason, const char *format, ...);

/**
 * ptool_fail_usage() - Store what is wrong with the command line
 * @reason: set to the reason
 * @format: the reason, as for printf()
 *
 * Return: PTOOL_EXIT_USAGE, so that the caller can return it.
 */
__printf(2, 3)
int ptool_fail_usage(struct ptool_reason *reason, const char *format, ...);

/**
 * ptool_report() - Print why an operation failed
 * @status: exit status of the operation
 * @reason: the reason; nothing is printed if it is empty, or @status is 0
 *
 * Return: @status, so that the caller can return it.
 */
int ptool_report(int status, const struct ptool_reason *reason);

__noreturn void ptool_end_without_memory(void);

/**
 * ptool_alloc() - Allocate zeroed memory, or exit if there is none
 * @count: number of items
 * @size: bytes per item
 *
 * Return: memory for free(), even if @count is 0.
 */
void *ptool_alloc(size_t count, size_t size);

/**
 * ptool_realloc() - Resize memory, or exit if there is none
 * @memory: memory of ptool_alloc() or ptool_realloc(), or NULL
 * @count: number of items, not 0
 * @size: bytes per item
 *
 * Return: memory for free(), with the old content. New items are not zeroed.
 */
void *ptool_realloc(void *memory, size_t count, size_t size);

#endif /* _PATHTIME_ERROR_H */
