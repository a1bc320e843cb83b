// SPDX-License-Identifier: GPL-2.0
/* path: counts packets by the path they took, with their times */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "packets/drop.h"
#include "packets/flow_key.h"
#include "packets/holder.h"
#include "packets/inflight.h"
#include "packets/interrupts.h"
#include "packets/path.h"
#include "packets/path_pool.h"
#include "packets/stage_times.h"
#include "packets/wait_list.h"
#include "record/clock.h"
#include "record/counting_cpus.h"

u32 ptime_paths_max __ro_after_init;
u32 ptime_paths_slowest __ro_after_init;

/* log2 of ptime_paths_entries() */
static u32 entries_bits __ro_after_init;

/**
 * struct path_table - the paths, in a hash table with linear probing
 * @made: number of paths made, at most ptime_paths_max
 * @path: ptime_paths_entries() entries. Half of them are free at least, so a search ends after a
 *	few entries even if there is no room for another path.
 */
struct path_table {
	atomic_t made;
	struct ptime_path path[] ____cacheline_aligned;
};

/* a reset replaces it */
static struct path_table __rcu *paths;

static struct ptime_hist_extra path_counts __ro_after_init;

/* with stages=1, offset of the stages' times, which are behind the slowest packets */
static size_t stage_times_at __ro_after_init;

/* losses before the last reset */
static u64 losses_before[PTIME_PATH_LOSSES];

/* 0 until the path is complete: no step is 0, so the first word of a path is not 0 */
static __always_inline u64 first_word(const struct ptime_path *path)
{
	/* pairs with path_make() */
	return smp_load_acquire(&path->passed.words[0]);
}

static __always_inline bool is_path(const struct ptime_path *path, const union ptime_passed *passed,
				    u32 cause)
{
	return first_word(path) == passed->words[0] && path->passed.words[1] == passed->words[1] &&
	       path->cause == cause;
}

/*
 * Paths often differ in one step only. Of the product in hash_64(), only the upper bits depend on
 * all steps: with bits 32 to 38, six common paths with the same first five steps had one entry.
 */
static __always_inline u32 path_hash(const union ptime_passed *passed, u32 cause)
{
	return hash_64((passed->words[0] ^ rol64(passed->words[1], 32)) + cause, entries_bits);
}

/* the entry after @tries others did not fit */
static __always_inline struct ptime_path *path_slot(struct path_table *table,
						    const union ptime_passed *passed, u32 cause,
						    u32 tries)
{
	return &table->path[(path_hash(passed, cause) + tries) & (ptime_paths_entries() - 1)];
}

/*
 * Make a path of the first free entry from @tries on. Other CPUs may take entries meanwhile, also
 * for the same path.
 */
static __always_inline struct ptime_path *
path_make(struct path_table *table, const union ptime_passed *passed, u32 cause, u32 tries,
	  enum ptime_path_loss *loss)
{
	struct ptime_percpu_hist __percpu *hist;
	struct ptime_path *path;
	u32 pooled;

	/* once all are made, this only reads */
	if (!atomic_add_unless(&table->made, 1, ptime_paths_max)) {
		*loss = PTIME_PATH_PATH_TABLE_FULL;
		return NULL;
	}
	hist = ptime_path_pool_take(&pooled);
	if (unlikely(!hist)) {
		atomic_dec(&table->made);
		*loss = PTIME_PATH_NO_MEMORY;
		return NULL;
	}
	/* there is a free entry, as only half of them can be taken */
	do {
		path = path_slot(table, passed, cause, tries++);
	} while (READ_ONCE(path->taken) || cmpxchg(&path->taken, 0, 1));
	path->hist = hist;
	path->passed.words[1] = passed->words[1];
	path->cause = cause;
	/* pairs with first_word() */
	smp_store_release(&path->passed.words[0], passed->words[0]);
	ptime_path_pool_keep(pooled);
	return path;
}

