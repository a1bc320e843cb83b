// SPDX-License-Identifier: GPL-2.0
/*
 * large_snapshot: writes what the module would on a machine of many CPUs
 *
 * As many probes as the default groups have on 6.1, and as many outcomes, all
 * of them seen on all CPUs: the most there is to read, but for the buckets.
 */
#include <stdio.h>
#include <stdlib.h>

#include "types.h"
#include <pathtime/hist.h>

#include "encode.h"
#include "error.h"

#define PROBES		42
#define OUTCOMES	3
#define CPUS_MAX	4096

/* of 529: some six powers of two, from 256 ns to 20 us */
#define BUCKETS		100
#define FIRST_NS	256

static void make_values(u64 *values)
{
	u32 bits = PTIME_HIST_BITS_DEFAULT;
	u32 first = ptime_hist_bucket(bits, FIRST_NS), i;

	for (i = 0; i < BUCKETS; i++)
		values[i] = ptime_hist_mid(bits, first + i);
}

static void add_probe(struct encode *encode, u32 id, u32 cpus)
{
	u64 values[BUCKETS];
	char name[32];
	u32 outcome, cpu;

	make_values(values);
	snprintf(name, sizeof(name), "module:function_%u", id);
	encode_probe(encode, id, "large", name, OUTCOMES);
	for (outcome = 0; outcome < OUTCOMES; outcome++) {
		snprintf(name, sizeof(name), "outcome_%u", outcome);
		encode_outcome(encode, name, cpus);
		for (cpu = 0; cpu < cpus; cpu++)
			encode_cpu(encode, cpu, values, BUCKETS, 1);
	}
}

int main(int argc, char **argv)
{
	struct encode encode = { .hist_bits = PTIME_HIST_BITS_DEFAULT };
	u32 cpus = argc == 2 ? strtoul(argv[1], NULL, 10) : 0, i;
	size_t written;

	if (!cpus || cpus > CPUS_MAX)
		return ptime_usage_error("usage: large_snapshot CPUS, 1 to %u",
					 CPUS_MAX);
	encode_begin(&encode, PROBES)->cpus = cpus;
	for (i = 0; i < PROBES; i++)
		add_probe(&encode, i, cpus);
	encode_end(&encode);
	written = fwrite(encode.data, 1, encode.size, stdout);
	free(encode.data);
	if (written != encode.size || fclose(stdout))
		return ptime_error("cannot write the snapshot");
	return 0;
}
