/* SPDX-License-Identifier: GPL-2.0 */
/* abuse: what the programs here share: chance that can be repeated, and files */
#ifndef _PATHTIME_ABUSE_H
#define _PATHTIME_ABUSE_H

#include <stdio.h>
#include <sys/types.h>

#include <pathtime/abi.h>
#include <pathtime/version.h>

#include "base/types.h"

#define ABUSE_DIR	"/sys/kernel/debug/" PTIME_DEBUGFS_DIR

#define __noreturn	__attribute__((__noreturn__))

/* a file's content, with a NUL behind it */
struct abuse_text {
	char *bytes;
	size_t length;
};

/**
 * abuse_number() - a number from the command line
 * @name: option's name
 * @text: its argument
 *
 * Ends the program with a message where it is none.
 */
u64 abuse_number(const char *name, const char *text);

/**
 * abuse_seed() - begin a sequence
 * @seed: the same one gives the same sequence; 0 takes one by the clock
 *
 * Return: the seed used.
 */
u64 abuse_seed(u64 seed);

/**
 * abuse_below() - a number by chance
 * @limit: larger than any that comes; at least 1
 */
u64 abuse_below(u64 limit);

/**
 * abuse_chance() - true in so many cases of a hundred
 * @percent: how many
 */
bool abuse_chance(unsigned int percent);

/**
 * abuse_name() - a name by chance
 * @names: the names
 * @count: their number
 */
const char *abuse_name(const char *const *names, size_t count);

#define abuse_one_of(names)	abuse_name(names, ARRAY_SIZE(names))

/**
 * abuse_die() - end the program, as something is not as it must be
 * @format: what, as printf() takes it, without a newline
 */
void abuse_die(const char *format, ...) __printf(1, 2) __noreturn;

/**
 * abuse_read() - a file's content
 * @text: takes it; what it held is given back
 * @path: the file
 *
 * Return: 0 or -errno.
 */
int abuse_read(struct abuse_text *text, const char *path);

/**
 * abuse_read_fd() - read the rest of an open file in pieces of a size
 * @text: takes it; what it held is given back
 * @fd: the file
 * @piece: bytes asked for at once
 *
 * Return: 0 or -errno.
 */
int abuse_read_fd(struct abuse_text *text, int fd, size_t piece);

/**
 * abuse_must_read() - abuse_read() of what can always be read
 * @text: takes it
 * @path: the file
 */
void abuse_must_read(struct abuse_text *text, const char *path);

/**
 * abuse_lines() - number of lines of a file that can always be read
 * @path: the file
 */
unsigned int abuse_lines(const char *path);

/**
 * abuse_write() - one write(2) of a file opened for it
 * @path: the file
 * @line: what to write
 *
 * Return: what was taken, or -errno.
 */
ssize_t abuse_write(const char *path, const char *line);

/**
 * abuse_escape() - bytes as a C string would spell them
 * @to: takes them, cut to fit
 * @size: room there
 * @bytes: the bytes
 * @length: their number
 */
void abuse_escape(char *to, size_t size, const char *bytes, size_t length);

#endif /* _PATHTIME_ABUSE_H */
