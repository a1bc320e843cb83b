/* SPDX-License-Identifier: GPL-2.0 */
/* table_stages: prints the stages of a path as one bar */
#ifndef _PATHTIME_TABLE_STAGES_H
#define _PATHTIME_TABLE_STAGES_H

#include "base/out.h"
#include "base/units.h"
#include "model/model.h"

/**
 * ptool_table_stages() - Print a bar whose parts are as wide as the stages' shares
 * @out: where to print
 * @line_width: width of the line
 * @path: the path
 * @unit: unit of times
 *
 * A part has as much as fits of its stage: the names of both steps, the mean
 * time and the share. Stages whose names do not fit are in a line below, unless
 * their share is 0 %. The largest part is bold. The mean length of a packet is
 * behind the bar. A path without any time, or on a line too narrow for its
 * stages, has this length only.
 */
void ptool_table_stages(const struct ptool_out *out, int line_width,
			const struct ptool_path *path, enum ptool_unit unit);

#endif /* _PATHTIME_TABLE_STAGES_H */
