/* SPDX-License-Identifier: GPL-2.0 */
/* raw: times as measured, with the overhead of the probes */
#ifndef _PATHTIME_RAW_H
#define _PATHTIME_RAW_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_raw_keep() - replace corrected times with raw ones
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_raw_keep(const char *command, struct ptool_model *model,
		   struct ptool_reason *why);

#endif /* _PATHTIME_RAW_H */
