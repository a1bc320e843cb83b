// SPDX-License-Identifier: GPL-2.0
/*
 * drop: why packets were dropped
 *
 * The functions that dropped packets without a reason are kept by the address to which
 * kfree_skb() returns, as looking up a name takes too long for a probe. Readers look it up, or
 * the notifier before the function's module goes. Two addresses may be in one function, so two
 * causes may have the same name.
 */
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/percpu.h>
#include <linux/snmp.h>
#include <linux/string.h>
#include <net/net_namespace.h>
#include <net/snmp.h>

#include "packets/drop.h"

#define CAUSE_NUMBER	0xffff

/* more than a machine has in use; a power of two */
#define FUNCTIONS	64

/* no address of a function: the module that had it is gone */
#define GONE		1UL

/* their return addresses; 0 if the entry is free */
static unsigned long addresses[FUNCTIONS];

/* empty until somebody asks */
static char names[FUNCTIONS][PTIME_DROP_LEN];

/* protects @names; held while one symbol is looked up */
static DEFINE_MUTEX(names_lock);

/* The numbers are part of the kernel's ABI, so a name can be here that the headers lack. */
static const char *const xfrm_counters[] = {
	NULL, "XfrmInError", "XfrmInBufferError", "XfrmInHdrError", "XfrmInNoStates",
	"XfrmInStateProtoError", "XfrmInStateModeError", "XfrmInStateSeqError",
	"XfrmInStateExpired", "XfrmInStateMismatch", "XfrmInStateInvalid", "XfrmInTmplMismatch",
	"XfrmInNoPols", "XfrmInPolBlock", "XfrmInPolError", "XfrmOutError",
	"XfrmOutBundleGenError", "XfrmOutBundleCheckError", "XfrmOutNoStates",
	"XfrmOutStateProtoError", "XfrmOutStateModeError", "XfrmOutStateSeqError",
	"XfrmOutStateExpired", "XfrmOutPolBlock", "XfrmOutPolDead", "XfrmOutPolError",
	"XfrmFwdHdrError", "XfrmOutStateInvalid", "XfrmAcquireError", "XfrmOutStateDirError",
	"XfrmInStateDirError", "XfrmInIptfsError", "XfrmOutNoQueueSpace",
};

#ifdef CONFIG_XFRM_STATISTICS

/* this CPU's counters at its last drop */
static unsigned long __percpu *xfrm_before;

static int xfrm_init(void)
{
	int cpu;

	xfrm_before = __alloc_percpu(LINUX_MIB_XFRMMAX * sizeof(long), sizeof(long));
	if (!xfrm_before)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		memcpy(per_cpu_ptr(xfrm_before, cpu),
		       per_cpu_ptr(init_net.mib.xfrm_statistics, cpu)->mibs,
		       LINUX_MIB_XFRMMAX * sizeof(long));
	return 0;
}

static void xfrm_exit(void)
{
	free_percpu(xfrm_before);
}

/*
 * xfrm counts a packet on the CPU that drops it, just before. Returns the counter, or 0 if none
 * has moved since the last drop, or more than one.
 */
static __always_inline u32 xfrm_moved(void)
{
	const unsigned long *now = this_cpu_ptr(init_net.mib.xfrm_statistics)->mibs;
	unsigned long *before = this_cpu_ptr(xfrm_before);
	u32 i, moved = 0, counters = 0;

	for (i = 1; i < LINUX_MIB_XFRMMAX; i++) {
		if (READ_ONCE(now[i]) == before[i])
			continue;
		before[i] = READ_ONCE(now[i]);
		moved = i;
		counters++;
	}
	return counters == 1 ? moved : 0;
}

#else

static int xfrm_init(void)
{
	return 0;
}

static void xfrm_exit(void)
{
}

static __always_inline u32 xfrm_moved(void)
{
	return 0;
}

#endif

static __always_inline bool is_in_xfrm(const struct ptime_inflight *record)
{
	u8 last = record->passed.step[record->steps - 1];

	return last == PTIME_STEP_XFRM_IN || last == PTIME_STEP_XFRM_OUT ||
	       last == PTIME_STEP_CRYPTO;
}

/*
 * Only the initial namespace lives as long as this module. A packet of another one may have been
 * waiting for a cipher while its namespace went.
 */
static __always_inline u32 xfrm_cause(const struct ptime_inflight *record, u32 reason)
{
	u32 counter;

	if (record->netns != init_net.ns.inum ||
	    (!is_in_xfrm(record) && PTIME_DROP_IS_UNSPECIFIED(reason)))
		return 0;
	counter = xfrm_moved();
	return counter && counter < ARRAY_SIZE(xfrm_counters) ? PTIME_DROP_XFRM | counter : 0;
}

