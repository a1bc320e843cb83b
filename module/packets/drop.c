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
#include "packets/holder.h"

#define CAUSE_NUMBER	0xffff

/* places that drop packets; more than a machine has in use, and a power of two */
#define FUNCTIONS	256

/* entries that a packet looks at */
#define TRIES		16

/* states of an entry that are no addresses: its module is gone; it was so at the last reset */
#define GONE		1UL
#define OLD		2UL

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

/* this CPU's counters when xfrm_moved() compared them last */
static unsigned long __percpu *xfrm_before;

static int xfrm_init(void)
{
	xfrm_before = __alloc_percpu(LINUX_MIB_XFRMMAX * sizeof(long), sizeof(long));
	return xfrm_before ? 0 : -ENOMEM;
}

static void xfrm_exit(void)
{
	free_percpu(xfrm_before);
}

/* no packet is traced yet */
static void xfrm_start(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memcpy(per_cpu_ptr(xfrm_before, cpu),
		       per_cpu_ptr(init_net.mib.xfrm_statistics, cpu)->mibs,
		       LINUX_MIB_XFRMMAX * sizeof(long));
}

/*
 * xfrm counts a packet on the CPU that drops it, before it does. Returns the counter that has
 * moved since this was called last; 0 if none has, or more than one.
 */
static noinline notrace u32 xfrm_moved(void)
{
	const unsigned long *now = this_cpu_ptr(init_net.mib.xfrm_statistics)->mibs;
	unsigned long *before = this_cpu_ptr(xfrm_before);
	u32 i, moved = 0, counters = 0;

	for (i = 1; i < LINUX_MIB_XFRMMAX; i++) {
		unsigned long count = READ_ONCE(now[i]);

		if (count == before[i])
			continue;
		before[i] = count;
		moved = i;
		counters++;
	}
	return counters == 1 ? moved : 0;
}
NOKPROBE_SYMBOL(xfrm_moved);

#else

static int xfrm_init(void)
{
	return 0;
}

static void xfrm_exit(void)
{
}

static void xfrm_start(void)
{
}

static u32 xfrm_moved(void)
{
	return 0;
}

#endif

/*
 * A packet without a record may have moved a counter, and so may a socket's, which xfrm refuses
 * before there is a packet. So a counter of the other direction is not believed.
 */
static __always_inline bool xfrm_can_count(const struct ptime_inflight *record, u32 counter,
					   u32 reason)
{
	bool is_inbound = xfrm_counters[counter][sizeof("Xfrm") - 1] == 'I';

	switch (ptime_inflight_last_step(record)) {
	case PTIME_STEP_XFRM_IN:
		return is_inbound;
	case PTIME_STEP_XFRM_OUT:
		return !is_inbound;
	case PTIME_STEP_CRYPTO:
		return true;
	default:
		return !PTIME_DROP_IS_UNSPECIFIED(reason);
	}
}

/*
 * Only the initial namespace lives as long as this module. A packet of another one may have been
 * waiting for a cipher while its namespace went.
 */
static __always_inline u32 xfrm_cause(const struct ptime_inflight *record, u32 reason)
{
	u32 counter = xfrm_moved();

	if (!counter || counter >= ARRAY_SIZE(xfrm_counters) ||
	    record->netns != init_net.ns.inum || !xfrm_can_count(record, counter, reason))
		return 0;
	return PTIME_DROP_XFRM | counter;
}

/* the entry of an address, or FUNCTIONS if there is no room */
static __always_inline u32 find_function(unsigned long address)
{
	u32 slot, tries, first = hash_long(address, ilog2(FUNCTIONS));
	unsigned long there;

	for (tries = 0; tries < TRIES; tries++) {
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
 * Return: the cause.
 */
notrace u32 ptime_drop_find_cause(const struct ptime_inflight *record, u32 reason,
				  const void *location)
{
	u32 cause = xfrm_cause(record, reason);

	if (cause)
		return cause;
	if (!PTIME_DROP_IS_UNSPECIFIED(reason))
		return reason;
	return PTIME_DROP_FUNCTION | find_function((unsigned long)location);
}
NOKPROBE_SYMBOL(ptime_drop_find_cause);

/**
 * ptime_drop_pass() - Let a packet without a record be dropped
 *
 * xfrm may have counted it, and the next packet must not have that counter.
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_drop_pass(void)
{
	xfrm_moved();
}
NOKPROBE_SYMBOL(ptime_drop_pass);

/* these stand in for a function that calls kfree_skb() last */
static bool is_trampoline(unsigned long address, const char *symbol)
{
	return within_module(address, THIS_MODULE) || strstr(symbol, "rethook_trampoline") ||
	       strstr(symbol, "kretprobe_trampoline") || !strcmp(symbol, "return_to_handler");
}

/*
 * "in FUNCTION", without the suffix of a copy by GCC. kfree_skb() returns, so what it returns to is
 * in the function that called it.
 */
static void look_up(u32 function)
{
	char symbol[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(symbol, addresses[function]);
	symbol[strcspn(symbol, ". ")] = '\0';
	if (!strncmp(symbol, "0x", 2))
		strscpy(symbol, "an unknown function", sizeof(symbol));
	else if (is_trampoline(addresses[function], symbol))
		strscpy(symbol, "a timed function", sizeof(symbol));
	snprintf(names[function], PTIME_DROP_LEN, "in %s", symbol);
}

static const char *function_name(u32 function)
{
	if (function == FUNCTIONS)
		return "in another function";
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
		if (!within_module(READ_ONCE(addresses[i]), module))
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

/**
 * ptime_drop_start() - Ignore all that xfrm has counted so far
 *
 * Context: Process, before packets are traced.
 */
void ptime_drop_start(void)
{
	xfrm_start();
}

/**
 * ptime_drop_age() - Mark the functions that ptime_drop_forget() may forget
 *
 * Context: Process, under ptime_probes_lock(), when a reset has replaced all paths.
 */
void ptime_drop_age(void)
{
	u32 i;

	for (i = 0; i < FUNCTIONS; i++)
		if (READ_ONCE(addresses[i]) == GONE)
			WRITE_ONCE(addresses[i], OLD);
}

/**
 * ptime_drop_forget() - Free the entries of functions whose modules were gone at the reset
 * @is_used: tells whether a path has the cause
 *
 * No packet can have found such an entry since ptime_drop_age().
 *
 * Context: Process, under ptime_probes_lock(), after a wait for all packets that were being
 * dropped at the reset.
 */
void ptime_drop_forget(bool (*is_used)(u32 cause))
{
	u32 i;

	for (i = 0; i < FUNCTIONS; i++) {
		if (READ_ONCE(addresses[i]) != OLD || is_used(PTIME_DROP_FUNCTION | i))
			continue;
		names[i][0] = '\0';
		/* pairs with the cmpxchg() of who takes the entry */
		smp_store_release(&addresses[i], 0);
	}
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
	if (ptime_cause_is_holder(cause))
		return ptime_holder_name(cause);
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
	if (ptime_cause_is_holder(cause) != ptime_cause_is_holder(other))
		return false;
	return (ptime_cause_is_holder(cause) ||
		(cause & other & PTIME_DROP_FUNCTION) == PTIME_DROP_FUNCTION) &&
	       !strcmp(ptime_drop_name(cause), ptime_drop_name(other));
}
