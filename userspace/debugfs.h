/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: the module's files, and saved snapshots */
#ifndef _PATHTIME_DEBUGFS_H
#define _PATHTIME_DEBUGFS_H

#include "types.h"

/* bytes read whole; for free() */
struct ptime_bytes {
	char *data;
	size_t size;
};

/**
 * ptime_debugfs_read() - read the module's snapshot
 * @bytes: gets it
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_debugfs_read(struct ptime_bytes *bytes);

/**
 * ptime_debugfs_read_saved() - read a saved snapshot
 * @bytes: gets it
 * @path: its file, "-" for standard input
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_debugfs_read_saved(struct ptime_bytes *bytes, const char *path);

/**
 * ptime_debugfs_write() - have the module do something
 * @line: a verb and its arguments, with a newline
 *
 * Where the module refuses, its own words for it are told.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_debugfs_write(const char *line);

#endif /* _PATHTIME_DEBUGFS_H */
