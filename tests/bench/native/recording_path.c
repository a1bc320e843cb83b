// SPDX-License-Identifier: GPL-2.0
/* recording_path: the module's recording path, without the kernel's types */
#include <linux/if_ether.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/skbuff.h>

#include "backends/direct.h"
#include "backends/record.h"
#include "kernel/resolve.h"
#include "packets/hook_control.h"
#include "packets/hooks.h"
#include "packets/inflight.h"
#include "packets/path.h"
#include "packets/step_hook.h"
#include "record/clock.h"
#include "record/outcome.h"
#include "record/counting_cpus.h"
#include "record/percpu_hist.h"
#include "record/sample.h"
#include "record/shadow_stack.h"

#include "kernel.h"
#include "recording_path.h"

static_assert(PATH_SLOTS == PTIME_DIRECT_SLOTS);

#define PATHS		64
#define IN_FLIGHT	PTIME_INFLIGHT_MAX
#define NEVER		BIT(30)
#define IFINDEX		2

/* length of ftrace's call, which the body follows */
#define CALL_BYTES	5

/* packets with one home slot are as far apart as the table of in-flight records is long */
#define TABLE_BYTES	((size_t)PTIME_INFLIGHT_BYTES * IN_FLIGHT)

/**
 * struct packet - an sk_buff where the kernel's would be
 * @skb: the sk_buff; each has a home slot of its own
 */
struct packet {
	struct sk_buff skb;
} __aligned(PTIME_INFLIGHT_BYTES);

static struct ptime_recorder recorders[PTIME_DIRECT_SLOTS];
static struct ptime_percpu_hist __percpu *floor_hists[PATH_FLOORS];

/* as the backend allocates them for all slots */
static u32 __percpu *slot_calls;
static struct ptime_percpu_hist __percpu *floor_hist;

static struct net_device device = {
	.ifindex = IFINDEX,
	.adj_list.lower = LIST_HEAD_INIT(device.adj_list.lower),
};

static struct net netspace;
static struct packet *packets;
static struct task_struct *tasks;

/* two packets with one home slot, so that one of their records is displaced */
static struct sk_buff *colliding[2];
static bool displaced;

/* packets that path_packet_is_consumed() was given, and path_packet_is_kept() */
static DEFINE_PER_CPU(u64, packets_consumed);
static DEFINE_PER_CPU(u64, packets_kept);

static const struct ptime_step_hook step_hook = {
	.step = PTIME_STEP_FORWARD, .test = PTIME_HOOK_NO_TEST, .name = "function",
};

static void (*hook_arrival)(void *data, const struct sk_buff *skb);
static void (*hook_xmit)(void *data, const struct sk_buff *skb, const struct net_device *dev);
static void (*hook_consume)(void *data, struct sk_buff *skb, void *location);

static struct packet *make_packets(unsigned int count)
{
	struct packet *all = kernel_alloc("packets", count * sizeof(*all));
	unsigned int i;

	for (i = 0; i < count; i++) {
		all[i].skb.protocol = htons(ETH_P_IP);
		all[i].skb.dev = &device;
		all[i].skb.len = PATH_PACKET_BYTES;
	}
	return all;
}

static void make_colliding(void)
{
	struct packet *all = make_packets(TABLE_BYTES / sizeof(*all) + 1);

	colliding[0] = &all[0].skb;
	colliding[1] = (void *)all + TABLE_BYTES;
}

static void *find_hook(const char *name)
{
	size_t i;

	for (i = 0; i < ptime_tracepoint_hooks_count; i++)
		if (!strcmp(ptime_tracepoint_hooks[i].name, name))
			return ptime_tracepoint_hooks[i].probe;
	return NULL;
}

void path_set_floor(unsigned int number)
{
	floor_hist = floor_hists[number];
}

int path_begin(unsigned int cpus)
{
	unsigned int i;
	int err;

	/* 1 ns a tick: the benchmark knows the rate, and no limit of the clock is near */
	ptime_clock_mult = 1ULL << PTIME_CLOCK_SHIFT;
	ptime_clock_fast_max = U64_MAX >> PTIME_CLOCK_SHIFT;
	static_branch_enable(&ptime_clock_counter);
	ptime_sample_init(1);
	slot_calls = __alloc_percpu(PTIME_DIRECT_SLOTS * sizeof(u32), SMP_CACHE_BYTES);
	ptime_direct_turns = __alloc_percpu(PTIME_DIRECT_SLOTS * sizeof(struct ptime_turn),
					    SMP_CACHE_BYTES);
	ptime_counting_cpus_init();
	err = ptime_shadow_init(true) ?: ptime_percpu_hist_init(PTIME_HIST_BITS_DEFAULT, true) ?:
	      ptime_hooks_init(PATHS, 0, IN_FLIGHT, false, false);
	if (err)
		return err;
	for (i = 0; i < PATH_FLOORS; i++)
		floor_hists[i] = ptime_percpu_hist_alloc(NULL, GFP_KERNEL);
	path_set_floor(0);
	make_colliding();
	packets = make_packets(cpus * PATH_PACKETS);
	tasks = kernel_alloc("task", cpus * sizeof(*tasks));
	hook_arrival = find_hook("netif_receive_skb_entry");
	hook_xmit = find_hook("net_dev_start_xmit");
	hook_consume = find_hook("consume_skb");
	write_pnet(&device.nd_net, &netspace);
	return floor_hist && hook_arrival && hook_xmit && hook_consume ? 0 : -ENOMEM;
}

