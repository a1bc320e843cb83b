/* SPDX-License-Identifier: GPL-2.0 */
/* nesting: what is to be known of callers and callees before they are shown */
#ifndef _PATHTIME_NESTING_H
#define _PATHTIME_NESTING_H

#include "model/model.h"
#include "options/options.h"

/**
 * ptool_nesting_check() - whether callers and callees can be shown
 * @command: name of the command that is to show them
 * @model: the model
 *
 * Return: 0, or an exit status after an error was told: callers are not known, or
 * not of some CPUs only.
 */
int ptool_nesting_check(const char *command, const struct ptool_model *model);

/**
 * ptool_nesting_keep_self() - have self times in place of all others, if asked for
 * @command: name of the command that is to show them
 * @model: the model
 * @options: what the user asked for
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_nesting_keep_self(const char *command, struct ptool_model *model,
			    const struct ptool_options *options);

#endif /* _PATHTIME_NESTING_H */
