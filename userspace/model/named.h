/* SPDX-License-Identifier: GPL-2.0 */
/* named: find a model's functions by a name or a pattern */
#ifndef _PATHTIME_NAMED_H
#define _PATHTIME_NAMED_H

#include "model/model.h"

/**
 * ptool_named_keep() - Keep only functions that match a name
 * @model: the model
 * @pattern: a function's name or a shell pattern; with "MODULE:" in front, only
 *	functions of that module
 *
 * Return: 0, or an exit status after printing an error with similar names, if
 * no function matches.
 */
int ptool_named_keep(struct ptool_model *model, const char *pattern);

#endif /* _PATHTIME_NAMED_H */
