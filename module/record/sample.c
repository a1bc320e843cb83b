// SPDX-License-Identifier: GPL-2.0
/* sample: which calls are timed, where not all of them are */
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/random.h>

#include "record/sample.h"

u32 ptime_sample __ro_after_init = 1;

/* a linear congruential generator of 64 bits, of which the upper are good (Knuth) */
#define FACTOR		6364136223846793005ULL
#define ADDEND		1442695040888963407ULL

static DEFINE_PER_CPU(u64, random);

/* a number below ptime_sample */
static __always_inline u32 below_sample(u64 number)
{
	return (number >> 32) * ptime_sample >> 32;
}

/**
 * ptime_sample_init() - set how many calls are timed
 * @sample: one in so many
 *
 * Context: process, at load, alone.
 */
void __init ptime_sample_init(u32 sample)
{
	int cpu;

	ptime_sample = sample;
	for_each_possible_cpu(cpu)
		per_cpu(random, cpu) = get_random_u64();
}

/**
 * ptime_sample_begin() - draw the first call of a function on each CPU
 * @turn: the function's; no probe may use it yet
 *
 * Context: process.
 */
void ptime_sample_begin(struct ptime_turn __percpu *turn)
{
	struct ptime_turn *one;
	int cpu;

	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(turn, cpu);
		one->drawn = below_sample(get_random_u64());
		one->left = one->drawn + 1;
	}
}

/**
 * ptime_sample_draw() - draw the next call that is timed
 * @turn: the function's; a call is due
 *
 * One call is drawn of each block of ptime_sample: what is left of this call's
 * block and what goes before the next one's lie between the two. So each call has
 * the same chance, whatever its place in a pattern, and the number of calls is
 * right to a block for each CPU.
 *
 * An interrupt may draw between a read and a write here. Then a random number
 * is used twice, but no block is lost: they are added and exchanged whole.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
notrace void ptime_sample_draw(struct ptime_turn __percpu *turn)
{
	u64 number = this_cpu_read(random) * FACTOR + ADDEND;
	u32 drawn = below_sample(number);
	u32 before;

	this_cpu_write(random, number);
	before = this_cpu_xchg(turn->drawn, drawn);
	this_cpu_add(turn->left, ptime_sample - before + drawn);
}
NOKPROBE_SYMBOL(ptime_sample_draw);
