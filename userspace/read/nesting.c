// SPDX-License-Identifier: GPL-2.0
/* nesting: checks that callers, callees and self times are known before they are shown */
#include "base/error.h"
#include "read/nesting.h"

static int tell_unknown(const char *command, const struct ptool_model *model,
			struct ptool_reason *why)
{
	if (model->sample > 1)
		return ptool_fail(why,
				  "%s: of calls that are timed one in %u the callers are not known: load the module without sample=",
				  command, model->sample);
	if (model->recordings > 1)
		return ptool_fail(why,
				  "%s: on some of the machines the module was loaded without nesting, which tells callers, callees and self times: --machine chooses another",
				  command);
	return ptool_fail(why,
			  "%s: the module was loaded without nesting, which tells callers, callees and self times: load it with nesting=1",
			  command);
}

int ptool_nesting_check(const char *command, const struct ptool_model *model,
			struct ptool_reason *why)
{
	if (!model->tree)
		return tell_unknown(command, model, why);
	if (model->missed_of_all)
		return ptool_fail_usage(why,
					"%s: --cpu is for captures while they are read: the module, and recordings, have callers and callees of all CPUs together",
					command);
	return 0;
}

int ptool_nesting_keep_self(const char *command, struct ptool_model *model,
			    struct ptool_reason *why)
{
	if (!model->tree)
		return tell_unknown(command, model, why);
	ptool_model_keep_self(model);
	return 0;
}
