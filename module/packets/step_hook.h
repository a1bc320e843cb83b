/* SPDX-License-Identifier: GPL-2.0 */
/* step_hook: the functions that report a step of a packet, and what their hooks do */
#ifndef _PATHTIME_STEP_HOOK_H
#define _PATHTIME_STEP_HOOK_H

#include <linux/types.h>

struct ptime_symbol;

/**
 * struct ptime_step_hook - a function that is called with a packet when the packet takes a step
 * @step: the step, enum ptime_step
 * @skb: number of the argument that is the packet, from 0
 * @test: number of an int argument; if it is negative, the call is no step. PTIME_HOOK_NO_TEST if
 *	each call is a step
 * @request: argument @skb is not the packet, but what the crypto layer passes to a callback
 * @name: "[module:]function"
 */
struct ptime_step_hook {
	u8 step;
	u8 skb;
	u8 test;
	bool request;
	const char *name;
};

#define PTIME_HOOK_NO_TEST	0xff

/* the hooks of <pathtime/steps.def>; the last entry has no name */
extern const struct ptime_step_hook ptime_step_hooks[];

const struct ptime_step_hook *ptime_step_hook_find(const struct ptime_symbol *symbol);

#endif /* _PATHTIME_STEP_HOOK_H */