/*
 * Returns NULL if there is no room, with the @loss to be counted. Two CPUs may make the same new
 * path at the same time, in two entries: readers add them up.
 */
static __always_inline struct ptime_path *path_find(const union ptime_passed *passed, u32 cause,
						    enum ptime_path_loss *loss)
{
	/* once, as a reset may replace it meanwhile */
	struct path_table *table = rcu_dereference_sched(paths);
	struct ptime_path *path;
	u32 tries;

	for (tries = 0; tries < ptime_paths_entries(); tries++) {
		path = path_slot(table, passed, cause, tries);
		if (is_path(path, passed, cause))
			return path;
		/* an entry is never free again, so the path is in none of those behind it */
		if (!READ_ONCE(path->taken))
			break;
	}
	return path_make(table, passed, cause, tries, loss);
}

static __always_inline struct ptime_stage_times *
stage_times_of(const struct ptime_path_counts *counts)
{
	return (void *)counts + stage_times_at;
}

static __always_inline void count_stages(struct ptime_path_octave *octave,
					 const struct ptime_inflight *record)
{
	size_t i = 1, steps = record->steps;

	local64_inc(&octave->packets);
	/* a record that ends has at least two steps: the first and the end */
	do {
		local64_add(record->at[i] - record->at[i - 1], &octave->stage_ticks[i - 1]);
	} while (++i < steps);
}

/*
 * Each stage is the difference of two times since the first step. So what one stage loses by
 * rounding down is in the next one, and the stages add up to @total_ns, even if the clocks of the
 * CPUs disagree.
 */
static __always_inline void read_stages(u64 *stage_ns, const struct ptime_inflight *record,
					u64 total_ns)
{
	u64 ns, before_ns = 0;
	s64 ticks;
	u32 i, last = READ_ONCE(record->steps) - 1;

	/* not reached: a record that ends has at least two steps */
	if (last >= PTIME_STEPS_MAX)
		return;
	for (i = 1; i < last; i++) {
		ticks = record->at[i] - record->at[0];
		ns = ticks < 0 ? before_ns : clamp(ptime_clock_ns(ticks), before_ns, total_ns);
		stage_ns[i] = ns - before_ns;
		before_ns = ns;
	}
	stage_ns[last] = total_ns - before_ns;
}

/* the end followed the driver, GRO or a backlog directly: the network header may not be set */
static __always_inline bool is_new(const struct ptime_inflight *record)
{
	u32 before = record->steps - 2;

	/* a user's step */
	while (before && before < PTIME_STEPS_MAX && record->passed.step[before] >= PTIME_STEPS)
		before--;
	return record->passed.step[before] == PTIME_STEP_RX ||
	       record->passed.step[before] == PTIME_STEP_GRO ||
	       record->passed.step[before] == PTIME_STEP_BACKLOG;
}

/* this machine made the packet, and it ended before it had a network header */
static __always_inline bool has_no_header(const struct ptime_inflight *record,
					  const struct sk_buff *skb)
{
	return record->passed.step[0] == PTIME_STEP_LOCAL_OUT && record->steps == 2 &&
	       skb_network_offset(skb);
}

static __always_inline void read_flow(struct ptime_flow_key *flow,
				      const struct ptime_inflight *record,
				      const struct sk_buff *skb)
{
	*flow = (struct ptime_flow_key){ 0 };
	if (ptime_flow_anonymous)
		return;
	flow->netns = record->netns;
	if (has_no_header(record, skb))
		return;
	if (record->flags & PTIME_INFLIGHT_HEADERS)
		ptime_flow_key_read(flow, &record->headers);
	else
		ptime_flow_key_of(flow, skb, is_new(record));
}

