// SPDX-License-Identifier: GPL-2.0
/* recorders: the module's histogram, HdrHistogram_c, and powers of two */
#include <hdr/hdr_histogram.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/types.h"

/* The module's own code is compiled here; kernel/ has stand-ins for the kernel's headers. */
#include "../../module/record/percpu_hist.h"

#include "recorders.h"

#define VALUE_BITS	PTIME_HIST_VALUE_BITS

/* The values are not known at compile time, as in the module. */
u32 ptime_hist_bits;

/* the values of a clock that counts nanoseconds */
u64 ptime_clock_mult = 1ULL << PTIME_CLOCK_SHIFT;
u64 ptime_clock_fast_max = ~0ULL >> PTIME_CLOCK_SHIFT;

void recorder_select(const struct recorder *recorder)
{
	ptime_hist_bits = recorder->bits;
}

static size_t no_bytes(const struct recorder *recorder)
{
	(void)recorder;
	return 0;
}

static void *create_nothing(const struct recorder *recorder)
{
	(void)recorder;
	return NULL;
}

static void record_nothing(void *histogram, u64 ns)
{
	(void)histogram;
	(void)ns;
}

static size_t module_bytes(const struct recorder *recorder)
{
	return sizeof(struct ptime_percpu_hist) +
	       ptime_hist_buckets(recorder->bits) * sizeof(u64);
}

static void *create_module(const struct recorder *recorder)
{
	struct ptime_percpu_hist *hist = ptool_alloc(1, module_bytes(recorder));

	hist->min_ticks = ~0ULL;
	return hist;
}

/* Nothing interrupts this code. A new extreme comes about ten times in a run. */
u64 ptime_percpu_hist_record_slow(struct ptime_percpu_hist *hist, u64 raw, u64 ticks)
{
	u64 ns = ptime_clock_ns(ticks);

	(void)raw;
	if (ticks < hist->min_ticks)
		hist->min_ticks = ticks;
	if (ticks > hist->max_ticks)
		hist->max_ticks = ticks;
	if (ticks > hist->fast_ticks && ticks <= ptime_clock_fast_max)
		hist->fast_ticks = ticks;
	ptime_percpu_hist_count(hist, ns, ptime_hist_bucket(ptime_hist_bits, ns));
	return ns;
}

/* Nothing is subtracted: there are no probes. */
static void record_module(void *histogram, u64 ns)
{
	ptime_percpu_hist_record(histogram, ns, ns);
}

static void add_bucket(struct recorder_contents *contents, u64 low, u64 high,
		       u64 calls)
{
	struct recorder_bucket *bucket = &contents->bucket[contents->buckets++];

	bucket->low = low;
	bucket->high = high;
	bucket->calls = calls;
	contents->calls += calls;
}

static void read_module(const struct recorder *recorder, void *histogram,
			struct recorder_contents *contents)
{
	const struct ptime_percpu_hist *hist = histogram;
	u32 i;

	for (i = 0; i < ptime_hist_buckets(recorder->bits); i++)
		add_bucket(contents, ptime_hist_low(recorder->bits, i),
			   ptime_hist_high(recorder->bits, i),
			   hist->buckets[i]);
	contents->total_ns = hist->total_ns;
	contents->min_ns = ptime_clock_ns(hist->min_ticks);
	contents->max_ns = ptime_clock_ns(hist->max_ticks);
}

/*
 * One significant figure gives 16 buckets for each power of two, and two figures give
 * 128. The module has as many with 4 and 7 bits.
 */
static void *create_hdr(const struct recorder *recorder)
{
	struct hdr_histogram *hdr;

	if (hdr_init(1, (1LL << VALUE_BITS) - 1, recorder->bits == 4 ? 1 : 2,
		     &hdr))
		exit(ptool_error("HdrHistogram_c: no memory"));
	if (hdr->sub_bucket_half_count != 1 << recorder->bits)
		exit(ptool_error("HdrHistogram_c: %d buckets for each power of two",
				 hdr->sub_bucket_half_count));
	return hdr;
}

static size_t hdr_bytes(const struct recorder *recorder)
{
	struct hdr_histogram *hdr = create_hdr(recorder);
	size_t bytes = hdr_get_memory_size(hdr);

	hdr_close(hdr);
	return bytes;
}

static void record_hdr(void *histogram, u64 ns)
{
	hdr_record_value(histogram, ns);
}

static void read_hdr(const struct recorder *recorder, void *histogram,
		     struct recorder_contents *contents)
{
	struct hdr_histogram *hdr = histogram;
	struct hdr_iter iter;

	(void)recorder;
	hdr_iter_recorded_init(&iter, hdr);
	while (hdr_iter_next(&iter))
		add_bucket(contents, iter.lowest_equivalent_value,
			   iter.highest_equivalent_value, iter.count);
	contents->calls = hdr->total_count;
	contents->total_ns = RECORDER_NOT_KEPT;
	contents->min_ns = hdr->min_value;
	contents->max_ns = hdr->max_value;
}

/* the histogram of BPF tools: a counter for each power of two, and nothing besides */
static size_t powers_bytes(const struct recorder *recorder)
{
	(void)recorder;
	return VALUE_BITS * sizeof(u64);
}

static void *create_powers(const struct recorder *recorder)
{
	return ptool_alloc(1, powers_bytes(recorder));
}

static void record_powers(void *histogram, u64 ns)
{
	u64 *calls = histogram;
	u32 high = 63 ^ __builtin_clzll(ns | 1);

	calls[high < VALUE_BITS ? high : VALUE_BITS - 1]++;
}

static void read_powers(const struct recorder *recorder, void *histogram,
			struct recorder_contents *contents)
{
	const u64 *calls = histogram;
	u32 i;

	(void)recorder;
	for (i = 0; i < VALUE_BITS; i++)
		add_bucket(contents, i ? 1ULL << i : 0, (2ULL << i) - 1,
			   calls[i]);
	contents->total_ns = RECORDER_NOT_KEPT;
	contents->min_ns = RECORDER_NOT_KEPT;
	contents->max_ns = RECORDER_NOT_KEPT;
}

#define MODULE	.bytes = module_bytes, .create = create_module, \
		.record = record_module, .read = read_module, \
		.keeps = "sum, min, max"
#define HDR	.bytes = hdr_bytes, .create = create_hdr, \
		.record = record_hdr, .read = read_hdr, \
		.keeps = "count, min, max"

const struct recorder recorders[] = {
	{ "the loop", .keeps = "nothing", .bytes = no_bytes,
	  .create = create_nothing, .record = record_nothing },
	{ "powers of two", .keeps = "nothing", .bits = 0, .bytes = powers_bytes,
	  .create = create_powers, .record = record_powers,
	  .read = read_powers },
	{ "pathtime, 4 bits", .bits = 4, MODULE },
	{ "HdrHistogram, 1 digit", .bits = 4, HDR },
	{ "pathtime, 7 bits", .bits = 7, MODULE },
	{ "HdrHistogram, 2 digits", .bits = 7, HDR },
};

const u32 recorders_count = ARRAY_SIZE(recorders);
