/* SPDX-License-Identifier: GPL-2.0 */
/* torture: what the parts of torture_files share */
#ifndef _PATHTIME_TORTURE_H
#define _PATHTIME_TORTURE_H

#include "robustness.h"

#define PIECE_MAX	4096

/* the files, and what is expected of each */
struct torture_file {
	const char *name;
	bool binary;
	bool writable;
};

extern const struct torture_file torture_files[];
extern const unsigned int torture_file_count;

extern u64 torture_seed;
extern unsigned int torture_seconds;
extern const char *torture_module;

/**
 * torture_open() - open one of the files, which must work
 * @file: the file
 * @flags: of open(2)
 */
int torture_open(const struct torture_file *file, int flags);

/**
 * torture_whole() - one of the files, read at once, without what the time changes
 * @file: the file
 * @text: takes it
 *
 * Return: as torture_still().
 */
size_t torture_whole(const struct torture_file *file, struct rob_text *text);

/**
 * torture_still() - take out what differs from one opening to the next
 * @file: the file
 * @text: all of its content
 *
 * The age of the counts in a text, the time of a snapshot.
 *
 * Return: by how many bytes the text is shorter now.
 */
size_t torture_still(const struct torture_file *file, struct rob_text *text);

/**
 * torture_check() - is it whole, whatever is being changed meanwhile?
 * @file: the file
 * @text: all of its content
 *
 * Return: NULL, or what is wrong.
 */
const char *torture_check(const struct torture_file *file, const struct rob_text *text);

/**
 * torture_fail() - end the program, with the seed
 * @file: the file
 * @format: what is wrong with it
 */
void torture_fail(const struct torture_file *file, const char *format, ...)
	__printf(2, 3) __noreturn;

/**
 * torture_verb() - write a line to the file control, which must work
 * @line: the line
 */
void torture_verb(const char *line);

/**
 * torture_load() - load the module with a target's functions, and now and then with paths=
 *
 * Return: 0 or -errno.
 */
int torture_load(void);

/**
 * torture_unload() - unload the module, without waiting
 *
 * Return: 0 or -errno.
 */
int torture_unload(void);

/* monotonic, in seconds */
double torture_now(void);

/* the parts */
void torture_pieces(void);
void torture_calls(void);
void torture_held(void);
void torture_chaos(void);

#endif /* _PATHTIME_TORTURE_H */
