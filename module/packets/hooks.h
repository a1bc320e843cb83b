/* SPDX-License-Identifier: GPL-2.0 */
/* hooks: packet tracing by tracepoints and step hooks */
#ifndef _PATHTIME_HOOKS_H
#define _PATHTIME_HOOKS_H

#include <linux/types.h>

struct sk_buff;

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

/**
 * struct ptime_filter - which packets are traced; 0 in a field is any
 * @netns: number of the network namespace where the packet's path begins
 * @in: ifindex of the interface that receives the packet
 * @out: ifindex of the interface that sends the packet
 * @transport: transport layer protocol, as ptime_skb_transport() finds it
 */
struct ptime_filter {
	u32 netns;
	u32 in;
	u32 out;
	u8 transport;
};

/**
 * struct ptime_hooks_info - state of packet tracing
 * @started: packet tracing is on
 * @err: -errno of the last attempt to start it, or 0
 */
struct ptime_hooks_info {
	bool started;
	int err;
};

extern const struct ptime_step_hook ptime_step_hooks[];

int ptime_hooks_init(u32 paths, u32 slowest, bool anonymous);
int ptime_hooks_start(void);
void ptime_hooks_stop(void);
void ptime_hooks_exit(void);
void ptime_hooks_want(void);
void ptime_hooks_resume(void);
void ptime_hooks_set_filter(const struct ptime_filter *filter);
const struct ptime_filter *ptime_hooks_filter(void);
const struct ptime_hooks_info *ptime_hooks_info(void);

bool ptime_step_hook_needs_record(const struct ptime_step_hook *hook);
bool ptime_step_hook_is_of_sent(const struct ptime_step_hook *hook);
bool ptime_step_hook_is_plain(const struct ptime_step_hook *hook);
bool ptime_step_hook_takes_headers(const struct ptime_step_hook *hook);
void ptime_hooks_step(const struct ptime_step_hook *hook, unsigned long argument, int tested);
void ptime_hooks_verdict(unsigned long verdict);

#endif /* _PATHTIME_HOOKS_H */
