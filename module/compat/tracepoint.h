/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/tracepoint.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_TRACEPOINT_H
#define _PATHTIME_COMPAT_TRACEPOINT_H

#include <linux/preempt.h>
#include <linux/tracepoint.h>
#include <trace/events/irq.h>
#include <trace/events/napi.h>
#include <trace/events/net.h>
#include <trace/events/skb.h>
#include <trace/events/tcp.h>
/* x86: the timer's interrupt, and those that CPUs send each other, have tracepoints of their own */
#ifdef CONFIG_X86_LOCAL_APIC
#include <asm/trace/irq_vectors.h>
#endif
#ifdef CONFIG_ARM64
#include <trace/events/ipi.h>
#endif

/*
 * On recent kernels a tracepoint's probe runs under SRCU and may be preempted (__DO_TRACE_CALL
 * in tracepoint.h). On earlier ones, the tracepoint turns preemption off itself.
 */
static __always_inline void ptime_traced_begin(void)
{
#ifdef PTIME_HAS_srcu_fast_notrace
	preempt_disable_notrace();
#endif
}

static __always_inline void ptime_traced_end(void)
{
#ifdef PTIME_HAS_srcu_fast_notrace
	preempt_enable_notrace();
#endif
}

#endif /* _PATHTIME_COMPAT_TRACEPOINT_H */
