/* SPDX-License-Identifier: GPL-2.0 */
/* names: functions by module and name: as text, and an index of a table of them */
#ifndef _PATHTIME_NAMES_H
#define _PATHTIME_NAMES_H

#include <pathtime/abi.h>

#include "base/types.h"

/* size of a function's name as text, with the NUL */
#define PTOOL_NAME_LEN	(PTIME_MODULE_LEN + PTIME_FUNCTION_LEN)

/* result of ptool_names_find() if there is no such function */
#define PTOOL_NO_NAME	(~0U)

/**
 * ptool_name_text() - Format MODULE:FUNCTION, or FUNCTION in the kernel itself
 * @text: buffer for the text, which is cut if it does not fit
 * @size: size of @text in bytes
 * @module: name of the module; empty for the kernel itself
 * @function: name of the function
 *
 * Return: true if the text fits.
 */
bool ptool_name_text(char *text, size_t size, const char *module,
		     const char *function);

/* get module and name of function number @index of a table */
typedef void ptool_names_key(const void *table, u32 index, const char **module,
			     const char **function);

/**
 * struct ptool_names - index of a table of functions
 * @key: gets the name of a function of the table
 * @table: the table
 * @names: number of functions in the index
 * @slots: size of the hash table, a power of two
 * @slot: number of the function, plus 1; 0 if the slot is empty
 */
struct ptool_names {
	ptool_names_key *key;
	const void *table;
	u32 names;
	u32 slots;
	u32 *slot;
};

/**
 * ptool_names_begin() - Begin an index without functions
 * @names: initialized for ptool_names_free()
 * @key: gets the name of a function of the table
 * @table: the table, passed to @key; its functions may move
 */
void ptool_names_begin(struct ptool_names *names, ptool_names_key *key,
		       const void *table);

/**
 * ptool_names_add() - Add a function to the index
 * @names: the index
 * @index: number of the function in the table; if the index has a function of
 *	the same name, that one stays
 */
void ptool_names_add(struct ptool_names *names, u32 index);

/**
 * ptool_names_find() - Find a function by module and name
 * @names: the index
 * @module: name of the module; empty for the kernel itself
 * @function: name of the function
 *
 * Return: number of the function in the table, or PTOOL_NO_NAME.
 */
u32 ptool_names_find(const struct ptool_names *names, const char *module,
		     const char *function);

/**
 * ptool_names_repeated() - Find out which functions share their name with another
 * @key: gets the name of a function of the table
 * @table: the table, passed to @key
 * @count: number of functions in the table
 *
 * Modules are ignored: functions of one name in two modules share it.
 *
 * Return: a flag for each function of the table, for free().
 */
bool *ptool_names_repeated(ptool_names_key *key, const void *table, u32 count);

void ptool_names_free(struct ptool_names *names);

#endif /* _PATHTIME_NAMES_H */
