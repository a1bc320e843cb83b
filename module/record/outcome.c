// SPDX-License-Identifier: GPL-2.0
/* outcome: the rules that map return values to outcomes */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/netfilter.h>
#include <linux/string.h>

#include "compat/netdevice.h"
#include "record/outcome.h"

#define INT_BITS	32
#define BYTE_BITS	56

#define ASYNC(_outcome)	.special = _outcome, .special_value = -EINPROGRESS

/* functions whose return value has no meaning, or an unknown one */
const struct ptime_outcomes ptime_outcomes_all = {
	.count = 1,
	.names = { "all" },
};

/*
 * The flowtable hooks accept packets that they do not know, which then take the slow path, and
 * steal packets that they sent: net/netfilter/nf_flow_table_ip.c. The verdict is the low byte.
 * The bits above it are an errno or the number of a queue.
 */
const struct ptime_outcomes ptime_outcomes_flowtable = {
	.rule = {
		.unused_bits = BYTE_BITS,
		.small = {
			[NF_ACCEPT] = 0, [NF_STOLEN] = 1, [NF_DROP] = 2,
			[NF_QUEUE ... PTIME_OUTCOME_SMALL - 1] = 3,
		},
		.large = 3, .error = 3,
	},
	.count = 4,
	.names = { "miss", "hit", "drop", "other" },
};

/*
 * Netfilter verdicts. The protocol trackers of conntrack return -NF_ACCEPT for an invalid
 * packet, and -NF_REPEAT for one that reopens a closed connection. nf_conntrack_in() itself
 * accepts both.
 */
const struct ptime_outcomes ptime_outcomes_verdict = {
	.rule = {
		.unused_bits = BYTE_BITS,
		.small = {
			[NF_ACCEPT] = 0, [NF_STOLEN] = 1, [NF_DROP] = 2,
			[NF_QUEUE ... PTIME_OUTCOME_SMALL - 1] = 4,
		},
		.large = 4, .error = 3, .special = 4, .special_value = -NF_REPEAT,
	},
	.count = 5,
	.names = { "accept", "stolen", "drop", "invalid", "other" },
};

/* NAPI poll: number of packets processed, at most the budget */
const struct ptime_outcomes ptime_outcomes_poll = {
	.rule = {
		.unused_bits = INT_BITS,
		.small = { 1 },
		.error = 1,
	},
	.packets = true,
	.count = 2,
	.names = { "work", "idle" },
};

/* nf_hook_slow(): 1 if the packet goes on, 0 if it was taken over, -errno if it was dropped */
const struct ptime_outcomes ptime_outcomes_hook = {
	.rule = {
		.unused_bits = INT_BITS,
		.small = { [0] = 1 },
		.error = 2,
	},
	.count = 3,
	.names = { "accept", "taken", "drop" },
};

/* 0, a positive number (a protocol, bytes), or -errno */
const struct ptime_outcomes ptime_outcomes_errno = {
	.rule = {
		.unused_bits = INT_BITS,
		.error = 1, ASYNC(2),
	},
	.count = 3,
	.names = { "ok", "error", "async" },
};

/* NET_XMIT codes or -errno */
const struct ptime_outcomes ptime_outcomes_xmit = {
	.rule = {
		.unused_bits = INT_BITS,
		.small = { [NET_XMIT_DROP] = 1, [NET_XMIT_CN] = 2 },
		.error = 3, ASYNC(4),
	},
	.count = 5,
	.names = { "ok", "drop", "congested", "error", "async" },
};

/* int: 1 lets the packet pass, 0 does not */
const struct ptime_outcomes ptime_outcomes_check = {
	.rule = {
		.unused_bits = INT_BITS,
		.small = { 1 },
		.error = 1,
	},
	.count = 2,
	.names = { "pass", "deny" },
};

const struct ptime_outcomes ptime_outcomes_bool = {
	.rule = {
		.unused_bits = BYTE_BITS,
		.small = { 1 },
	},
	.count = 2,
	.names = { "true", "false" },
};

/* a pointer or ERR_PTR(); NULL means success or a drop */
const struct ptime_outcomes ptime_outcomes_pointer = {
	.rule = {
		.small = { 1 },
		.error = 2, ASYNC(3),
	},
	.count = 4,
	.names = { "ok", "null", "error", "async" },
};

/* a pointer to the new object, or NULL or ERR_PTR() */
const struct ptime_outcomes ptime_outcomes_alloc = {
	.rule = {
		.small = { 1 },
		.error = 1,
	},
	.count = 2,
	.names = { "ok", "failed" },
};

