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
 * struct ptime_step_hook - a function that is called with a packet when the packet takes a step
 * @step: the step, enum ptime_step
 * @skb: number of the argument that is the packet, from 0
 * @test: number of an argument that says whether the call is a step; PTIME_HOOK_NO_TEST if each is
 *	one. It is an int that is not negative; with @datagram a socket that is not full; with
 *	@fragment the queue of a datagram that is no packet socket's; with @napi it is not used
 * @datagram: the function gives a packet of UDP to its socket
 * @fragment: the function gives a fragment to those of its datagram
 * @request: argument @skb is not the packet, but what the crypto layer passes to a callback
 * @napi: argument @skb is no packet, but an instance of NAPI that is scheduled
 * @name: "[module:]function"; NULL for a hook of users
 */
struct ptime_step_hook {
	u8 step;
	u8 skb;
	u8 test;
	bool datagram;
	bool fragment;
	bool request;
	bool napi;
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
