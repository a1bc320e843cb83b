/* SPDX-License-Identifier: GPL-2.0 */
/* compat: where x86 keeps what belongs to a CPU, as the newest kernel has it; for assembly, too */
#ifndef _PATHTIME_COMPAT_PERCPU_X86_H
#define _PATHTIME_COMPAT_PERCPU_X86_H

/* all in one place from 6.2 to 6.14 */
#ifdef PTIME_HAS_pcpu_hot
#define PTIME_PCPU_HOT_PREEMPT_COUNT	8

#ifdef __ASSEMBLY__
#include <asm/asm-offsets.h>

#define current_task	(pcpu_hot + X86_current_task)
#define __preempt_count	(pcpu_hot + PTIME_PCPU_HOT_PREEMPT_COUNT)
#else
#include <linux/build_bug.h>
#include <linux/stddef.h>
#include <asm/current.h>

static_assert(offsetof(struct pcpu_hot, preempt_count) == PTIME_PCPU_HOT_PREEMPT_COUNT);
#endif
#endif

#endif /* _PATHTIME_COMPAT_PERCPU_X86_H */
