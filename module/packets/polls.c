// SPDX-License-Identifier: GPL-2.0
/* polls: waits of the receive softirq and NAPI's polls, on each CPU */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat/tracepoint.h"
#include "packets/inflight.h"
#include "packets/polls.h"
#include "packets/schedule.h"
#include "packets/wait_list.h"
#include "record/clock.h"
#include "record/counting_cpus.h"

/**
 * struct polls_now - state of this CPU
 * @raised: when the softirq was raised; 0 if it is not, or if that is not known
 * @taken: the same, if the kernel is about to run it, and it was raised again since; or 0
 * @entered: when it began to run; 0 if it does not run
 * @task: the task in which it runs: on PREEMPT_RT another one may poll meanwhile
 * @in_ksoftirqd: that task is ksoftirqd
 * @last: when the last poll in it ended, or when it began to run if none has
 * @polled: when the last poll of any kind ended; 0 if none has
 */
struct polls_now {
	u64 raised;
	u64 taken;
	u64 entered;
	const struct task_struct *task;
	bool in_ksoftirqd;
	u64 last;
	u64 polled;
};

static DEFINE_PER_CPU(struct polls_now, polls_now);

/* squeezes while packets were traced: the kernel's count is since boot */
struct squeezes {
	u32 before;
	u64 sum;
};

static DEFINE_PER_CPU(struct squeezes, squeezes);

/* protects squeezes: tracing starts and stops without ptime_probes_lock() */
static DEFINE_MUTEX(squeezes_mutex);
static bool squeezes_count;

static int hotplug_state;

/**
 * struct polls_counts - counts of one CPU
 * @full: polls that took all of their budget
 * @outside: polls outside of the softirq: of a thread of NAPI's, or of a task that waits for
 *	packets
 * @squeezed_before: squeezes at the last reset
 */
struct polls_counts {
	u64 full;
	u64 outside;
	u64 squeezed_before;
};

/**
 * struct polls - all counts; a reset replaces them
 * @hist: by enum ptime_wait
 * @counts: other counts
 */
struct polls {
	struct ptime_percpu_hist __percpu *hist[PTIME_WAITS];
	struct polls_counts __percpu *counts;
};

static struct polls __rcu *polls;

static __always_inline void record(enum ptime_wait wait, u64 ticks)
{
	ptime_percpu_hist_record(rcu_dereference_sched(polls)->hist[wait], ticks, ticks);
}

/**
 * ptime_polls_raise() - Note that a softirq was raised; hook of softirq_raise
 * @data: unused
 * @softirq: number of the softirq
 *
 * The kernel reports it before it sets the softirq's bit, so a bit that is set is of a time before,
 * which counts. When the kernel runs softirqs, it clears the bits of all, turns interrupts on, and
 * then runs one after the other. NET_RX may be raised again in between. Its bit is clear then, and
 * it runs twice.
 *
 * Context: Any, with interrupts off.
 */
notrace void ptime_polls_raise(void *data, unsigned int softirq)
{
	struct polls_now *now;

	if (softirq != NET_RX_SOFTIRQ)
		return;
	ptime_traced_begin();
	if (!(local_softirq_pending() & BIT(NET_RX_SOFTIRQ))) {
		now = this_cpu_ptr(&polls_now);
		now->taken = now->raised;
		now->raised = ptime_clock_now();
	}
	ptime_traced_end();
}
NOKPROBE_SYMBOL(ptime_polls_raise);

/* a thread's name is short, and the kernel's own threads keep theirs */
static __always_inline bool in_thread(const char *name, size_t length)
{
	return current->flags & PF_KTHREAD && !strncmp(current->comm, name, length);
}

static __always_inline bool in_ksoftirqd(void)
{
	return in_thread("ksoftirqd/", 10);
}

/* a thread of NAPI's, for the polls of a device (threaded) */
static __always_inline bool in_thread_of_napi(void)
{
	return in_thread("napi/", 5);
}

/* softirqs run, and this task polls in them */
static __always_inline bool in_softirq_polls(void)
{
	return this_cpu_read(polls_now.entered) && this_cpu_read(polls_now.task) == current;
}

