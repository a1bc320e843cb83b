/* SPDX-License-Identifier: GPL-2.0 */
/* folded: prints a tree as stacks with their time, for flame graphs */
#ifndef _PATHTIME_FOLDED_H
#define _PATHTIME_FOLDED_H

#include "base/out.h"
#include "model/model.h"

/**
 * ptool_folded_print() - print a line per stack: "a;b;c ns"
 * @out: where to print
 * @model: the model, which must have a tree
 *
 * The number is the self time of the last function, in nanoseconds. The first
 * frame is the segment of the source, if it has segments; the next is the
 * context. The lines add up to the totals of the roots, except for interrupt
 * time, which is in the stacks of the other contexts.
 */
void ptool_folded_print(const struct ptool_out *out,
			const struct ptool_model *model);

#endif /* _PATHTIME_FOLDED_H */
