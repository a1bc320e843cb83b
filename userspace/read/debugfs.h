/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: access to the module's files and to saved snapshots */
#ifndef _PATHTIME_DEBUGFS_H
#define _PATHTIME_DEBUGFS_H

#include <pathtime/abi.h>

#include "base/error.h"
#include "base/input.h"
#include "base/types.h"

/* size of a buffer for the path of a mount, with the NUL */
#define PTOOL_DEBUGFS_LEN	160

/* the command that mounts debugfs */
#define PTOOL_DEBUGFS_MOUNT	"mount -t debugfs none /sys/kernel/debug"

/**
 * ptool_debugfs_find() - find where debugfs is mounted
 * @mount: receives the path, PTOOL_DEBUGFS_LEN bytes
 *
 * Return: true if debugfs is mounted.
 */
bool ptool_debugfs_find(char *mount);

/**
 * ptool_debugfs_read() - read the module's snapshot
 * @bytes: receives the snapshot; @bytes->data is for free()
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_debugfs_read(struct ptool_bytes *bytes, struct ptool_reason *why);

/**
 * ptool_debugfs_read_saved() - read a saved snapshot
 * @bytes: receives the snapshot; @bytes->data is for free()
 * @path: the file, "-" for standard input
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_debugfs_read_saved(struct ptool_bytes *bytes, const char *path,
			     struct ptool_reason *why);

/**
 * ptool_debugfs_read_input() - read a saved snapshot from an open file
 * @bytes: receives the snapshot; @bytes->data is for free()
 * @input: the file
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_debugfs_read_input(struct ptool_bytes *bytes,
			     struct ptool_input *input,
			     struct ptool_reason *why);

/* size of a buffer for a line with its newline and NUL */
#define PTOOL_CONTROL_LEN	(PTIME_LINE_MAX + 2)

/**
 * ptool_control_line() - join words into a line
 * @line: receives the line with its newline, PTOOL_CONTROL_LEN bytes
 * @words: number of words
 * @word: the words: a control command and its arguments
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_control_line(char *line, int words, char *const *word,
		       struct ptool_reason *why);

/**
 * struct ptool_refusal - the module's answer to a control command
 * @error: error number; 0 if the module executed the command
 * @why: the command and the module's error text; set only if @error is not 0
 */
struct ptool_refusal {
	int error;
	struct ptool_reason why;
};

/**
 * ptool_debugfs_send() - send a control command and return the module's answer
 * @line: the command and its arguments, with a newline
 * @refusal: receives the answer
 * @why: set to the reason of an error
 *
 * Return: 0, also if the module refused the command; or an exit status after an
 * error was reported, if the control file could not be opened.
 */
int ptool_debugfs_send(const char *line, struct ptool_refusal *refusal,
		       struct ptool_reason *why);

/**
 * ptool_debugfs_write() - send a control command
 * @line: the command and its arguments, with a newline
 * @why: set to the reason of an error
 *
 * If the module refuses the command, its error text is reported.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_debugfs_write(const char *line, struct ptool_reason *why);

/**
 * struct ptool_naming - a control command for many functions
 * @verb: the command, add or del
 * @names: number of functions
 * @name: "[module:]function" of each
 * @options: number of words after the names
 * @option: these words
 */
struct ptool_naming {
	const char *verb;
	u32 names;
	char **name;
	int options;
	char **option;
};

/* receives a function that the module refused, by its index, with the error number and why */
typedef void ptool_refused(void *argument, u32 index, int error, const char *why);

/**
 * ptool_debugfs_name() - send a control command for many functions
 * @naming: the command and the functions, in as few lines as they fit
 * @refused: called for each function that the module refused
 * @argument: passed to @refused
 * @why: set to the reason of an error
 *
 * Return: 0, also if the module refused functions; or an exit status if the
 * control file could not be opened, or a word is no word of a line.
 */
int ptool_debugfs_name(const struct ptool_naming *naming, ptool_refused *refused,
		       void *argument, struct ptool_reason *why);

/**
 * ptool_debugfs_stop() - have the module remove all probes, without waiting for it
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_debugfs_stop(struct ptool_reason *why);

/**
 * ptool_debugfs_read_text() - read a small file of the module
 * @name: name of the file
 * @text: receives its text, NUL-terminated
 * @size: size of @text in bytes
 *
 * Return: true if the file could be read.
 */
bool ptool_debugfs_read_text(const char *name, char *text, size_t size);

#endif /* _PATHTIME_DEBUGFS_H */
