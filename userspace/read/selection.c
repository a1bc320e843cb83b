// SPDX-License-Identifier: GPL-2.0
/* selection: the groups, functions and CPUs to keep of a model */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "model/groups.h"
#include "read/selection.h"

static bool is_in_groups(const struct ptool_probe *probe, const void *argument)
{
	const struct ptool_selection *keep = argument;
	u32 i;

	for (i = 0; i < keep->groups; i++)
		if (!strcmp(probe->group, keep->group[i]))
			return true;
	return false;
}

static bool has_group(const struct ptool_model *model, const char *group)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (!strcmp(model->probe[i].group, group))
			return true;
	return false;
}

/* list the names of the groups in use, each once */
static void list_groups(const struct ptool_model *model, char *text,
			size_t size)
{
	size_t length = 0;
	u32 i, j;

	*text = '\0';
	for (i = 0; i < model->probes && length < size; i++) {
		for (j = 0; strcmp(model->probe[j].group,
				   model->probe[i].group); j++)
			;
		if (j < i)
			continue;
		length += snprintf(text + length, size - length, "%s%s",
				   length ? ", " : "", model->probe[i].group);
	}
}

int ptool_selection_check(const struct ptool_model *model,
			  const struct ptool_selection *keep,
			  struct ptool_reason *why)
{
	char names[256];
	u32 i;

	for (i = 0; i < keep->groups; i++) {
		if (has_group(model, keep->group[i]))
			continue;
		/* a capture need not contain every group that pathtime knows */
		if (model->source && ptool_group_is_known(keep->group[i]))
			continue;
		list_groups(model, names, sizeof(names));
		return ptool_fail(why, "no group '%s' in use: there are %s",
				  keep->group[i], *names ? names : "none");
	}
	return 0;
}

static bool is_timed(const struct ptool_probe *probe, const void *argument)
{
	(void)argument;
	return !probe->steps_only;
}

void ptool_selection_keep_groups(struct ptool_model *model,
				 const struct ptool_selection *keep)
{
	if (!keep->groups)
		return;
	ptool_model_keep_probes(model, is_in_groups, keep);
	if (model->tree)
		ptool_tree_keep_groups(model->tree, keep->group,
				       keep->groups);
}

void ptool_selection_keep(struct ptool_model *model,
			  const struct ptool_selection *keep)
{
	ptool_selection_keep_groups(model, keep);
	if (!keep->untimed)
		ptool_model_keep_probes(model, is_timed, NULL);
	if (keep->cpus.ranges)
		ptool_model_keep_cpus(model, &keep->cpus);
}

int ptool_selection_apply(struct ptool_model *model,
			  const struct ptool_selection *keep,
			  struct ptool_reason *why)
{
	int status = ptool_selection_check(model, keep, why);

	if (status)
		ptool_model_free(model);
	else
		ptool_selection_keep(model, keep);
	return status;
}
