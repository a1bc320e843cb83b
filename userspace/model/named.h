/* SPDX-License-Identifier: GPL-2.0 */
/* named: functions of a model, by a name or a pattern */
#ifndef _PATHTIME_NAMED_H
#define _PATHTIME_NAMED_H

#include "model/model.h"

/**
 * ptool_named_keep() - leave out all functions but those of a name
 * @model: the model
 * @pattern: the name, or a pattern as a shell has it; with the module and a colon
 *	before it that module's only
 *
 * Return: 0; or, where there is none of it, an exit status after an error was told,
 * with names that are like it.
 */
int ptool_named_keep(struct ptool_model *model, const char *pattern);

#endif /* _PATHTIME_NAMED_H */
