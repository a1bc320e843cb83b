/* SPDX-License-Identifier: GPL-2.0 */
/* direct: what the backend of this name and its entries in assembly share */
#ifndef _PATHTIME_DIRECT_H
#define _PATHTIME_DIRECT_H

/* functions timed at once: each has an entry of its own, as a module cannot make code */
#define PTIME_DIRECT_SLOTS	200

/* struct ptime_direct_call */
#define PTIME_DIRECT_FRAME		0
#define PTIME_DIRECT_RETVAL		8
#define PTIME_DIRECT_RETVAL_HIGH	16
#define PTIME_DIRECT_BYTES		24

#ifndef __ASSEMBLY__
#include <linux/percpu.h>
#include <linux/types.h>

#include "hit.h"

/**
 * struct ptime_direct_call - one call under way, in its entry's stack frame
 * @frame: as every backend keeps it
 * @retval: what the function returned
 * @retval_high: the other half, of functions that return 16 bytes
 */
struct ptime_direct_call {
	struct ptime_frame frame;
	unsigned long retval;
	unsigned long retval_high;
};

/* calls under way, by slot: begun less ended, on each CPU */
DECLARE_PER_CPU(u32, ptime_direct_calls[PTIME_DIRECT_SLOTS]);

extern const struct ptime_hit *ptime_direct_hits[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_entries[PTIME_DIRECT_SLOTS];

void ptime_direct_leave(const struct ptime_hit *hit, u64 now,
			const struct ptime_direct_call *call);
#endif

#endif /* _PATHTIME_DIRECT_H */
