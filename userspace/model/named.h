/* SPDX-License-Identifier: GPL-2.0 */
/* named: find a model's functions by a name or a pattern */
#ifndef _PATHTIME_NAMED_H
#define _PATHTIME_NAMED_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_named_keep() - Keep only functions that match a name
 * @model: the model
 * @pattern: a function's name or a shell pattern; with "MODULE:" in front, only
 *	functions of that module
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status if no function matches; @why then has similar
 * names.
 */
int ptool_named_keep(struct ptool_model *model, const char *pattern,
		     struct ptool_reason *why);

#endif /* _PATHTIME_NAMED_H */
