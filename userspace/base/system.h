/* SPDX-License-Identifier: GPL-2.0 */
/* system: read files and run programs of the machine */
#ifndef _PATHTIME_SYSTEM_H
#define _PATHTIME_SYSTEM_H

#include <limits.h>
#include <stdio.h>

#include "base/types.h"

/*
 * This environment variable names a directory that replaces / for all files of
 * the machine. Tests use it to simulate a machine.
 */
#define PTOOL_SYSTEM_ROOT	"PATHTIME_ROOT"

/**
 * ptool_system_root() - Get the directory that replaces /
 *
 * Return: the value of PTOOL_SYSTEM_ROOT; an empty string if it is / or not
 * set.
 */
const char *ptool_system_root(void);

/**
 * ptool_system_has() - Check whether a file exists
 * @format: its path, as for printf()
 *
 * Return: true if it exists.
 */
__printf(1, 2)
bool ptool_system_has(const char *format, ...);

/**
 * ptool_system_open() - Open a file for reading
 * @format: its path, as for printf()
 *
 * Return: the file, or NULL with errno set.
 */
__printf(1, 2)
FILE *ptool_system_open(const char *format, ...);

/**
 * ptool_system_read() - Read a whole text file
 * @format: its path, as for printf()
 *
 * Return: the text, for free(), or NULL with errno set.
 */
__printf(1, 2)
char *ptool_system_read(const char *format, ...);

/**
 * ptool_system_line() - Read the first line of a file
 * @line: set to the line, without its newline; empty if there is none
 * @size: size of @line in bytes
 * @format: the file's path, as for printf()
 *
 * Return: true if the file could be read.
 */
__printf(3, 4)
bool ptool_system_line(char *line, size_t size, const char *format, ...);

/**
 * ptool_system_run() - Run a program and read its output
 * @words: its name and arguments, ending in NULL
 *
 * Its standard error is discarded.
 *
 * Return: its output, for free(), or NULL with errno set if it failed: ENOENT
 * if the program does not exist, EIO if its exit status is not 0.
 */
char *ptool_system_run(const char *const *words);

#endif /* _PATHTIME_SYSTEM_H */
