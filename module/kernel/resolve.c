// SPDX-License-Identifier: GPL-2.0
/* resolve: from "[module:]function" to an address, or a reason */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "kernel/duplicates.h"
#include "kernel/resolve.h"

/* suffixes of the names of GCC's copies, after the plain name */
#define PTIME_SUFFIX(_suffix)	_suffix,
static const char *const suffixes[] = {
	"",
#include <pathtime/targets.def>
};

#define SUFFIX_LEN	24

/*
 * How a name was found: with which suffix, and how many further copies of the function GCC
 * made.
 */
struct match {
	size_t suffix;
	unsigned int copies;
};

/* names of the loaded modules */
struct modules {
	unsigned int count;
	char name[][PTIME_MODULE_LEN];
};

/*
 * The kernel does not export its symbol table since 5.7. A kprobe that is registered disabled
 * looks a name up and modifies no code.
 */
static struct kprobe *lookup_at(const char *name, void *address)
{
	struct kprobe *kp;
	int err;

	kp = kzalloc(sizeof(*kp), GFP_KERNEL);
	if (!kp)
		return ERR_PTR(-ENOMEM);
	kp->symbol_name = name;
	kp->addr = address;
	kp->flags = KPROBE_FLAG_DISABLED;
	err = register_kprobe(kp);
	if (err) {
		kfree(kp);
		return ERR_PTR(err);
	}
	/* the caller may free the name after this call */
	kp->symbol_name = NULL;
	return kp;
}

static struct kprobe *lookup_name(const char *name)
{
	return lookup_at(name, NULL);
}

static void end_lookup(struct kprobe *kp)
{
	unregister_kprobe(kp);
	kfree(kp);
}

/*
 * Any symbol of the module proves that it is loaded. __this_module is data, which
 * register_kprobe() finds and refuses with another errno than -ENOENT. The kernel's table has
 * it only with KALLSYMS_ALL, so cleanup_module is looked up, too.
 */
static bool module_loaded(const char *module)
{
	static const char *const symbols[] = { "__this_module", "cleanup_module" };
	char name[PTIME_MODULE_LEN + SUFFIX_LEN];
	struct kprobe *kp;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(symbols); i++) {
		scnprintf(name, sizeof(name), "%s:%s", module, symbols[i]);
		kp = lookup_name(name);
		if (!IS_ERR(kp))
			end_lookup(kp);
		if (kp != ERR_PTR(-ENOENT))
			return true;
	}
	return false;
}

/*
 * Set the names that users see. The kernel reports the module, in "function [module]". The
 * function's name is the requested one, because the kernel prefers another one if an address
 * has several (init_module).
 */
static void symbol_describe(struct ptime_symbol *symbol, const char *function,
			    const char *suffix)
{
	char text[KSYM_SYMBOL_LEN], *module;

	sprint_symbol_no_offset(text, (unsigned long)symbol->address);
	module = strstr(text, " [");
	if (module) {
		module += 2;
		module[strcspn(module, "] ")] = '\0';
	}
	strscpy(symbol->module, module ?: "", sizeof(symbol->module));
	scnprintf(symbol->function, sizeof(symbol->function), "%s%s", function, suffix);
}

static const char *skip_name(const char *text)
{
	while (isascii(*text) && (isalnum(*text) || *text == '_' || *text == '.'))
		text++;
	return text;
}

static bool is_module_name(const char *text)
{
	return !*skip_name(text);
}

/* accepts a name, optionally with "@N", N from 1 to 9999 without leading zeros */
static bool is_function_name(const char *text)
{
	const char *end = skip_name(text), *digit = end + 1;

	if (!*end)
		return true;
	if (end == text || *end != PTIME_POSITION || *digit == '0')
		return false;
	while (isdigit(*digit))
		digit++;
	return !*digit && digit - end > 1 && digit - end < 6;
}

/* length of the name before "@N" */
static int bare_length(const char *function)
{
	return strchrnul(function, PTIME_POSITION) - function;
}

/* returns N of "function@N", or 0 if there is none */
static unsigned int asked_position(const char *function)
{
	const char *mark = strchr(function, PTIME_POSITION);
	unsigned int position;

	return mark && !kstrtouint(mark + 1, 10, &position) ? position : 0;
}

