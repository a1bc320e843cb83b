/* SPDX-License-Identifier: GPL-2.0 */
/* sample: chooses the calls that are timed with sample=N */
#ifndef _PATHTIME_SAMPLE_H
#define _PATHTIME_SAMPLE_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

/* one call in ptime_sample is timed */
extern u32 ptime_sample;

/**
 * struct ptime_turn - distance to the next call of a function that is timed on a CPU
 * @left: calls up to and including that one; 0 or less if a call is due
 * @drawn: calls before it in its block of ptime_sample calls
 */
struct ptime_turn {
	s32 left;
	u32 drawn;
};

void ptime_sample_init(u32 sample);
void ptime_sample_begin(struct ptime_turn __percpu *turn);
void ptime_sample_draw(struct ptime_turn __percpu *turn);

/* the backends choose handlers and trampolines by it, so timing all calls costs nothing extra */
static inline bool ptime_sample_is_on(void)
{
	return ptime_sample > 1;
}

/**
 * ptime_sample_takes() - Check whether the present call is to be timed
 * @turn: the called function's
 *
 * A call in an interrupt that comes between the decrement and the draw is due and draws, too.
 * That is correct, because each timed call adds one block.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: true if it is.
 */
static __always_inline bool ptime_sample_takes(struct ptime_turn __percpu *turn)
{
	if (likely(this_cpu_dec_return(turn->left) > 0))
		return false;
	ptime_sample_draw(turn);
	return true;
}

#endif /* _PATHTIME_SAMPLE_H */
