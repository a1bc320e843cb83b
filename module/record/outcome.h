/* SPDX-License-Identifier: GPL-2.0 */
/* outcome: what a return value says, and so which series a call belongs to */
#ifndef _PATHTIME_OUTCOME_H
#define _PATHTIME_OUTCOME_H

#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/types.h>

/* most outcomes one function has */
#define PTIME_OUTCOMES_MAX	5
/* in place of an outcome, where the return value says more than that */
#define PTIME_OUTCOME_SELDOM	PTIME_OUTCOMES_MAX
/* return values 0 .. 7 have an outcome each, larger ones share one */
#define PTIME_OUTCOME_SMALL	8

/**
 * struct ptime_rule - maps return values to numbers of outcomes
 * @unused_bits: bits of the register above the return type: 32 for int, 56 for
 *	bool, 0 for long and pointers; what is left is sign-extended
 * @small: outcome of the values 0 .. 7
 * @large: outcome of 8 and more, and of negative values that are no errno
 * @error: outcome of -errno and ERR_PTR()
 * @special: outcome of @special_value
 * @more: enum ptime_more: there is more to do than to count the call. With nesting such a
 *	value has PTIME_OUTCOME_SELDOM for its outcome instead: ptime_outcome_rule()
 * @special_value: an -errno with a meaning of its own, most often -EINPROGRESS:
 *	the work goes on after the return
 *
 * Data instead of a function per rule: no indirect call in a probe, which would
 * go through a retpoline, and all rules cost the same.
 */
struct ptime_rule {
	u8 unused_bits;
	u8 small[PTIME_OUTCOME_SMALL];
	u8 large;
	u8 error;
	u8 special;
	u8 more;
	s8 special_value;
};

/**
 * enum ptime_more - what else a return value says
 * @PTIME_MORE_NONE: nothing
 * @PTIME_MORE_PACKETS: it is a number of packets, to be summed, where it is above 0
 * @PTIME_MORE_FLOWTABLE: whether the flowtable had the packet that it was asked for
 */
enum ptime_more {
	PTIME_MORE_NONE,
	PTIME_MORE_PACKETS,
	PTIME_MORE_FLOWTABLE,
};

/**
 * struct ptime_outcomes - the ways in which a function's calls end
 * @rule: tells them apart
 * @packets: where the value is not 0 it is a number of packets, to be summed, and the
 *	outcome is the first
 * @count: number of outcomes
 * @names: the outcomes' names
 */
struct ptime_outcomes {
	struct ptime_rule rule;
	bool packets;
	unsigned int count;
	const char *names[PTIME_OUTCOMES_MAX];
};

/* all rules: what the verb add takes as returns= */
#define PTIME_OUTCOMES(_rule)						\
	_rule(all) _rule(flowtable) _rule(verdict) _rule(hook)		\
	_rule(poll) _rule(errno) _rule(xmit) _rule(check) _rule(bool)	\
	_rule(pointer) _rule(alloc) _rule(lookup) _rule(unsent)		\
	_rule(netdev_tx) _rule(net_rx) _rule(gro)

#define PTIME_DECLARE_OUTCOMES(_rule)	\
	extern const struct ptime_outcomes ptime_outcomes_##_rule;
PTIME_OUTCOMES(PTIME_DECLARE_OUTCOMES)
#undef PTIME_DECLARE_OUTCOMES

const struct ptime_outcomes *ptime_outcomes_find(const char *name);
const char *ptime_outcomes_names(void);

struct ptime_rule ptime_outcome_rule(const struct ptime_outcomes *outcomes, bool nesting,
				     bool paths);

unsigned int ptime_outcome_flowtable(unsigned long retval);

/**
 * ptime_outcome() - number of the outcome that a return value stands for
 * @rule: the function's rule, of ptime_outcome_rule()
 * @retval: the return register
 *
 * Large and small values cost the same but for an instruction: else what is taken off a
 * call would be right for one kind only.
 *
 * Context: any.
 */
static __always_inline unsigned int
ptime_outcome(const struct ptime_rule *rule, unsigned long retval)
{
	long value = (long)(retval << rule->unused_bits) >> rule->unused_bits;

	/* neither an errno nor small */
	if ((unsigned long)value + MAX_ERRNO >= MAX_ERRNO + PTIME_OUTCOME_SMALL)
		return rule->large;
	if (likely(value >= 0))
		return rule->small[value];
	return value == rule->special_value ? rule->special : rule->error;
}

#endif /* _PATHTIME_OUTCOME_H */
