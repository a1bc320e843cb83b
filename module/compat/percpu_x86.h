/* SPDX-License-Identifier: GPL-2.0 */
/* compat: where x86 keeps per-CPU data, as the newest kernel has it; for assembly */
#ifndef _PATHTIME_COMPAT_PERCPU_X86_H
#define _PATHTIME_COMPAT_PERCPU_X86_H

/* from 6.2 to 6.14 these variables are members of pcpu_hot */
#ifdef PTIME_HAS_pcpu_hot
#include <asm/asm-offsets.h>

#define current_task	(pcpu_hot + X86_current_task)
#define __preempt_count	(pcpu_hot + PTIME_PCPU_HOT_PREEMPT_COUNT)
#endif

#endif /* _PATHTIME_COMPAT_PERCPU_X86_H */
