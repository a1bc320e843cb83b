/* SPDX-License-Identifier: GPL-2.0 */
/* kallsyms: lists the functions of the running kernel and its modules */
#ifndef _PATHTIME_KALLSYMS_H
#define _PATHTIME_KALLSYMS_H

#include "base/types.h"

#define PTOOL_KALLSYMS_FILE	"/proc/kallsyms"

/**
 * struct ptool_symbol - a function
 * @name: name of the function
 * @module: module that has it; empty for the kernel itself
 * @times: number of functions of that name there, as several source files may
 *	have a static one
 */
struct ptool_symbol {
	const char *name;
	const char *module;
	u32 times;
};

/**
 * struct ptool_kallsyms - all functions, sorted by name, then by module
 * @symbols: number of functions
 * @symbol: the functions
 * @text: the text that holds their names
 */
struct ptool_kallsyms {
	size_t symbols;
	struct ptool_symbol *symbol;
	char *text;
};

/**
 * struct ptool_found - result of a search
 * @symbols: number of functions found
 * @symbol: the functions; to be freed by free()
 */
struct ptool_found {
	size_t symbols;
	const struct ptool_symbol **symbol;
};

/**
 * ptool_kallsyms_parse() - list the functions of a text like /proc/kallsyms
 * @kallsyms: receives the functions, to be freed by ptool_kallsyms_free()
 * @text: the text, allocated by malloc(); this function takes ownership and
 *	modifies it
 *
 * Symbols of the types t, T, w and W are functions. Three kinds are left out:
 * cold parts of functions, symbols that compilers place before functions
 * (__pfx_, __cfi_), and code that was generated at run time.
 */
void ptool_kallsyms_parse(struct ptool_kallsyms *kallsyms, char *text);

/**
 * ptool_kallsyms_load() - list the functions of the running kernel
 * @kallsyms: receives the functions; on success to be freed by
 *	ptool_kallsyms_free()
 *
 * Return: true if the functions could be read; otherwise errno is set.
 */
bool ptool_kallsyms_load(struct ptool_kallsyms *kallsyms);

void ptool_kallsyms_free(struct ptool_kallsyms *kallsyms);

/**
 * ptool_kallsyms_find() - find a function by name and module
 * @kallsyms: the functions
 * @module: name of the module; empty for the kernel itself
 * @name: name of the function
 *
 * Return: the function, or NULL.
 */
const struct ptool_symbol *
ptool_kallsyms_find(const struct ptool_kallsyms *kallsyms, const char *module,
		    const char *name);

/**
 * ptool_kallsyms_has_module() - check whether a loaded module has functions
 * @kallsyms: the functions
 * @module: name of the module
 *
 * Return: true if a function of the module is listed.
 */
bool ptool_kallsyms_has_module(const struct ptool_kallsyms *kallsyms,
			       const char *module);

/**
 * ptool_kallsyms_match() - find functions by a pattern
 * @kallsyms: the functions
 * @pattern: "[module:]function", each part a pattern as in glob(7)
 * @found: receives the matching functions
 */
void ptool_kallsyms_match(const struct ptool_kallsyms *kallsyms,
			  const char *pattern, struct ptool_found *found);

/**
 * ptool_kallsyms_copies() - find the copies that GCC made of a function
 * @kallsyms: the functions
 * @name: "[module:]function"
 * @found: receives the copies: .isra.N, .constprop.N, .part.N
 */
void ptool_kallsyms_copies(const struct ptool_kallsyms *kallsyms,
			   const char *name, struct ptool_found *found);

/**
 * ptool_kallsyms_near() - find similar names to suggest
 * @kallsyms: the functions
 * @name: "[module:]function", which does not exist
 * @found: receives the functions whose name contains @name, without its suffix,
 *	in upper or lower case; the shortest name first. If the module has none,
 *	functions of all modules are found.
 */
void ptool_kallsyms_near(const struct ptool_kallsyms *kallsyms,
			 const char *name, struct ptool_found *found);

/**
 * ptool_symbol_name() - format "module:function" for the module's control file
 * @name: buffer for the text; set to an empty string if the text does not fit
 * @size: size of the buffer
 * @symbol: the function
 */
void ptool_symbol_name(char *name, size_t size,
		       const struct ptool_symbol *symbol);

#endif /* _PATHTIME_KALLSYMS_H */
