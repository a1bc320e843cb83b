/* SPDX-License-Identifier: GPL-2.0 */
/* attach: finds functions and puts probes on them */
#ifndef _PATHTIME_ATTACH_H
#define _PATHTIME_ATTACH_H

struct list_head;

void ptime_attach(struct list_head *todo);

#endif /* _PATHTIME_ATTACH_H */
