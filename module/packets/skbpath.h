/* SPDX-License-Identifier: GPL-2.0 */
/* skbpath: hears of packets, and keeps the account of their roads */
#ifndef _PATHTIME_SKBPATH_H
#define _PATHTIME_SKBPATH_H

#include <linux/types.h>

struct sk_buff;

/**
 * struct ptime_note - a function that is given a packet when it takes a step
 * @step: enum ptime_step
 * @skb: which argument is the packet
 * @test: where this argument, an int, is negative, there is no step; PTIME_NOTE_NO_TEST
 *	where there always is
 * @request: the argument is what a callback of the crypto layer is given
 * @name: "[module:]function"
 */
struct ptime_note {
	u8 step;
	u8 skb;
	u8 test;
	bool request;
	const char *name;
};

#define PTIME_NOTE_NO_TEST	0xff

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
 * struct ptime_skbpath_info - is there anybody who looks at packets?
 * @started: yes
 * @err: -errno of the last attempt, or 0
 */
struct ptime_skbpath_info {
	bool started;
	int err;
};

extern const struct ptime_note ptime_notes[];

int ptime_skbpath_init(u32 paths, u32 slowest, bool anonymous);
int ptime_skbpath_start(void);
void ptime_skbpath_stop(void);
void ptime_skbpath_exit(void);
void ptime_skbpath_want(void);
void ptime_skbpath_settle(void);
void ptime_skbpath_set_filter(const struct ptime_filter *filter);
const struct ptime_filter *ptime_skbpath_filter(void);
const struct ptime_skbpath_info *ptime_skbpath_info(void);

bool ptime_note_needs_stamp(const struct ptime_note *note);
bool ptime_note_is_of_sent(const struct ptime_note *note);
bool ptime_note_is_plain(const struct ptime_note *note);
bool ptime_note_takes_heads(const struct ptime_note *note);
void ptime_skbpath_note(const struct ptime_note *note, unsigned long argument, int tested);
void ptime_skbpath_answer(unsigned long verdict);

#endif /* _PATHTIME_SKBPATH_H */
