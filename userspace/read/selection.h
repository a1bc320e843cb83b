/* SPDX-License-Identifier: GPL-2.0 */
/* selection: the groups, functions and CPUs to keep of a model */
#ifndef _PATHTIME_SELECTION_H
#define _PATHTIME_SELECTION_H

#include "base/error.h"
#include "model/model.h"

/**
 * struct ptool_selection - the parts of a model to keep
 * @groups: number of groups to keep; 0 for all
 * @group: names of these groups
 * @cpus: CPUs to keep; no range for all
 * @untimed: keep functions that are only steps of paths, too
 */
struct ptool_selection {
	u32 groups;
	char **group;
	struct ptool_cpu_list cpus;
	bool untimed;
};

/**
 * ptool_selection_check() - check that a model has the wanted groups
 * @model: the model
 * @keep: what to keep
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_selection_check(const struct ptool_model *model,
			  const struct ptool_selection *keep,
			  struct ptool_reason *why);

/**
 * ptool_selection_keep_groups() - remove the functions of other groups
 * @model: the model
 * @keep: what to keep
 */
void ptool_selection_keep_groups(struct ptool_model *model,
				 const struct ptool_selection *keep);

/**
 * ptool_selection_keep() - remove all that is not to be kept
 * @model: the model
 * @keep: what to keep
 */
void ptool_selection_keep(struct ptool_model *model,
			  const struct ptool_selection *keep);

/**
 * ptool_selection_apply() - check the groups of a model, and remove the rest
 * @model: the model; freed on error
 * @keep: what to keep
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_selection_apply(struct ptool_model *model,
			  const struct ptool_selection *keep,
			  struct ptool_reason *why);

#endif /* _PATHTIME_SELECTION_H */
