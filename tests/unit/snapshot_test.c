// SPDX-License-Identifier: GPL-2.0
/* test of the decoder: what is whole, cut short, damaged, or newer */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "types.h"
#include <pathtime/hist.h>

#include "encode.h"
#include "error.h"
#include "snapshot.h"
#include "stats.h"
#include "tap.h"

#define DAMAGES	4000

static const u64 values[] = { 5, 7, 7, 100, 250, 90000, 1ULL << 40 };

static void make(struct encode *encode)
{
	struct ptime_snapshot_probe *probe;

	encode_begin(encode, 3)->resets = 6;
	probe = encode_probe(encode, 11, "xfrm", "xfrm_input", 2);
	probe->missed = 4;
	encode_outcome(encode, "ok", 2);
	encode_cpu(encode, 1, values, 7, 10)->packets = 33;
	encode_cpu(encode, 6, values + 2, 2, 3)->clock_backwards = 1;
	encode_outcome(encode, "error", 0);
	probe = encode_probe(encode, 13, "xfrm", "esp6:esp6_input", 1);
	probe->state = PTIME_STATE_PENDING;
	snprintf(probe->reason, sizeof(probe->reason),
		 "module esp6 is not loaded");
	encode_outcome(encode, "all", 0);
	encode_probe(encode, 12, "virtio_net", "virtio_net:virtnet_poll", 1);
	encode_outcome(encode, "all", 1);
	encode_cpu(encode, 0, values, 1, 1);
	encode_end(encode);
}

/* a copy of the very size, so that the sanitizer sees any step beyond */
static struct ptime_model *decode(const void *bytes, size_t size,
				  struct ptime_reason *why)
{
	void *copy = ptime_alloc(size ? size : 1, 1);
	struct ptime_model *model;

	memcpy(copy, bytes, size);
	why->text[0] = '\0';
	model = ptime_snapshot_decode(copy, size, why);
	free(copy);
	return model;
}

static struct ptime_model *decode_encoded(struct encode *encode)
{
	struct ptime_reason why;
	struct ptime_model *model = decode(encode->data, encode->size, &why);

	if (!tap_ok(model, "is decoded"))
		tap_diag("%s", why.text);
	free(encode->data);
	if (!model)
		exit(tap_done());
	return model;
}

static void check_first_probe(const struct ptime_probe *probe, u32 bits)
{
	const struct ptime_counts *ok = &probe->outcome[0].counts;
	struct ptime_stats stats = ptime_stats_of(&probe->counts.sum, bits);

	tap_ok(!strcmp(probe->function, "xfrm_input") && !probe->module[0] &&
	       !strcmp(probe->backend, "kretprobe"), "names");
	tap_is(probe->missed, 4, "missed");
	tap_is(probe->outcomes, 2, "outcomes");
	tap_is(ok->cpus, 2, "CPUs");
	tap_is(ok->cpu[1].cpu, 6, "number of a CPU");
	tap_is(ok->cpu[0].calls, 70, "calls on a CPU");
	tap_is(ok->sum.calls, 76, "calls on all CPUs");
	tap_is(stats.calls, 76, "calls with all outcomes");
	tap_is(stats.min_ns, 5, "shortest");
	tap_is(stats.max_ns, 1ULL << 40, "longest");
	tap_is(stats.packets, 33, "packets");
	tap_is(stats.clock_backwards, 1, "clock backwards");
	tap_is(stats.overflowed, 10, "overflowed");
	tap_is(stats.total_ns, 10 * (5 + 7 + 7 + 100 + 250 + 90000 +
				     (1ULL << 40)) + 3 * (7 + 100), "total");
	tap_is(probe->outcome[1].counts.sum.calls, 0, "an outcome never seen");
}

static void test_round_trip(u32 bits, u32 tail)
{
	struct encode encode = { .hist_bits = bits, .tail = tail };
	struct ptime_model *model;

	tap_diag("%u bits, %u unknown bytes behind each struct", bits, tail);
	make(&encode);
	model = decode_encoded(&encode);
	tap_is(model->probes, 3, "probes");
	tap_is(model->resets, 6, "resets");
	tap_is(model->hist_bits, bits, "bits");
	tap_is(model->sample, 1, "sample");
	tap_ok(model->running && !strcmp(model->clock, "tsc"), "head");
	check_first_probe(&model->probe[0], bits);
	tap_is(model->probe[1].state, PTIME_STATE_PENDING, "state");
	tap_ok(!strcmp(model->probe[2].module, "virtio_net"), "module");
	ptime_model_free(model);
}

