// SPDX-License-Identifier: GPL-2.0
/*
 * calibrate: measures the overhead that probes add to a call
 *
 * Each backend has four functions here. The function "middle" calls "empty". The function
 * "caller" calls "empty" CALLS times, and "outer" calls "middle" CALLS times; both return how
 * long that took. Which functions have an armed probe decides whether the calls are roots,
 * callees, or callees that have a callee:
 *
 *	with probes - without probes	in-window and out-of-window overhead
 *	time that the probe measured	in-window overhead, and the call itself
 *	without probes - no calls	the call itself
 *
 * The shortest of several rounds counts: it ran from the cache and was not interrupted. So
 * pathtime subtracts no more than what a probe adds, and mostly less.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/printk.h>

#include "backends/record.h"
#include "probes/calibrate.h"
#include "probes/probe.h"
#include "record/shadow_stack.h"
#include "record/cost.h"

/* calls per round, with interrupts off; the shortest round counts */
#define CALLS		64
#define ROUNDS		16

static noinline u64 calibrate_no_calls(void)
{
	u64 start = ptime_clock_now();
	unsigned int i;

	for (i = 0; i < CALLS; i++)
		barrier();
	return ptime_clock_now() - start;
}

/*
 * Keep GCC from dropping a return value. The recording path examines it, and takes the fast
 * path for 0.
 */
static __always_inline void consume(unsigned long value)
{
	asm volatile("" : : "r" (value));
}

/*
 * GCC merges identical functions. So callers differ in the function that they call, and empty
 * functions in their number.
 */
#define DEFINE_CALLER(_caller, _callee)					\
static noinline u64 _caller(void)					\
{									\
	u64 start = ptime_clock_now();					\
	unsigned int i;							\
									\
	for (i = 0; i < CALLS; i++)					\
		consume(_callee());					\
	return ptime_clock_now() - start;					\
}

#define DEFINE_SUBJECT(_name, _number)					\
static noinline unsigned long ptime_calibrate_##_name##_empty(void)	\
{									\
	unsigned long zero = 0;						\
									\
	asm volatile("" : "+r" (zero) : "i" (_number));			\
	return zero;							\
}									\
									\
static noinline unsigned long ptime_calibrate_##_name##_middle(void)	\
{									\
	unsigned long zero = ptime_calibrate_##_name##_empty();		\
									\
	consume(zero);							\
	return zero;							\
}									\
									\
