/* SPDX-License-Identifier: GPL-2.0 */
/* nesting: what is to be known of callers and callees before they are shown */
#ifndef _PATHTIME_NESTING_H
#define _PATHTIME_NESTING_H

#include "model/model.h"
#include "options/options.h"

/**
 * ptime_nesting_check() - whether callers and callees can be shown
 * @command: name of the command that is to show them
 * @model: the model
 *
 * Return: 0, or an exit status after an error was told: callers are not known, or
 * not of some CPUs only.
 */
int ptime_nesting_check(const char *command, const struct ptime_model *model);

/**
 * ptime_nesting_keep_self() - have self times in place of all others, if asked for
 * @command: name of the command that is to show them
 * @model: the model
 * @options: what the user asked for
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_nesting_keep_self(const char *command, struct ptime_model *model,
			    const struct ptime_options *options);

#endif /* _PATHTIME_NESTING_H */
