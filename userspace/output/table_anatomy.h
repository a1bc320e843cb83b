/* SPDX-License-Identifier: GPL-2.0 */
/* table_anatomy: prints where fast and slow packets of a path spent their time */
#ifndef _PATHTIME_TABLE_ANATOMY_H
#define _PATHTIME_TABLE_ANATOMY_H

#include "base/out.h"
#include "base/units.h"
#include "model/model.h"
#include "output/view.h"

/**
 * ptool_table_anatomy() - Print the stages of packets about as slow as percentiles
 * @out: where to print
 * @model: the model
 * @view: which percentiles to show; P50, P90, P99 and P99.9 if none were chosen
 * @path: the path
 * @unit: unit of times
 *
 * A column has the packets whose time is in the same power of two as that of
 * the percentile.
 */
void ptool_table_anatomy(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view,
			 const struct ptool_path *path, enum ptool_unit unit);

#endif /* _PATHTIME_TABLE_ANATOMY_H */
