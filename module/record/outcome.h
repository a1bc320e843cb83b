/* SPDX-License-Identifier: GPL-2.0 */
/* outcome: maps a return value to an outcome, which selects the call's series */
#ifndef _PATHTIME_OUTCOME_H
#define _PATHTIME_OUTCOME_H

#include <linux/compiler.h>
#include <linux/err.h>
#include <linux/types.h>

/* maximum number of outcomes of one function */
#define PTIME_OUTCOMES_MAX	5
/* stands in for an outcome if the recording path has more to do than count the call */
#define PTIME_OUTCOME_SELDOM	PTIME_OUTCOMES_MAX
/* return values 0 .. 7 have an outcome each, larger ones share one */
#define PTIME_OUTCOME_SMALL	8

/**
 * struct ptime_rule - maps return values to numbers of outcomes
 * @unused_bits: bits of the register above the return type: 32 for int, 56 for bool, 0 for
 *	long and pointers; the remaining bits are sign-extended
 * @small: outcome of each of the values 0 .. 7
 * @large: outcome of 8 and more, and of negative values that are no errno
 * @error: outcome of -errno and ERR_PTR()
 * @special: outcome of @special_value
 * @more: enum ptime_more: what else to do for some return values. With nesting these map to
 *	PTIME_OUTCOME_SELDOM, see ptime_outcome_rule().
 * @special_value: an -errno with a meaning of its own, most often -EINPROGRESS: the work goes
 *	on after the return
 *
 * A table instead of a function for each rule avoids an indirect call in the probe, which
 * would go through a retpoline, and gives all rules the same overhead.
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
 * enum ptime_more - further use of a return value
 * @PTIME_MORE_NONE: nothing
 * @PTIME_MORE_PACKETS: if it is positive, it is a number of packets: add it to their sum
 * @PTIME_MORE_FLOWTABLE: it says whether the flowtable forwards the packet: report it to
 *	packet tracing
 */
enum ptime_more {
	PTIME_MORE_NONE,
	PTIME_MORE_PACKETS,
	PTIME_MORE_FLOWTABLE,
};

/**
 * struct ptime_outcomes - the outcomes of a function's calls
 * @rule: maps return values to outcomes
 * @packets: a positive value is a number of packets, to be summed; its outcome is the first
 * @count: number of outcomes
 * @names: names of the outcomes
 */
struct ptime_outcomes {
	struct ptime_rule rule;
	bool packets;
	unsigned int count;
	const char *names[PTIME_OUTCOMES_MAX];
};

/* all rules; the control command add takes their names as returns= */
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
 * ptime_outcome() - Map a return value to the number of its outcome
 * @rule: the function's rule, from ptime_outcome_rule()
 * @retval: the return register
 *
 * Large and small values cost the same but for one instruction. Otherwise the overhead that is
 * subtracted from a call would be right for one of them only.
 *
 * Context: any.
 * Return: index of the outcome's name in struct ptime_outcomes, or PTIME_OUTCOME_SELDOM.
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
