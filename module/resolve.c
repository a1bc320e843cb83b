// SPDX-License-Identifier: GPL-2.0
/* resolve: from "[module:]function" to an address, or a reason */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "resolve.h"

/*
 * What GCC makes of a function, in the order in which it is tried: copies that
 * are specialised for the callers, and at last what it did not inline. Not .cold:
 * that is the unlikely rest of a function.
 */
static const char *const suffixes[] = {
	"", ".isra.0", ".constprop.0", ".isra.0.constprop.0", ".part.0",
};

#define SUFFIX_LEN	24

/*
 * The kernel's symbol table is closed to modules since 5.7, but a kprobe that
 * is registered disabled looks a name up and touches no code.
 */
static struct kprobe *lookup(const char *name)
{
	struct kprobe *kp;
	int err;

	kp = kzalloc(sizeof(*kp), GFP_KERNEL);
	if (!kp)
		return ERR_PTR(-ENOMEM);
	kp->symbol_name = name;
	kp->flags = KPROBE_FLAG_DISABLED;
	err = register_kprobe(kp);
	if (err) {
		kfree(kp);
		return ERR_PTR(err);
	}
	/* the name is the caller's and need not outlive the call */
	kp->symbol_name = NULL;
	return kp;
}

static void end_lookup(struct kprobe *kp)
{
	unregister_kprobe(kp);
	kfree(kp);
}

/*
 * Any symbol of the module will do. Data (__this_module) is found and refused
 * with another errno; it is in the table with KALLSYMS_ALL only, so the exit
 * function's alias is asked as well.
 */
static bool module_loaded(const char *module)
{
	static const char *const symbols[] = { "__this_module", "cleanup_module" };
	char name[PTIME_MODULE_LEN + SUFFIX_LEN];
	struct kprobe *kp;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(symbols); i++) {
		scnprintf(name, sizeof(name), "%s:%s", module, symbols[i]);
		kp = lookup(name);
		if (!IS_ERR(kp))
			end_lookup(kp);
		if (kp != ERR_PTR(-ENOENT))
			return true;
	}
	return false;
}

/* fill in what a person may see of an address: "function [module]" */
static void describe(struct ptime_symbol *symbol)
{
	char text[KSYM_SYMBOL_LEN], *module;

	sprint_symbol_no_offset(text, (unsigned long)symbol->address);
	module = strstr(text, " [");
	if (module) {
		*module = '\0';
		module += 2;
		module[strcspn(module, "] ")] = '\0';
	}
	strscpy(symbol->module, module ?: "", sizeof(symbol->module));
	strscpy(symbol->function, text, sizeof(symbol->function));
}

static bool is_name(const char *text)
{
	while (isascii(*text) && (isalnum(*text) || *text == '_' || *text == '.'))
		text++;
	return !*text;
}

/**
 * ptime_name_split() - take "[module:]function" apart
 * @name: the name
 * @length: its length
 * @parts: takes module (empty where there is none) and function
 *
 * Context: any. Return: 0; -EINVAL where a part is empty, too long or holds
 * what a C name and GCC's suffixes do not.
 */
int ptime_name_split(const char *name, size_t length, struct ptime_symbol *parts)
{
	const char *colon = memchr(name, ':', length);
	const char *function = colon ? colon + 1 : name;
	size_t function_len = length - (function - name);
	size_t module_len = colon ? colon - name : 0;

	if (colon && (!module_len || module_len >= sizeof(parts->module)))
		return -EINVAL;
	if (!function_len || function_len >= sizeof(parts->function))
		return -EINVAL;
	memcpy(parts->module, name, module_len);
	parts->module[module_len] = '\0';
	memcpy(parts->function, function, function_len);
	parts->function[function_len] = '\0';
	/* the kernel writes a module's name with underscores */
	strreplace(parts->module, '-', '_');
	return is_name(parts->module) && is_name(parts->function) ? 0 : -EINVAL;
}

/**
 * ptime_names_mention() - does a list of alternatives name a module?
 * @names: "[module:]function" alternatives separated by '|'
 * @module: module's name
 *
 * Context: any.
 */
bool ptime_names_mention(const char *names, const char *module)
{
	size_t length = strlen(module);
	const char *name = names;

	while (name) {
		if (!strncmp(name, module, length) && name[length] == ':')
			return true;
		name = strchr(name, '|');
		if (name)
			name++;
	}
	return false;
}