/* 0 if it is not known. An interrupt may raise the softirq meanwhile. */
static __always_inline u64 take_raised(void)
{
	struct polls_now *now = this_cpu_ptr(&polls_now);
	unsigned long flags;
	u64 raised;

	raw_local_irq_save(flags);
	raised = now->taken ?: now->raised;
	if (now->taken)
		now->taken = 0;
	else
		now->raised = 0;
	raw_local_irq_restore(flags);
	return raised;
}

/**
 * ptime_polls_enter() - Count the wait of a softirq that begins to run; hook of softirq_entry
 * @data: unused
 * @softirq: number of the softirq
 *
 * Context: A softirq.
 */
notrace void ptime_polls_enter(void *data, unsigned int softirq)
{
	u64 now, raised;

	if (softirq != NET_RX_SOFTIRQ)
		return;
	ptime_traced_begin();
	raised = take_raised();
	now = ptime_clock_now();
	this_cpu_write(polls_now.entered, now);
	this_cpu_write(polls_now.task, current);
	this_cpu_write(polls_now.in_ksoftirqd, in_ksoftirqd());
	this_cpu_write(polls_now.last, now);
	if (raised)
		record(this_cpu_read(polls_now.in_ksoftirqd) ? PTIME_WAIT_KSOFTIRQD :
		       PTIME_WAIT_SOFTIRQ, now - raised);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(ptime_polls_enter);

/**
 * ptime_polls_leave() - Count the run of a softirq that ends; hook of softirq_exit
 * @data: unused
 * @softirq: number of the softirq
 *
 * Context: A softirq.
 */
notrace void ptime_polls_leave(void *data, unsigned int softirq)
{
	u64 entered;

	if (softirq != NET_RX_SOFTIRQ)
		return;
	ptime_traced_begin();
	entered = this_cpu_read(polls_now.entered);
	/* tracing may have begun in the middle of it */
	if (entered && this_cpu_read(polls_now.task) == current) {
		this_cpu_write(polls_now.entered, 0);
		record(PTIME_WAIT_RUN, ptime_clock_now() - entered);
	}
	ptime_traced_end();
}
NOKPROBE_SYMBOL(ptime_polls_leave);

static __always_inline void count_packets(u32 packets)
{
	struct ptime_percpu_hist __percpu *hist =
		rcu_dereference_sched(polls)->hist[PTIME_WAIT_PACKETS];

	ptime_percpu_hist_count(hist, packets, ptime_hist_bucket_fast(ptime_hist_bits, packets));
}

/* @is_full: the poll has taken all of its budget, so more packets may be left */
static noinline notrace void poll_ends(const struct napi_struct *napi, bool is_full, u64 began,
				       u64 now)
{
	if (is_full)
		ptime_schedule_renew(napi, now);
	else
		ptime_schedule_end(napi, began);
}
NOKPROBE_SYMBOL(poll_ends);

/**
 * ptime_polls_poll() - Count a poll that has ended; hook of napi_poll
 * @data: unused
 * @napi: the polled instance
 * @work: packets that it has taken
 * @budget: packets that it was allowed to take; 0 if netpoll only wants sent packets to be freed
 *
 * Context: A softirq, or a task with softirqs off.
 */
notrace void ptime_polls_poll(void *data, struct napi_struct *napi, int work, int budget)
{
	struct polls_counts __percpu *counts;
	u64 now, polled, began = U64_MAX;

	if (!budget)
		return;
	ptime_traced_begin();
	now = ptime_clock_now();
	counts = rcu_dereference_sched(polls)->counts;
	polled = this_cpu_read(polls_now.polled);
	this_cpu_write(polls_now.polled, now);
	if (polled)
		record(PTIME_WAIT_BETWEEN, now - polled);
	if (in_softirq_polls()) {
		began = this_cpu_read(polls_now.last);
		record(PTIME_WAIT_POLL, now - began);
		this_cpu_write(polls_now.last, now);
	} else {
		this_cpu_inc(counts->outside);
	}
	count_packets(max(work, 0));
	if (work >= budget)
		this_cpu_inc(counts->full);
	if (static_branch_unlikely(&ptime_wait_polls))
		poll_ends(napi, work >= budget, began, now);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(ptime_polls_poll);

/**
 * ptime_polls_precede() - Put the steps before a packet's arrival in front of it
 * @record: record of the packet, whose arrival is its only step
 * @skb: the packet, which a driver has handed over
 *
 * A driver hands over packets in a poll, of an instance of NAPI that an interrupt has scheduled.
 * With a thread of NAPI's, the begin of the poll is not known. A task that polls by itself (busy
 * polling) has waited for no interrupt.
 *
 * Context: Any, with preemption off since the record was found; with ptime_wait_polls.
 */
noinline notrace void ptime_polls_precede(struct ptime_inflight *record, const struct sk_buff *skb)
{
	bool in_softirq = in_softirq_polls();
	struct ptime_schedule schedule = { 0 };
	u64 began = 0, now = record->at[0];

	if (in_softirq)
		began = this_cpu_read(polls_now.last);
	if (in_softirq || in_thread_of_napi())
		schedule = ptime_schedule_of(skb);
	record->steps = 0;
	if (schedule.at) {
		ptime_inflight_pass(record, PTIME_STEP_IRQ, schedule.at);
		record->cpu[0] = schedule.cpu;
		/* it was scheduled between two polls of this softirq */
		began = began ? max(began, schedule.at) : 0;
	}
	if (began)
		ptime_inflight_pass(record, this_cpu_read(polls_now.in_ksoftirqd) ?
				    PTIME_STEP_KSOFTIRQD : PTIME_STEP_POLL, began);
	ptime_inflight_pass(record, PTIME_STEP_RX, now);
}
NOKPROBE_SYMBOL(ptime_polls_precede);

/**
 * ptime_polls_are_timed() - Check whether polls and the receive softirq's waits are timed
 *
 * Context: Process.
 * Return: false without packet tracing, or with polls=0.
 */
bool ptime_polls_are_timed(void)
{
	return rcu_access_pointer(polls);
}

static void polls_free(struct polls *all)
{
	enum ptime_wait wait;

	if (!all)
		return;
	for (wait = 0; wait < PTIME_WAITS; wait++)
		ptime_percpu_hist_free(all->hist[wait]);
	free_percpu(all->counts);
	kfree(all);
}

static struct polls *polls_alloc(void)
{
	struct polls *all = kzalloc(sizeof(*all), GFP_KERNEL);
	enum ptime_wait wait;

	if (!all)
		return NULL;
	all->counts = alloc_percpu(struct polls_counts);
	if (!all->counts)
		goto err_free;
	for (wait = 0; wait < PTIME_WAITS; wait++) {
		all->hist[wait] = ptime_percpu_hist_alloc(NULL, GFP_KERNEL);
		if (!all->hist[wait])
			goto err_free;
	}
	return all;

err_free:
	polls_free(all);
	return NULL;
}

static u32 squeezes_since_boot(int cpu)
{
	return READ_ONCE(per_cpu(softnet_data, cpu).time_squeeze);
}

/* under squeezes_mutex */
static u64 squeezes_on(int cpu)
{
	const struct squeezes *one = per_cpu_ptr(&squeezes, cpu);

	return one->sum + (squeezes_count ? squeezes_since_boot(cpu) - one->before : 0);
}

static void squeezes_set_counting(bool count)
{
	struct squeezes *one;
	int cpu;

	mutex_lock(&squeezes_mutex);
	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(&squeezes, cpu);
		one->sum = squeezes_on(cpu);
		one->before = squeezes_since_boot(cpu);
	}
	squeezes_count = count;
	mutex_unlock(&squeezes_mutex);
}

static void forget_squeezes(struct polls *all)
{
	int cpu;

	mutex_lock(&squeezes_mutex);
	for_each_possible_cpu(cpu)
		per_cpu_ptr(all->counts, cpu)->squeezed_before = squeezes_on(cpu);
	mutex_unlock(&squeezes_mutex);
}

/* a softirq that was raised when the CPU went offline runs when it comes back */
static int forget_cpu(unsigned int cpu)
{
	per_cpu(polls_now, cpu) = (struct polls_now){ };
	return 0;
}

/**
 * ptime_polls_init() - Allocate all counts
 *
 * Context: Process, may sleep, at load.
 * Return: 0, -ENOMEM, or -errno of cpuhp_setup_state_nocalls().
 */
int __init ptime_polls_init(void)
{
	struct polls *all = polls_alloc();

	if (!all)
		return -ENOMEM;
	hotplug_state = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "pathtime/polls:prepare",
						  forget_cpu, NULL);
	if (hotplug_state < 0) {
		polls_free(all);
		return hotplug_state;
	}
	rcu_assign_pointer(polls, all);
	return 0;
}

