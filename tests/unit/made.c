// SPDX-License-Identifier: GPL-2.0
/* made: a model for tests of what is made of models */
#include <stdlib.h>

#include "encode.h"
#include "error.h"
#include "made.h"
#include "snapshot.h"

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

struct ptime_model *made_model(u64 times, u64 seconds)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_snapshot *head = encode_begin(&encode, ARRAY_SIZE(made));
	struct ptime_model *model;
	struct ptime_reason why;
	u32 i;

	head->time_ns = head->since_ns + seconds * S;
	head->flags |= PTIME_SNAPSHOT_NESTING;
	for (i = 0; i < ARRAY_SIZE(made); i++) {
		encode_probe(&encode, i + 1, "group", made[i].name, 1)->missed =
			made[i].missed * times;
		encode_outcome(&encode, "all", 1);
		encode_cpu(&encode, 0, &made[i].ns, 1, made[i].calls * times);
	}
	encode_node(&encode, 3, PTIME_NO_PARENT, 5 * times, 45000 * times,
		    13000 * times);
	encode_node(&encode, 1, 0, 10 * times, 30000 * times, 30000 * times);
	encode_node(&encode, 2, 0, 12 * times, 2000 * times, 2000 * times);
	encode_node(&encode, 2, PTIME_NO_PARENT, 3 * times, 3000 * times,
		    3000 * times)->context = PTIME_CONTEXT_TASK;
	encode_end(&encode);
	model = ptime_snapshot_decode((char *)encode.data, encode.size, &why);
	free(encode.data);
	if (!model)
		exit(ptime_error("%s", why.text));
	return model;
}

