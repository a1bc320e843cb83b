/* SPDX-License-Identifier: GPL-2.0 */
/* system: files and programs of the machine the tool runs on */
#ifndef _PATHTIME_SYSTEM_H
#define _PATHTIME_SYSTEM_H

#include <limits.h>
#include <stdio.h>

#include "base/types.h"

/*
 * All files of the machine are looked for below the directory that this
 * variable of the environment names, so that a test can make up a machine.
 */
#define PTOOL_SYSTEM_ROOT	"PATHTIME_ROOT"

/**
 * ptool_system_root() - the directory that stands for /
 *
 * Return: it, without a slash at its end: empty for / itself.
 */
const char *ptool_system_root(void);

/**
 * ptool_system_has() - is there such a file?
 * @format: its path, as printf() takes it
 */
__printf(1, 2)
bool ptool_system_has(const char *format, ...);

/**
 * ptool_system_open() - open a file to read it
 * @format: its path, as printf() takes it
 *
 * Return: the file; NULL, with errno, where it cannot be read.
 */
__printf(1, 2)
FILE *ptool_system_open(const char *format, ...);

/**
 * ptool_system_read() - read a text file whole
 * @format: its path, as printf() takes it
 *
 * Return: the text, for free(); NULL, with errno, where it cannot be read.
 */
__printf(1, 2)
char *ptool_system_read(const char *format, ...);

/**
 * ptool_system_line() - read the first line of a file
 * @line: gets it, without its newline; empty where there is none
 * @size: bytes at @line
 * @format: the file's path, as printf() takes it
 *
 * Return: whether the file could be read.
 */
__printf(3, 4)
bool ptool_system_line(char *line, size_t size, const char *format, ...);

/**
 * ptool_system_run() - run a program and read what it writes
 * @words: its name and arguments, NULL at the end
 *
 * What it says on standard error is not shown.
 *
 * Return: its output, for free(); NULL where it failed, with errno ENOENT where
 * there is no such program.
 */
char *ptool_system_run(const char *const *words);

#endif /* _PATHTIME_SYSTEM_H */
