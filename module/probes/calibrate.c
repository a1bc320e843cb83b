// SPDX-License-Identifier: GPL-2.0
/*
 * calibrate: measures what probes add to a call
 *
 * For each kind of probe there are an empty function, one that calls it, and two that
 * call one of these some times and tell how long that took. What has a probe then decides
 * whether the calls are roots, callees, or callees that have a callee:
 *
 *	with probes - without		what a probe adds, inside and outside
 *	time that the probe took	inside, and the call itself
 *	without probes - no calls	the call itself
 *
 * Of several rounds the shortest counts: all is in the cache, and nothing came between.
 * So what is taken off later is not more than what a probe adds, mostly less.
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

/* in a round, with interrupts off */
#define CALLS		64
#define ROUNDS		16

static noinline u64 no_calls(void)
{
	u64 start = ptime_clock_now();
	unsigned int i;

	for (i = 0; i < CALLS; i++)
		barrier();
	return ptime_clock_now() - start;
}

/* so that GCC keeps it: probes look at what a function returns, and are quick with 0 */
static __always_inline void consume(unsigned long value)
{
	asm volatile("" : : "r" (value));
}

/* not one like another, as GCC makes one of those that are */
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

/* callees last: of the kretprobes in a list, the kernel comes to the newest first */
enum role { OUTER, CALLER, MIDDLE, EMPTY, ROLES };

/**
 * struct subject - functions for one kind of probe
 * @backend: whose probes are measured
 * @names: the functions' names
 * @caller: that calls the empty one; returns ticks
 * @outer: that calls the one that calls the empty one; likewise
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
 * struct times - of all calls of the shortest round, in ticks
 * @chain: of callees that have a callee, by context
 * @callee: of callees
 * @root: of roots
 * @taken: what their probe took for callees
 * @plain_chain: of such that call another one, without probes
 * @plain: without probes
 * @no_calls: without calls
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

/* what makes a context, as far as a probe can see, for a moment with interrupts off */
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

static u64 __init shortest(enum ptime_context context, u64 (*call)(void))
{
	u64 ticks = U64_MAX;
	unsigned int round;

	for (round = 0; round < ROUNDS; round++)
		ticks = min(ticks, call_in(context, call));
	return ticks;
}

static void __init shortest_in_each(u64 (*call)(void), u64 *ticks)
{
	enum ptime_context context;

	for (context = 0; context < PTIME_CONTEXTS; context++)
		ticks[context] = shortest(context, call);
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

static int __init arm(struct ptime_probe *probe)
{
	int err = probe->backend->arm(probe->handle);

	probe->armed = !err;
	return err;
}

/* from no probes to all, as to take one out of the code may take as long as tasks are busy */
static int __init take_times(const struct subject *subject, struct ptime_probe **probes,
			     struct times *times)
{
	int err;

	times->plain_chain = shortest(PTIME_CONTEXT_TASK, subject->outer);
	times->plain = shortest(PTIME_CONTEXT_TASK, subject->caller);
	times->no_calls = shortest(PTIME_CONTEXT_TASK, no_calls);
	err = arm(probes[EMPTY]);
	if (err)
		return err;
	shortest_in_each(subject->caller, times->root);
	err = arm(probes[CALLER]);
	if (err)
		return err;
	shortest_in_each(subject->caller, times->callee);
	times->taken = shortest_taken(probes[EMPTY], subject->caller);
	err = arm(probes[MIDDLE]) ?: arm(probes[OUTER]);
	if (err)
		return err;
	shortest_in_each(subject->outer, times->chain);
	return times->taken ? 0 : -ENODATA;
}

/* Return: 0; -ENODATA where the probes were not called; what ptime_probe_own() says */
static int __init measure(const struct subject *subject, struct times *times)
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

/* of one call; all of a round took @ticks */
static u32 __init ticks_of_call(u64 ticks)
{
	return div_u64(ticks + CALLS / 2, CALLS);
}

static u32 __init ps_of_call(u64 ticks)
{
	return div_u64(ptime_clock_ns(ticks * PTIME_PS_PER_NS), CALLS);
}

/* @chain has two calls, of which one is a callee */
static void __init keep_outside(enum ptime_cost_kind kind, enum ptime_context context,
				u64 inside, const struct times *times)
{
	u64 chain = difference(times->chain[context], times->plain_chain);
	u64 callee = difference(times->callee[context], times->plain);
	u64 root = difference(times->root[context], times->plain);

	ptime_costs[kind].outside_ps[context] = ps_of_call(difference(callee, inside));
	ptime_costs[kind].root_outside_ps[context] = ps_of_call(difference(root, inside));
	if (ptime_nesting)
		ptime_shadow_set_cost(context, kind, ticks_of_call(callee),
				      ticks_of_call(difference(chain, callee)),
				       difference(ticks_of_call(root), ticks_of_call(callee)));
}

static void __init keep(enum ptime_cost_kind kind, const struct times *times)
{
	u64 inside = difference(times->taken, difference(times->plain, times->no_calls));
	enum ptime_context context;

	ptime_costs[kind].inside_ps = max(ps_of_call(inside), 1U);
	ptime_cost_in_window[kind] = ticks_of_call(inside);
	for (context = 0; context < PTIME_CONTEXTS; context++)
		keep_outside(kind, context, inside, times);
}

static int __init calibrate(const struct subject *subject)
{
	u64 mult = ptime_clock_mult;
	struct times times;
	int err;

	/* sums in ticks: in ns each call would be rounded down */
	ptime_clock_mult = 1ULL << PTIME_CLOCK_SHIFT;
	err = measure(subject, &times);
	ptime_clock_mult = mult;
	if (!err)
		keep(subject->backend->kind, &times);
	return err;
}

/**
 * ptime_calibrate() - measure what the probes of each backend add to a call
 *
 * A backend that cannot be measured has nothing taken off, which the log says,
 * unless nobody can use it.
 *
 * Context: process, at load, before any other probe is made; may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_calibrate(void)
{
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(subjects); i++) {
		err = calibrate(&subjects[i]);
		if (err == -ENOMEM)
			return err;
		if (err && err != -EOPNOTSUPP)
			pr_warn("times by %s have the probes' own cost in them: not measured (%d)\n",
				subjects[i].backend->name, err);
	}
	return 0;
}
