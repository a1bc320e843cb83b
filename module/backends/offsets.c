// SPDX-License-Identifier: GPL-2.0
/* offsets: structure offsets that the trampolines use; generated/offsets.h is made from this */
#include <linux/hash.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kbuild.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/skbuff.h>

#include "backends/direct.h"
#include "packets/inflight.h"
#include "record/cct.h"
#include "record/sample.h"
#include "record/shadow_stack.h"

static void __used offsets(void)
{
	OFFSET(PTIME_DIRECT_RETVAL, ptime_direct_call, retval);
	OFFSET(PTIME_DIRECT_TIMING, ptime_direct_call, timing);
	DEFINE(PTIME_DIRECT_BYTES, sizeof(struct ptime_direct_call));
	/* without nesting the trampolines keep nothing after .start */
	DEFINE(PTIME_DIRECT_BYTES_FLAT, offsetofend(struct ptime_direct_call, timing.start));
	BLANK();

	OFFSET(PTIME_TURN_LEFT, ptime_turn, left);
	DEFINE(PTIME_TURN_BYTES, sizeof(struct ptime_turn));
	BLANK();

	/* preempt_count() in a softirq, masked with ptime_direct_contexts */
	DEFINE(PTIME_COUNT_SOFTIRQ, SOFTIRQ_OFFSET);
#if defined(CONFIG_X86_64) && defined(PTIME_HAS_pcpu_hot)
	OFFSET(PTIME_PCPU_HOT_PREEMPT_COUNT, pcpu_hot, preempt_count);
#endif
	OFFSET(PTIME_TASK_STACK, task_struct, stack);
	DEFINE(PTIME_SHADOW_BYTES, THREAD_SIZE);
	DEFINE(PTIME_SHADOW_TASK, sizeof(struct ptime_shadow_stack *) * PTIME_CONTEXT_TASK);
	DEFINE(PTIME_SHADOW_SOFTIRQ, sizeof(struct ptime_shadow_stack *) * PTIME_CONTEXT_SOFTIRQ);
	OFFSET(PTIME_SHADOW_TOP, ptime_shadow_stack, top);
	OFFSET(PTIME_SHADOW_OWNER, ptime_shadow_stack, task);
	OFFSET(PTIME_SHADOW_LAST, ptime_shadow_stack, last);
	OFFSET(PTIME_FRAME_SP, ptime_frame, sp);
	OFFSET(PTIME_FRAME_NODE, ptime_frame, node);
	DEFINE(PTIME_FRAME_BYTES, sizeof(struct ptime_frame));
	/* as in hash_32() */
	DEFINE(PTIME_HASH, GOLDEN_RATIO_32);
	DEFINE(PTIME_HASH_BITS, PTIME_NODES_BITS);
	BLANK();

	DEFINE(PTIME_SLOT_MASK, PTIME_INFLIGHT_TABLE_MASK);
	OFFSET(PTIME_INFLIGHT_SKB, ptime_inflight, skb);
	OFFSET(PTIME_INFLIGHT_PASSED, ptime_inflight, passed);
	OFFSET(PTIME_INFLIGHT_STEPS, ptime_inflight, steps);
	DEFINE(PTIME_INFLIGHT_STEPS_MAX, PTIME_STEPS_MAX);
	OFFSET(PTIME_INFLIGHT_FLAGS, ptime_inflight, flags);
	DEFINE(PTIME_DIRECT_HEADERS, PTIME_INFLIGHT_HEADERS);
	OFFSET(PTIME_INFLIGHT_START, ptime_inflight, headers.start);
	OFFSET(PTIME_INFLIGHT_PORTS4, ptime_inflight, headers.ports4);
	OFFSET(PTIME_INFLIGHT_PORTS6, ptime_inflight, headers.ports6);
	OFFSET(PTIME_INFLIGHT_LENGTH, ptime_inflight, headers.length);
	OFFSET(PTIME_INFLIGHT_AT, ptime_inflight, at);
	BLANK();

	OFFSET(PTIME_SKB_HEAD, sk_buff, head);
	OFFSET(PTIME_SKB_NETWORK_HEADER, sk_buff, network_header);
	OFFSET(PTIME_SKB_TAIL, sk_buff, tail);
	OFFSET(PTIME_SKB_IIF, sk_buff, skb_iif);
	DEFINE(PTIME_IP4_BYTES, sizeof(struct iphdr));
	DEFINE(PTIME_IP6_BYTES, sizeof(struct ipv6hdr));
}
