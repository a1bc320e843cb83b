/* SPDX-License-Identifier: GPL-2.0 */
/* roads: what is to be known of the roads of packets before they are shown */
#ifndef _PATHTIME_ROADS_H
#define _PATHTIME_ROADS_H

#include "model/model.h"

/**
 * ptool_roads_known() - whether a model tells which roads packets took
 * @model: the model
 */
bool ptool_roads_known(const struct ptool_model *model);

/**
 * ptool_roads_check() - whether the roads of packets can be shown
 * @command: name of the command that is to show them
 * @model: the model
 *
 * Return: 0, or an exit status after an error was told: they are not known.
 */
int ptool_roads_check(const char *command, const struct ptool_model *model);

#endif /* _PATHTIME_ROADS_H */
