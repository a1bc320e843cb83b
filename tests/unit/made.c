// SPDX-License-Identifier: GPL-2.0
/* made: a model for tests of what is made of models */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "encode.h"
#include "made.h"
#include "snapshot/snapshot.h"

#define S	(1000ULL * 1000 * 1000)

static const struct made {
	const char *name;
	u64 ns;
	u64 calls;
	u64 missed;
} made[] = {
	{ "xfrm_input", 3000, 10, 7 },
	{ "esp4:esp_input", 1000, 40, 0 },
	{ "virtnet_poll", 9000, 5, 1 },
	{ "ip_rcv", 0, 0, 0 },
};

static const struct made_path {
	const char *steps;
	const char *reason;
	u64 ns;
	u64 packets;
} made_paths[] = {
	{ "rx drop", "NO_SOCKET", 700, 3 },
	{ "rx flowtable tx", "", 2000, 12 },
	{ "rx flowtable-miss forward tx", "", 30000, 6 },
	{ "local-out tx", "", 0, 0 },
};

static void add_functions(struct encode *encode, u64 times)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(made); i++) {
		encode_probe(encode, i + 1, "group", made[i].name, 1)->missed =
			made[i].missed * times;
		encode_outcome(encode, "all", 1);
		encode_cpu(encode, 0, &made[i].ns, 1, made[i].calls * times);
	}
	encode_node(encode, 3, PTIME_NO_PARENT, 5 * times, 45000 * times,
		    13000 * times);
	encode_node(encode, 1, 0, 10 * times, 30000 * times, 30000 * times);
	encode_node(encode, 2, 0, 12 * times, 2000 * times, 2000 * times);
	encode_node(encode, 2, PTIME_NO_PARENT, 3 * times, 3000 * times,
		    3000 * times)->context = PTIME_CONTEXT_TASK;
}

static void add_paths(struct encode *encode, u64 times)
{
	struct ptime_snapshot_path *path;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(made_paths); i++) {
		const struct made_path *made_path = &made_paths[i];
		u64 packets = made_path->packets * times;
		u64 step_ns[PTIME_STEPS_MAX] = { 0, made_path->ns * packets };

		path = encode_path(encode, made_path->steps, step_ns, 1, 0);
		path->packet_bytes = 100 * packets;
		snprintf(path->reason_name, sizeof(path->reason_name), "%s",
			 made_path->reason);
		encode_cpu(encode, 0, &made_path->ns, 1, packets);
		if (packets)
			encode_octave(encode, ptime_octave(made_path->ns), packets,
				      step_ns, 2);
	}
}

static void add_accounts(struct encode *encode, u64 times)
{
	static const u64 values[PTIME_WAITS] = {
		3000, 60000, 9000, 4000, 7000, 64
	};
	u64 *packets;
	u32 i;

	packets = encode_interface(encode, 7, 2)->packets;
	packets[PTIME_RX_RECORD] = 50 * times;
	packets[PTIME_RX_REUSED] = 4 * times;
	packets[PTIME_TX_RECORD] = 18 * times;
	for (i = 0; i < PTIME_WAITS; i++) {
		encode_wait(encode, i, 1);
		encode_cpu(encode, 1, &values[i], 1, 5 * times);
	}
	encode_polls(encode, 1)->full = 2 * times;
}

static struct ptool_model *decode(struct encode *encode)
{
	struct ptool_model *model;
	struct ptool_reason why;

	encode_end(encode);
	model = ptool_snapshot_decode((char *)encode->data, encode->size, &why);
	free(encode->data);
	if (!model)
		exit(ptool_error("%s", why.text));
	return model;
}

static struct ptime_snapshot *begin(struct encode *encode, u64 seconds)
{
	struct ptime_snapshot *head = encode_begin(encode, ARRAY_SIZE(made));

	head->time_ns = head->since_ns + seconds * S;
	head->flags |= PTIME_SNAPSHOT_NESTING;
	return head;
}

struct ptool_model *made_model(u64 times, u64 seconds)
{
	struct encode encode = { .hist_bits = 4 };

	begin(&encode, seconds);
	add_functions(&encode, times);
	return decode(&encode);
}

struct ptool_model *made_with_paths(u64 times, u64 seconds)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_snapshot *head = begin(&encode, seconds);

	head->paths_max = 64;
	head->path_losses[PTIME_PATH_REUSED] = 4 * times;
	add_functions(&encode, times);
	add_paths(&encode, times);
	add_accounts(&encode, times);
	return decode(&encode);
}