static void test_truncations(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_reason why;
	size_t size;
	u32 taken = 0, silent = 0;

	make(&encode);
	for (size = 0; size < encode.size; size++) {
		struct ptime_model *model = decode(encode.data, size, &why);

		taken += !!model;
		silent += !why.text[0];
		ptime_model_free(model);
	}
	free(encode.data);
	tap_is(taken, 0, "cut short at any length it is refused");
	tap_is(silent, 0, "and the reason is told");
}

/* the same, with a head that agrees to each length */
static void test_shrunk(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_reason why;
	u32 taken = 0;

	make(&encode);
	while (encode.size-- > sizeof(struct ptime_snapshot)) {
		struct ptime_model *model;

		encode_end(&encode);
		model = decode(encode.data, encode.size, &why);
		taken += !!model;
		ptime_model_free(model);
	}
	free(encode.data);
	tap_is(taken, 0, "shrunk, head included, it is refused");
}

static void damage(unsigned char *bytes, size_t size)
{
	static const u32 words[] = { 0, 1, 8, 0x7fffffff, 0xffffffff };
	u32 times = 1 + rand() % 4;
	size_t at;

	while (times--) {
		/* past magic and version, which would end it at once */
		at = 12 + rand() % (size - 16);
		if (rand() % 2)
			bytes[at] ^= 1 << rand() % 8;
		else
			memcpy(bytes + at / 4 * 4, &words[rand() % 5], 4);
	}
}

/* what is taken must hold together: every way through it is walked */
static bool holds_together(const struct ptime_model *model)
{
	u32 i, j;

	for (i = 0; i < model->probes; i++) {
		const struct ptime_probe *probe = &model->probe[i];
		u64 calls = 0;

		for (j = 0; j < probe->outcomes; j++) {
			const struct ptime_series *sum =
				&probe->outcome[j].counts.sum;
			struct ptime_stats stats =
				ptime_stats_of(sum, model->hist_bits);

			calls += stats.calls;
			if (stats.calls && (stats.p50_ns < stats.min_ns ||
					    stats.p999_ns > stats.max_ns))
				return false;
		}
		if (calls != probe->counts.sum.calls)
			return false;
	}
	return true;
}

static void test_damages(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_reason why;
	const char *given = getenv("SEED");
	u32 seed = given ? strtoul(given, NULL, 0) : (u32)time(NULL);
	u32 i, refused = 0, wrong = 0;
	unsigned char *copy;

	tap_diag("SEED=%u", seed);
	srand(seed);
	make(&encode);
	copy = malloc(encode.size);
	for (i = 0; i < DAMAGES; i++) {
		struct ptime_model *model;

		memcpy(copy, encode.data, encode.size);
		damage(copy, encode.size);
		model = decode(copy, encode.size, &why);
		if (!model)
			refused++;
		wrong += model ? !holds_together(model) : !why.text[0];
		ptime_model_free(model);
	}
	free(copy);
	free(encode.data);
	tap_is(wrong, 0, "damaged, it is refused with a reason, or holds");
	tap_ok(refused > DAMAGES / 4, "%u of %u refused", refused, DAMAGES);
}

/* one field after the other is given a value that cannot be */
static const struct {
	const char *name;
	size_t at;
	u32 value;
	const char *why;
} faults[] = {
	{ "another version", 8, 3, "version 3" },
	{ "version 0", 8, 0, "version 0" },
	{ "another byte order", 8, 1 << 24, "byte order" },
	{ "a small head", 12, 8, "head" },
	{ "a head beyond the end", 12, 1 << 20, "head" },
	{ "counts from the future", 36, 0x7fffffff, "begin after" },
	{ "no bits", 44, 0, "bits" },
	{ "too many bits", 44, 8, "bits" },
	{ "4294967295 probes", 48, ~0U, "probes announced" },
	{ "one probe less", 48, 2, "after the last" },
	{ "one probe more", 48, 4, "is due" },
	{ "small buckets", 60, 8, "head" },
	{ "a control character", 64, 0x1b, "names in the head" },
	{ "no call timed", 160, 0, "1 call in 0" },
	{ "one call in too many", 160, 65537, "1 call in 65537" },
	{ "calls that nobody timed", 160, 4, "10 calls where 1 in 4" },
	{ "a small probe", 168, 40, "probe of 40" },
	{ "4294967295 outcomes", 172, ~0U, "outcomes announced" },
	{ "no outcomes", 172, 0, "no outcomes" },
	{ "an unknown state", 176, 5, "state 5" },
	{ "a number taken", 184, 12, "number taken" },
	{ "no function", 272, 0, "names of probe" },
	{ "an endless name", 272 + 124, 0x41414141, "" },
	{ "4294967295 CPUs", 548, ~0U, "CPUs announced" },
	{ "4294967295 buckets", 576, ~0U, "buckets announced" },
	{ "a bucket beyond the last", 624, 5000, "bucket 5000" },
	{ "an empty bucket", 632, 0, "bucket 5" },
	{ "a bucket twice", 640, 5, "bucket 5" },
};

