// SPDX-License-Identifier: GPL-2.0
/* account: packets of each interface, by what became of them */
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "packets/account.h"

#define ROWS	(PTIME_INTERFACES_MAX + 1)

/* NULL without packet tracing; a reset replaces them */
struct ptime_accounts __rcu *ptime_accounts;

/**
 * ptime_account_row() - Find the row of an interface, or take a free one
 * @ifindex: number of the interface
 * @netns: number of its network namespace
 *
 * A row is never free again before a reset, so interfaces that are gone keep theirs.
 *
 * Context: As ptime_account_row_fast().
 * Return: The row; if all are taken, that of all other interfaces.
 */
notrace struct ptime_account_row __percpu *ptime_account_row(u32 ifindex, u32 netns)
{
	struct ptime_accounts *accounts = rcu_dereference_sched(ptime_accounts);
	u64 seen, key = ptime_account_key(ifindex, netns);
	u32 tries, number;

	for (tries = 0; tries < PTIME_INTERFACES_MAX; tries++) {
		number = (ifindex + tries) % PTIME_INTERFACES_MAX;
		seen = READ_ONCE(accounts->keys[number]);
		/* neither half of a key is 0, but a 32-bit CPU may read half of a new one */
		if (!(u32)seen || !(seen >> 32))
			seen = cmpxchg64(&accounts->keys[number], 0, key);
		if (!seen || seen == key)
			return accounts->rows + number;
	}
	return accounts->rows + PTIME_INTERFACES_MAX;
}
NOKPROBE_SYMBOL(ptime_account_row);

/**
 * ptime_account() - Count a packet of an interface
 * @ifindex: number of the interface
 * @netns: number of its network namespace
 * @what: what became of the packet
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_account(u32 ifindex, u32 netns, enum ptime_account what)
{
	ptime_account_add(ptime_account_row(ifindex, netns), what);
}
NOKPROBE_SYMBOL(ptime_account);

static struct ptime_accounts *accounts_alloc(void)
{
	struct ptime_accounts *accounts = kzalloc(sizeof(*accounts), GFP_KERNEL);

	if (!accounts)
		return NULL;
	accounts->rows = __alloc_percpu(ROWS * sizeof(struct ptime_account_row), SMP_CACHE_BYTES);
	if (!accounts->rows) {
		kfree(accounts);
		return NULL;
	}
	return accounts;
}

static void accounts_free(struct ptime_accounts *accounts)
{
	if (!accounts)
		return;
	free_percpu(accounts->rows);
	kfree(accounts);
}

/**
 * ptime_accounts_init() - Allocate the rows
 *
 * Context: Process, may sleep, at load.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_accounts_init(void)
{
	struct ptime_accounts *accounts = accounts_alloc();

	if (!accounts)
		return -ENOMEM;
	rcu_assign_pointer(ptime_accounts, accounts);
	return 0;
}

/* after the last packet was counted */
void ptime_accounts_exit(void)
{
	accounts_free(rcu_dereference_protected(ptime_accounts, true));
	RCU_INIT_POINTER(ptime_accounts, NULL);
}

/* the rows that a reset is about to install, or has replaced */
static struct ptime_accounts *spare_accounts;

/**
 * ptime_accounts_alloc_spare() - Allocate empty rows for a reset
 *
 * Context: Process, may sleep, under ptime_probes_lock().
 * Return: 0 or -ENOMEM.
 */
int ptime_accounts_alloc_spare(void)
{
	if (!rcu_access_pointer(ptime_accounts))
		return 0;
	spare_accounts = accounts_alloc();
	return spare_accounts ? 0 : -ENOMEM;
}

/**
 * ptime_accounts_swap_spare() - Install the empty rows, to reset all counts of interfaces
 *
 * Context: Process, under ptime_probes_lock(), after ptime_accounts_alloc_spare().
 */
void ptime_accounts_swap_spare(void)
{
	struct ptime_accounts *old = rcu_dereference_protected(ptime_accounts, true);

	if (!old)
		return;
	rcu_assign_pointer(ptime_accounts, spare_accounts);
	spare_accounts = old;
}

/* under ptime_probes_lock(), after a wait for all CPUs that may still count in them */
void ptime_accounts_free_spare(void)
{
	accounts_free(spare_accounts);
	spare_accounts = NULL;
}

/**
 * ptime_account_read() - Read the packets of an interface, on all CPUs
 * @number: number of the row, up to PTIME_INTERFACES_MAX, which is that of all other interfaces
 * @sum: receives the interface and its packets
 *
 * Context: Process, under ptime_probes_lock().
 * Return: true if there is such a row, and a packet was counted in it.
 */
bool ptime_account_read(u32 number, struct ptime_account_sum *sum)
{
	const struct ptime_accounts *accounts = rcu_dereference_protected(ptime_accounts, true);
	const struct ptime_account_row *row;
	u64 all = 0, key = 0;
	u32 what;
	int cpu;

	if (!accounts)
		return false;
	if (number < PTIME_INTERFACES_MAX)
		key = READ_ONCE(accounts->keys[number]);
	*sum = (struct ptime_account_sum){ .ifindex = key, .netns = key >> 32 };
	for_each_possible_cpu(cpu) {
		row = per_cpu_ptr(accounts->rows, cpu) + number;
		for (what = 0; what < PTIME_ACCOUNTS; what++) {
			sum->packets[what] += READ_ONCE(row->packets[what]);
			all |= sum->packets[what];
		}
	}
	return all;
}