/* keep the packet in place of the fastest one that is kept */
static __always_inline void path_keep(struct ptime_path_counts *counts,
				      const struct ptime_inflight *record,
				      const struct sk_buff *skb, u32 out, u64 total_ns)
{
	struct ptime_slow *slow = counts->slow;
	u32 i, irq = PTIME_SLOW_IRQ_UNKNOWN;
	unsigned long flags;
	u64 irq_ns = 0;

	if (static_branch_unlikely(&ptime_wait_interrupts))
		irq = ptime_interrupts_during(record, &irq_ns);

	/* packets that end in interrupts come before this one or after it */
	raw_local_irq_save(flags);
	for (i = 1; i < ptime_paths_slowest; i++)
		if (counts->slow[i].total_ns < slow->total_ns)
			slow = &counts->slow[i];
	if (total_ns <= slow->total_ns)
		goto restore;
	WRITE_ONCE(counts->sequence, counts->sequence + 1);
	smp_wmb();	/* pairs with merge_slowest() */
	slow->total_ns = total_ns;
	read_stages(slow->stage_ns, record, total_ns);
	memcpy(slow->cpu, record->cpu, sizeof(slow->cpu));
	slow->irq = irq;
	slow->irq_ns = irq_ns;
	read_flow(&slow->flow, record, skb);
	slow->in = record->in;
	slow->out = out;
	slow->bytes = skb->len;
	slow->end_ns = ktime_get_boot_fast_ns();
	smp_wmb();	/* pairs with merge_slowest() */
	WRITE_ONCE(counts->sequence, counts->sequence + 1);
	for (i = 0; i < ptime_paths_slowest; i++)
		if (counts->slow[i].total_ns < slow->total_ns)
			slow = &counts->slow[i];
	counts->kept_ns = slow->total_ns;
restore:
	raw_local_irq_restore(flags);
}

static noinline notrace void path_end_as_slowest(struct ptime_path_counts *counts,
						 struct ptime_inflight *record,
						 const struct sk_buff *skb, u32 out, u64 total_ns)
{
	path_keep(counts, record, skb, out, total_ns);
	ptime_inflight_free(record);
}
NOKPROBE_SYMBOL(path_end_as_slowest);

/* count all about a packet except its total time, and free its record */
static __always_inline void count_packet(struct ptime_path *path, struct ptime_inflight *record,
					 const struct sk_buff *skb, u32 out, u64 total_ns)
{
	struct ptime_path_counts *counts = this_cpu_read(path->hist->extra);

	count_stages(&counts->octave[ptime_octave(total_ns)], record);
	local64_add(skb->len, &counts->bytes);
	if (static_branch_unlikely(&ptime_stage_times_kept))
		ptime_stage_times_count(stage_times_of(counts), record);
	if (unlikely(total_ns > READ_ONCE(counts->kept_ns)))
		path_end_as_slowest(counts, record, skb, out, total_ns);
	else
		ptime_inflight_free(record);
}

/* the path is new, or not in its first entry, or the time is outside the histogram's fast range */
static noinline notrace void path_end_slow(struct ptime_inflight *record, const struct sk_buff *skb,
					   u32 out, u32 cause)
{
	u64 ticks = record->at[record->steps - 1] - record->at[0];
	enum ptime_path_loss loss;
	struct ptime_path *path = path_find(&record->passed, cause, &loss);

	if (likely(path)) {
		count_packet(path, record, skb, out,
			     ptime_percpu_hist_record(path->hist, ticks, ticks));
		return;
	}
	ptime_inflight_lose_record(record, loss);
	ptime_inflight_free(record);
}
NOKPROBE_SYMBOL(path_end_slow);

