/* SPDX-License-Identifier: GPL-2.0 */
/* schedule: since when instances of NAPI are scheduled (waits=poll) */
#ifndef _PATHTIME_SCHEDULE_H
#define _PATHTIME_SCHEDULE_H

#include <linux/types.h>

struct napi_struct;
struct sk_buff;

/**
 * struct ptime_schedule - since when an instance of NAPI is scheduled
 * @at: clock reading; 0 if that is not known
 * @cpu: number of the CPU that scheduled it
 */
struct ptime_schedule {
	u64 at;
	u16 cpu;
};

int ptime_schedules_init(void);
void ptime_schedules_exit(void);
void ptime_schedules_start(void);

void ptime_schedule_begin(const struct napi_struct *napi);
void ptime_schedule_renew(const struct napi_struct *napi, u64 now);
void ptime_schedule_end(const struct napi_struct *napi, u64 began);
struct ptime_schedule ptime_schedule_of(const struct sk_buff *skb);

#endif /* _PATHTIME_SCHEDULE_H */
