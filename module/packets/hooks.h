/* SPDX-License-Identifier: GPL-2.0 */
/* skbpath: hears of packets, and keeps the account of their roads */
#ifndef _PATHTIME_HOOKS_H
#define _PATHTIME_HOOKS_H

#include <linux/types.h>

struct sk_buff;

/**
 * struct ptime_step_hook - a function that is given a packet when it takes a step
 * @step: enum ptime_step
 * @skb: which argument is the packet
 * @test: where this argument, an int, is negative, there is no step; PTIME_HOOK_NO_TEST
 *	where there always is
 * @request: the argument is what a callback of the crypto layer is given
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
 * struct ptime_filter - which packets are looked at; 0 is any
 * @netns: number of the name space where they begin
 * @in: number of the interface that receives them
 * @out: of the one that sends them
 * @transport: protocol of the transport layer, where it is easily found
 */
struct ptime_filter {
	u32 netns;
	u32 in;
	u32 out;
	u8 transport;
};

/**
 * struct ptime_hooks_info - is there anybody who looks at packets?
 * @started: yes
 * @err: -errno of the last attempt, or 0
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