/* The slow path is a function that is called last, so the fast path needs no stack frame. */
static __always_inline void path_end(struct ptime_inflight *record, const struct sk_buff *skb,
				     u8 step, u32 out, u32 cause, u64 now)
{
	u64 ns, ticks = now - record->at[0];
	struct ptime_path *path;

	ptime_inflight_pass(record, step, now);
	path = &rcu_dereference_sched(paths)->path[path_hash(&record->passed, cause)];
	if (unlikely(!is_path(path, &record->passed, cause)) ||
	    ptime_percpu_hist_is_slow(path->hist, ticks)) {
		path_end_slow(record, skb, out, cause);
		return;
	}
	ns = ptime_clock_ns_fast(ticks);
	ptime_percpu_hist_count(path->hist, ns, ptime_hist_bucket_fast(ptime_hist_bits, ns));
	count_packet(path, record, skb, out, ns);
}

static noinline notrace void path_end_local_clock(struct ptime_inflight *record,
						  const struct sk_buff *skb, u8 step, u32 out,
						  u32 cause)
{
	path_end(record, skb, step, out, cause, ptime_clock_local());
}
NOKPROBE_SYMBOL(path_end_local_clock);

/**
 * ptime_path_end() - Count a packet at the end of its path
 * @record: record of the packet; this function frees it
 * @skb: the packet
 * @step: the last step, enum ptime_step
 * @out: ifindex of the device that sends the packet, or 0
 * @cause: why it was dropped (drop.h), or 0
 *
 * Writes the record and this CPU's memory only, except if the path is new.
 *
 * Context: Any, with preemption off: an RCU read-side section, as ptime_paths_swap_spare() may
 * replace the paths.
 */
notrace void ptime_path_end(struct ptime_inflight *record, const struct sk_buff *skb, u8 step,
			    u32 out, u32 cause)
{
	if (ptime_clock_is_counter())
		path_end(record, skb, step, out, cause, ptime_clock_ticks());
	else
		path_end_local_clock(record, skb, step, out, cause);
}
NOKPROBE_SYMBOL(ptime_path_end);

/**
 * ptime_path_end_before() - Count a packet whose path ended with the last of the module's own steps
 * @record: record of the packet, with two steps or more; this function frees it
 * @skb: the packet
 * @step: the step that is the end instead of that one, at the same time and on the same CPU
 * @out: ifindex of the device that sends the packet, or 0
 *
 * Context: As ptime_path_end().
 */
notrace void ptime_path_end_before(struct ptime_inflight *record, const struct sk_buff *skb,
				   u8 step, u32 out)
{
	u32 last = ptime_inflight_last(record);

	ptime_inflight_take_back(record, last + 1);
	record->passed.step[last] = step;
	path_end_slow(record, skb, out, 0);
}
NOKPROBE_SYMBOL(ptime_path_end_before);

static void paths_free(struct path_table *all)
{
	u32 i;

	for (i = 0; i < ptime_paths_entries(); i++) {
		ptime_percpu_hist_free(all->path[i].hist);
		cond_resched();
	}
	kvfree(all);
}

/* with slowest=0, no packet exceeds @kept_ns, so none is kept */
static void path_counts_init(void *extra)
{
	struct ptime_path_counts *counts = extra;

	counts->kept_ns = ptime_paths_slowest ? 0 : U64_MAX;
	ptime_stage_times_begin(stage_times_of(counts));
}

static struct path_table *paths_alloc(void)
{
	struct path_table *all;

	return kvzalloc(struct_size(all, path, ptime_paths_entries()), GFP_KERNEL);
}

static int __init path_memory_init(void)
{
	struct ptime_path_counts *counts;
	int err;

	stage_times_at = struct_size(counts, slow, ptime_paths_slowest);
	err = ptime_hist_extra_init(&path_counts, "pathtime_paths",
				    stage_times_at + ptime_stage_times_bytes(), path_counts_init);
	if (err)
		return err;
	/* CPUs without memory share this one, and no two can keep a packet there */
	counts = path_counts.unread;
	counts->kept_ns = U64_MAX;
	err = ptime_path_pool_init(ptime_paths_max, &path_counts);
	if (err)
		ptime_hist_extra_exit(&path_counts);
	return err;
}

