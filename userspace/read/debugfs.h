/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: the module's files, and saved snapshots */
#ifndef _PATHTIME_DEBUGFS_H
#define _PATHTIME_DEBUGFS_H

#include "base/error.h"
#include "base/types.h"

/* room for the path of a mount */
#define PTOOL_DEBUGFS_LEN	160

/* what mounts debugfs */
#define PTOOL_DEBUGFS_MOUNT	"mount -t debugfs none /sys/kernel/debug"

/**
 * ptool_debugfs_find() - find where debugfs is mounted
 * @mount: gets the path, PTOOL_DEBUGFS_LEN bytes
 *
 * Return: whether it is mounted.
 */
bool ptool_debugfs_find(char *mount);

/**
 * ptool_debugfs_read() - read the module's snapshot
 * @bytes: gets it
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_debugfs_read(struct ptool_bytes *bytes);

/**
 * ptool_debugfs_read_saved() - read a saved snapshot
 * @bytes: gets it
 * @path: its file, "-" for standard input
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_debugfs_read_saved(struct ptool_bytes *bytes, const char *path);

/**
 * struct ptool_refusal - what the module answered to a line
 * @error: error number; 0 where it did what the line says
 * @why: the line and the module's own words
 */
struct ptool_refusal {
	int error;
	struct ptool_reason why;
};

/**
 * ptool_debugfs_send() - have the module do something, and hear if it refuses
 * @line: a verb and its arguments, with a newline
 * @refusal: gets its answer
 *
 * Return: 0, also where it refused; or, where it could not be asked, an exit
 * status after an error was told.
 */
int ptool_debugfs_send(const char *line, struct ptool_refusal *refusal);

/**
 * ptool_debugfs_write() - have the module do something
 * @line: a verb and its arguments, with a newline
 *
 * Where the module refuses, its own words for it are told.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_debugfs_write(const char *line);

/**
 * ptool_debugfs_stop() - have the module take all probes out, and do not wait for it
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_debugfs_stop(void);

/**
 * ptool_debugfs_read_text() - read a small file of the module
 * @name: its name
 * @text: gets it, terminated
 * @size: room there
 *
 * Return: whether it could be read.
 */
bool ptool_debugfs_read_text(const char *name, char *text, size_t size);

#endif /* _PATHTIME_DEBUGFS_H */
