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

#include "recording_path.h"

static_assert(PATH_SLOTS == PTIME_DIRECT_SLOTS);

#define CPUS		64
#define PATHS		64
#define NEVER		BIT(30)
#define IFINDEX		2

/* length of ftrace's call, which the body follows */
#define CALL_BYTES	5

static struct ptime_recorder recorders[PTIME_DIRECT_SLOTS];
static struct ptime_percpu_hist __percpu *floor_hist;

static struct net_device device = { .ifindex = IFINDEX };
static struct net netspace;
static struct sk_buff packets[CPUS] __aligned(PTIME_INFLIGHT_BYTES);
static struct task_struct tasks[CPUS];

static const struct ptime_step_hook step_hook = {
	.step = PTIME_STEP_FORWARD, .test = PTIME_HOOK_NO_TEST, .name = "function",
};

static void (*hook_arrival)(void *data, const struct sk_buff *skb);
static void (*hook_xmit)(void *data, const struct sk_buff *skb, const struct net_device *dev);

static void *find_hook(const char *name)
{
	size_t i;

	for (i = 0; i < ptime_tracepoint_hooks_count; i++)
		if (!strcmp(ptime_tracepoint_hooks[i].name, name))
			return ptime_tracepoint_hooks[i].probe;
	return NULL;
}

int path_begin(unsigned int cpus)
{
	int err;

	if (cpus > CPUS)
		return -EINVAL;
	/* 1 ns a tick: the benchmark knows the rate, and no limit of the clock is near */
	ptime_clock_mult = 1ULL << PTIME_CLOCK_SHIFT;
	ptime_clock_fast_max = U64_MAX >> PTIME_CLOCK_SHIFT;
	static_branch_enable(&ptime_clock_counter);
	ptime_sample_init(1);
	ptime_counting_cpus_init();
	err = ptime_shadow_init(true) ?: ptime_percpu_hist_init(PTIME_HIST_BITS_DEFAULT, true) ?:
	      ptime_hooks_init(PATHS, 0, false);
	if (err)
		return err;
	hook_arrival = find_hook("netif_receive_skb_entry");
	hook_xmit = find_hook("net_dev_start_xmit");
	write_pnet(&device.nd_net, &netspace);
	floor_hist = ptime_percpu_hist_alloc(NULL);
	return floor_hist && hook_arrival && hook_xmit ? 0 : -ENOMEM;
}

int path_time(unsigned int slot, unsigned long body)
{
	struct ptime_symbol symbol = { .address = (void *)(body - CALL_BYTES) };
	struct ptime_recorder *recorder = &recorders[slot];

	recorder->rule = ptime_outcome_rule(&ptime_outcomes_all, true, false);
	recorder->function = slot + 1;
	recorder->hist[0] = ptime_percpu_hist_alloc(&ptime_hist_self_times);
	recorder->hist[1] = &ptime_percpu_hist_none;
	ptime_direct_slots[slot].cpu = alloc_percpu(struct ptime_direct_cpu);
	if (!recorder->hist[0] || !ptime_direct_slots[slot].cpu)
		return -ENOMEM;
	ptime_direct_slots[slot].recorder = recorder;
	ptime_direct_slots[slot].key = ptime_cct_function_key(recorder->function);
	ptime_direct_set_body(slot, &symbol);
	return 0;
}

void path_add_step(unsigned int slot)
{
	ptime_direct_slots[slot].hook = &step_hook;
}

void path_never_due(unsigned int slot)
{
	int cpu;

	for_each_possible_cpu(cpu)
		per_cpu_ptr(ptime_direct_slots[slot].cpu, cpu)->turn.left = NEVER;
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

void path_set_displaced(int count)
{
	ptime_inflight_displaced = count;
}

struct path_counts path_counts(unsigned int slot)
{
	struct ptime_percpu_hist __percpu *hist = recorders[slot].hist[0];
	struct path_counts counts = { .calls = ptime_percpu_hist_calls(hist) };
	int cpu;

	for_each_possible_cpu(cpu) {
		counts.total_ns += per_cpu_ptr(hist, cpu)->total_ns;
		counts.self_ns += per_cpu_ptr(hist, cpu)->total_ns -
				  per_cpu_ptr(hist, cpu)->not_self_ns;
		counts.active += per_cpu_ptr(ptime_direct_slots[slot].cpu, cpu)->calls;
	}
	return counts;
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

unsigned long long path_ended(void)
{
	struct ptime_path_sum path = { };
	struct ptime_hist *hist = ptime_hist_alloc();
	u64 sum = 0;
	u32 i;

	for (i = 0; hist && i < PATHS; i++)
		if (ptime_path_exists(i)) {
			ptime_hist_clear(hist);
			ptime_path_read(i, hist, &path);
			sum += ptime_hist_calls(hist);
		}
	ptime_hist_free(hist);
	return sum;
}

void *path_packet(unsigned int cpu)
{
	packets[cpu].protocol = htons(ETH_P_IP);
	packets[cpu].dev = &device;
	return &packets[cpu];
}

/* notrace: these two are a part of what is timed */
notrace void path_packet_arrives(void *packet)
{
	struct sk_buff *skb = packet;

	skb->skb_iif = 0;
	hook_arrival(NULL, skb);
	/* as __netif_receive_skb_core() does after the tracepoint */
	skb->skb_iif = IFINDEX;
}

notrace void path_packet_leaves(void *packet)
{
	hook_xmit(NULL, packet, &device);
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
