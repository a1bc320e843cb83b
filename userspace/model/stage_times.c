// SPDX-License-Identifier: GPL-2.0
/* stage_times: how long the packets of a path took from a step to the next */
#include <stdlib.h>

#include "base/error.h"
#include "model/stage_times.h"

void ptool_stage_times_free(struct ptool_series *times)
{
	u32 i;

	for (i = 0; times && i < PTIME_STEPS_MAX; i++)
		ptool_series_release(&times[i]);
	free(times);
}

struct ptool_series *
ptool_stage_times_difference(const struct ptool_series *now,
			     const struct ptool_series *before)
{
	struct ptool_series *to;
	u32 i;

	if (!now)
		return NULL;
	to = ptool_alloc(PTIME_STEPS_MAX, sizeof(*to));
	for (i = 0; i < PTIME_STEPS_MAX; i++)
		if (before)
			ptool_series_subtract(&to[i], PTIME_STAGE_BITS, &now[i],
					      &before[i]);
		else
			ptool_series_add(&to[i], &now[i]);
	return to;
}

struct ptool_series *ptool_stage_times_add(struct ptool_series *to,
					   const struct ptool_series *from)
{
	u32 i;

	if (!to || !from) {
		ptool_stage_times_free(to);
		return NULL;
	}
	for (i = 0; i < PTIME_STEPS_MAX; i++)
		ptool_series_add(&to[i], &from[i]);
	return to;
}
