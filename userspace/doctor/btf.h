/* SPDX-License-Identifier: GPL-2.0 */
/* btf: the arguments that functions take, by the kernel's own description of its types */
#ifndef _PATHTIME_BTF_H
#define _PATHTIME_BTF_H

#include "base/types.h"

/* one for vmlinux, one for each module */
#define PTOOL_BTF_DIRECTORY	"/sys/kernel/btf"

/* files at once: the kernel's, and that of one module, which continues it */
#define PTOOL_BTF_PARTS		2

/**
 * struct ptool_btf - types of the kernel and of one module
 * @parts: number of files
 * @part: their data, where their strings are in it, and how many bytes of strings come before
 * @types: number of types, the type 0, void, included
 * @type: where each begins; NULL for void
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
 * @btf: the types; all zero before the first file, which is that of the kernel itself
 * @data: the file, memory of malloc(), which is taken over
 * @bytes: its size
 *
 * Return: whether it is BTF of this machine; where not, @btf is as before.
 */
bool ptool_btf_add(struct ptool_btf *btf, void *data, size_t bytes);

/**
 * ptool_btf_load() - read the types of the running kernel
 * @btf: gets them; for ptool_btf_free(), also where that failed
 * @module: a module that has to be included; empty for none
 *
 * Return: whether they could be read.
 */
bool ptool_btf_load(struct ptool_btf *btf, const char *module);

/**
 * ptool_btf_free() - give back what adding took
 * @btf: the types
 */
void ptool_btf_free(struct ptool_btf *btf);

/**
 * ptool_btf_arguments() - how many argument words does a function take?
 * @btf: the types; the function is of the last file
 * @function: its name
 * @why: gets why that is not known
 *
 * The number is that of the verb add, arguments=: if the function takes structures by value,
 * the registers are counted as used up and each structure as on the stack, since the calling
 * conventions go by what is in a structure.
 *
 * Return: words, the most of all functions of the name; -1 where that is not known.
 */
int ptool_btf_arguments(const struct ptool_btf *btf, const char *function, const char **why);

#endif /* _PATHTIME_BTF_H */
