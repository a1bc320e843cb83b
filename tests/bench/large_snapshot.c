// SPDX-License-Identifier: GPL-2.0
/*
 * large_snapshot: writes a snapshot as the module would on a machine of many CPUs
 *
 * By default it has the probes and outcomes of the default groups on 6.1, all of them
 * seen on all CPUs. There is nothing more to read except buckets.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "encode.h"

#define MOST		4096

/* number of buckets, up to 200 of 529, and the lower end of the first */
#define BUCKETS_MAX	200
#define FIRST_NS	256

/* the numbers to choose, in the order of the levels of a snapshot, the lowest last */
enum { CPUS, PROBES, OUTCOMES, BUCKETS, NUMBERS };

/* 100 buckets are about six powers of two, up to 20 us. */
static u32 numbers[NUMBERS] = {
	[PROBES]	= 42,
	[OUTCOMES]	= 3,
	[BUCKETS]	= 100,
};

static void make_values(u64 *values)
{
	u32 bits = PTIME_HIST_BITS_DEFAULT;
	u32 first = ptime_hist_bucket(bits, FIRST_NS), i;

	for (i = 0; i < numbers[BUCKETS]; i++)
		values[i] = ptime_hist_mid(bits, first + i);
}

static void add_probe(struct encode *encode, u32 id)
{
	u64 values[BUCKETS_MAX];
	char name[32];
	u32 outcome, cpu;

	make_values(values);
	snprintf(name, sizeof(name), "module:function_%u", id);
	encode_probe(encode, id, "large", name, numbers[OUTCOMES]);
	for (outcome = 0; outcome < numbers[OUTCOMES]; outcome++) {
		snprintf(name, sizeof(name), "outcome_%u", outcome);
		encode_outcome(encode, name, numbers[CPUS]);
		for (cpu = 0; cpu < numbers[CPUS]; cpu++)
			encode_cpu(encode, cpu, values, numbers[BUCKETS], 1);
	}
}

static bool take_numbers(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && i <= NUMBERS; i++)
		numbers[i - 1] = strtoul(argv[i], NULL, 10);
	for (i = 0; i < NUMBERS; i++)
		if (!numbers[i] || numbers[i] > MOST)
			return false;
	return argc <= NUMBERS + 1 && numbers[BUCKETS] <= BUCKETS_MAX;
}

int main(int argc, char **argv)
{
	struct encode encode = { .hist_bits = PTIME_HIST_BITS_DEFAULT };
	size_t written;
	u32 i;

	if (!take_numbers(argc, argv))
		return ptool_usage_error("%s [PROBES [OUTCOMES [BUCKETS]]]; 1 to %u, %u buckets",
					 "usage: large_snapshot CPUS", MOST,
					 BUCKETS_MAX);
	encode_begin(&encode, numbers[PROBES])->cpus = numbers[CPUS];
	for (i = 0; i < numbers[PROBES]; i++)
		add_probe(&encode, i);
	encode_end(&encode);
	written = fwrite(encode.data, 1, encode.size, stdout);
	free(encode.data);
	if (written != encode.size || fclose(stdout))
		return ptool_error("cannot write the snapshot");
	return 0;
}
