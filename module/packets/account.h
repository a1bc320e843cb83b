/* SPDX-License-Identifier: GPL-2.0 */
/* account: packets of each interface, by what became of them */
#ifndef _PATHTIME_ACCOUNT_H
#define _PATHTIME_ACCOUNT_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include <pathtime/abi.h>

/* packets of one interface on one CPU, by enum ptime_account */
struct ptime_account_row {
	u64 packets[PTIME_ACCOUNTS];
};

/**
 * struct ptime_accounts - packets of all interfaces
 * @keys: interface of each row: number of its namespace, and its own; 0 if the row is free
 * @rows: rows of a CPU, the last one for interfaces that found no free row
 */
struct ptime_accounts {
	u64 keys[PTIME_INTERFACES_MAX];
	struct ptime_account_row __percpu *rows;
};

extern struct ptime_accounts __rcu *ptime_accounts;

struct ptime_account_row __percpu *ptime_account_row(u32 ifindex, u32 netns);
void ptime_account(u32 ifindex, u32 netns, enum ptime_account what);

static __always_inline u64 ptime_account_key(u32 ifindex, u32 netns)
{
	return (u64)netns << 32 | ifindex;
}

/**
 * ptime_account_row_fast() - Find the row of an interface if it is the first one to be looked at
 * @ifindex: number of the interface
 * @netns: number of its network namespace
 *
 * Context: Any, with preemption off for as long as the row is used: an RCU read-side section, as
 * ptime_accounts_swap_spare() may replace the rows.
 * Return: The row; NULL if ptime_account_row() has to look for it.
 */
static __always_inline struct ptime_account_row __percpu *
ptime_account_row_fast(u32 ifindex, u32 netns)
{
	struct ptime_accounts *accounts = rcu_dereference_sched(ptime_accounts);
	u32 number = ifindex % PTIME_INTERFACES_MAX;

	return likely(READ_ONCE(accounts->keys[number]) == ptime_account_key(ifindex, netns)) ?
	       accounts->rows + number : NULL;
}

/* the account of a packet that had a record; packets without one are lost for other reasons, too */
static __always_inline enum ptime_account ptime_account_of(enum ptime_path_loss loss)
{
	switch (loss) {
#define PTIME_ACCOUNT_LOSS(_loss, _fate)	\
	case PTIME_PATH_##_loss:		\
		return PTIME_RX_##_loss;
#include <pathtime/accounts.def>
	default:
		return PTIME_RX_REUSED;
	}
}

static __always_inline void ptime_account_add(struct ptime_account_row __percpu *row,
					      enum ptime_account what)
{
	this_cpu_inc(row->packets[what]);
}

int ptime_accounts_init(void);
void ptime_accounts_exit(void);
int ptime_accounts_alloc_spare(void);
void ptime_accounts_swap_spare(void);
void ptime_accounts_free_spare(void);

/**
 * struct ptime_account_sum - packets of one interface on all CPUs
 * @ifindex: number of the interface; 0 for all interfaces that found no free row
 * @netns: number of its network namespace
 * @packets: packets by enum ptime_account
 */
struct ptime_account_sum {
	u32 ifindex;
	u32 netns;
	u64 packets[PTIME_ACCOUNTS];
};

bool ptime_account_read(u32 number, struct ptime_account_sum *sum);

#endif /* _PATHTIME_ACCOUNT_H */