/* what the user would not guess from the name he asked for */
static void note_stand_in(const struct ptime_symbol *parts,
			  const struct ptime_symbol *first,
			  const struct ptime_symbol *symbol, char *reason)
{
	if (strcmp(parts->function, first->function))
		scnprintf(reason, PTIME_REASON_LEN, "stands in for %s",
			  first->function);
	else if (strstr(symbol->function, ".part."))
		scnprintf(reason, PTIME_REASON_LEN,
			  "only what GCC did not inline of %s", parts->function);
	else if (strcmp(symbol->function, parts->function))
		scnprintf(reason, PTIME_REASON_LEN, "GCC's copy of %s",
			  parts->function);
}

/* one alternative, with each of the suffixes */
static int resolve_one(const struct ptime_symbol *parts, bool bare_in_modules,
		       struct ptime_symbol *symbol)
{
	char name[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN + SUFFIX_LEN];
	struct kprobe *kp;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(suffixes); i++) {
		scnprintf(name, sizeof(name), "%s%s%s%s", parts->module,
			  parts->module[0] ? ":" : "", parts->function, suffixes[i]);
		kp = lookup(name);
		if (kp == ERR_PTR(-ENOENT))
			continue;
		if (IS_ERR(kp))
			return PTR_ERR(kp);
		symbol->lookup = kp;
		symbol->address = kp->addr;
		describe(symbol);
		if (parts->module[0] || bare_in_modules || !symbol->module[0])
			return 0;
		end_lookup(kp);
	}
	return -ENOENT;
}

static void explain(int err, const struct ptime_symbol *parts, char *reason)
{
	switch (err) {
	case -EAGAIN:
		scnprintf(reason, PTIME_REASON_LEN, "module %s is not loaded",
			  parts->module);
		break;
	case -ENOENT:
		scnprintf(reason, PTIME_REASON_LEN,
			  "no %s in %s: inlined, renamed or not built",
			  parts->function,
			  parts->module[0] ? parts->module : "this kernel");
		break;
	case -EINVAL:
		scnprintf(reason, PTIME_REASON_LEN,
			  "the kernel allows no probe on %s", parts->function);
		break;
	default:
		scnprintf(reason, PTIME_REASON_LEN, "looking up %s: error %d",
			  parts->function, err);
	}
}

/**
 * ptime_resolve() - find the first of some functions that this kernel has
 * @names: "[module:]function" alternatives separated by '|'
 * @bare_in_modules: a name without module may be a module's function; else it
 *	is the kernel's own
 * @symbol: takes the function; where there is none, module and function of the
 *	first alternative as asked for, and no address
 * @reason: PTIME_REASON_LEN bytes, takes a sentence for a person: why it fails,
 *	or what stands in for the function; else empty
 *
 * Context: process, may sleep.
 * Return: 0; -EAGAIN where a module that may hold the function is not loaded;
 * -ENOENT where there is none; -EINVAL where the kernel forbids a probe there or
 * a name is malformed. A symbol that was found is handed to
 * ptime_resolve_done(), too.
 */
int ptime_resolve(const char *names, bool bare_in_modules,
		  struct ptime_symbol *symbol, char *reason)
{
	struct ptime_symbol parts, first, blame;
	const char *name = names;
	int err, result = 0;

	reason[0] = '\0';
	do {
		size_t length = strcspn(name, "|");

		err = ptime_name_split(name, length, &parts);
		if (name == names)
			first = parts;
		if (!err)
			err = resolve_one(&parts, bare_in_modules, symbol);
		if (!err) {
			note_stand_in(&parts, &first, symbol, reason);
			return 0;
		}
		if (err == -ENOENT && parts.module[0] && !module_loaded(parts.module))
			err = -EAGAIN;
		/* a function that is not there says least about why */
		if (!result || result == -ENOENT) {
			result = err;
			blame = parts;
		}
		name += length;
	} while (*name++);

	explain(result, &blame, reason);
	*symbol = first;
	symbol->address = NULL;
	symbol->lookup = NULL;
	return result;
}

/**
 * ptime_resolve_done() - end the lookups of symbols that were found
 * @symbols: the symbols; their addresses stay
 * @count: number of symbols, at most PTIME_RESOLVE_MAX
 *
 * Many at once, as a lookup ends with a wait for RCU, and one by one the waits
 * take as long as all the rest of a load.
 *
 * Context: process, may sleep.
 */
void ptime_resolve_done(struct ptime_symbol **symbols, unsigned int count)
{
	struct kprobe *lookups[PTIME_RESOLVE_MAX];
	unsigned int i;

	for (i = 0; i < count; i++)
		lookups[i] = symbols[i]->lookup;
	unregister_kprobes(lookups, count);
	for (i = 0; i < count; i++) {
		kfree(lookups[i]);
		symbols[i]->lookup = NULL;
	}
}
