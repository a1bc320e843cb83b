/* SPDX-License-Identifier: GPL-2.0 */
/* kallsyms: the functions of the running kernel and its modules */
#ifndef _PATHTIME_KALLSYMS_H
#define _PATHTIME_KALLSYMS_H

#include "base/types.h"

#define PTIME_KALLSYMS_FILE	"/proc/kallsyms"

/**
 * struct ptime_symbol - a function
 * @name: its name
 * @module: the module it is in, empty for the kernel itself
 * @times: functions of that name there, as each source file may have one
 */
struct ptime_symbol {
	const char *name;
	const char *module;
	u32 times;
};

/**
 * struct ptime_kallsyms - all functions, by name and then by module
 * @symbols: number of them
 * @symbol: the functions
 * @text: where their names are
 */
struct ptime_kallsyms {
	size_t symbols;
	struct ptime_symbol *symbol;
	char *text;
};

/**
 * struct ptime_found - functions that were found
 * @symbols: number of them
 * @symbol: the functions, for free()
 */
struct ptime_found {
	size_t symbols;
	const struct ptime_symbol **symbol;
};

/**
 * ptime_kallsyms_parse() - list the functions of a text like /proc/kallsyms
 * @kallsyms: gets them; for ptime_kallsyms_free()
 * @text: memory of malloc(), which is taken over and changed
 *
 * Functions are the symbols of the types t, T, w and W, but the cold parts of
 * functions and what compilers put before them (__pfx_, __cfi_).
 */
void ptime_kallsyms_parse(struct ptime_kallsyms *kallsyms, char *text);

/**
 * ptime_kallsyms_load() - list the functions of the running kernel
 * @kallsyms: gets them; for ptime_kallsyms_free() where they could be read
 *
 * Return: whether they could be read; where not, errno says why.
 */
bool ptime_kallsyms_load(struct ptime_kallsyms *kallsyms);

/**
 * ptime_kallsyms_free() - give back what loading took
 * @kallsyms: the functions
 */
void ptime_kallsyms_free(struct ptime_kallsyms *kallsyms);

/**
 * ptime_kallsyms_find() - find a function by name and module
 * @kallsyms: the functions
 * @module: module's name, empty for the kernel itself
 * @name: function's name
 *
 * Return: the function; NULL where there is none.
 */
const struct ptime_symbol *
ptime_kallsyms_find(const struct ptime_kallsyms *kallsyms, const char *module,
		    const char *name);

/**
 * ptime_kallsyms_has_module() - does a loaded module have functions?
 * @kallsyms: the functions
 * @module: module's name
 */
bool ptime_kallsyms_has_module(const struct ptime_kallsyms *kallsyms,
			       const char *module);

/**
 * ptime_kallsyms_match() - find functions by a pattern
 * @kallsyms: the functions
 * @pattern: "[module:]pattern" as in glob(7); both parts may be patterns
 * @found: gets those that match
 */
void ptime_kallsyms_match(const struct ptime_kallsyms *kallsyms,
			  const char *pattern, struct ptime_found *found);

/**
 * ptime_kallsyms_copies() - find what GCC made of a function
 * @kallsyms: the functions
 * @name: "[module:]function"
 * @found: gets the function's copies: .isra.N, .constprop.N, .part.N
 */
void ptime_kallsyms_copies(const struct ptime_kallsyms *kallsyms,
			   const char *name, struct ptime_found *found);

/**
 * ptime_kallsyms_near() - find functions that may have been meant
 * @kallsyms: the functions
 * @name: "[module:]function", which is not there
 * @found: gets those with the name in theirs, whatever the case, shortest
 *	first; those of the module, or of all where it has none
 */
void ptime_kallsyms_near(const struct ptime_kallsyms *kallsyms,
			 const char *name, struct ptime_found *found);

/**
 * ptime_symbol_name() - "module:function", as the module pathtime takes it
 * @name: gets it; empty where it is longer
 * @size: bytes at @name
 * @symbol: the function
 */
void ptime_symbol_name(char *name, size_t size,
		       const struct ptime_symbol *symbol);

#endif /* _PATHTIME_KALLSYMS_H */
