/* SPDX-License-Identifier: GPL-2.0 */
/* wait_list: the waits of packets that are timed on request (waits=) */
#ifndef _PATHTIME_WAIT_LIST_H
#define _PATHTIME_WAIT_LIST_H

#include <linux/jump_label.h>
#include <linux/types.h>

/* in GRO, in a ring or in a socket */
DECLARE_STATIC_KEY_FALSE(ptime_waits_timed);
/* in GRO, as a step of paths */
DECLARE_STATIC_KEY_FALSE(ptime_wait_gro);
/* any of those behind paths: in a driver's ring, and in a socket (holder.h) */
DECLARE_STATIC_KEY_FALSE(ptime_waits_behind);
DECLARE_STATIC_KEY_FALSE(ptime_wait_rings);
DECLARE_STATIC_KEY_FALSE(ptime_wait_sockets);
/* for a CPU that is in interrupts, for the slowest packets (interrupts.h) */
DECLARE_STATIC_KEY_FALSE(ptime_wait_interrupts);
/* before paths: for NAPI's poll, and in it (polls.h) */
DECLARE_STATIC_KEY_FALSE(ptime_wait_polls);

u32 ptime_wait_list_flags(void);
bool ptime_wait_list_has_gro(void);
bool ptime_wait_list_has_sockets(void);

int ptime_wait_list_init(const char *list);

#endif /* _PATHTIME_WAIT_LIST_H */