/**
 * ptime_paths_init() - Allocate the table of paths, and the memory of the first ones
 * @count: number of paths, at least 1; rounded up to a power of two
 * @slowest: number of slowest packets to keep for each path and CPU
 *
 * Context: Process, may sleep, at load.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_paths_init(u32 count, u32 slowest)
{
	struct path_table *all;
	int err;

	ptime_paths_max = roundup_pow_of_two(count);
	entries_bits = ilog2(ptime_paths_entries());
	ptime_paths_slowest = slowest;
	all = paths_alloc();
	if (!all)
		return -ENOMEM;
	err = path_memory_init();
	if (err) {
		kvfree(all);
		return err;
	}
	rcu_assign_pointer(paths, all);
	return 0;
}

/* after the last ptime_path_end() has returned */
void ptime_paths_exit(void)
{
	ptime_path_pool_exit();
	paths_free(rcu_dereference_protected(paths, true));
	ptime_hist_extra_exit(&path_counts);
}

static u64 sum_losses(enum ptime_path_loss loss)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ptime_inflight_losses[loss], cpu));
	return sum;
}

/* the paths that a reset is about to install, or has replaced */
static struct path_table *spare_paths;

/**
 * ptime_paths_alloc_spare() - Allocate empty paths for a reset
 *
 * Context: Process, may sleep, under ptime_probes_lock().
 * Return: 0 or -ENOMEM.
 */
int ptime_paths_alloc_spare(void)
{
	if (!ptime_paths_max)
		return 0;
	spare_paths = paths_alloc();
	return spare_paths ? 0 : -ENOMEM;
}

/**
 * ptime_paths_swap_spare() - Install the empty paths, to reset all counts of paths
 *
 * A packet that is in flight is counted at its end, so after the reset.
 *
 * Context: Process, under ptime_probes_lock(), after ptime_paths_alloc_spare().
 */
void ptime_paths_swap_spare(void)
{
	struct path_table *old = rcu_dereference_protected(paths, true);
	enum ptime_path_loss loss;

	if (!ptime_paths_max)
		return;
	rcu_assign_pointer(paths, spare_paths);
	spare_paths = old;
	ptime_drop_age();
	ptime_holder_age();
	for (loss = 0; loss < PTIME_PATH_LOSSES; loss++)
		losses_before[loss] = sum_losses(loss);
}

static bool has_cause(u32 cause)
{
	const struct path_table *all = rcu_dereference_protected(paths, true);
	u32 i;

	for (i = 0; i < ptime_paths_entries(); i++)
		if (first_word(&all->path[i]) && all->path[i].cause == cause)
			return true;
	return false;
}

/* under ptime_probes_lock(), after a wait for all CPUs that may still count in them */
void ptime_paths_free_spare(void)
{
	if (!spare_paths)
		return;
	paths_free(spare_paths);
	spare_paths = NULL;
	ptime_drop_forget(has_cause);
	ptime_holder_forget_aged(has_cause);
}

/* for readers: the same path, or one whose packets were dropped elsewhere in the same function */
static bool is_twin(const struct ptime_path *path, const struct ptime_path *first)
{
	return first_word(path) == first->passed.words[0] &&
	       path->passed.words[1] == first->passed.words[1] &&
	       ptime_drop_is_same(path->cause, first->cause);
}

/* the entries in use when a reading began; a lower twin may occur while the others are read */
static DECLARE_BITMAP(in_use, 2 * PTIME_PATHS_MAX);

/**
 * ptime_paths_begin() - Begin a reading of all paths
 *
 * Context: Under ptime_probes_lock(), which is held until the reading is over.
 */
void ptime_paths_begin(void)
{
	const struct path_table *all = rcu_dereference_protected(paths, true);
	u32 i;

	for (i = 0; i < ptime_paths_entries(); i++)
		__assign_bit(i, in_use, first_word(&all->path[i]));
}

