// SPDX-License-Identifier: GPL-2.0
/* octaves: the packets of a path, by the power of two that their time is in */
#include <stdlib.h>

#include "base/error.h"
#include "model/counts.h"
#include "model/octaves.h"

static void subtract(struct ptool_octave *to, const struct ptool_octave *before)
{
	u32 step;

	to->packets = ptool_grown(to->packets, before->packets);
	for (step = 0; step < PTIME_STEPS_MAX; step++)
		to->step_ns[step] = ptool_grown(to->step_ns[step],
						before->step_ns[step]);
}

struct ptool_octave *ptool_octaves_difference(const struct ptool_octave *now,
					      const struct ptool_octave *before)
{
	struct ptool_octave *to;
	u32 i;

	if (!now)
		return NULL;
	to = ptool_alloc(PTIME_OCTAVES, sizeof(*to));
	for (i = 0; i < PTIME_OCTAVES; i++) {
		to[i] = now[i];
		if (before)
			subtract(&to[i], &before[i]);
	}
	return to;
}

struct ptool_octave *ptool_octaves_add(struct ptool_octave *to,
				       const struct ptool_octave *from)
{
	u32 i, step;

	if (!to || !from) {
		free(to);
		return NULL;
	}
	for (i = 0; i < PTIME_OCTAVES; i++) {
		to[i].packets += from[i].packets;
		for (step = 0; step < PTIME_STEPS_MAX; step++)
			to[i].step_ns[step] += from[i].step_ns[step];
	}
	return to;
}
