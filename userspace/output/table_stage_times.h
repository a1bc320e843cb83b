/* SPDX-License-Identifier: GPL-2.0 */
/* table_stage_times: prints a line for each stage of a path */
#ifndef _PATHTIME_TABLE_STAGE_TIMES_H
#define _PATHTIME_TABLE_STAGE_TIMES_H

#include "base/out.h"
#include "model/model.h"
#include "output/cells.h"

/**
 * ptool_table_stage_times() - Print the times of the stages below the path's
 * @out: where to print
 * @cells: columns of the path; the share is that of the path's time
 * @name_width: width of the path's name
 * @path: the path
 */
void ptool_table_stage_times(const struct ptool_out *out,
			     const struct ptool_cells *cells, int name_width,
			     const struct ptool_path *path);

/**
 * ptool_table_has_stage_times() - Check whether times of stages are known
 * @paths: the paths
 *
 * Return: true if they are for a path.
 */
bool ptool_table_has_stage_times(const struct ptool_paths *paths);

#endif /* _PATHTIME_TABLE_STAGE_TIMES_H */
