/* SPDX-License-Identifier: GPL-2.0 */
/* raw: times as measured, with the overhead of the probes */
#ifndef _PATHTIME_RAW_H
#define _PATHTIME_RAW_H

#include "model/model.h"
#include "options/options.h"

/**
 * ptool_raw_keep() - replace corrected times with raw ones if the options ask for it
 * @command: name of the command that shows them
 * @model: the model
 * @options: the options
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_raw_keep(const char *command, struct ptool_model *model,
		   const struct ptool_options *options);

#endif /* _PATHTIME_RAW_H */