/* after the last hook has returned */
void ptime_polls_exit(void)
{
	if (!ptime_polls_are_timed())
		return;
	cpuhp_remove_state_nocalls(hotplug_state);
	polls_free(rcu_dereference_protected(polls, true));
	RCU_INIT_POINTER(polls, NULL);
}

/**
 * ptime_polls_start() - Forget what softirqs did before, and count squeezes
 *
 * Context: Process, may sleep, before the hooks are registered.
 */
void ptime_polls_start(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		forget_cpu(cpu);
	squeezes_set_counting(true);
}

/**
 * ptime_polls_stop() - Count no more squeezes
 *
 * Context: Process, may sleep, after the hooks are unregistered, or could not be registered.
 */
void ptime_polls_stop(void)
{
	squeezes_set_counting(false);
}

/* the counts that a reset is about to install, or has replaced */
static struct polls *spare_polls;

/**
 * ptime_polls_alloc_spare() - Allocate empty counts for a reset
 *
 * Context: Process, may sleep, under ptime_probes_lock().
 * Return: 0 or -ENOMEM.
 */
int ptime_polls_alloc_spare(void)
{
	if (!ptime_polls_are_timed())
		return 0;
	spare_polls = polls_alloc();
	return spare_polls ? 0 : -ENOMEM;
}