DEFINE_CALLER(ptime_calibrate_##_name##_caller, ptime_calibrate_##_name##_empty)	\
DEFINE_CALLER(ptime_calibrate_##_name##_outer, ptime_calibrate_##_name##_middle)

/*
 * In the order of registration. Callees come last, as the kernel searches a list of kretprobes
 * from the newest to the oldest.
 */
enum role { OUTER, CALLER, MIDDLE, EMPTY, ROLES };

/**
 * struct subject - functions to measure one backend with
 * @backend: the backend
 * @names: the functions' names, "pathtime:function"
 * @caller: calls the empty function CALLS times; returns the time in ticks
 * @outer: calls the middle function CALLS times; returns the time in ticks
 */
struct subject {
	const struct ptime_backend *backend;
	const char *names[ROLES];
	u64 (*caller)(void);
	u64 (*outer)(void);
};

#define SUBJECT(_name) {						\
	.backend	= &ptime_backend_##_name,			\
	.names		= {						\
		[OUTER]		= "pathtime:ptime_calibrate_" #_name "_outer",	\
		[CALLER]	= "pathtime:ptime_calibrate_" #_name "_caller",	\
		[MIDDLE]	= "pathtime:ptime_calibrate_" #_name "_middle",	\
		[EMPTY]		= "pathtime:ptime_calibrate_" #_name "_empty",	\
	},								\
	.caller		= ptime_calibrate_##_name##_caller,		\
	.outer		= ptime_calibrate_##_name##_outer,		\
}

DEFINE_SUBJECT(kretprobe, 1)
#ifdef PTIME_HAS_DIRECT
DEFINE_SUBJECT(direct, 2)
#endif

static const struct subject subjects[] __initconst = {
	SUBJECT(kretprobe),
#ifdef PTIME_HAS_DIRECT
	SUBJECT(direct),
#endif
};

/**
 * struct times - times of the shortest round of CALLS calls, in ticks
 * @chain: calls are callees that have a callee, by context
 * @callee: calls are callees, by context
 * @root: calls are roots, by context
 * @taken: calls are callees; sum of the times that their probe measured
 * @plain_chain: as @chain, without probes
 * @plain: as @callee and @root, without probes
 * @no_calls: the loop without calls
 */
struct times {
	u64 chain[PTIME_CONTEXTS];
	u64 callee[PTIME_CONTEXTS];
	u64 root[PTIME_CONTEXTS];
	u64 taken;
	u64 plain_chain;
	u64 plain;
	u64 no_calls;
};

/* preempt count by which a probe recognises each context; faked with interrupts off */
static const unsigned int disguises[] __initconst = {
	[PTIME_CONTEXT_TASK]	= 0,
	[PTIME_CONTEXT_SOFTIRQ]	= SOFTIRQ_OFFSET,
	[PTIME_CONTEXT_HARDIRQ]	= HARDIRQ_OFFSET,
};

static u64 __init call_in(enum ptime_context context, u64 (*call)(void))
{
	unsigned long flags;
	u64 ticks;

	local_irq_save(flags);
	__preempt_count_add(disguises[context]);
	ticks = call();
	__preempt_count_sub(disguises[context]);
	local_irq_restore(flags);
	return ticks;
}

static u64 __init shortest_round(enum ptime_context context, u64 (*call)(void))
{
	u64 ticks = U64_MAX;
	unsigned int round;

	for (round = 0; round < ROUNDS; round++)
		ticks = min(ticks, call_in(context, call));
	return ticks;
}

static void __init shortest_rounds(u64 (*call)(void), u64 *ticks)
{
	enum ptime_context context;

	for (context = 0; context < PTIME_CONTEXTS; context++)
		ticks[context] = shortest_round(context, call);
}

static u64 __init total_of(const struct ptime_probe *probe)
{
	u64 total = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		total += READ_ONCE(per_cpu_ptr(probe->recorder.hist[0], cpu)->total_ns);
	return total;
}

static u64 __init shortest_taken(const struct ptime_probe *callee, u64 (*call)(void))
{
	u64 before, ticks = U64_MAX;
	unsigned int round;

	for (round = 0; round < ROUNDS; round++) {
		before = total_of(callee);
		call_in(PTIME_CONTEXT_TASK, call);
		ticks = min(ticks, total_of(callee) - before);
	}
	return ticks;
}

static int __init calibrate_arm(struct ptime_probe *probe)
{
	int err = probe->backend->arm(probe->handle);

	probe->armed = !err;
	return err;
}

/* arm one probe after the other and disarm none: that may take as long as a task is busy */
static int __init take_times(const struct subject *subject, struct ptime_probe **probes,
			     struct times *times)
{
	int err;

	times->plain_chain = shortest_round(PTIME_CONTEXT_TASK, subject->outer);
	times->plain = shortest_round(PTIME_CONTEXT_TASK, subject->caller);
	times->no_calls = shortest_round(PTIME_CONTEXT_TASK, calibrate_no_calls);
	err = calibrate_arm(probes[EMPTY]);
	if (err)
		return err;
	shortest_rounds(subject->caller, times->root);
	err = calibrate_arm(probes[CALLER]);
	if (err)
		return err;
	shortest_rounds(subject->caller, times->callee);
	times->taken = shortest_taken(probes[EMPTY], subject->caller);
	err = calibrate_arm(probes[MIDDLE]) ?: calibrate_arm(probes[OUTER]);
	if (err)
		return err;
	shortest_rounds(subject->outer, times->chain);
	return times->taken ? 0 : -ENODATA;
}

/*
 * Returns 0; -ENODATA if the kernel did not call the probes; or an error of ptime_probe_own()
 * or of arming a probe.
 */
static int __init measure_subject(const struct subject *subject, struct times *times)
{
	struct ptime_probe *probes[ROLES];
	enum role role;
	int err = 0;

	for (role = 0; role < ROLES && !err; role++) {
		probes[role] = ptime_probe_own(subject->names[role], subject->backend);
		err = PTR_ERR_OR_ZERO(probes[role]);
	}
	if (!err)
		err = take_times(subject, probes, times);
	while (role--)
		if (!IS_ERR(probes[role]))
			ptime_probe_disown(probes[role]);
	return err;
}

static u64 __init difference(u64 more, u64 less)
{
	return more > less ? more - less : 0;
}

/* ticks per call of a round that took @ticks, rounded to the nearest */
static u32 __init ticks_of_call(u64 ticks)
{
	return div_u64(ticks + CALLS / 2, CALLS);
}

static u32 __init ps_of_call(u64 ticks)
{
	return div_u64(ptime_clock_ns(ticks * PTIME_PS_PER_NS), CALLS);
}

/* each call that @chain timed made another one: of these two calls one is a callee's */
static void __init keep_out_of_window(enum ptime_cost_kind kind, enum ptime_context context,
				      u64 in_window, const struct times *times)
{
	u64 chain = difference(times->chain[context], times->plain_chain);
	u64 callee = difference(times->callee[context], times->plain);
	u64 root = difference(times->root[context], times->plain);

	ptime_costs[kind].out_of_window_ps[context] = ps_of_call(difference(callee, in_window));
	ptime_costs[kind].root_out_of_window_ps[context] = ps_of_call(difference(root, in_window));
	if (ptime_nesting)
		ptime_shadow_set_cost(context, kind, ticks_of_call(callee),
				      ticks_of_call(difference(chain, callee)),
				       difference(ticks_of_call(root), ticks_of_call(callee)));
}

static void __init keep_overhead(enum ptime_cost_kind kind, const struct times *times)
{
	u64 in_window = difference(times->taken, difference(times->plain, times->no_calls));
	enum ptime_context context;

	ptime_costs[kind].in_window_ps = max(ps_of_call(in_window), 1U);
	ptime_cost_in_window[kind] = ticks_of_call(in_window);
	for (context = 0; context < PTIME_CONTEXTS; context++)
		keep_out_of_window(kind, context, in_window, times);
}

static int __init calibrate_subject(const struct subject *subject)
{
	u64 mult = ptime_clock_mult;
	struct times times;
	int err;

	/* have series add up ticks: a conversion to ns rounds each call down */
	ptime_clock_mult = 1ULL << PTIME_CLOCK_SHIFT;
	err = measure_subject(subject, &times);
	ptime_clock_mult = mult;
	if (!err)
		keep_overhead(subject->backend->kind, &times);
	return err;
}

/**
 * ptime_calibrate() - Measure the overhead that probes of each backend add to a call
 *
 * If a backend cannot be measured, pathtime subtracts nothing from its times. The log says so,
 * unless the backend cannot time functions here at all (-EOPNOTSUPP).
 *
 * Context: process, at load, before any other probe exists; may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_calibrate(void)
{
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(subjects); i++) {
		err = calibrate_subject(&subjects[i]);
		if (err == -ENOMEM)
			return err;
		if (err && err != -EOPNOTSUPP)
			pr_warn("cannot measure the overhead of %s (%d): times include it\n",
				subjects[i].backend->name, err);
	}
	return 0;
}
