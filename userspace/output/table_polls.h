/* SPDX-License-Identifier: GPL-2.0 */
/* table_polls: prints waits of the receive softirq, and NAPI's polls */
#ifndef _PATHTIME_TABLE_POLLS_H
#define _PATHTIME_TABLE_POLLS_H

#include "base/out.h"
#include "model/model.h"
#include "output/view.h"

/**
 * ptool_table_polls() - Print a line for each wait, and what polls did besides
 * @out: where to print
 * @model: the model, with paths
 * @view: the unit, percentiles, and whether CPUs are shown
 */
void ptool_table_polls(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view);

#endif /* _PATHTIME_TABLE_POLLS_H */
