/* SPDX-License-Identifier: GPL-2.0 */
/* modwatch: arms probes when a module comes, disarms them before it goes */
#ifndef _PATHTIME_MODWATCH_H
#define _PATHTIME_MODWATCH_H

int ptime_modwatch_init(void);
void ptime_modwatch_exit(void);

#endif /* _PATHTIME_MODWATCH_H */