/* a pointer to the object that was found, or NULL, or ERR_PTR() */
const struct ptime_outcomes ptime_outcomes_lookup = {
	.rule = {
		.small = { 1 },
		.error = 2,
	},
	.count = 3,
	.names = { "found", "none", "error" },
};

/* the packets that could not be sent; NULL if all were */
const struct ptime_outcomes ptime_outcomes_unsent = {
	.rule = {
		.small = { 0 },
		.large = 1, .error = 1,
	},
	.count = 2,
	.names = { "sent", "unsent" },
};

/* netdev_tx_t: NETDEV_TX_BUSY is 0x10 */
const struct ptime_outcomes ptime_outcomes_netdev_tx = {
	.rule = {
		.unused_bits = INT_BITS,
		.large = 1, .error = 1,
	},
	.count = 2,
	.names = { "ok", "busy" },
};

/* NET_RX_SUCCESS or NET_RX_DROP; with NF_HOOK() also -errno */
const struct ptime_outcomes ptime_outcomes_net_rx = {
	.rule = {
		.unused_bits = INT_BITS,
		.small = { [NET_RX_SUCCESS] = 0, [NET_RX_DROP] = 1 },
		.error = 1,
	},
	.count = 2,
	.names = { "ok", "drop" },
};

/* enum gro_result, whose values differ between kernels */
const struct ptime_outcomes ptime_outcomes_gro = {
	.rule = {
		.unused_bits = INT_BITS,
		.small = {
			[GRO_MERGED] = 0, [GRO_MERGED_FREE] = 0, [GRO_HELD] = 1,
			[GRO_NORMAL] = 2, [GRO_CONSUMED] = 3, [GRO_DROP] = 4,
			[GRO_NORMAL + 3 ... PTIME_OUTCOME_SMALL - 1] = 4,
		},
		.large = 4, .error = 4,
	},
	.count = 5,
	.names = { "merged", "held", "normal", "consumed", "other" },
};

static_assert(NF_MAX_VERDICT < PTIME_OUTCOME_SMALL);
static_assert(GRO_CONSUMED < GRO_NORMAL + 3 && GRO_DROP < GRO_NORMAL + 3);

#define RULE(_rule)	{ #_rule, &ptime_outcomes_##_rule },

static const struct {
	const char *name;
	const struct ptime_outcomes *outcomes;
} rules[] = {
	PTIME_OUTCOMES(RULE)
};

/**
 * ptime_outcomes_find() - Find a rule by its name
 * @name: the name
 *
 * Context: any.
 * Return: the rule, or NULL.
 */
const struct ptime_outcomes *ptime_outcomes_find(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rules); i++)
		if (!strcmp(rules[i].name, name))
			return rules[i].outcomes;
	return NULL;
}

/**
 * ptime_outcome_rule() - Build the rule that the recording path uses
 * @outcomes: the function's outcomes
 * @nesting: calls are linked to their callers
 * @paths: packet tracing is on
 *
 * Without nesting, the recording path tests .more for every call. With nesting, such a test
 * for every call would cost more than a slow path for the few calls that need it, so their
 * values map to PTIME_OUTCOME_SELDOM instead.
 *
 * Context: any.
 * Return: the rule.
 */
struct ptime_rule ptime_outcome_rule(const struct ptime_outcomes *outcomes, bool nesting,
				     bool paths)
{
	struct ptime_rule rule = outcomes->rule;

	if (outcomes->packets)
		rule.more = PTIME_MORE_PACKETS;
	else if (outcomes == &ptime_outcomes_flowtable && paths)
		rule.more = PTIME_MORE_FLOWTABLE;
	if (!rule.more || !nesting)
		return rule;
	if (rule.more == PTIME_MORE_PACKETS)
		memset(&rule.small[1], PTIME_OUTCOME_SELDOM, sizeof(rule.small) - 1);
	else
		memset(rule.small, PTIME_OUTCOME_SELDOM, sizeof(rule.small));
	rule.large = PTIME_OUTCOME_SELDOM;
	return rule;
}

/**
 * ptime_outcome_flowtable() - Map a flowtable hook's return value that is PTIME_OUTCOME_SELDOM
 * @retval: the return register
 *
 * Context: any.
 * Return: number of the outcome in ptime_outcomes_flowtable.
 */
notrace unsigned int ptime_outcome_flowtable(unsigned long retval)
{
	return ptime_outcome(&ptime_outcomes_flowtable.rule, retval);
}
NOKPROBE_SYMBOL(ptime_outcome_flowtable);

/* names of all rules, separated by blanks */
const char *ptime_outcomes_names(void)
{
#define NAME(_rule)	" " #_rule
	return &(PTIME_OUTCOMES(NAME))[1];
}
