/* SPDX-License-Identifier: GPL-2.0 */
/* kallsyms: the functions of the running kernel and its modules */
#ifndef _PATHTIME_KALLSYMS_H
#define _PATHTIME_KALLSYMS_H

#include "base/types.h"

#define PTOOL_KALLSYMS_FILE	"/proc/kallsyms"

/**
 * struct ptool_symbol - a function
 * @name: its name
 * @module: the module it is in, empty for the kernel itself
 * @times: functions of that name there, as each source file may have one
 */
struct ptool_symbol {
	const char *name;
	const char *module;
	u32 times;
};

/**
 * struct ptool_kallsyms - all functions, by name and then by module
 * @symbols: number of them
 * @symbol: the functions
 * @text: where their names are
 */
struct ptool_kallsyms {
	size_t symbols;
	struct ptool_symbol *symbol;
	char *text;
};

/**
 * struct ptool_found - functions that were found
 * @symbols: number of them
 * @symbol: the functions, for free()
 */
struct ptool_found {
	size_t symbols;
	const struct ptool_symbol **symbol;
};

/**
 * ptool_kallsyms_parse() - list the functions of a text like /proc/kallsyms
 * @kallsyms: gets them; for ptool_kallsyms_free()
 * @text: memory of malloc(), which is taken over and changed
 *
 * Functions are the symbols of the types t, T, w and W, but the cold parts of
 * functions and what compilers put before them (__pfx_, __cfi_).
 */
void ptool_kallsyms_parse(struct ptool_kallsyms *kallsyms, char *text);

/**
 * ptool_kallsyms_load() - list the functions of the running kernel
 * @kallsyms: gets them; for ptool_kallsyms_free() where they could be read
 *
 * Return: whether they could be read; where not, errno says why.
 */
bool ptool_kallsyms_load(struct ptool_kallsyms *kallsyms);

/**
 * ptool_kallsyms_free() - give back what loading took
 * @kallsyms: the functions
 */
void ptool_kallsyms_free(struct ptool_kallsyms *kallsyms);

/**
 * ptool_kallsyms_find() - find a function by name and module
 * @kallsyms: the functions
 * @module: module's name, empty for the kernel itself
 * @name: function's name
 *
 * Return: the function; NULL where there is none.
 */
const struct ptool_symbol *
ptool_kallsyms_find(const struct ptool_kallsyms *kallsyms, const char *module,
		    const char *name);

/**
 * ptool_kallsyms_has_module() - does a loaded module have functions?
 * @kallsyms: the functions
 * @module: module's name
 */
bool ptool_kallsyms_has_module(const struct ptool_kallsyms *kallsyms,
			       const char *module);

/**
 * ptool_kallsyms_match() - find functions by a pattern
 * @kallsyms: the functions
 * @pattern: "[module:]pattern" as in glob(7); both parts may be patterns
 * @found: gets those that match
 */
void ptool_kallsyms_match(const struct ptool_kallsyms *kallsyms,
			  const char *pattern, struct ptool_found *found);

/**
 * ptool_kallsyms_copies() - find what GCC made of a function
 * @kallsyms: the functions
 * @name: "[module:]function"
 * @found: gets the function's copies: .isra.N, .constprop.N, .part.N
 */
void ptool_kallsyms_copies(const struct ptool_kallsyms *kallsyms,
			   const char *name, struct ptool_found *found);

/**
 * ptool_kallsyms_near() - find functions that may have been meant
 * @kallsyms: the functions
 * @name: "[module:]function", which is not there
 * @found: gets those with the name in theirs, whatever the case, shortest
 *	first; those of the module, or of all where it has none
 */
void ptool_kallsyms_near(const struct ptool_kallsyms *kallsyms,
			 const char *name, struct ptool_found *found);

/**
 * ptool_symbol_name() - "module:function", as the module pathtime takes it
 * @name: gets it; empty where it is longer
 * @size: bytes at @name
 * @symbol: the function
 */
void ptool_symbol_name(char *name, size_t size,
		       const struct ptool_symbol *symbol);

#endif /* _PATHTIME_KALLSYMS_H */
