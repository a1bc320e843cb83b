/* SPDX-License-Identifier: GPL-2.0 */
/* robustness: repeatable random choices and access to files, for all programs here */
#ifndef _PATHTIME_ROBUSTNESS_H
#define _PATHTIME_ROBUSTNESS_H

#include <stdio.h>
#include <sys/types.h>

#include <pathtime/abi.h>
#include <pathtime/version.h>

#include "base/types.h"

#define ROB_DIR	"/sys/kernel/debug/" PTIME_DEBUGFS_DIR

#define __noreturn	__attribute__((__noreturn__))

/* a file's content, with a NUL behind it */
struct rob_text {
	char *bytes;
	size_t length;
};

/**
 * rob_number() - a number from the command line
 * @name: option's name
 * @text: its argument
 *
 * Ends the program with a message where it is none.
 */
u64 rob_number(const char *name, const char *text);

/**
 * rob_seed() - begin a sequence
 * @seed: the same one gives the same sequence; 0 takes one by the clock
 *
 * Return: the seed used.
 */
u64 rob_seed(u64 seed);

/**
 * rob_below() - a number by chance
 * @limit: larger than any that comes; at least 1
 */
u64 rob_below(u64 limit);

/**
 * rob_chance() - true in so many cases of a hundred
 * @percent: how many
 */
bool rob_chance(unsigned int percent);

/**
 * rob_name() - a name by chance
 * @names: the names
 * @count: their number
 */
const char *rob_name(const char *const *names, size_t count);

#define rob_one_of(names)	rob_name(names, ARRAY_SIZE(names))

/**
 * rob_die() - end the program, as something is not as it must be
 * @format: what, as printf() takes it, without a newline
 */
void rob_die(const char *format, ...) __printf(1, 2) __noreturn;

/**
 * rob_read() - a file's content
 * @text: takes it; what it held is given back
 * @path: the file
 *
 * Return: 0 or -errno.
 */
int rob_read(struct rob_text *text, const char *path);

/**
 * rob_read_fd() - read the rest of an open file in pieces of a size
 * @text: takes it; what it held is given back
 * @fd: the file
 * @piece: bytes asked for at once
 *
 * Return: 0 or -errno.
 */
int rob_read_fd(struct rob_text *text, int fd, size_t piece);

/**
 * rob_must_read() - rob_read() of what can always be read
 * @text: takes it
 * @path: the file
 */
void rob_must_read(struct rob_text *text, const char *path);

/**
 * rob_lines() - number of lines of a file that can always be read
 * @path: the file
 */
unsigned int rob_lines(const char *path);

/**
 * rob_write() - one write(2) of a file opened for it
 * @path: the file
 * @line: what to write
 *
 * Return: what was taken, or -errno.
 */
ssize_t rob_write(const char *path, const char *line);

/**
 * rob_escape() - bytes as a C string would spell them
 * @to: takes them, cut to fit
 * @size: room there
 * @bytes: the bytes
 * @length: their number
 */
void rob_escape(char *to, size_t size, const char *bytes, size_t length);

#endif /* _PATHTIME_ROBUSTNESS_H */
