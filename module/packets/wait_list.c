// SPDX-License-Identifier: GPL-2.0
/* wait_list: the waits of packets that are timed on request (waits=) */
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/types.h>

#include "packets/wait_list.h"

DEFINE_STATIC_KEY_FALSE(ptime_waits_timed);
DEFINE_STATIC_KEY_FALSE(ptime_wait_gro);
DEFINE_STATIC_KEY_FALSE(ptime_waits_behind);
DEFINE_STATIC_KEY_FALSE(ptime_wait_rings);
DEFINE_STATIC_KEY_FALSE(ptime_wait_sockets);
DEFINE_STATIC_KEY_FALSE(ptime_wait_interrupts);
DEFINE_STATIC_KEY_FALSE(ptime_wait_polls);

/**
 * struct wait_kind - a kind of wait
 * @name: its name in the list
 * @key: its key
 * @is_followed: step hooks look for it in each packet's record
 * @is_behind: it is behind paths
 */
struct wait_kind {
	const char *name;
	struct static_key_false *key;
	bool is_followed;
	bool is_behind;
};

static const struct wait_kind kinds[] = {
	{ "gro", &ptime_wait_gro, .is_followed = true },
	{ "ring", &ptime_wait_rings, .is_followed = true, .is_behind = true },
	{ "socket", &ptime_wait_sockets, .is_followed = true, .is_behind = true },
	{ "irq", &ptime_wait_interrupts },
	{ "poll", &ptime_wait_polls },
};

static int __init enable(const char *name, size_t length)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(kinds) &&
	       (strlen(kinds[i].name) != length || strncmp(kinds[i].name, name, length)))
		i++;
	if (i == ARRAY_SIZE(kinds))
		return -EINVAL;
	static_branch_enable(kinds[i].key);
	if (kinds[i].is_followed)
		static_branch_enable(&ptime_waits_timed);
	if (kinds[i].is_behind)
		static_branch_enable(&ptime_waits_behind);
	return 0;
}

bool ptime_wait_list_has_gro(void)
{
	return static_key_enabled(&ptime_wait_gro);
}

bool ptime_wait_list_has_sockets(void)
{
	return static_key_enabled(&ptime_wait_sockets);
}

/**
 * ptime_wait_list_init() - Choose the waits that are timed
 * @list: gro, ring, socket, irq, poll, or some of them, separated by commas; empty for none
 *
 * Context: Process, at load, before ptime_hooks_init(). If it fails, some may be chosen.
 * Return: 0; -EINVAL for another word.
 */
int __init ptime_wait_list_init(const char *list)
{
	size_t length;
	int err = 0;

	for (; *list && !err; list += length + (list[length] == ',')) {
		length = strcspn(list, ",");
		if (length)
			err = enable(list, length);
	}
	return err;
}
