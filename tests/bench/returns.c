// SPDX-License-Identifier: GPL-2.0
/*
 * returns: times how much the processor loses if a function does not return to
 * where its call was
 *
 * A processor predicts a return by the last call that has not returned. A tool that
 * gets between a function and its caller may upset that for the callers above, too.
 * So the functions of returns.S are called through chains of callers that do nothing
 * more. A pass of a chain with an untouched function comes before each pass and is
 * subtracted. The program writes lines of words with tabs between them, figures per
 * call:
 *
 *	WAY CALLERS UNIT LEAST MEDIAN P10 P90
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/types.h"
#include "counter.h"
#include "returns.h"

#define CALLS	1000
#define WARM_UP	20
#define PASSES	2001

/* the function that the last caller calls */
static void (*function)(void);

/* The Makefile has the options that keep each call a call. */
#define CALLER(_name, _callee)						\
	static void _name(void)						\
	{								\
		_callee();						\
	}

CALLER(caller_1, function)
CALLER(caller_2, caller_1)
CALLER(caller_3, caller_2)
CALLER(caller_4, caller_3)
CALLER(caller_5, caller_4)
CALLER(caller_6, caller_5)
CALLER(caller_7, caller_6)
CALLER(caller_8, caller_7)
CALLER(caller_9, caller_8)
CALLER(caller_10, caller_9)
CALLER(caller_11, caller_10)
CALLER(caller_12, caller_11)

static const struct {
	const char *name;
	void (*function)(void);
} ways[] = {
	{ "nothing", plain_function },
	{ "spent (pathtime direct)", spent_function },
	{ "jumped to (fexit)", jumped_function },
	{ "left out (fexit, old)", left_out_function },
	{ "replaced (kretprobe)", replaced_function },
};

static const struct {
	unsigned int callers;
	void (*first)(void);
} chains[] = {
	{ 1, caller_1 },
	{ 4, caller_4 },
	{ 8, caller_8 },
	{ 12, caller_12 },
};

static double pass(void (*called)(void), void (*first)(void))
{
	u64 began;
	int i;

	function = called;
	began = counter_read();
	for (i = 0; i < CALLS; i++)
		first();
	return (double)(counter_read() - began) / CALLS;
}

static int compare(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;

	return (first > second) - (first < second);
}

static void time_way(size_t way, size_t chain, const char *unit)
{
	static double took[PASSES];
	double least = 1e9, least_plain = 1e9;
	int i;

	for (i = -WARM_UP; i < PASSES; i++) {
		double plain = way ? pass(plain_function, chains[chain].first) : 0;
		double this = pass(ways[way].function, chains[chain].first);

		if (i < 0)
			continue;
		took[i] = this - plain;
		least = this < least ? this : least;
		least_plain = plain < least_plain ? plain : least_plain;
	}
	qsort(took, PASSES, sizeof(*took), compare);
	printf("%s\t%u\t%s\t%.2f\t%.2f\t%.2f\t%.2f\n", ways[way].name, chains[chain].callers,
	       unit, least - least_plain, took[PASSES / 2], took[PASSES / 10],
	       took[PASSES * 9 / 10]);
}

int main(void)
{
	const char *unit = counter_open();
	size_t way, chain;

	for (way = 0; way < sizeof(ways) / sizeof(*ways); way++)
		for (chain = 0; chain < sizeof(chains) / sizeof(*chains); chain++)
			time_way(way, chain, unit);
	return 0;
}