/**
 * ptime_name_split() - Split "[module:]function[@position]"
 * @name: the name
 * @length: length of the name
 * @parts: set to the module (empty if there is none) and the function with its position
 *
 * Context: any.
 * Return: 0; -EINVAL if a part is empty, too long, or has characters that occur neither in C
 * names nor in GCC's suffixes.
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
	/* the kernel writes module names with underscores */
	strreplace(parts->module, '-', '_');
	return is_module_name(parts->module) && is_function_name(parts->function) ? 0 : -EINVAL;
}

/**
 * ptime_names_mention() - Check whether a list of alternatives names a module
 * @names: "[module:]function" alternatives separated by '|'
 * @module: name of the module
 *
 * Context: any.
 * Return: true if one of them does.
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

/* explains what the user cannot see from the requested name */
static void explain_stand_in(const struct ptime_symbol *parts,
			     const struct ptime_symbol *first,
			  const struct ptime_symbol *symbol,
			  unsigned int copies, char *reason)
{
	if (strcmp(parts->function, first->function))
		scnprintf(reason, PTIME_REASON_LEN, "stands in for %s, which this kernel lacks",
			  first->function);
	else if (strstr(symbol->function, ".part."))
		scnprintf(reason, PTIME_REASON_LEN,
			  "only the part of %s that GCC did not inline", parts->function);
	else if (copies)
		scnprintf(reason, PTIME_REASON_LEN,
			  "one of %u copies that GCC made of %s", copies + 1,
			  parts->function);
	else if (strcmp(symbol->function, parts->function))
		scnprintf(reason, PTIME_REASON_LEN, "GCC's copy of %s",
			  parts->function);
}

static struct kprobe *lookup_copy(const struct ptime_symbol *parts, size_t suffix)
{
	char name[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN + SUFFIX_LEN];

	scnprintf(name, sizeof(name), "%s%s%.*s%s", parts->module,
		  parts->module[0] ? ":" : "", bare_length(parts->function),
		  parts->function, suffixes[suffix]);
	return lookup_name(name);
}

/* counts further copies, after the one found; if GCC made none, there is one function */
static unsigned int count_copies(const struct ptime_symbol *parts, size_t found)
{
	unsigned int count = 0;
	struct kprobe *kp;
	size_t i;

	for (i = found + 1; found && i < ARRAY_SIZE(suffixes); i++) {
		kp = lookup_copy(parts, i);
		if (IS_ERR(kp))
			continue;
		end_lookup(kp);
		count++;
	}
	return count;
}

/* stores the function that was found, under the requested name */
static void symbol_take(struct ptime_symbol *symbol, struct kprobe *kp,
			const struct ptime_symbol *parts, size_t suffix)
{
	int length = bare_length(parts->function);
	char name[PTIME_FUNCTION_LEN];

	symbol->lookup = kp;
	symbol->address = kp->addr;
	symbol->traced = kp->flags & KPROBE_FLAG_FTRACE;
	scnprintf(name, sizeof(name), "%.*s%s", length, parts->function, suffixes[suffix]);
	symbol_describe(symbol, name, parts->function + length);
}

/*
 * Select the function at the requested position. If several functions of the kernel have the
 * name, a position is required.
 */
static int symbol_choose(struct ptime_symbol *symbol, const struct ptime_symbol *parts,
			 size_t suffix, char *reason)
{
	unsigned int position = asked_position(parts->function);
	char name[PTIME_FUNCTION_LEN];
	void *address = NULL;
	struct kprobe *kp;
	int count;

	scnprintf(name, sizeof(name), "%.*s%s", bare_length(parts->function),
		  parts->function, suffixes[suffix]);
	count = ptime_duplicates_find(name, position, &address);
	if (count < 0)
		return count;
	if (!position && count > 1) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "%d functions of the kernel have this name, say which: %s:%s@1 to @%d",
			  count, PTIME_KERNEL_ITSELF, name, count);
		return -ENOTUNIQ;
	}
	if ((int)position > count) {
		scnprintf(reason, PTIME_REASON_LEN, "the kernel has %d functions named %s, not %u",
			  count, name, position);
		return -ENOENT;
	}
	if (!address || address == symbol->address)
		return 0;
	kp = lookup_at(NULL, address);
	if (IS_ERR(kp))
		return PTR_ERR(kp);
	end_lookup(symbol->lookup);
	symbol_take(symbol, kp, parts, suffix);
	return 0;
}

