// SPDX-License-Identifier: GPL-2.0
/*
 * duplicates: names that several functions of the kernel image share
 *
 * Static functions of two files may have one name (esp_alloc_tmp of esp4.c and
 * of esp6.c, where both are built in). A kprobe by name then takes the first
 * one without a word. The kernel exports no list of its symbols, but it tells
 * the symbol at an address and that symbol's size. So the text is read once
 * from its beginning to its end, symbol by symbol, when a function of the kernel
 * itself is looked up for the first time. What is kept are hashes of the names
 * that came up twice.
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

/* powers of two; the text of Debian's kernels has some 60,000 symbols */
#define NAMES_FIRST	131072U
#define NAMES_MAX	4194304U
#define DUPLICATES_FIRST	4096U

/**
 * struct walk - symbol after symbol of the kernel's text
 * @next: address after the symbol
 * @address: where the symbol begins
 * @name: its name
 */
struct walk {
	unsigned long next;
	unsigned long address;
	char name[KSYM_SYMBOL_LEN];
};

/* hashes, each once; 0 is a free entry */
struct names {
	u32 *hash;
	unsigned int room;
	unsigned int count;
};

/* the first reading; what it has made does not change afterwards */
static DEFINE_MUTEX(reading);

/* the beginning of the kernel's text, never shown; 0 until it was read */
static unsigned long image;

/* sorted hashes of the names that are there twice */
static u32 *duplicates;
static unsigned int duplicates_count;

static u32 hash_name(const char *name)
{
	return jhash(name, strlen(name), 0) ?: 1;
}

/* "name+0x0/0x40", or an address where no symbol is; "_etext" ends the text */
static bool walk_on(struct walk *walk)
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

/* never more than half full, so that a search ends soon */
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

static int keep(u32 hash)
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

static int compare(const void *a, const void *b)
{
	u32 left = *(const u32 *)a, right = *(const u32 *)b;

	return left < right ? -1 : left > right;
}

static int read_image(struct walk *walk, struct names *names)
{
	int err = names_make(names, NAMES_FIRST);
	u32 hash;

	while (!err && walk_on(walk)) {
		hash = hash_name(walk->name);
		if (names_hold(names, hash))
			err = keep(hash);
		else if (names->count > names->room / 2)
			err = names_grow(names);
	}
	return err;
}

/* 0 where the kernel has no symbol of that name */
static unsigned long text_begins(void)
{
	struct kprobe kp = {
		.symbol_name	= "_stext",
		.flags		= KPROBE_FLAG_DISABLED,
	};

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	/* also where no probe is allowed */
	return (unsigned long)kp.addr;
}

/* without the names, each is taken for unique */
static void warn(int err)
{
	pr_warn("names of the kernel cannot be read (%d): of functions that share one the first is timed\n",
		err);
	duplicates_count = 0;
}

static int read_once(void)
{
	unsigned long begin = text_begins();
	struct names names = {};
	struct walk *walk;
	int err = -ENOENT;

	walk = kzalloc(sizeof(*walk), GFP_KERNEL);
	if (!walk)
		return -ENOMEM;
	walk->next = begin;
	if (begin)
		err = read_image(walk, &names);
	kvfree(names.hash);
	kfree(walk);
	if (err == -ENOMEM) {
		ptime_duplicates_exit();
		return err;
	}
	if (err)
		warn(err);
	sort(duplicates, duplicates_count, sizeof(*duplicates), compare, NULL);
	WRITE_ONCE(image, begin ?: ULONG_MAX);
	return 0;
}

static int read_names(void)
{
	int err = 0;

	mutex_lock(&reading);
	if (!image)
		err = read_once();
	mutex_unlock(&reading);
	return err;
}

/**
 * ptime_duplicates_exit() - forget the names
 *
 * Context: process, when nobody calls ptime_duplicates_find().
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
 * ptime_duplicates_find() - functions of the kernel image that share a name
 * @name: the name, with GCC's suffix
 * @position: which of them is wanted, from 1 on, in the order of addresses
 * @address: takes its address, where there are so many
 *
 * Reads all names of the kernel's text when it is called first, and again for each
 * name that is there twice: 200 million instructions each time on Debian's 6.1.
 *
 * Context: process, may sleep.
 * Return: how many there are; 1 for a name that came up once, or never; -ENOMEM.
 */
int ptime_duplicates_find(const char *name, unsigned int position, void **address)
{
	int count = 0;
	struct walk *walk;
	int err;

	err = read_names();
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
