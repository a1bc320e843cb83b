/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/kprobes.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_KPROBES_H
#define _PATHTIME_COMPAT_KPROBES_H

#include <linux/kprobes.h>

/* 5.10: an instance has a pointer to its kretprobe */
#ifndef PTIME_HAS_get_kretprobe
static __always_inline struct kretprobe *get_kretprobe(struct kretprobe_instance *ri)
{
	return ri->rp;
}
#endif

#endif /* _PATHTIME_COMPAT_KPROBES_H */
