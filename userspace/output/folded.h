/* SPDX-License-Identifier: GPL-2.0 */
/* folded: a tree as stacks with their time, for flame graphs */
#ifndef _PATHTIME_FOLDED_H
#define _PATHTIME_FOLDED_H

#include "model/model.h"

/**
 * ptool_folded_print() - print a line per stack: "a;b;c ns"
 * @model: the model, which has a tree
 *
 * The time is that spent in the last function itself, in nanoseconds; the
 * first frames are the part of the source, if it has parts, and the context.
 * The lines add up to the totals of the roots, but for the time they spent
 * elsewhere, which is in the stacks of other contexts.
 */
void ptool_folded_print(const struct ptool_model *model);

#endif /* _PATHTIME_FOLDED_H */
