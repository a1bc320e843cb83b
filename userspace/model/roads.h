/* SPDX-License-Identifier: GPL-2.0 */
/* roads: check that the paths of packets are known before they are shown */
#ifndef _PATHTIME_ROADS_H
#define _PATHTIME_ROADS_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_roads_known() - Check whether a model has the paths of packets
 * @model: the model
 *
 * Return: true if its source can report paths and packet tracing is on.
 */
bool ptool_roads_known(const struct ptool_model *model);

/**
 * ptool_roads_check() - Check whether the paths of packets can be shown
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status if they are not known.
 */
int ptool_roads_check(const char *command, const struct ptool_model *model,
		      struct ptool_reason *why);

#endif /* _PATHTIME_ROADS_H */
