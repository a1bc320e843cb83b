/* SPDX-License-Identifier: GPL-2.0 */
/* nesting: checks that callers, callees and self times are known before they are shown */
#ifndef _PATHTIME_NESTING_H
#define _PATHTIME_NESTING_H

#include "model/model.h"

/**
 * ptool_nesting_check() - check that callers and callees can be shown
 * @command: name of the command that shows them
 * @model: the model
 *
 * Return: 0, or an exit status after an error was reported: callers are not
 * known, or the model was narrowed to some CPUs and its tree was not.
 */
int ptool_nesting_check(const char *command, const struct ptool_model *model);

/**
 * ptool_nesting_keep_self() - replace all times with self times
 * @command: name of the command that shows them
 * @model: the model
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_nesting_keep_self(const char *command, struct ptool_model *model);

#endif /* _PATHTIME_NESTING_H */
