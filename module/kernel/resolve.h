/* SPDX-License-Identifier: GPL-2.0 */
/* resolve: from "[module:]function" to an address, or a reason */
#ifndef _PATHTIME_RESOLVE_H
#define _PATHTIME_RESOLVE_H

#include <linux/types.h>

#include <pathtime/abi.h>

struct kprobe;
struct ptime_step_hook;

/* maximum number of symbols in one call of ptime_resolve_done() */
#define PTIME_RESOLVE_MAX	16

/* module name that stands for the kernel itself, even if a module has such a function, too */
#define PTIME_KERNEL_ITSELF	"vmlinux"

/* "function@2" is the second function of the kernel itself that has this name */
#define PTIME_POSITION		'@'

/**
 * struct ptime_symbol - a function of the running kernel
 * @address: address of the probe; never shown
 * @lookup: the kprobe that found it, until ptime_resolve_done()
 * @traced: ftrace can call a probe from there
 * @hook: its step hook, or NULL
 * @module: module that holds it, empty for the kernel itself
 * @function: its name, with GCC's suffix, and with its position if that was requested
 */
struct ptime_symbol {
	void *address;
	struct kprobe *lookup;
	bool traced;
	const struct ptime_step_hook *hook;
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
};

int ptime_name_split(const char *name, size_t length, struct ptime_symbol *parts);
bool ptime_names_mention(const char *names, const char *module);
bool ptime_module_builtin(const char *name);
int ptime_resolve(const char *names, bool bare_in_modules,
		  struct ptime_symbol *symbol, char *reason);
void ptime_resolve_done(struct ptime_symbol **symbols, unsigned int count);

#endif /* _PATHTIME_RESOLVE_H */
