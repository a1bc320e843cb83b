/* SPDX-License-Identifier: GPL-2.0 */
/*
 * polls: waits of the receive softirq and NAPI's polls, on each CPU
 *
 *	interrupt ..... NET_RX runs ... poll ... poll ... NET_RX ends
 *	    |--- softirq ---|- poll -|- poll -|               |
 *	                    |------------- run ---------------|
 *	                             |-- between polls -- ...
 */
#ifndef _PATHTIME_POLLS_H
#define _PATHTIME_POLLS_H

#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/percpu_hist.h"

struct napi_struct;
struct ptime_inflight;
struct sk_buff;

void ptime_polls_raise(void *data, unsigned int softirq);
void ptime_polls_enter(void *data, unsigned int softirq);
void ptime_polls_leave(void *data, unsigned int softirq);
void ptime_polls_poll(void *data, struct napi_struct *napi, int work, int budget);
void ptime_polls_precede(struct ptime_inflight *record, const struct sk_buff *skb);

int ptime_polls_init(void);
void ptime_polls_exit(void);
void ptime_polls_start(void);
void ptime_polls_stop(void);
int ptime_polls_alloc_spare(void);
void ptime_polls_swap_spare(void);
void ptime_polls_free_spare(void);

bool ptime_polls_are_timed(void);
void ptime_polls_add_cpu(enum ptime_wait wait, int cpu, struct ptime_hist *hist);
bool ptime_polls_read(int cpu, struct ptime_snapshot_polls *to);

#endif /* _PATHTIME_POLLS_H */
