/* SPDX-License-Identifier: GPL-2.0 */
/* step_hook: the functions that report a step of a packet, and what their hooks do */
#ifndef _PATHTIME_STEP_HOOK_H
#define _PATHTIME_STEP_HOOK_H

#include <linux/types.h>

#include <pathtime/abi.h>

struct ptime_symbol;

/* arguments that a hook can be given: those in registers on all architectures */
#define PTIME_HOOK_ARGUMENTS	6

/* steps that users name; their numbers follow those of the module, from PTIME_STEPS on */
#define PTIME_USER_STEPS	16

/* a packet takes users' steps only while it has fewer steps of any kind */
#define PTIME_USER_STEPS_OF_PACKET	(PTIME_STEPS_MAX - 4)

/**
 * enum ptime_hook_kind - arguments of functions with step hooks
 * @PTIME_HOOK_PACKET: a packet, and each call is a step
 * @PTIME_HOOK_UNLESS_NEGATIVE: a packet; a step, unless the int .test is negative
 * @PTIME_HOOK_DATAGRAM: a packet for the socket .test of UDP; a step, unless the socket is full
 * @PTIME_HOOK_SEGMENT: a packet for the socket .test of TCP
 * @PTIME_HOOK_RAW: a packet for the raw socket .test
 * @PTIME_HOOK_FRAGMENT: a fragment for the datagram .test; a step, unless that is a packet socket's
 * @PTIME_HOOK_REQUEST: no packet, but what the crypto layer passes to a callback
 * @PTIME_HOOK_STREAM: no packet, but a socket of TCP from which a program has read
 * @PTIME_HOOK_NAPI: no packet, but an instance of NAPI that is scheduled
 */
enum ptime_hook_kind {
	PTIME_HOOK_PACKET,
	PTIME_HOOK_UNLESS_NEGATIVE,
	PTIME_HOOK_DATAGRAM,
	PTIME_HOOK_SEGMENT,
	PTIME_HOOK_RAW,
	PTIME_HOOK_FRAGMENT,
	PTIME_HOOK_REQUEST,
	PTIME_HOOK_STREAM,
	PTIME_HOOK_NAPI,
};

/**
 * struct ptime_step_hook - a function that is called with a packet when the packet takes a step
 * @step: the step, enum ptime_step
 * @skb: number of the argument that is the packet, or what @kind says, from 0
 * @test: number of another argument that the hook looks at; PTIME_HOOK_NO_TEST if there is none
 * @kind: enum ptime_hook_kind
 * @name: "[module:]function"; NULL for a hook of users
 */
struct ptime_step_hook {
	u8 step;
	u8 skb;
	u8 test;
	u8 kind;
	const char *name;
};

#define PTIME_HOOK_NO_TEST	0xff

/* the hooks of <pathtime/steps.def>; the last entry has no name */
extern const struct ptime_step_hook ptime_step_hooks[];

bool ptime_step_hook_is_wanted(const struct ptime_step_hook *hook);
const struct ptime_step_hook *ptime_step_hook_find(const struct ptime_symbol *symbol);
int ptime_step_hook_of_user(const char *step, u8 skb, const struct ptime_step_hook **hook,
			    char *reason);
void ptime_step_hook_get(const struct ptime_step_hook *hook);
void ptime_step_hook_put(const struct ptime_step_hook *hook);
void ptime_step_hook_keep(const struct ptime_step_hook *hook);
const char *ptime_step_name(u8 step);

#endif /* _PATHTIME_STEP_HOOK_H */
