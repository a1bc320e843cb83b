// SPDX-License-Identifier: GPL-2.0
/*
 * disabled: the requests for functions of users' groups that are disabled
 *
 * The functions of a built-in group are in a table. The command add is the only source for those of
 * a user's group. So the command disable keeps the requests, and enable adds the functions again.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <pathtime/abi.h>

#include "kernel/resolve.h"
#include "packets/step_hook.h"
#include "probes/disabled.h"
#include "probes/probe.h"

/**
 * struct disabled - a request that is kept
 * @node: entry in the list
 * @request: the request; its strings belong to it
 * @parts: module and name of the function, as its lookup has found them; the name of the request,
 *	split, if the module was not loaded
 */
struct disabled {
	struct list_head node;
	struct ptime_request request;
	struct ptime_symbol parts;
};

/* The entries of a group follow each other. ptime_probes_lock() protects list and count. */
static LIST_HEAD(disabled);
static unsigned int disabled_count;

static void disabled_free(struct disabled *entry)
{
	ptime_step_hook_put(entry->request.hook);
	kfree(entry->request.name);
	kfree(entry->request.group);
	kfree(entry);
}

static void disabled_forget(struct disabled *entry)
{
	list_del(&entry->node);
	disabled_count--;
	disabled_free(entry);
}

/**
 * ptime_disabled_copy() - Copy what a user asked for, before the probe is removed
 * @probe: the probe; if it is not a user's, nothing is copied
 * @copies: list that takes the copy, for ptime_disabled_keep() or ptime_disabled_discard()
 *
 * Context: process, may sleep, under ptime_probes_lock().
 * Return: 0 or -ENOMEM.
 */
int ptime_disabled_copy(const struct ptime_probe *probe, struct list_head *copies)
{
	struct disabled *entry;

	if (probe->origin != PTIME_FROM_USER)
		return 0;
	entry = kzalloc(sizeof(*entry), GFP_KERNEL);
	if (!entry)
		return -ENOMEM;
	entry->request = (struct ptime_request) {
		.name = kstrdup(probe->names, GFP_KERNEL),
		.group = kstrdup(probe->group, GFP_KERNEL),
		.origin = PTIME_FROM_USER,
		.outcomes = probe->outcomes,
		.backend = probe->wanted,
		.arguments = probe->arguments,
		.force = probe->force,
		.hook = probe->hook,
	};
	ptime_step_hook_get(entry->request.hook);
	if (!entry->request.name || !entry->request.group) {
		disabled_free(entry);
		return -ENOMEM;
	}
	if (probe->symbol.address)
		entry->parts = probe->symbol;
	else
		ptime_name_split(probe->names, strlen(probe->names), &entry->parts);
	entry->parts.lookup = NULL;
	list_add_tail(&entry->node, copies);
	return 0;
}

void ptime_disabled_discard(struct list_head *copies)
{
	struct disabled *entry, *next;

	list_for_each_entry_safe(entry, next, copies, node)
		disabled_free(entry);
}

/* the last entry of a group, or of the list */
static struct list_head *last_of(const char *group)
{
	struct disabled *last;

	list_for_each_entry_reverse(last, &disabled, node)
		if (!strcmp(last->request.group, group))
			return &last->node;
	return disabled.prev;
}

/**
 * ptime_disabled_keep() - Keep requests until their group is enabled
 * @copies: the requests, all of one group; on success the list is empty
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * Context: under ptime_probes_lock().
 * Return: 0; -ENOSPC if more than PTIME_DISABLED_MAX would be kept, with nothing changed.
 */
int ptime_disabled_keep(struct list_head *copies, char *reason)
{
	struct disabled *entry;
	unsigned int count = 0;

	if (list_empty(copies))
		return 0;
	list_for_each_entry(entry, copies, node)
		count++;
	if (disabled_count + count > PTIME_DISABLED_MAX) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "disabled groups have %u functions, %u more exceed %d: del some functions first",
			  disabled_count, count, PTIME_DISABLED_MAX);
		return -ENOSPC;
	}
	disabled_count += count;
	entry = list_first_entry(copies, struct disabled, node);
	list_splice_init(copies, last_of(entry->request.group));
	return 0;
}

