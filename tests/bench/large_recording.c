// SPDX-License-Identifier: GPL-2.0
/*
 * large_recording: writes a recording of a gateway, up to a given size
 *
 * Each snapshot has as many series and buckets as the saved snapshot of the tests. The
 * change of a bucket since the snapshot before is random. Otherwise the file would compress
 * better than a real one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "encode.h"
#include "recording/recording.h"

#define MEGABYTES_MAX	100000
#define MEGABYTE	1000000ULL
#define INTERVAL_NS	1000000000ULL

#define PROBES		42
#define CPUS		4
#define BUCKETS		55
#define FIRST_NS	256

/* calls of one bucket in one interval, as a power of two at most */
#define CALLS_BITS	10

static u64 state;

static u32 draw(u32 bits)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (u32)(state >> (64 - bits));
}

/* The file need not survive a power cut, and the disk would dominate the time. */
int fdatasync(int fd)
{
	(void)fd;
	return 0;
}

/* offset of the buckets of each series and CPU in the snapshot */
static size_t places[PROBES * CPUS];

static void add_probe(struct encode *encode, u32 id, const u64 *values)
{
	char name[32];
	u32 cpu;

	snprintf(name, sizeof(name), "module:function_%u", id);
	encode_probe(encode, id, "large", name, 1);
	encode_outcome(encode, "all", CPUS);
	for (cpu = 0; cpu < CPUS; cpu++) {
		encode_cpu(encode, cpu, values, BUCKETS, 1);
		places[id * CPUS + cpu] = encode->size - BUCKETS *
			sizeof(struct ptime_snapshot_bucket);
	}
}

static void make_snapshot(struct encode *encode)
{
	u32 first = ptime_hist_bucket(PTIME_HIST_BITS_DEFAULT, FIRST_NS), i;
	u64 values[BUCKETS];

	for (i = 0; i < BUCKETS; i++)
		values[i] = ptime_hist_mid(PTIME_HIST_BITS_DEFAULT, first + i);
	encode_begin(encode, PROBES);
	for (i = 0; i < PROBES; i++)
		add_probe(encode, i, values);
	encode_end(encode);
}

static void count_on(struct encode *encode)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;
	struct ptime_snapshot_bucket *bucket;
	u32 i, j;

	head->time_ns += INTERVAL_NS;
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		bucket = (struct ptime_snapshot_bucket *)(encode->data +
							  places[i]);
		for (j = 0; j < BUCKETS; j++)
			bucket[j].calls += 1 + draw(CALLS_BITS);
	}
}

static int write_snapshots(struct ptool_recorder *recorder, u64 most)
{
	struct encode encode = { .hist_bits = PTIME_HIST_BITS_DEFAULT };
	struct ptool_bytes bytes;
	struct ptool_reason why;
	int status = 0;

	make_snapshot(&encode);
	bytes.data = (char *)encode.data;
	bytes.size = encode.size;
	while (!status && recorder->bytes < most) {
		count_on(&encode);
		status = ptool_recorder_append(recorder, &bytes, &why);
	}
	free(encode.data);
	return ptool_report(status, &why);
}

/* Print the number of snapshots, so that a reader can check that it has read all. */
int main(int argc, char **argv)
{
	u64 megabytes = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
	struct ptool_recorder recorder;
	struct ptool_reason why;
	int status;

	if (!megabytes || megabytes > MEGABYTES_MAX)
		return ptool_usage_error("usage: large_recording MEGABYTES FILE, 1 to %u",
					 MEGABYTES_MAX);
	status = ptool_recorder_create(&recorder, argv[2], PTOOL_RECORDING_MODULE,
				       NULL, &why);
	if (status)
		return ptool_report(status, &why);
	status = write_snapshots(&recorder, megabytes * MEGABYTE);
	ptool_recorder_close(&recorder);
	printf("%llu\n", recorder.snapshots);
	return status;
}
