/* SPDX-License-Identifier: GPL-2.0 */
/* sample: which calls are timed, where not all of them are */
#ifndef _PATHTIME_SAMPLE_H
#define _PATHTIME_SAMPLE_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

/* one call in so many is timed */
extern u32 ptime_sample;

/**
 * struct ptime_turn - when it is the turn of a function's next call on a CPU
 * @left: calls until then, that one included; none where it is due
 * @drawn: calls of its block of ptime_sample that come before it
 */
struct ptime_turn {
	s32 left;
	u32 drawn;
};

void ptime_sample_init(u32 sample);
void ptime_sample_begin(struct ptime_turn __percpu *turn);
void ptime_sample_draw(struct ptime_turn __percpu *turn);

/**
 * ptime_sample_is_on() - are there calls that are not timed?
 *
 * Context: any. For who chooses what runs in a probe: where there are none, nothing
 * of this does.
 */
static inline bool ptime_sample_is_on(void)
{
	return ptime_sample > 1;
}

/**
 * ptime_sample_takes() - is this call to be timed?
 * @turn: of the function that is called
 *
 * A call that comes in an interrupt while another is about to draw is due, too, and
 * draws as well: each call that is timed adds one block.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
static __always_inline bool ptime_sample_takes(struct ptime_turn __percpu *turn)
{
	if (likely(this_cpu_dec_return(turn->left) > 0))
		return false;
	ptime_sample_draw(turn);
	return true;
}

#endif /* _PATHTIME_SAMPLE_H */
