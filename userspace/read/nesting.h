/* SPDX-License-Identifier: GPL-2.0 */
/* nesting: checks that callers, callees and self times are known before they are shown */
#ifndef _PATHTIME_NESTING_H
#define _PATHTIME_NESTING_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_nesting_check() - check that callers and callees can be shown
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error: callers are not
 * known, or the model was narrowed to some CPUs and its tree was not.
 */
int ptool_nesting_check(const char *command, const struct ptool_model *model,
			struct ptool_reason *why);

/**
 * ptool_nesting_keep_self() - replace all times with self times
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_nesting_keep_self(const char *command, struct ptool_model *model,
			    struct ptool_reason *why);

#endif /* _PATHTIME_NESTING_H */
