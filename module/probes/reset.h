/* SPDX-License-Identifier: GPL-2.0 */
/* reset: puts new series in the place of those that have counted */
#ifndef _PATHTIME_RESET_H
#define _PATHTIME_RESET_H

#include <linux/types.h>

int ptime_reset(void);
bool ptime_reset_has_spares(void);
void ptime_reset_free_spares(void);

#endif /* _PATHTIME_RESET_H */