/* NULL if the entry was free when the reading began */
static const struct ptime_path *path_ready(u32 number)
{
	return test_bit(number, in_use) ? &rcu_dereference_protected(paths, true)->path[number] :
					  NULL;
}

/**
 * ptime_path_exists() - Check whether an entry is the first one of a path
 * @number: number of the entry, below ptime_paths_entries()
 *
 * Context: Under ptime_probes_lock(), after ptime_paths_begin().
 * Return: true if the entry is in use, and no lower one is the same path.
 */
bool ptime_path_exists(u32 number)
{
	const struct ptime_path *other, *path = path_ready(number);
	u32 i;

	if (!path)
		return false;
	for (i = 0; i < number; i++) {
		other = path_ready(i);
		if (other && is_twin(other, path))
			return false;
	}
	return true;
}

/**
 * ptime_path_report() - Read the steps of a path, with all sums 0
 * @number: number of the path, for which ptime_path_exists() is true
 * @sum: receives the steps and the drop cause
 *
 * Context: Process, under ptime_probes_lock().
 */
void ptime_path_report(u32 number, struct ptime_path_sum *sum)
{
	const struct ptime_path *path = path_ready(number);
	u32 i;

	memset(sum, 0, sizeof(*sum));
	sum->cause = path->cause;
	for (i = 0; i < PTIME_STEPS_MAX && path->passed.step[i]; i++)
		sum->passed.step[i] = path->passed.step[i];
	sum->steps = i;
}

/* NULL if the CPU has no memory */
static const struct ptime_path_counts *counts_on(const struct ptime_path *path, int cpu)
{
	const struct ptime_path_counts *counts = READ_ONCE(per_cpu_ptr(path->hist, cpu)->extra);

	return counts == path_counts.unread ? NULL : counts;
}

/*
 * Add one CPU's counts of an octave. As in read_stages(), each stage is the difference of two times
 * since the first step, so the stages add up to the total time. Returns that total.
 */
static u64 add_octave(struct ptime_path_sum *sum, struct ptime_octave_sum *to,
		      const struct ptime_path_octave *octave)
{
	u64 ns, before_ns = 0, ticks = 0;
	u32 i;

	for (i = 1; i < sum->steps; i++) {
		ticks += local64_read(&octave->stage_ticks[i - 1]);
		/* the clock of the CPU of a step may be behind that of the step before */
		ns = (s64)ticks < 0 ? before_ns : max(before_ns, ptime_clock_ns(ticks));
		sum->stage_ns[i] += ns - before_ns;
		if (to)
			to->stage_ns[i] += ns - before_ns;
		before_ns = ns;
	}
	if (to)
		to->packets += local64_read(&octave->packets);
	return before_ns;
}

/* Add one CPU's counts. Returns the packets' total time. */
static u64 add_counts(struct ptime_path_sum *sum, struct ptime_path_parts *parts,
		      const struct ptime_path_counts *counts)
{
	struct ptime_octave_sum *octaves = parts ? parts->octave : NULL;
	u64 total_ns = 0;
	u32 i;

	sum->bytes += local64_read(&counts->bytes);
	if (parts && static_key_enabled(&ptime_stage_times_kept))
		ptime_stage_times_add(parts->stage, stage_times_of(counts), sum->steps);
	for (i = 0; i < PTIME_OCTAVES; i++)
		if (local64_read(&counts->octave[i].packets))
			total_ns += add_octave(sum, octaves ? &octaves[i] : NULL,
					       &counts->octave[i]);
	return total_ns;
}

/**
 * ptime_path_add_cpu() - Add the counts of a path on one CPU
 * @number: number of the path, for which ptime_path_exists() is true
 * @cpu: number of a possible CPU
 * @hist: histogram to which the times are added
 * @sum: sums to which the other counts are added, from ptime_path_report()
 * @parts: sums to which the counts of each octave and stage are added, or NULL
 *
 * Context: Process, under ptime_probes_lock().
 */
