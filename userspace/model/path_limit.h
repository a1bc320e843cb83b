/* SPDX-License-Identifier: GPL-2.0 */
/* path_limit: keeps a bounded number of paths, and adds up the others */
#ifndef _PATHTIME_PATH_LIMIT_H
#define _PATHTIME_PATH_LIMIT_H

#include "model/path.h"

/* the only step of a path that is the sum of others */
#define PTOOL_PATH_OTHER	"other"

/**
 * struct ptool_path_limit - the paths that are kept, in all readings
 * @max: number of paths to keep
 * @kept: number of paths kept so far
 * @id: ids of these paths
 */
struct ptool_path_limit {
	u32 max;
	u32 kept;
	u64 *id;
};

/**
 * ptool_path_limit_apply() - Add up the paths that are beyond a limit
 * @limit: the limit; if paths are new and there is room, gets those with the
 *	most packets. Zero but for @max before the first reading.
 * @paths: the paths, folded. Those beyond the limit become one path for each
 *	reason, with the only step PTOOL_PATH_OTHER.
 *
 * A path that is kept once is kept in all later readings, and no other one is
 * once the limit is reached. So sums only grow, which rates need.
 *
 * Return: number of paths that were added up.
 */
u32 ptool_path_limit_apply(struct ptool_path_limit *limit,
			   struct ptool_paths *paths);

void ptool_path_limit_free(struct ptool_path_limit *limit);

#endif /* _PATHTIME_PATH_LIMIT_H */
