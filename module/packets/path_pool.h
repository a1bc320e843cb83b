/* SPDX-License-Identifier: GPL-2.0 */
/* path_pool: memory for paths that are yet to occur, which a probe can take */
#ifndef _PATHTIME_PATH_POOL_H
#define _PATHTIME_PATH_POOL_H

#include <linux/types.h>

#include "record/percpu_hist.h"

int ptime_path_pool_init(u32 entries, const struct ptime_hist_extra *extra);
void ptime_path_pool_exit(void);
struct ptime_percpu_hist __percpu *ptime_path_pool_take(u32 *entry);
void ptime_path_pool_keep(u32 entry);

#endif /* _PATHTIME_PATH_POOL_H */