void ptime_path_add_cpu(u32 number, int cpu, struct ptime_hist *hist, struct ptime_path_sum *sum,
			struct ptime_path_parts *parts)
{
	const struct ptime_path *path, *first = path_ready(number);
	const struct ptime_path_counts *counts;
	u64 total_ns;
	u32 i;

	for (i = number; i < ptime_paths_entries(); i++) {
		path = path_ready(i);
		if (!path || !is_twin(path, first))
			continue;
		counts = counts_on(path, cpu);
		if (!counts)
			continue;
		total_ns = hist->total_ns + add_counts(sum, parts, counts);
		ptime_hist_add_cpu(hist, path->hist, cpu, PTIME_COST_NONE);
		/* the histogram's total was rounded down for each packet, this one is not */
		hist->total_ns = total_ns;
	}
}

/* insert @slow into @to, ptime_paths_slowest packets in order, the slowest first */
static void merge_slow(struct ptime_slow *to, const struct ptime_slow *slow)
{
	u32 i, last = ptime_paths_slowest - 1;

	if (slow->total_ns <= to[last].total_ns)
		return;
	for (i = last; i && to[i - 1].total_ns < slow->total_ns; i--)
		to[i] = to[i - 1];
	to[i] = *slow;
}

/* @counts may be NULL. The CPU that writes may be stopped meanwhile. */
static void merge_slowest(struct ptime_slow *to, const struct ptime_path_counts *counts)
{
	struct ptime_slow slow;
	u32 i, sequence;

	for (i = 0; counts && i < ptime_paths_slowest; i++) {
		do {
			cond_resched();
			sequence = READ_ONCE(counts->sequence);
			smp_rmb();	/* pairs with path_keep() */
			slow = data_race(counts->slow[i]);
			smp_rmb();	/* pairs with path_keep() */
		} while (sequence & 1 || sequence != READ_ONCE(counts->sequence));
		merge_slow(to, &slow);
	}
}

/**
 * ptime_path_slowest() - Read the slowest packets of a path, over all CPUs
 * @number: number of the path, for which ptime_path_exists() is true
 * @slowest: receives up to ptime_paths_slowest packets, the slowest first
 *
 * Context: Process, under ptime_probes_lock().
 * Return: Number of packets.
 */
unsigned int ptime_path_slowest(u32 number, struct ptime_slow *slowest)
{
	const struct ptime_path *path, *first = path_ready(number);
	unsigned int count;
	u32 i;
	int cpu;

	memset(slowest, 0, ptime_paths_slowest * sizeof(*slowest));
	for (i = number; ptime_paths_slowest && i < ptime_paths_entries(); i++) {
		path = path_ready(i);
		if (!path || !is_twin(path, first))
			continue;
		for_each_counting_cpu(cpu)
			merge_slowest(slowest, counts_on(path, cpu));
	}
	for (count = 0; count < ptime_paths_slowest && slowest[count].total_ns; count++)
		;
	return count;
}

/**
 * ptime_path_read() - Read the counts of a path, over all CPUs
 * @number: number of the path, for which ptime_path_exists() is true
 * @hist: receives the histogram of the times
 * @sum: receives the steps and all other counts
 *
 * Context: Process, under ptime_probes_lock().
 */
void ptime_path_read(u32 number, struct ptime_hist *hist, struct ptime_path_sum *sum)
{
	int cpu;

	ptime_hist_clear(hist);
	ptime_path_report(number, sum);
	for_each_counting_cpu(cpu)
		ptime_path_add_cpu(number, cpu, hist, sum, NULL);
}

/*
 * since the last reset; under ptime_probes_lock(). The sum may be lower than it was at the reset:
 * packet_given_back() takes a packet out that was counted before.
 */
u64 ptime_path_losses(enum ptime_path_loss loss)
{
	u64 sum = sum_losses(loss);

	return sum - min(sum, losses_before[loss]);
}
