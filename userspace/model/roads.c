// SPDX-License-Identifier: GPL-2.0
/* roads: check that the paths of packets are known before they are shown */
#include "base/error.h"
#include "model/roads.h"

static int tell_unknown(const char *command, const struct ptool_model *model,
			struct ptool_reason *why)
{
	if (model->source)
		return ptool_fail(why,
				  "%s: a capture tells of functions, not of packets and their roads",
				  command);
	if (model->recordings > 1)
		return ptool_fail(why,
				  "%s: on some of the machines the module was loaded with paths=0, or could not tell: --machine chooses another",
				  command);
	if (!model->paths)
		return ptool_fail(why,
				  "%s: not told, as the snapshot is of an older module",
				  command);
	return ptool_fail(why,
			  "%s: not told, as the module was loaded with paths=0; load it with paths=64%s",
			  command,
			  model->sample > 1 ? ", without sample=" : "");
}

bool ptool_roads_known(const struct ptool_model *model)
{
	return model->paths && model->paths->max;
}

int ptool_roads_check(const char *command, const struct ptool_model *model,
		      struct ptool_reason *why)
{
	return ptool_roads_known(model) ? 0 : tell_unknown(command, model, why);
}
