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
 * The shortest of several rounds counts: it ran from the cache and was not interrupted. All of
 * this is done on several CPUs, and the smallest figures count. The CPU that loads the module may
 * be a slow one: by its kind, by its frequency, or because of the other thread of its core. So
 * pathtime subtracts no more than what a probe adds, and mostly less.
 *
 * A round has interrupts off for 64 calls, or 128 of nested functions: that is 20 us if a
 * probe adds 150 ns to a call.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/init.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "backends/record.h"
#include "compat/isolation.h"
#include "kernel/visit.h"
#include "probes/calibrate.h"
#include "probes/probe.h"
#include "record/cost.h"
#include "record/percpu_hist.h"
#include "record/shadow_stack.h"

/* calls per round, with interrupts off; the shortest round counts */
#define CALLS		64
#define ROUNDS		16

/* CPUs to visit; if there are more, every second one, or every third, and so on */
#define CPUS_MAX	16

/* how long a CPU is busy first, as an idle one may be slow */
#define WARM_UP_NS	NSEC_PER_MSEC

/* how long to wait for a CPU: at load, where a slow emulator takes 50 ms, and at a reset */
#define LOAD_WAIT_MS	200
#define RESET_WAIT_MS	20

/* CPUs that seem to be faster than this are not believed: a clock may stand still for a moment */
#define FASTER_MAX	8

/* in the place of a CPU's number: whatever CPU the task is on */
#define ANY_CPU		(-1)

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

