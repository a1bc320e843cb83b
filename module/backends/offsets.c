// SPDX-License-Identifier: GPL-2.0
/* offsets: of what the entries in assembly look at; generated/offsets.h is made of this */
#include <linux/hash.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kbuild.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/skbuff.h>

#include "backends/direct.h"
#include "packets/stamp.h"
#include "record/calltree.h"
#include "record/context.h"
#include "record/sample.h"

static void __used offsets(void)
{
	OFFSET(PTIME_DIRECT_RETVAL, ptime_direct_call, retval);
	OFFSET(PTIME_DIRECT_FRAME, ptime_direct_call, frame);
	DEFINE(PTIME_DIRECT_BYTES, sizeof(struct ptime_direct_call));
	/* without nesting it ends behind the time */
	DEFINE(PTIME_DIRECT_BYTES_FLAT, offsetofend(struct ptime_direct_call, frame.start));
	BLANK();

	OFFSET(PTIME_TURN_LEFT, ptime_turn, left);
	DEFINE(PTIME_TURN_BYTES, sizeof(struct ptime_turn));
	BLANK();

	/* preempt_count() in a softirq, as ptime_direct_contexts leaves it */
	DEFINE(PTIME_COUNT_SOFTIRQ, SOFTIRQ_OFFSET);
#if defined(CONFIG_X86_64) && defined(PTIME_HAS_pcpu_hot)
	OFFSET(PTIME_PCPU_HOT_PREEMPT_COUNT, pcpu_hot, preempt_count);
#endif
	OFFSET(PTIME_TASK_STACK, task_struct, stack);
	DEFINE(PTIME_STACK_BYTES, THREAD_SIZE);
	DEFINE(PTIME_STACKS_TASK, sizeof(struct ptime_stack *) * PTIME_CONTEXT_TASK);
	DEFINE(PTIME_STACKS_SOFTIRQ, sizeof(struct ptime_stack *) * PTIME_CONTEXT_SOFTIRQ);
	OFFSET(PTIME_STACK_TOP, ptime_stack, top);
	OFFSET(PTIME_STACK_TASK, ptime_stack, task);
	OFFSET(PTIME_STACK_LAST, ptime_stack, last);
	OFFSET(PTIME_OPEN_SP, ptime_open, sp);
	OFFSET(PTIME_OPEN_NODE, ptime_open, node);
	DEFINE(PTIME_OPEN_BYTES, sizeof(struct ptime_open));
	/* hash_32() */
	DEFINE(PTIME_HASH, GOLDEN_RATIO_32);
	DEFINE(PTIME_HASH_BITS, PTIME_NODES_BITS);
	BLANK();

	DEFINE(PTIME_PLACE_MASK, PTIME_STAMPS_MASK);
	OFFSET(PTIME_STAMP_SKB, ptime_stamp, skb);
	OFFSET(PTIME_STAMP_ROAD, ptime_stamp, road);
	OFFSET(PTIME_STAMP_STEPS, ptime_stamp, steps);
	DEFINE(PTIME_STAMP_STEPS_MAX, PTIME_STEPS_MAX);
	OFFSET(PTIME_STAMP_FLAGS, ptime_stamp, flags);
	DEFINE(PTIME_DIRECT_HEADS, PTIME_STAMP_HEADS);
	OFFSET(PTIME_STAMP_START, ptime_stamp, heads.start);
	OFFSET(PTIME_STAMP_PORTS4, ptime_stamp, heads.ports4);
	OFFSET(PTIME_STAMP_PORTS6, ptime_stamp, heads.ports6);
	OFFSET(PTIME_STAMP_LENGTH, ptime_stamp, heads.length);
	OFFSET(PTIME_STAMP_AT, ptime_stamp, at);
	BLANK();

	OFFSET(PTIME_SKB_HEAD, sk_buff, head);
	OFFSET(PTIME_SKB_NETWORK_HEADER, sk_buff, network_header);
	OFFSET(PTIME_SKB_TAIL, sk_buff, tail);
	OFFSET(PTIME_SKB_IIF, sk_buff, skb_iif);
	DEFINE(PTIME_IP4_BYTES, sizeof(struct iphdr));
	DEFINE(PTIME_IP6_BYTES, sizeof(struct ipv6hdr));
}
