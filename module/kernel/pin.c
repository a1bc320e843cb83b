// SPDX-License-Identifier: GPL-2.0
/* pin: keeps the module loaded while the kernel may run its code */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/mutex.h>

#include "kernel/pin.h"

/* At most one reference: rmmod is refused as long as it is held. */
static bool pinned;
static u64 pins;
static DEFINE_MUTEX(pin_mutex);

/**
 * ptime_pin() - keep the module loaded
 *
 * Call it before the kernel may run code of the module for somebody who holds no reference:
 * before ftrace is given a direct call, and before deferred work is queued.
 *
 * Context: process, may sleep for the mutex, which nobody holds while he waits.
 * Return: 0; -ENODEV where the module is being unloaded.
 */
int ptime_pin(void)
{
	int err = 0;

	mutex_lock(&pin_mutex);
	if (!pinned && !try_module_get(THIS_MODULE))
		err = -ENODEV;
	else
		pinned = true;
	pins += !err;
	mutex_unlock(&pin_mutex);
	return err;
}

/**
 * ptime_pin_count() - calls of ptime_pin() so far
 *
 * Context: process, may sleep.
 * Return: their number, for ptime_unpin().
 */
u64 ptime_pin_count(void)
{
	u64 count;

	mutex_lock(&pin_mutex);
	count = pins;
	mutex_unlock(&pin_mutex);
	return count;
}

/**
 * ptime_unpin() - let the module be unloaded, unless somebody has pinned it meanwhile
 * @count: ptime_pin_count() before the caller saw that nothing is left
 *
 * Context: process, may sleep. Code that runs after this must be waited for by the exit
 * function: deferred work, or a caller that holds a reference of its own.
 * Return: whether the module is not pinned any more.
 */
bool ptime_unpin(u64 count)
{
	bool unpins;

	mutex_lock(&pin_mutex);
	unpins = pinned && pins == count;
	if (unpins) {
		pinned = false;
		module_put(THIS_MODULE);
	}
	unpins = !pinned;
	mutex_unlock(&pin_mutex);
	return unpins;
}

/**
 * ptime_is_pinned() - does the module refuse to be unloaded?
 *
 * Context: any. Return: whether it does, at this moment.
 */
bool ptime_is_pinned(void)
{
	return READ_ONCE(pinned);
}
