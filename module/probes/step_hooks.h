/* SPDX-License-Identifier: GPL-2.0 */
/* step_hooks: finds the step hook of a function */
#ifndef _PATHTIME_STEP_HOOKS_H
#define _PATHTIME_STEP_HOOKS_H

struct ptime_step_hook;
struct ptime_symbol;

const struct ptime_step_hook *ptime_step_hook_find(const struct ptime_symbol *symbol);

#endif /* _PATHTIME_STEP_HOOKS_H */
