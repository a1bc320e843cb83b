// SPDX-License-Identifier: GPL-2.0
/* pin: keeps the module loaded while the kernel may run its code */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/mutex.h>

#include "kernel/pin.h"

/* At most one reference, which makes rmmod fail. */
static bool pinned;
static u64 pins;
static unsigned int holders;
static DEFINE_MUTEX(pin_mutex);

static void (*look_whether_to_unpin)(void);

/**
 * ptime_pin_init() - Set the function that is called when a holder is done
 * @look: makes a worker call ptime_unpin() if no work is left; does not wait
 *
 * Context: process, at load.
 */
void ptime_pin_init(void (*look)(void))
{
	look_whether_to_unpin = look;
}

static int pin_locked(void)
{
	if (!pinned && !try_module_get(THIS_MODULE))
		return -ENODEV;
	pinned = true;
	pins++;
	return 0;
}

/**
 * ptime_pin() - Keep the module loaded
 *
 * Call it before the kernel can run code of the module for a task that holds no reference:
 * before ftrace gets a direct call, and before deferred work is queued.
 *
 * Context: process, may sleep. Takes pin_mutex, under which nothing waits.
 * Return: 0; -ENODEV if the module is being unloaded.
 */
int ptime_pin(void)
{
	int err;

	mutex_lock(&pin_mutex);
	err = pin_locked();
	mutex_unlock(&pin_mutex);
	return err;
}

/**
 * ptime_pin_hold() - Keep the module loaded until ptime_pin_release()
 *
 * Context: process, may sleep.
 * Return: 0; -ENODEV if the module is being unloaded.
 */
int ptime_pin_hold(void)
{
	int err;

	mutex_lock(&pin_mutex);
	err = pin_locked();
	holders += !err;
	mutex_unlock(&pin_mutex);
	return err;
}

/**
 * ptime_pin_release() - End ptime_pin_hold()
 *
 * The caller goes on running module code after this: the exit function must wait for it.
 *
 * Context: process, may sleep.
 */
void ptime_pin_release(void)
{
	mutex_lock(&pin_mutex);
	holders--;
	/* under the mutex, so that the module is not unpinned, and the worker not gone, before */
	look_whether_to_unpin();
	mutex_unlock(&pin_mutex);
}

/**
 * ptime_pin_count() - Count the calls of ptime_pin() so far
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
 * ptime_unpin() - Let the module be unloaded, unless it was pinned again or is held
 * @count: ptime_pin_count() from before the caller saw that no work is left
 *
 * The caller goes on running module code after this. Either the exit function waits for it, as
 * for deferred work, or the caller holds a reference of its own.
 *
 * Context: process, may sleep.
 * Return: true if the module is not pinned any more.
 */
bool ptime_unpin(u64 count)
{
	bool unpins;

	mutex_lock(&pin_mutex);
	unpins = pinned && pins == count && !holders;
	if (unpins) {
		pinned = false;
		module_put(THIS_MODULE);
	}
	unpins = !pinned;
	mutex_unlock(&pin_mutex);
	return unpins;
}

bool ptime_is_pinned(void)
{
	return READ_ONCE(pinned);
}