static int path_time_by(unsigned int slot, unsigned long body, struct ptime_rule rule)
{
	struct ptime_symbol symbol = { .address = (void *)(body - CALL_BYTES) };
	struct ptime_recorder *recorder = &recorders[slot];
	unsigned int i;

	recorder->rule = rule;
	recorder->function = slot + 1;
	recorder->hist[0] = ptime_percpu_hist_alloc(&ptime_hist_self_times, GFP_KERNEL);
	for (i = 1; i < ARRAY_SIZE(recorder->hist); i++)
		recorder->hist[i] = &ptime_percpu_hist_none;
	if (!recorder->hist[0])
		return -ENOMEM;
	ptime_direct_slots[slot].calls = slot_calls + slot;
	ptime_direct_slots[slot].recorder = recorder;
	ptime_direct_slots[slot].key = ptime_cct_function_key(recorder->function);
	ptime_direct_set_body(slot, &symbol);
	return 0;
}

int path_time(unsigned int slot, unsigned long body)
{
	return path_time_by(slot, body, ptime_outcome_rule(&ptime_outcomes_all, true, false));
}

int path_time_poll(unsigned int slot, unsigned long body, int nesting)
{
	return path_time_by(slot, body, ptime_outcome_rule(&ptime_outcomes_poll, nesting, false));
}

void path_add_step(unsigned int slot)
{
	ptime_direct_slots[slot].hook = &step_hook;
}

void path_never_due(unsigned int slot)
{
	int cpu;

	for_each_possible_cpu(cpu)
		per_cpu_ptr(ptime_direct_turns, cpu)[slot].left = NEVER;
}

unsigned long path_trampoline(unsigned int slot)
{
	return ptime_direct_trampolines[slot];
}

unsigned long path_sampled_trampoline(unsigned int slot)
{
	return ptime_direct_sampled_trampolines[slot];
}

void path_set_nesting(int on)
{
	ptime_nesting = on;
}

void path_set_tracing(int on)
{
	ptime_paths_max = on ? PATHS : 0;
	ptime_hooks_set_tracing(on);
}

void path_set_displaced(int on)
{
	unsigned int i;

	if (displaced == on)
		return;
	/* the hooks ignore packets while tracing is off */
	path_set_tracing(1);
	for (i = 0; i < ARRAY_SIZE(colliding); i++)
		if (on)
			path_packet_arrives(colliding[i]);
		else
			path_packet_leaves(colliding[i]);
	displaced = on;
}

int path_displaced(void)
{
	return ptime_inflight_may_be_displaced(colliding[0]);
}

void path_set_costs(const struct path_costs *costs)
{
	static const enum ptime_context contexts[] = {
		PTIME_CONTEXT_TASK, PTIME_CONTEXT_SOFTIRQ,
	};
	unsigned int i;

	ptime_cost_in_window[PTIME_COST_DIRECT] = costs->in_window;
	for (i = 0; i < ARRAY_SIZE(contexts); i++)
		ptime_shadow_set_cost(contexts[i], PTIME_COST_DIRECT, costs->callee,
				      costs->caller, 0);
}

/* as the module reports a series: all CPUs, and for each bucket the calls in it */
static void read_hist(struct path_counts *counts, struct ptime_percpu_hist __percpu *hist)
{
	bool nesting = ptime_nesting;
	struct ptime_hist *all;
	u32 i;

	/* a histogram has self times with nesting only */
	ptime_nesting = true;
	all = ptime_hist_alloc();
	if (!all)
		return;
	ptime_hist_clear(all);
	ptime_hist_add_all(all, hist, PTIME_COST_DIRECT);
	counts->calls = ptime_hist_calls(all);
	counts->total_ns = all->total_ns;
	counts->self_ns = all->self_ns;
	counts->min_ns = all->min_ns;
	counts->max_ns = all->max_ns;
	counts->packets = all->packets;
	for (i = 0; i < ptime_hist_buckets(ptime_hist_bits); i++) {
		counts->buckets[i] = all->buckets[i];
		counts->self_buckets[i] = ptime_hist_self(all)[i];
	}
	ptime_hist_free(all);
	ptime_nesting = nesting;
}

void path_counts(unsigned int slot, struct path_counts *counts)
{
	int cpu;

	memset(counts, 0, sizeof(*counts));
	read_hist(counts, recorders[slot].hist[0]);
	for_each_possible_cpu(cpu)
		counts->active += *per_cpu_ptr(slot_calls + slot, cpu);
}

unsigned long long path_unlinked(void)
{
	enum ptime_unlinked reason;
	u64 sum = 0;

	for (reason = 0; reason < PTIME_UNLINKED_REASONS; reason++)
		sum += ptime_shadow_unlinked_sum(reason);
	return sum;
}

