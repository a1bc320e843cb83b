// SPDX-License-Identifier: GPL-2.0
/* wait_list: the waits of packets that are timed on request (waits=) */
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/types.h>

#include <pathtime/abi.h>

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
 * @key: its key
 * @is_followed: step hooks look for it in each packet's record
 * @is_behind: it is behind paths
 */
struct wait_kind {
	struct static_key_false *key;
	bool is_followed;
	bool is_behind;
};

static const struct wait_kind kinds[PTIME_TIMED_WAITS] = {
	[PTIME_TIMED_GRO] = { &ptime_wait_gro, .is_followed = true },
	[PTIME_TIMED_RING] = { &ptime_wait_rings, .is_followed = true, .is_behind = true },
	[PTIME_TIMED_SOCKET] = { &ptime_wait_sockets, .is_followed = true, .is_behind = true },
	[PTIME_TIMED_IRQ] = { &ptime_wait_interrupts },
	[PTIME_TIMED_POLL] = { &ptime_wait_polls },
};

static const char *const names[PTIME_TIMED_WAITS] = {
#define PTIME_TIMED_WAIT(_wait, _name)	[PTIME_TIMED_##_wait] = (_name),
#include <pathtime/timed_waits.def>
};

static int __init enable(const char *name, size_t length)
{
	size_t i = 0;

	while (i < PTIME_TIMED_WAITS &&
	       (strlen(names[i]) != length || strncmp(names[i], name, length)))
		i++;
	if (i == PTIME_TIMED_WAITS)
		return -EINVAL;
	static_branch_enable(kinds[i].key);
	if (kinds[i].is_followed)
		static_branch_enable(&ptime_waits_timed);
	if (kinds[i].is_behind)
		static_branch_enable(&ptime_waits_behind);
	return 0;
}

/**
 * ptime_wait_list_flags() - Get the waits that are timed, for a snapshot
 *
 * Context: Any.
 * Return: PTIME_SNAPSHOT_HAS_WAITS and PTIME_SNAPSHOT_WAIT() of each.
 */
u32 ptime_wait_list_flags(void)
{
	u32 wait, flags = PTIME_SNAPSHOT_HAS_WAITS;

	for (wait = 0; wait < PTIME_TIMED_WAITS; wait++)
		if (static_key_enabled(kinds[wait].key))
			flags |= PTIME_SNAPSHOT_WAIT(wait);
	return flags;
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