/**
 * ptime_polls_swap_spare() - Install the empty counts
 *
 * Context: Process, under ptime_probes_lock(), after ptime_polls_alloc_spare().
 */
void ptime_polls_swap_spare(void)
{
	struct polls *old = rcu_dereference_protected(polls, true);

	if (!old)
		return;
	forget_squeezes(spare_polls);
	rcu_assign_pointer(polls, spare_polls);
	spare_polls = old;
}

/* under ptime_probes_lock(), after a wait for all CPUs that may still count in them */
void ptime_polls_free_spare(void)
{
	polls_free(spare_polls);
	spare_polls = NULL;
}

/* a number of packets is counted as if it were ns, and has no extremes */
static void set_extremes(struct ptime_hist *hist)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);

	for (bucket = 0; bucket < buckets; bucket++) {
		if (!hist->buckets[bucket])
			continue;
		hist->max_ns = ptime_hist_low(ptime_hist_bits, bucket);
		hist->min_ns = min(hist->min_ns, hist->max_ns);
	}
}

/**
 * ptime_polls_add_cpu() - Add the counts of a wait on one CPU
 * @wait: the wait
 * @cpu: number of a possible CPU
 * @hist: empty histogram to which they are added
 *
 * Context: Process, under ptime_probes_lock(), if ptime_polls_are_timed().
 */
void ptime_polls_add_cpu(enum ptime_wait wait, int cpu, struct ptime_hist *hist)
{
	const struct polls *all = rcu_dereference_protected(polls, true);

	ptime_hist_add_cpu(hist, all->hist[wait], cpu, PTIME_COST_NONE);
	if (wait == PTIME_WAIT_PACKETS)
		set_extremes(hist);
}

/**
 * ptime_polls_read() - Read the other counts of one CPU
 * @cpu: number of a possible CPU
 * @to: receives them
 *
 * Context: Process, under ptime_probes_lock().
 * Return: true if there are any.
 */
bool ptime_polls_read(int cpu, struct ptime_snapshot_polls *to)
{
	const struct polls *all = rcu_dereference_protected(polls, true);
	const struct polls_counts *counts;

	if (!all)
		return false;
	counts = per_cpu_ptr(all->counts, cpu);
	to->bytes = sizeof(*to);
	to->cpu = cpu;
	to->full = READ_ONCE(counts->full);
	to->outside = READ_ONCE(counts->outside);
	mutex_lock(&squeezes_mutex);
	to->squeezed = squeezes_on(cpu) - counts->squeezed_before;
	mutex_unlock(&squeezes_mutex);
	return to->full || to->outside || to->squeezed;
}