unsigned long long path_lost(void)
{
	enum ptime_path_loss loss;
	u64 sum = 0;

	for (loss = 0; loss < PTIME_PATH_LOSSES; loss++)
		sum += ptime_path_losses(loss);
	return sum;
}

unsigned long long path_consumed(void)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += per_cpu(packets_consumed, cpu);
	return sum;
}

unsigned long long path_ended(void)
{
	struct path_sum sum;

	path_sums(0, &sum);
	return sum.packets;
}

void path_sums(unsigned int steps, struct path_sum *sum)
{
	struct ptime_path_sum path = { };
	struct ptime_hist *hist = ptime_hist_alloc();
	u32 i, step, max = ptime_paths_max;

	memset(sum, 0, sizeof(*sum));
	/* the module has no paths while tracing is off */
	ptime_paths_max = PATHS;
	ptime_paths_begin();
	for (i = 0; hist && i < ptime_paths_entries(); i++) {
		if (!ptime_path_exists(i))
			continue;
		ptime_hist_clear(hist);
		ptime_path_read(i, hist, &path);
		if (steps && path.steps != steps)
			continue;
		sum->packets += ptime_hist_calls(hist);
		sum->total_ns += hist->total_ns;
		sum->bytes += path.bytes;
		for (step = 1; step < path.steps; step++)
			sum->stages_ns += path.stage_ns[step];
	}
	ptime_paths_max = max;
	ptime_hist_free(hist);
}

/* they begin with the same five steps, as many paths of a gateway do; 0 ends each */
static const u8 alike[][PTIME_STEPS_MAX] = {
#define ALIKE(...)	{ PTIME_STEP_IRQ, PTIME_STEP_POLL, PTIME_STEP_RX, PTIME_STEP_CONNTRACK, \
			  PTIME_STEP_FORWARD, __VA_ARGS__ }
	ALIKE(PTIME_STEP_TX),
	ALIKE(PTIME_STEP_QUEUE, PTIME_STEP_TX),
	ALIKE(PTIME_STEP_DEVICE, PTIME_STEP_TX),
	ALIKE(PTIME_STEP_CONFIRM, PTIME_STEP_QUEUE, PTIME_STEP_TX),
	ALIKE(PTIME_STEP_QUEUE, PTIME_STEP_GSO, PTIME_STEP_TX),
	ALIKE(PTIME_STEP_XFRM_OUT, PTIME_STEP_QUEUE, PTIME_STEP_TX),
#undef ALIKE
};

unsigned int path_end_alike(void *packet)
{
	struct ptime_inflight *record;
	const u8 *step;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(alike); i++) {
		record = ptime_inflight_claim(packet, NULL, IFINDEX);
		for (step = alike[i]; step[1]; step++)
			ptime_inflight_pass(record, *step, ptime_clock_ticks());
		ptime_path_end(record, packet, *step, IFINDEX, 0);
	}
	return i;
}

unsigned int path_longest_run(void)
{
	u32 i, run = 0, longest = 0;

	ptime_paths_begin();
	for (i = 0; i < ptime_paths_entries(); i++) {
		run = ptime_path_exists(i) ? run + 1 : 0;
		longest = max(longest, run);
	}
	return longest;
}

void *path_packet(unsigned int cpu, unsigned int number)
{
	return &packets[cpu * PATH_PACKETS + number].skb;
}

/* notrace: these are a part of what is timed */
notrace void path_packet_comes(void *packet)
{
	struct sk_buff *skb = packet;

	WRITE_ONCE(skb->skb_iif, 0);
	/* as __netif_receive_skb_core() does after the tracepoint */
	WRITE_ONCE(skb->skb_iif, IFINDEX);
}

notrace void path_packet_arrives(void *packet)
{
	struct sk_buff *skb = packet;

	WRITE_ONCE(skb->skb_iif, 0);
	hook_arrival(NULL, skb);
	WRITE_ONCE(skb->skb_iif, IFINDEX);
}

notrace void path_packet_goes(void *packet)
{
}

notrace void path_packet_leaves(void *packet)
{
	hook_xmit(NULL, packet, &device);
}

notrace void path_packet_is_kept(void *packet)
{
	this_cpu_inc(packets_kept);
}

notrace void path_packet_is_consumed(void *packet)
{
	this_cpu_inc(packets_consumed);
	hook_consume(NULL, packet, NULL);
}

void *path_hook(enum path_hook hook)
{
	switch (hook) {
	case PATH_ARRIVAL:
		return hook_arrival;
	case PATH_XMIT:
		return hook_xmit;
	default:
		return hook_consume;
	}
}

notrace void path_record(unsigned long long ticks)
{
	ptime_percpu_hist_record(floor_hist, ticks, ticks);
}

void *path_task(unsigned int cpu, void *stack)
{
	tasks[cpu].stack = stack;
	return &tasks[cpu];
}

void path_set_softirq(int on)
{
	preempt_count_set(on ? SOFTIRQ_OFFSET : 0);
	clear_preempt_need_resched();
}

MODULE_LICENSE("GPL");