/* the entry of an address, or FUNCTIONS if there is no room */
static __always_inline u32 find_function(unsigned long address)
{
	u32 slot, tries, first = hash_long(address, ilog2(FUNCTIONS));
	unsigned long there;

	for (tries = 0; tries < FUNCTIONS; tries++) {
		slot = (first + tries) % FUNCTIONS;
		there = READ_ONCE(addresses[slot]);
		if (!there)
			there = cmpxchg(&addresses[slot], 0, address);
		if (!there || there == address)
			return slot;
	}
	return FUNCTIONS;
}

/**
 * ptime_drop_find_cause() - Find out why a packet was dropped
 * @record: record of the packet
 * @reason: enum skb_drop_reason, for which ptime_drop_is_told() is false
 * @location: the address to which kfree_skb() returns
 *
 * Context: Any, with preemption off.
 * Return: the cause; @reason if the kernel gives one, or if too many functions drop packets.
 */
notrace u32 ptime_drop_find_cause(const struct ptime_inflight *record, u32 reason,
				  const void *location)
{
	u32 cause = xfrm_cause(record, reason), function;

	if (cause)
		return cause;
	if (!PTIME_DROP_IS_UNSPECIFIED(reason))
		return reason;
	function = find_function((unsigned long)location);
	return function < FUNCTIONS ? PTIME_DROP_FUNCTION | function : reason;
}
NOKPROBE_SYMBOL(ptime_drop_find_cause);

/* stands in for a function that calls kfree_skb() last */
static bool is_trampoline(unsigned long address, const char *symbol)
{
	return within_module(address, THIS_MODULE) || strstr(symbol, "rethook_trampoline") ||
	       strstr(symbol, "kretprobe_trampoline");
}

/*
 * "in FUNCTION", without the suffix of a copy by GCC. A call may be the last instruction of its
 * function, so the byte before the address counts.
 */
static void look_up(u32 function)
{
	char symbol[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(symbol, addresses[function] - 1);
	symbol[strcspn(symbol, ". ")] = '\0';
	if (!strncmp(symbol, "0x", 2))
		strscpy(symbol, "an unknown function", sizeof(symbol));
	else if (is_trampoline(addresses[function] - 1, symbol))
		strscpy(symbol, "a timed function", sizeof(symbol));
	snprintf(names[function], PTIME_DROP_LEN, "in %s", symbol);
}

static const char *function_name(u32 function)
{
	mutex_lock(&names_lock);
	if (!names[function][0])
		look_up(function);
	mutex_unlock(&names_lock);
	return names[function];
}

/* another module may be loaded to the same address, and its functions get entries of their own */
static int drop_notify(struct notifier_block *block, unsigned long state, void *data)
{
	const struct module *module = data;
	u32 i;

	if (state != MODULE_STATE_GOING)
		return NOTIFY_OK;
	for (i = 0; i < FUNCTIONS; i++) {
		if (!within_module(READ_ONCE(addresses[i]) - 1, module))
			continue;
		function_name(i);
		WRITE_ONCE(addresses[i], GONE);
	}
	return NOTIFY_OK;
}

static struct notifier_block drop_notifier = { .notifier_call = drop_notify };

/**
 * ptime_drop_init() - Prepare finding causes, before the first packet is traced
 *
 * Context: Process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_drop_init(void)
{
	int err;

	err = xfrm_init();
	if (err)
		return err;
	err = register_module_notifier(&drop_notifier);
	if (err)
		xfrm_exit();
	return err;
}

/* after the last packet was traced */
void ptime_drop_exit(void)
{
	unregister_module_notifier(&drop_notifier);
	xfrm_exit();
}

/* the kernel's number of the reason; 0 if the cause is none */
u32 ptime_drop_reason(u32 cause)
{
	return cause & PTIME_DROP_XFRM ? 0 : cause;
}

static const char *reason_name(u32 reason)
{
#define NAME(_reason)	[SKB_DROP_REASON_##_reason] = #_reason,
	static const char *const reasons[] = { PTIME_DROP_REASONS(NAME) };

	return reason < ARRAY_SIZE(reasons) ? reasons[reason] : NULL;
}

/**
 * ptime_drop_name() - Get the name of a cause
 * @cause: the cause
 *
 * Context: Process, may sleep.
 * Return: the name, at most PTIME_DROP_LEN bytes; NULL if it is not known.
 */
const char *ptime_drop_name(u32 cause)
{
	if ((cause & PTIME_DROP_FUNCTION) == PTIME_DROP_FUNCTION)
		return function_name(cause & CAUSE_NUMBER);
	if (cause & PTIME_DROP_XFRM)
		return xfrm_counters[cause & CAUSE_NUMBER];
	return reason_name(cause);
}

/**
 * ptime_drop_is_same() - Compare two causes for readers
 * @cause: a cause
 * @other: another one
 *
 * Context: Process, may sleep.
 * Return: true if they are the same, or have the same name.
 */
bool ptime_drop_is_same(u32 cause, u32 other)
{
	if (cause == other)
		return true;
	return (cause & other & PTIME_DROP_FUNCTION) == PTIME_DROP_FUNCTION &&
	       !strcmp(ptime_drop_name(cause), ptime_drop_name(other));
}
