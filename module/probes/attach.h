/* SPDX-License-Identifier: GPL-2.0 */
/* attach: looks functions up and attaches probes to them */
#ifndef _PATHTIME_ATTACH_H
#define _PATHTIME_ATTACH_H

struct list_head;

void ptime_attach(struct list_head *todo);

#endif /* _PATHTIME_ATTACH_H */
