/* SPDX-License-Identifier: GPL-2.0 */
/* hooks: packet tracing by tracepoints, step hooks and kretprobes */
#ifndef _PATHTIME_HOOKS_H
#define _PATHTIME_HOOKS_H

#include <linux/types.h>

#include "packets/step_hook.h"

/**
 * struct ptime_filter - which packets are traced; 0 in a field is any
 * @netns: number of the network namespace where the packet's path begins
 * @in: ifindex of an interface that the packet comes in by
 * @out: ifindex of an interface that the packet goes out by
 * @transport: transport layer protocol, as ptime_skb_transport() finds it
 * @in_is_upper: other interfaces may receive the packets of @in, and pass them on to it
 */
struct ptime_filter {
	u32 netns;
	u32 in;
	u32 out;
	u8 transport;
	bool in_is_upper;
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

int ptime_hooks_init(u32 paths, u32 slowest, u32 inflight, bool anonymous, bool polls);
int ptime_hooks_start(void);
void ptime_hooks_stop(void);
void ptime_hooks_exit(void);
void ptime_hooks_want(void);
void ptime_hooks_resume(void);
void ptime_hooks_set_filter(const struct ptime_filter *filter);
void ptime_hooks_get_filter(struct ptime_filter *copy);
void ptime_hooks_get_info(struct ptime_hooks_info *copy);
unsigned long ptime_hooks_missed(void);
int ptime_hooks_error(void);

void ptime_hooks_step(const struct ptime_step_hook *hook, unsigned long argument,
		      unsigned long tested);
void ptime_hooks_verdict(unsigned long verdict);

#endif /* _PATHTIME_HOOKS_H */
