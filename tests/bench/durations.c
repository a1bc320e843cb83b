// SPDX-License-Identifier: GPL-2.0
/* durations: the durations to record, drawn in advance */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "durations.h"
#include "model/model.h"
#include "read/debugfs.h"
#include "snapshot/snapshot.h"

/* Its durations lie far apart: some packets wake the host, some do not. */
#define MEASURED_FUNCTION	"start_xmit"

static unsigned short seed[3] = { 2024, 2, 29 };
static struct ptool_model *gateway;
static const struct ptool_series *measured;

static u64 draw_same(void)
{
	return 1000;
}

/* Each magnitude is equally likely. */
static u64 draw_log_uniform(void)
{
	return exp2(erand48(seed) * PTIME_HIST_VALUE_BITS);
}

/* The calls of a bucket are spread over it evenly. */
static u64 draw_measured(void)
{
	u64 rank = erand48(seed) * measured->calls, width;
	const struct ptool_bucket *bucket = measured->bucket;

	for (; rank >= bucket->calls; bucket++)
		rank -= bucket->calls;
	width = ptime_hist_low(gateway->hist_bits, bucket->bucket + 1) -
		ptime_hist_low(gateway->hist_bits, bucket->bucket);
	return ptime_hist_low(gateway->hist_bits, bucket->bucket) +
	       (u64)(erand48(seed) * width);
}

const struct bench_durations durations[] = {
	{ "constant", draw_same },
	{ "log-uniform", draw_log_uniform },
	{ "gateway", draw_measured },
};

const u32 durations_count = ARRAY_SIZE(durations);

static const struct ptool_series *find_measured(void)
{
	u32 i;

	for (i = 0; i < gateway->probes; i++)
		if (!strcmp(gateway->probe[i].function, MEASURED_FUNCTION))
			return &gateway->probe[i].counts.sum;
	return NULL;
}

int durations_prepare(const char *path)
{
	struct ptool_bytes bytes;
	struct ptool_reason why;
	int status = ptool_debugfs_read_saved(&bytes, path, &why);

	if (status)
		return ptool_report(status, &why);
	gateway = ptool_snapshot_decode(bytes.data, bytes.size, &why);
	free(bytes.data);
	if (!gateway)
		return ptool_error("%s: %s", path, why.text);
	measured = find_measured();
	if (!measured || !measured->calls)
		return ptool_error("%s: no calls of " MEASURED_FUNCTION, path);
	return 0;
}

void durations_release(void)
{
	ptool_model_free(gateway);
}
