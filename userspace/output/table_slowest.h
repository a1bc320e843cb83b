/* SPDX-License-Identifier: GPL-2.0 */
/* table_slowest: prints the slowest packets of a path */
#ifndef _PATHTIME_TABLE_SLOWEST_H
#define _PATHTIME_TABLE_SLOWEST_H

#include "base/out.h"
#include "base/units.h"
#include "model/model.h"
#include "output/view.h"

/**
 * ptool_table_slowest() - Print the slowest packets that the module keeps of a path
 * @out: where to print
 * @model: the model
 * @view: the namespace whose interfaces have names
 * @path: the path
 * @unit: unit of times
 */
void ptool_table_slowest(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view,
			 const struct ptool_path *path, enum ptool_unit unit);

#endif /* _PATHTIME_TABLE_SLOWEST_H */
