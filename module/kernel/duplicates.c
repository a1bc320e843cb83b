// SPDX-License-Identifier: GPL-2.0
/*
 * duplicates: names that several functions of the kernel image share
 *
 * Static functions of two files may have the same name, such as esp_alloc_tmp of esp4.c and
 * esp6.c if both are built in. A kprobe by name then takes the first one without notice. The
 * kernel does not export a list of its symbols, but it does report the symbol at an address
 * and its size. So this file walks the kernel's text once, symbol by symbol, when a function
 * of the kernel itself is first looked up. It keeps hashes of the names that occur more than
 * once.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "kernel/duplicates.h"

/* powers of two; the text of Debian's kernels has about 60,000 symbols */
#define NAMES_FIRST	131072U
#define NAMES_MAX	4194304U
#define DUPLICATES_FIRST	4096U

/**
 * struct text_walk - position in the symbols of the kernel's text
 * @next: address after the symbol
 * @address: address of the symbol
 * @name: name of the symbol
 */
struct text_walk {
	unsigned long next;
	unsigned long address;
	char name[KSYM_SYMBOL_LEN];
};

/* a set of hashes; 0 is a free slot */
struct names {
	u32 *hash;
	unsigned int room;
	unsigned int count;
};

/* serialises the first walk, whose results do not change afterwards */
static DEFINE_MUTEX(duplicates_mutex);

/* start of the kernel's text, never shown; 0 until the first walk */
static unsigned long image;

/* sorted hashes of the names that occur more than once */
static u32 *duplicates;
static unsigned int duplicates_count;

static u32 hash_name(const char *name)
{
	return jhash(name, strlen(name), 0) ?: 1;
}

/*
 * The kernel prints "name+0x0/0x40", or a bare address if there is no symbol. The text ends
 * with "_etext".
 */
static bool walk_on(struct text_walk *walk)
{
	unsigned long offset, size;
	char *plus;

	cond_resched();
	sprint_symbol(walk->name, walk->next);
	plus = strrchr(walk->name, '+');
	if (!plus || strchr(plus, '[') || sscanf(plus, "+0x%lx/0x%lx", &offset, &size) != 2)
		return false;
	*plus = '\0';
	walk->address = walk->next - offset;
	walk->next = walk->address + size;
	return size > offset && strcmp(walk->name, "_etext");
}

static bool names_hold(struct names *names, u32 hash)
{
	unsigned int i;

	for (i = hash & (names->room - 1); names->hash[i]; i = (i + 1) & (names->room - 1))
		if (names->hash[i] == hash)
			return true;
	names->hash[i] = hash;
	names->count++;
	return false;
}

static int names_make(struct names *names, unsigned int room)
{
	if (room > NAMES_MAX)
		return -E2BIG;
	names->hash = kvcalloc(room, sizeof(*names->hash), GFP_KERNEL);
	names->room = room;
	names->count = 0;
	return names->hash ? 0 : -ENOMEM;
}

/* at most half of the slots are taken, so that a lookup is short */
static int names_grow(struct names *names)
{
	struct names old = *names;
	unsigned int i;
	int err;

	err = names_make(names, old.room * 2);
	for (i = 0; !err && i < old.room; i++)
		if (old.hash[i])
			names_hold(names, old.hash[i]);
	kvfree(old.hash);
	return err;
}

static int duplicates_keep(u32 hash)
{
	unsigned int room = duplicates_count;
	u32 *more;

	if (!room || (room >= DUPLICATES_FIRST && is_power_of_2(room))) {
		more = krealloc(duplicates,
				max(room * 2, DUPLICATES_FIRST) * sizeof(*more),
				GFP_KERNEL);
		if (!more)
			return -ENOMEM;
		duplicates = more;
	}
	duplicates[duplicates_count++] = hash;
	return 0;
}

static int compare_hashes(const void *a, const void *b)
{
	u32 left = *(const u32 *)a, right = *(const u32 *)b;

	return left < right ? -1 : left > right;
}

static int duplicates_read_image(struct text_walk *walk, struct names *names)
{
	int err = names_make(names, NAMES_FIRST);
	u32 hash;

	while (!err && walk_on(walk)) {
		hash = hash_name(walk->name);
		if (names_hold(names, hash))
			err = duplicates_keep(hash);
		else if (names->count > names->room / 2)
			err = names_grow(names);
	}
	return err;
}

/* returns 0 if the kernel has no symbol of that name */
static unsigned long text_begins(void)
{
	struct kprobe kp = {
		.symbol_name	= "_stext",
		.flags		= KPROBE_FLAG_DISABLED,
	};

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	/* the address is set even if no probe is allowed there */
	return (unsigned long)kp.addr;
}

/* without the walk, each name counts as unique */
static void duplicates_warn(int err)
{
	pr_warn("cannot read the kernel's symbols (%d): of several functions with the same name, the first is timed\n",
		err);
	duplicates_count = 0;
}

static int duplicates_read_once(void)
{
	unsigned long begin = text_begins();
	struct names names = {};
	struct text_walk *walk;
	int err = -ENOENT;

	walk = kzalloc(sizeof(*walk), GFP_KERNEL);
	if (!walk)
		return -ENOMEM;
	walk->next = begin;
	if (begin)
		err = duplicates_read_image(walk, &names);
	kvfree(names.hash);
	kfree(walk);
	if (err == -ENOMEM) {
		ptime_duplicates_exit();
		return err;
	}
	if (err)
		duplicates_warn(err);
	sort(duplicates, duplicates_count, sizeof(*duplicates), compare_hashes, NULL);
	WRITE_ONCE(image, begin ?: ULONG_MAX);
	return 0;
}

static int duplicates_read(void)
{
	int err = 0;

	mutex_lock(&duplicates_mutex);
	if (!image)
		err = duplicates_read_once();
	mutex_unlock(&duplicates_mutex);
	return err;
}

/**
 * ptime_duplicates_exit() - Free the names
 *
 * Context: process; no call of ptime_duplicates_find() is under way.
 */
void ptime_duplicates_exit(void)
{
	kfree(duplicates);
	duplicates = NULL;
	duplicates_count = 0;
}

static bool is_duplicate(u32 hash)
{
	unsigned int low = 0, high = duplicates_count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (duplicates[middle] < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low < duplicates_count && duplicates[low] == hash;
}

/**
 * ptime_duplicates_find() - Count the functions of the kernel image that have a name
 * @name: the name, with GCC's suffix
 * @position: the one that is wanted, from 1, in the order of addresses
 * @address: set to its address, if there are that many
 *
 * The first call walks the kernel's text, and so does each call for a name that occurs more
 * than once. A walk takes 200 million instructions on Debian's 6.1.
 *
 * Context: process, may sleep.
 * Return: number of functions, which is 1 for a name that occurs once or never; -ENOMEM.
 */
int ptime_duplicates_find(const char *name, unsigned int position, void **address)
{
	int count = 0;
	struct text_walk *walk;
	int err;

	err = duplicates_read();
	if (err)
		return err;
	if (!is_duplicate(hash_name(name)))
		return 1;
	walk = kzalloc(sizeof(*walk), GFP_KERNEL);
	if (!walk)
		return -ENOMEM;
	walk->next = image;
	while (walk_on(walk)) {
		if (strcmp(walk->name, name))
			continue;
		if (++count == (int)position)
			*address = (void *)walk->address;
	}
	kfree(walk);
	return max(count, 1);
}
