/* SPDX-License-Identifier: GPL-2.0 */
/* btf: the arguments of functions, from the kernel's BTF: words, and packets */
#ifndef _PATHTIME_BTF_H
#define _PATHTIME_BTF_H

#include "base/types.h"

/* one file for vmlinux, and one per module */
#define PTOOL_BTF_DIRECTORY	"/sys/kernel/btf"

/* files read at once: the kernel's, and that of one module, which extends it */
#define PTOOL_BTF_PARTS		2

/**
 * struct ptool_btf - types of the kernel and of one module
 * @parts: number of files
 * @part: the files: data, start of the strings in it, bytes of the strings, and
 *	bytes of the strings of the files before
 * @types: number of types, including type 0, which is void
 * @room: number of types for which @type has memory
 * @type: start of each type; NULL for void
 * @last: number of the first type of the last file
 */
struct ptool_btf {
	size_t parts;
	struct {
		unsigned char *data;
		const char *strings;
		u32 bytes;
		u32 before;
	} part[PTOOL_BTF_PARTS];
	u32 types;
	u32 room;
	const u32 **type;
	u32 last;
};

/**
 * ptool_btf_add() - add the types of a file
 * @btf: the types; zeroed before the first file, which must be the kernel's own
 * @data: the file, allocated by malloc(); this function takes ownership
 * @bytes: size of the file
 *
 * Return: true if the file is BTF of this machine. Otherwise @btf is unchanged.
 */
bool ptool_btf_add(struct ptool_btf *btf, void *data, size_t bytes);

/**
 * ptool_btf_load() - read the types of the running kernel
 * @btf: receives the types; to be freed by ptool_btf_free(), also after a
 *	failure
 * @module: a module whose types are needed, too; empty for none
 *
 * Return: true if the types could be read.
 */
bool ptool_btf_load(struct ptool_btf *btf, const char *module);

/**
 * ptool_btf_free() - free the types
 * @btf: the types; empty afterwards
 */
void ptool_btf_free(struct ptool_btf *btf);

/**
 * ptool_btf_arguments() - count the argument words of a function
 * @btf: the types; only functions of the last file are found
 * @function: name of the function
 * @why: set to the reason why the number is unknown
 *
 * The number is that of arguments= of the control command add. On x86-64, the
 * calling convention depends on the members of a structure. If the function
 * takes structures by value there, all registers count as used, and every
 * structure counts as passed on the stack. On arm64, a structure of more than
 * two words counts as one word, its address.
 *
 * Return: the number of words, the largest of all functions of that name; -1 if
 * unknown.
 */
int ptool_btf_arguments(const struct ptool_btf *btf, const char *function, const char **why);

/**
 * ptool_btf_packet() - Find the argument of a function that is a packet
 * @btf: the types; only functions of the last file are found
 * @function: name of the function
 * @why: set to the reason why it is unknown
 *
 * A packet is a struct sk_buff *. Arguments before it must be words, as the
 * module looks for it by its number.
 *
 * Return: the number of the first such argument, the same in all functions of
 * that name; -1 if unknown.
 */
int ptool_btf_packet(const struct ptool_btf *btf, const char *function, const char **why);

/**
 * ptool_btf_is_no_packet() - Check whether an argument certainly is no packet
 * @btf: the types; only functions of the last file are found
 * @function: name of the function
 * @number: number of the argument, from 0
 *
 * Return: true if it is of another type in a function of that name, or if that
 * takes fewer arguments.
 */
bool ptool_btf_is_no_packet(const struct ptool_btf *btf, const char *function, u32 number);

#endif /* _PATHTIME_BTF_H */
