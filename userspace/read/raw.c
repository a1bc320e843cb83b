// SPDX-License-Identifier: GPL-2.0
/* raw: times as measured, with the overhead of the probes */
#include "base/error.h"
#include "read/raw.h"

int ptool_raw_keep(const char *command, struct ptool_model *model,
		   struct ptool_reason *why)
{
	if (model->source)
		return ptool_fail(why,
				  "%s: --raw: nothing was taken off the times of a capture, which are all raw",
				  command);
	if (!model->has_raw)
		return ptool_fail(why,
				  "%s: --raw: the snapshot is of an older module, which corrected no times: these are the raw ones",
				  command);
	ptool_model_keep_raw(model);
	return 0;
}