/* checks a function that was found, and ends its lookup on failure */
static int symbol_accept(struct ptime_symbol *symbol, const struct ptime_symbol *parts,
			 size_t suffix, char *reason)
{
	int err = 0;

	if (!symbol->module[0]) {
		err = symbol_choose(symbol, parts, suffix, reason);
	} else if (asked_position(parts->function)) {
		scnprintf(reason, PTIME_REASON_LEN, "%s is in a module: name it without a position",
			  symbol->function);
		err = -EINVAL;
	}
	if (err)
		end_lookup(symbol->lookup);
	return err;
}

/* tries one alternative with each suffix; @own accepts only functions of the kernel itself */
static int resolve_one(const struct ptime_symbol *parts, bool own,
		       struct ptime_symbol *symbol, struct match *match,
		       char *reason)
{
	struct kprobe *kp;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(suffixes); i++) {
		kp = lookup_copy(parts, i);
		if (kp == ERR_PTR(-ENOENT)) {
			if (!i && parts->module[0] && !module_loaded(parts->module))
				return -EAGAIN;
			continue;
		}
		if (IS_ERR(kp))
			return PTR_ERR(kp);
		symbol_take(symbol, kp, parts, i);
		if (!own || !symbol->module[0]) {
			match->suffix = i;
			match->copies = count_copies(parts, i);
			return symbol_accept(symbol, parts, i, reason);
		}
		end_lookup(kp);
	}
	return -ENOENT;
}

/*
 * The kernel does not export its list of modules, but each module has an object in the same
 * kset as this one: /sys/module. Objects of built-in code that has parameters have no module.
 */
static struct modules *list_modules(void)
{
	struct kset *kset = THIS_MODULE->mkobj.kobj.kset;
	unsigned int room = 0;
	struct modules *modules;
	struct kobject *kobj;

	if (!kset)
		return kzalloc(sizeof(*modules), GFP_KERNEL);
	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry)
		room++;
	spin_unlock(&kset->list_lock);

	modules = kvzalloc(struct_size(modules, name, room), GFP_KERNEL);
	if (!modules)
		return NULL;
	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry) {
		if (modules->count == room)
			break;
		if (container_of(kobj, struct module_kobject, kobj)->mod)
			strscpy(modules->name[modules->count++],
				kobject_name(kobj), PTIME_MODULE_LEN);
	}
	spin_unlock(&kset->list_lock);
	return modules;
}

/*
 * A bare name was found. If other modules have a function of this name, the user has to
 * choose. A module that is just being loaded is not in the list, but it may be the one that
 * was found. Other modules are searched only for the suffix that was found, because before 6.2
 * the kernel compares each lookup with all of its symbols.
 */
static int refuse_ambiguous(const struct ptime_symbol *parts, size_t suffix,
			    const struct ptime_symbol *symbol, char *reason)
{
	struct ptime_symbol other = *parts;
	struct modules *modules = list_modules();
	unsigned int i, length;
	struct kprobe *kp;
	int err = 0;

	if (!modules)
		return -ENOMEM;
	length = scnprintf(reason, PTIME_REASON_LEN, "say which: %s:%s",
			   symbol->module[0] ? symbol->module : PTIME_KERNEL_ITSELF,
			   symbol->function);
	for (i = 0; i < modules->count; i++) {
		if (!strcmp(modules->name[i], symbol->module))
			continue;
		strscpy(other.module, modules->name[i], PTIME_MODULE_LEN);
		kp = lookup_copy(&other, suffix);
		if (IS_ERR(kp))
			continue;
		end_lookup(kp);
		length += scnprintf(reason + length, PTIME_REASON_LEN - length,
				    ", %s:%s%s", other.module, other.function,
				    suffixes[suffix]);
		err = -EINVAL;
	}
	kvfree(modules);
	if (!err)
		reason[0] = '\0';
	return err;
}

