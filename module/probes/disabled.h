/* SPDX-License-Identifier: GPL-2.0 */
/* disabled: the requests for functions of users' groups that are disabled */
#ifndef _PATHTIME_DISABLED_H
#define _PATHTIME_DISABLED_H

#include <linux/types.h>

struct list_head;
struct ptime_probe;
struct ptime_symbol;

int ptime_disabled_copy(const struct ptime_probe *probe, struct list_head *copies);
int ptime_disabled_keep(struct list_head *copies, char *reason);
void ptime_disabled_discard(struct list_head *copies);

int ptime_disabled_probes(const char *group, struct list_head *fresh);
bool ptime_disabled_has(const char *group);
void ptime_disabled_forget_group(const char *group);
void ptime_disabled_forget_probe(const struct ptime_probe *probe);
int ptime_disabled_del(const char *name, const struct ptime_symbol *parts, char *reason);

void ptime_disabled_each(void (*see)(void *argument, const char *group, unsigned int functions),
			 void *argument);
void ptime_disabled_exit(void);

#endif /* _PATHTIME_DISABLED_H */