/* The work of counting a call, without a call or a probe: it shows how fast a CPU is. */
static noinline u64 calibrate_yardstick(void)
{
	u64 start = ptime_clock_now();
	unsigned int i, number;
	u32 bits;

	for (number = 0; number < ROUNDS; number++) {
		bits = READ_ONCE(ptime_hist_bits);
		for (i = 0; i < CALLS; i++)
			consume(ptime_hist_bucket_fast(bits, ptime_clock_ns_fast(i)));
	}
	return ptime_clock_now() - start;
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
 * struct times - times of the shortest round of CALLS calls on one CPU, in ticks
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

/**
 * struct measured_overhead - overhead of CALLS calls, in ticks
 * @in_window: in-window overhead
 * @callee: all overhead of callees, by context
 * @root: all overhead of roots, by context
 * @chain: all overhead of callees and of their callee, by context
 */
struct measured_overhead {
	u64 in_window;
	u64 callee[PTIME_CONTEXTS];
	u64 root[PTIME_CONTEXTS];
	u64 chain[PTIME_CONTEXTS];
};

/* figures of the load, by kind of probe; all 0 if it could not be measured */
static struct measured_overhead loaded[PTIME_COSTS];

/*
 * How long the yardstick took, in ticks: when the figures at load were measured, the least since,
 * and the one that the figures in use are for
 */
static u64 yardstick_loaded __ro_after_init;
static u64 yardstick_least;
static u64 yardstick_in_use;

/**
 * struct measured_place - a CPU to measure on
 * @cpu: its number or ANY_CPU
 * @lost: a visit took too long, or the CPU went offline: @times are not complete
 * @yardstick: how long the yardstick took in the last visit, in ticks
 * @times: what was measured there
 */
struct measured_place {
	int cpu;
	bool lost;
	u64 yardstick;
	struct times times;
};

/**
 * struct calibration - the measurement of one backend
 * @subject: its functions
 * @probes: their probes
 * @places: CPUs to measure on; the first one is the one that the task is on
 * @count: their number
 * @wait_ms: how long to wait for a CPU, in milliseconds
 * @take: measures what the probes that are armed allow; returns false if it left the CPU. NULL to
 *	take the yardstick only
 */
struct calibration {
	const struct subject *subject;
	struct ptime_probe *probes[ROLES];
	struct measured_place *places;
	unsigned int count;
	unsigned int wait_ms;
	bool (*take)(const struct calibration *calibration, struct measured_place *place);
};

/* preempt count by which a probe recognises each context; faked with interrupts off */
static const unsigned int disguises[] = {
	[PTIME_CONTEXT_TASK]	= 0,
	[PTIME_CONTEXT_SOFTIRQ]	= SOFTIRQ_OFFSET,
	[PTIME_CONTEXT_HARDIRQ]	= HARDIRQ_OFFSET,
};

/* returns U64_MAX, and calls nothing, if the task is not on the CPU any more */
static u64 call_in(enum ptime_context context, u64 (*call)(void), int cpu)
{
	u64 ticks = U64_MAX;
	unsigned long flags;

	local_irq_save(flags);
	if (cpu == ANY_CPU || cpu == smp_processor_id()) {
		__preempt_count_add(disguises[context]);
		ticks = call();
		__preempt_count_sub(disguises[context]);
	}
	local_irq_restore(flags);
	return ticks;
}

/* sets @ticks; returns false if the task has left the CPU */
static bool shortest_round(enum ptime_context context, u64 (*call)(void), int cpu, u64 *ticks)
{
	unsigned int round;
	u64 took;

	*ticks = U64_MAX;
	for (round = 0; round < ROUNDS; round++) {
		took = call_in(context, call, cpu);
		if (took == U64_MAX)
			return false;
		*ticks = min(*ticks, took);
	}
	return true;
}

static bool __init shortest_rounds(u64 (*call)(void), int cpu, u64 *ticks)
{
	enum ptime_context context;

	for (context = 0; context < PTIME_CONTEXTS; context++)
		if (!shortest_round(context, call, cpu, &ticks[context]))
			return false;
	return true;
}

static u64 __init total_of(const struct ptime_probe *probe)
{
	u64 total = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		total += READ_ONCE(per_cpu_ptr(probe->recorder.hist[0], cpu)->total_ns);
	return total;
}

static bool __init shortest_taken(const struct ptime_probe *callee, u64 (*call)(void), int cpu,
				  u64 *ticks)
{
	unsigned int round;
	u64 before;

	*ticks = U64_MAX;
	for (round = 0; round < ROUNDS; round++) {
		before = total_of(callee);
		if (call_in(PTIME_CONTEXT_TASK, call, cpu) == U64_MAX)
			return false;
		*ticks = min(*ticks, total_of(callee) - before);
	}
	return true;
}

static bool __init take_plain(const struct calibration *calibration, struct measured_place *place)
{
	const struct subject *subject = calibration->subject;
	struct times *times = &place->times;

	return shortest_round(PTIME_CONTEXT_TASK, subject->outer, place->cpu,
			      &times->plain_chain) &&
	       shortest_round(PTIME_CONTEXT_TASK, subject->caller, place->cpu, &times->plain) &&
	       shortest_round(PTIME_CONTEXT_TASK, calibrate_no_calls, place->cpu,
			      &times->no_calls);
}

static bool __init take_root(const struct calibration *calibration, struct measured_place *place)
{
	return shortest_rounds(calibration->subject->caller, place->cpu, place->times.root);
}

static bool __init take_callee(const struct calibration *calibration, struct measured_place *place)
{
	u64 (*call)(void) = calibration->subject->caller;

	return shortest_rounds(call, place->cpu, place->times.callee) &&
	       shortest_taken(calibration->probes[EMPTY], call, place->cpu, &place->times.taken);
}

static bool __init take_chain(const struct calibration *calibration, struct measured_place *place)
{
	return shortest_rounds(calibration->subject->outer, place->cpu, place->times.chain);
}

static void warm_up(void)
{
	u64 end = ktime_get_ns() + WARM_UP_NS;

	while (ktime_get_ns() < end) {
		calibrate_no_calls();
		cond_resched();
	}
}

struct errand {
	const struct calibration *calibration;
	struct measured_place *place;
};

static void measure_place(void *data)
{
	struct errand *errand = data;
	struct measured_place *place = errand->place;

	warm_up();
	place->lost = !shortest_round(PTIME_CONTEXT_TASK, calibrate_yardstick, place->cpu,
				      &place->yardstick) ||
		      (errand->calibration->take &&
		       !errand->calibration->take(errand->calibration, place));
}

static void visit_place(const struct calibration *calibration, struct measured_place *place)
{
	struct errand errand = { .calibration = calibration, .place = place };

	if (place->cpu == ANY_CPU)
		measure_place(&errand);
	else if (signal_pending(current) ||
		 !ptime_visit(place->cpu, calibration->wait_ms, measure_place, &errand))
		place->lost = true;
}

/* returns how long the yardstick took on the fastest CPU, in ticks */
static u64 visit_places(const struct calibration *calibration)
{
	u64 fastest = U64_MAX;
	struct measured_place *place;
	unsigned int i;

	for (i = 0; i < calibration->count; i++) {
		place = &calibration->places[i];
		if (!place->lost)
			visit_place(calibration, place);
		if (!place->lost)
			fastest = min(fastest, place->yardstick);
	}
	return fastest;
}

/*
 * A figure is the difference of two visits. The slower visit decides what the figures are for, so
 * that pathtime later subtracts too little, and not too much, if the CPUs became faster in between.
 */
static void __init take_at_places(struct calibration *calibration,
				  bool (*take)(const struct calibration *calibration,
					       struct measured_place *place))
{
	calibration->take = take;
	yardstick_loaded = max(yardstick_loaded, visit_places(calibration));
}

static int __init calibrate_arm(struct ptime_probe *probe)
{
	int err = probe->backend->arm(probe->handle);

	probe->armed = !err;
	return err;
}

/* arm one probe after the other and disarm none: that may take as long as a task is busy */
static int __init take_times(struct calibration *calibration)
{
	struct ptime_probe **probes = calibration->probes;
	int err;

	take_at_places(calibration, take_plain);
	err = calibrate_arm(probes[EMPTY]);
	if (err)
		return err;
	take_at_places(calibration, take_root);
	err = calibrate_arm(probes[CALLER]);
	if (err)
		return err;
	take_at_places(calibration, take_callee);
	err = calibrate_arm(probes[MIDDLE]) ?: calibrate_arm(probes[OUTER]);
	if (err)
		return err;
	take_at_places(calibration, take_chain);
	return 0;
}

/*
 * Returns 0; -ENODATA if the kernel did not call the probes; or an error of ptime_probe_own()
 * or of arming a probe.
 */
static int __init measure_subject(struct calibration *calibration)
{
	const struct subject *subject = calibration->subject;
	struct ptime_probe **probes = calibration->probes;
	enum role role;
	int err = 0;

	for (role = 0; role < ROLES && !err; role++) {
		probes[role] = ptime_probe_own(subject->names[role], subject->backend);
		err = PTR_ERR_OR_ZERO(probes[role]);
	}
	if (!err)
		err = take_times(calibration);
	while (role--)
		if (!IS_ERR(probes[role]))
			ptime_probe_disown(probes[role]);
	return err;
}

static u64 difference(u64 more, u64 less)
{
	return more > less ? more - less : 0;
}

/* ticks per call of a round that took @ticks, rounded to the nearest */
static u32 ticks_of_call(u64 ticks)
{
	return div_u64(ticks + CALLS / 2, CALLS);
}

static u32 ps_of_call(u64 ticks)
{
	return div_u64(ptime_clock_ns(ticks * PTIME_PS_PER_NS), CALLS);
}

/* each call that @chain timed made another one: of these two calls one is a callee's */
static void __init keep_least(struct measured_overhead *least, const struct times *times)
{
	u64 in_window = difference(times->taken, difference(times->plain, times->no_calls));
	enum ptime_context context;

	least->in_window = min(least->in_window, in_window);
	for (context = 0; context < PTIME_CONTEXTS; context++) {
		least->callee[context] = min(least->callee[context],
					     difference(times->callee[context], times->plain));
		least->root[context] = min(least->root[context],
					   difference(times->root[context], times->plain));
		least->chain[context] = min(least->chain[context],
					    difference(times->chain[context],
						       times->plain_chain));
	}
}

/* returns -ENODATA if the kernel did not call the probes */
static int __init find_least(const struct calibration *calibration, struct measured_overhead *least)
{
	const struct measured_place *place;
	int err = -ENODATA;
	unsigned int i;

	memset(least, 0xff, sizeof(*least));
	for (i = 0; i < calibration->count; i++) {
		place = &calibration->places[i];
		if (place->lost)
			continue;
		if (!place->times.taken)
			return -ENODATA;
		keep_least(least, &place->times);
		err = 0;
	}
	return err;
}

static void keep_out_of_window(enum ptime_cost_kind kind, enum ptime_context context,
			       const struct measured_overhead *least)
{
	u64 callee = least->callee[context], root = least->root[context];

	ptime_costs[kind].out_of_window_ps[context] =
		ps_of_call(difference(callee, least->in_window));
	ptime_costs[kind].root_out_of_window_ps[context] =
		ps_of_call(difference(root, least->in_window));
	if (ptime_nesting)
		ptime_shadow_set_cost(context, kind, ticks_of_call(callee),
				      ticks_of_call(difference(least->chain[context], callee)),
				      difference(ticks_of_call(root), ticks_of_call(callee)));
}

static void keep_overhead(enum ptime_cost_kind kind, const struct measured_overhead *least)
{
	enum ptime_context context;

	ptime_costs[kind].in_window_ps = max(ps_of_call(least->in_window), 1U);
	WRITE_ONCE(ptime_cost_in_window[kind], ticks_of_call(least->in_window));
	for (context = 0; context < PTIME_CONTEXTS; context++)
		keep_out_of_window(kind, context, least);
}

static int __init calibrate_subject(struct calibration *calibration)
{
	u64 mult = ptime_clock_mult;
	struct measured_overhead least;
	int err;

	/* have series add up ticks: a conversion to ns rounds each call down */
	ptime_clock_mult = 1ULL << PTIME_CLOCK_SHIFT;
	err = measure_subject(calibration);
	ptime_clock_mult = mult;
	if (!err)
		err = find_least(calibration, &least);
	if (!err) {
		loaded[calibration->subject->backend->kind] = least;
		keep_overhead(calibration->subject->backend->kind, &least);
	}
	return err;
}

/* a CPU that is isolated from the scheduler or its tick is left alone */
static bool is_to_be_visited(int cpu)
{
	bool visited;

	/* cpusets may change what is isolated */
	rcu_read_lock();
	visited = housekeeping_test_cpu(cpu, HK_TYPE_DOMAIN) &&
		  housekeeping_test_cpu(cpu, HK_TYPE_TICK);
	rcu_read_unlock();
	return visited;
}

static unsigned int cpus_to_be_visited(void)
{
	unsigned int count = 0;
	int cpu;

	for_each_online_cpu(cpu)
		count += is_to_be_visited(cpu);
	return count;
}

/*
 * The task's own CPU counts in any case, as no other may have time. Cores of a kind have numbers
 * that follow each other, so CPUs at equal distances are of all kinds.
 */
static void choose_places(struct calibration *calibration)
{
	unsigned int seen = 0, chosen = 0, count = cpus_to_be_visited();
	int cpu;

	calibration->places[0].cpu = ANY_CPU;
	if (count > 1)
		for_each_online_cpu(cpu) {
			if (!is_to_be_visited(cpu) || chosen == CPUS_MAX)
				continue;
			if (chosen * count <= seen++ * CPUS_MAX)
				calibration->places[++chosen].cpu = cpu;
		}
	calibration->count = 1 + chosen;
}

static void __init calibration_begin(struct calibration *calibration, const struct subject *subject)
{
	unsigned int i;

	calibration->subject = subject;
	/* a CPU that had no time for one backend is not asked again */
	for (i = 0; i < calibration->count; i++)
		memset(&calibration->places[i].times, 0, sizeof(calibration->places[i].times));
}

/**
 * ptime_calibrate() - Measure the overhead that probes of each backend add to a call
 *
 * If a backend cannot be measured, pathtime subtracts nothing from its times. The log says so,
 * unless the backend cannot time functions here at all (-EOPNOTSUPP).
 *
 * For each backend there are four visits to at most CPUS_MAX CPUs, each a little longer than
 * WARM_UP_NS. No CPU is waited for long, see ptime_visit().
 *
 * Context: process, at load, before any other probe exists; may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_calibrate(void)
{
	struct calibration calibration = { .wait_ms = LOAD_WAIT_MS };
	int err = 0;
	size_t i;

	calibration.places = kcalloc(1 + CPUS_MAX, sizeof(*calibration.places), GFP_KERNEL);
	if (!calibration.places)
		return -ENOMEM;
	choose_places(&calibration);
	for (i = 0; i < ARRAY_SIZE(subjects); i++) {
		calibration_begin(&calibration, &subjects[i]);
		err = calibrate_subject(&calibration);
		if (err == -ENOMEM)
			break;
		if (err && err != -EOPNOTSUPP)
			pr_warn("cannot measure the overhead of %s (%d): times include it\n",
				subjects[i].backend->name, err);
	}
	yardstick_loaded = max(yardstick_loaded, 1ULL);
	yardstick_least = yardstick_loaded;
	yardstick_in_use = yardstick_loaded;
	kfree(calibration.places);
	return err == -ENOMEM ? err : 0;
}

/**
 * ptime_calibrate_again() - Measure whether the CPUs have become faster
 *
 * The probes of ptime_calibrate() are gone, and to arm them again would take as long as a few
 * functions of the user's. But a CPU that is slow is slow in everything, so a piece of pathtime's
 * own code is measured in their place. If it takes less time than before, ptime_calibrate_apply()
 * reduces the overhead in the same ratio.
 *
 * Context: process, may sleep, with no lock held that others need. One task at a time. A signal
 * ends it early.
 */
void ptime_calibrate_again(void)
{
	struct calibration calibration = { .wait_ms = RESET_WAIT_MS };
	u64 least;

	calibration.places = kcalloc(1 + CPUS_MAX, sizeof(*calibration.places), GFP_KERNEL);
	if (!calibration.places)
		return;
	choose_places(&calibration);
	least = max(visit_places(&calibration), yardstick_loaded / FASTER_MAX);
	yardstick_least = min(yardstick_least, least);
	kfree(calibration.places);
}

/* @ticks of a round at load, if it had run at the speed that was seen since; never more */
static u64 at_speed_seen(u64 ticks)
{
	return div64_u64(ticks * yardstick_least, yardstick_loaded);
}

/**
 * ptime_calibrate_apply() - Subtract what ptime_calibrate_again() found from now on
 *
 * Raw times are computed from the figure in use and the number of calls. So call this only when
 * all counts are about to be zero.
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_calibrate_apply(void)
{
	enum ptime_cost_kind kind;
	enum ptime_context context;
	struct measured_overhead figures;

	if (yardstick_least == yardstick_in_use)
		return;
	yardstick_in_use = yardstick_least;
	for (kind = 0; kind < PTIME_COSTS; kind++) {
		if (!ptime_costs[kind].in_window_ps)
			continue;
		figures.in_window = at_speed_seen(loaded[kind].in_window);
		for (context = 0; context < PTIME_CONTEXTS; context++) {
			figures.callee[context] = at_speed_seen(loaded[kind].callee[context]);
			figures.root[context] = at_speed_seen(loaded[kind].root[context]);
			figures.chain[context] = at_speed_seen(loaded[kind].chain[context]);
		}
		keep_overhead(kind, &figures);
	}
}