static void test_faults(void)
{
	struct ptime_reason why;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		struct encode encode = { .hist_bits = 4 };
		struct ptime_model *model;
		bool endless = !faults[i].why[0];

		make(&encode);
		if (endless)
			memset(encode.data + 272, 'A', PTIME_FUNCTION_LEN);
		memcpy(encode.data + faults[i].at, &faults[i].value, 4);
		model = decode(encode.data, encode.size, &why);
		if (!tap_ok(!model && strstr(why.text, faults[i].why), "%s",
			    faults[i].name))
			tap_diag("reason: '%s'", why.text);
		ptime_model_free(model);
		free(encode.data);
	}
}

/* the head of version 1 ends before the sample: all calls were timed */
static void test_version_1(void)
{
	struct encode encode = { .hist_bits = 4 };
	u32 end = offsetof(struct ptime_snapshot, sample), version = 1;
	struct ptime_model *model;

	make(&encode);
	encode.size -= sizeof(struct ptime_snapshot) - end;
	memmove(encode.data + end, encode.data + sizeof(struct ptime_snapshot),
		encode.size - end);
	memcpy(encode.data + offsetof(struct ptime_snapshot, version), &version,
	       sizeof(version));
	memcpy(encode.data + offsetof(struct ptime_snapshot, bytes), &end,
	       sizeof(end));
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_is(model->sample, 1, "version 1 has timed all calls");
	tap_is(model->probes, 3, "and has its probes");
	check_first_probe(&model->probe[0], 4);
	ptime_model_free(model);
}

static void test_version_1_empty(void)
{
	struct ptime_snapshot head;
	struct encode encode = { .hist_bits = 4 };
	struct ptime_reason why;
	struct ptime_model *model;

	encode_begin(&encode, 0);
	memcpy(&head, encode.data, sizeof(head));
	head.version = 1;
	head.bytes = offsetof(struct ptime_snapshot, sample);
	head.total_bytes = head.bytes;
	model = decode(&head, head.bytes, &why);
	tap_ok(model && model->sample == 1, "version 1 without probes");
	ptime_model_free(model);
	free(encode.data);
}

/* a call that was timed stands for the sample; nothing is multiplied here */
static void test_sample(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_model *model;
	struct ptime_stats stats;

	encode_begin(&encode, 1)->sample = 10;
	encode_probe(&encode, 1, "xfrm", "xfrm_input", 1)->missed = 4;
	encode_outcome(&encode, "all", 1);
	encode_cpu(&encode, 0, values, 3, 10)->packets = 70;
	encode_end(&encode);
	model = decode_encoded(&encode);
	stats = ptime_stats_of(&model->probe[0].counts.sum, 4);
	tap_is(model->sample, 10, "sample");
	tap_is(stats.calls, 30, "estimated calls");
	tap_is(stats.packets, 70, "estimated packets");
	tap_is(stats.total_ns, 190, "estimated total");
	tap_is(stats.mean_ns, 6, "the mean is that of the timed");
	tap_is(model->probe[0].missed, 4, "missed calls are counted");
	ptime_model_free(model);
}

/* what a CPU counts while it is read: the bounds lag behind the bucket */
static void test_torn(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_snapshot_cpu *cpu;
	struct ptime_model *model;
	struct ptime_stats stats;
	u64 value = 1000;

	encode_begin(&encode, 1);
	encode_probe(&encode, 1, "xfrm", "xfrm_input", 1);
	encode_outcome(&encode, "all", 1);
	cpu = encode_cpu(&encode, 0, &value, 1, 1);
	cpu->min_ns = ~0ULL;
	cpu->max_ns = 0;
	encode_end(&encode);
	model = decode_encoded(&encode);
	stats = ptime_stats_of(&model->probe[0].counts.sum, 4);
	tap_ok(stats.min_ns <= stats.p50_ns && stats.p50_ns <= stats.max_ns &&
	       stats.min_ns >= 992 && stats.max_ns < 1024,
	       "bounds that lag are drawn to the bucket");
	ptime_model_free(model);
}

int main(void)
{
	test_round_trip(2, 0);
	test_round_trip(4, 0);
	test_round_trip(7, 0);
	test_round_trip(4, 8);
	test_round_trip(4, 48);
	test_truncations();
	test_shrunk();
	test_damages();
	test_faults();
	test_version_1();
	test_version_1_empty();
	test_sample();
	test_torn();
	return tap_done();
}