/**
 * ptime_disabled_probes() - Allocate a probe for each request of a disabled group
 * @group: the group's name
 * @fresh: list that the probes are appended to, in the order in which they were added
 *
 * The requests stay until ptime_disabled_forget_group().
 *
 * Context: process, may sleep, under ptime_probes_lock() and the lock of the control commands.
 * Return: 0; -ENOMEM, with some of the probes in @fresh.
 */
int ptime_disabled_probes(const char *group, struct list_head *fresh)
{
	struct ptime_probe *probe;
	struct disabled *entry;

	list_for_each_entry(entry, &disabled, node) {
		if (strcmp(entry->request.group, group))
			continue;
		probe = ptime_probe_requested(&entry->request);
		if (!probe)
			return -ENOMEM;
		list_add_tail(&probe->node, fresh);
	}
	return 0;
}

/* under ptime_probes_lock() */
bool ptime_disabled_has(const char *group)
{
	struct disabled *entry;

	list_for_each_entry(entry, &disabled, node)
		if (!strcmp(entry->request.group, group))
			return true;
	return false;
}

/* under ptime_probes_lock() */
void ptime_disabled_forget_group(const char *group)
{
	struct disabled *entry, *next;

	list_for_each_entry_safe(entry, next, &disabled, node)
		if (!strcmp(entry->request.group, group))
			disabled_forget(entry);
}

/* a bare name is that of a function of the kernel itself, as another module may have such a one */
static bool is_same(const struct ptime_symbol *a, const struct ptime_symbol *b)
{
	return !strcmp(a->module, b->module) && !strcmp(a->function, b->function);
}

/**
 * ptime_disabled_forget_probe() - Forget the requests for a function that has a probe again
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
 */
void ptime_disabled_forget_probe(const struct ptime_probe *probe)
{
	struct disabled *entry, *next;

	list_for_each_entry_safe(entry, next, &disabled, node)
		if (!strcmp(entry->request.name, probe->names) ||
		    is_same(&entry->parts, &probe->symbol))
			disabled_forget(entry);
}

/* whether a name with or without a module means the function of a request */
static bool is_meant(const struct ptime_symbol *of, const struct ptime_symbol *parts)
{
	const char *module = of->module[0] ? of->module : PTIME_KERNEL_ITSELF;

	return !strcmp(of->function, parts->function) &&
	       (!parts->module[0] || !strcmp(module, parts->module));
}

/**
 * ptime_disabled_del() - Forget the request for a function of a disabled group
 * @name: "[module:]function"
 * @parts: the name, split
 * @reason: PTIME_REASON_LEN bytes; set to a sentence for the user if the name means several
 *
 * Context: under ptime_probes_lock().
 * Return: 0; -ENOENT if there is no such request; -EINVAL if the name means several.
 */
int ptime_disabled_del(const char *name, const struct ptime_symbol *parts, char *reason)
{
	struct disabled *entry, *found = NULL;

	list_for_each_entry(entry, &disabled, node) {
		if (!strcmp(entry->request.name, name)) {
			found = entry;
			break;
		}
		if (!is_meant(&entry->parts, parts))
			continue;
		if (found) {
			scnprintf(reason, PTIME_REASON_LEN, "%.56s and %.56s: say which",
				  found->request.name, entry->request.name);
			return -EINVAL;
		}
		found = entry;
	}
	if (!found)
		return -ENOENT;
	disabled_forget(found);
	return 0;
}

/**
 * ptime_disabled_each() - Visit the disabled groups that users made
 * @see: called with each group's name and its number of functions
 * @argument: passed to @see
 *
 * Context: under ptime_probes_lock().
 */
void ptime_disabled_each(void (*see)(void *argument, const char *group, unsigned int functions),
			 void *argument)
{
	const struct disabled *entry, *next;
	unsigned int functions = 0;

	list_for_each_entry(entry, &disabled, node) {
		functions++;
		next = list_next_entry(entry, node);
		if (!list_is_last(&entry->node, &disabled) &&
		    !strcmp(next->request.group, entry->request.group))
			continue;
		see(argument, entry->request.group, functions);
		functions = 0;
	}
}

/* at unload, when no control command can run any more */
void ptime_disabled_exit(void)
{
	ptime_disabled_discard(&disabled);
}
