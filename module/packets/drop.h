/* SPDX-License-Identifier: GPL-2.0 */
/*
 * drop: why packets were dropped
 *
 * A cause is the kernel's enum skb_drop_reason if that says something. If it does not, it is the
 * counter of xfrm that moved, or the function that dropped the packet.
 */
#ifndef _PATHTIME_DROP_H
#define _PATHTIME_DROP_H

#include <linux/skbuff.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "compat/trace_skb.h"
#include "packets/inflight.h"

/* causes that are no reasons of the kernel; its subsystems use the bits from 16 on, from 0 up */
#define PTIME_DROP_XFRM		0x80000000
#define PTIME_DROP_FUNCTION	0xc0000000

/**
 * ptime_drop_is_told() - Check whether the kernel gives a reason
 * @reason: enum skb_drop_reason
 *
 * The policies of xfrm share one reason, and have counters, too.
 *
 * Return: true if the cause is the reason, and no counter of xfrm has moved.
 */
static __always_inline bool ptime_drop_is_told(u32 reason)
{
#ifdef PTIME_HAS_skb_drop_reason
	return reason != SKB_DROP_REASON_NOT_SPECIFIED && reason != SKB_DROP_REASON_XFRM_POLICY;
#else
	return false;
#endif
}

u32 ptime_drop_find_cause(const struct ptime_inflight *record, u32 reason,
			  const void *location);

/* the cause of a drop, for ptime_path_end(); see ptime_drop_find_cause() */
static __always_inline u32 ptime_drop_cause(const struct ptime_inflight *record, u32 reason,
					    const void *location)
{
	return likely(ptime_drop_is_told(reason)) ? reason :
						    ptime_drop_find_cause(record, reason, location);
}

void ptime_drop_pass(void);
int ptime_drop_init(void);
void ptime_drop_exit(void);
void ptime_drop_start(void);
void ptime_drop_age(void);
void ptime_drop_forget(bool (*is_used)(u32 cause));
u32 ptime_drop_reason(u32 cause);
const char *ptime_drop_name(u32 cause);
bool ptime_drop_is_same(u32 cause, u32 other);

#endif /* _PATHTIME_DROP_H */