static void explain_error(int err, const struct ptime_symbol *parts, char *reason)
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
		scnprintf(reason, PTIME_REASON_LEN, "cannot look up %s: error %d",
			  parts->function, err);
	}
}

#define PTIME_MODULE(_module, _config)	{ #_module, IS_BUILTIN(_config) },
static const struct {
	const char *name;
	bool builtin;
} modules[] = {
#include <pathtime/targets.def>
};

/**
 * ptime_module_builtin() - Check whether a module is built into the target kernel
 * @name: name of the module
 *
 * Context: any.
 * Return: true if it is known to be.
 */
bool ptime_module_builtin(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modules); i++)
		if (modules[i].builtin && !strcmp(modules[i].name, name))
			return true;
	return false;
}

/* resolves one alternative, in the module it names, in the kernel or in any module */
static int resolve_name(struct ptime_symbol *parts, bool bare_in_modules,
			struct ptime_symbol *symbol, struct match *match,
			char *reason)
{
	bool bare = !parts->module[0];
	int err;

	if (!strcmp(parts->module, PTIME_KERNEL_ITSELF) ||
	    (bare && asked_position(parts->function))) {
		parts->module[0] = '\0';
		return resolve_one(parts, true, symbol, match, reason);
	}
	err = resolve_one(parts, bare && !bare_in_modules, symbol, match, reason);
	if ((err == -ENOENT || err == -EAGAIN) && ptime_module_builtin(parts->module)) {
		parts->module[0] = '\0';
		return resolve_one(parts, true, symbol, match, reason);
	}
	if (err || !bare || !bare_in_modules)
		return err;
	err = refuse_ambiguous(parts, match->suffix, symbol, reason);
	if (err)
		end_lookup(symbol->lookup);
	return err;
}

/**
 * ptime_resolve() - Find the first of several functions that this kernel has
 * @names: "[module:]function[@position]" alternatives separated by '|'; the module "vmlinux"
 *	is the kernel itself
 * @bare_in_modules: a name without module may be a function of a module, if only one has it;
 *	otherwise it is the kernel's own
 * @symbol: set to the function. On failure, set to module and function of the first
 *	alternative as requested, without an address.
 * @reason: PTIME_REASON_LEN bytes. On failure, set to a sentence for the user. On success, set
 *	to what stands in for the function, or empty.
 *
 * Context: process, may sleep.
 * Return: 0; -EAGAIN if a module that may have the function is not loaded; -ENOENT if there is
 * no such function; -EINVAL if the kernel forbids a probe there, a name is malformed, or
 * several modules or functions of the kernel have the name; -ENOMEM; what register_kprobe()
 * returns. On success, the caller has to pass the symbol to ptime_resolve_done().
 */
int ptime_resolve(const char *names, bool bare_in_modules,
		  struct ptime_symbol *symbol, char *reason)
{
	struct ptime_symbol parts, first, blame;
	const char *name = names;
	struct match match;
	int err, result = 0;

	reason[0] = '\0';
	do {
		size_t length = strcspn(name, "|");

		err = ptime_name_split(name, length, &parts);
		if (name == names)
			first = parts;
		if (!err)
			err = resolve_name(&parts, bare_in_modules, symbol,
					   &match, reason);
		if (!err) {
			reason[0] = '\0';
			explain_stand_in(&parts, &first, symbol, match.copies, reason);
			return 0;
		}
		/*
		 * The next alternative stands in for a function that is missing, not for one
		 * of several.
		 */
		if (err == -ENOTUNIQ) {
			result = -EINVAL;
			break;
		}
		/* of several errors, a missing function explains least */
		if (!result || result == -ENOENT) {
			result = err;
			blame = parts;
		}
		name += length;
	} while (*name++);

	if (!reason[0])
		explain_error(result, &blame, reason);
	*symbol = first;
	symbol->address = NULL;
	symbol->lookup = NULL;
	return result;
}

/**
 * ptime_resolve_done() - End the lookups of symbols that were found
 * @symbols: the symbols; their addresses stay
 * @count: number of symbols, at most PTIME_RESOLVE_MAX
 *
 * A lookup ends with a wait for RCU. If they ended one by one, the waits would take as long as
 * the rest of a load.
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
