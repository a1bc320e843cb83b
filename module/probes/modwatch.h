/* SPDX-License-Identifier: GPL-2.0 */
/* modwatch: attaches probes when a module is loaded, detaches them before it is unloaded */
#ifndef _PATHTIME_MODWATCH_H
#define _PATHTIME_MODWATCH_H

int ptime_modwatch_init(void);
void ptime_modwatch_exit(void);

#endif /* _PATHTIME_MODWATCH_H */
