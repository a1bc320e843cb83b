/* SPDX-License-Identifier: GPL-2.0 */
/* raw: times as they were taken, not corrected for what probes add */
#ifndef _PATHTIME_RAW_H
#define _PATHTIME_RAW_H

#include "model/model.h"
#include "options/options.h"

/**
 * ptool_raw_keep() - have raw times in place of corrected ones, if asked for
 * @command: name of the command that is to show them
 * @model: the model
 * @options: what the user asked for
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_raw_keep(const char *command, struct ptool_model *model,
		   const struct ptool_options *options);

#endif /* _PATHTIME_RAW_H */
