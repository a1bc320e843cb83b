/* SPDX-License-Identifier: GPL-2.0 */
/* overhead: computes the CPU time that each probe has taken */
#ifndef _PATHTIME_OVERHEAD_H
#define _PATHTIME_OVERHEAD_H

#include <linux/types.h>

struct ptime_probe;

u64 ptime_overhead_probe_ns(const struct ptime_probe *probe);
u64 ptime_overhead_all_ns(void);

#endif /* _PATHTIME_OVERHEAD_H */
