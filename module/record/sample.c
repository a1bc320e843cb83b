// SPDX-License-Identifier: GPL-2.0
/* sample: chooses the calls that are timed with sample=N */
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/random.h>

#include "record/sample.h"

u32 ptime_sample __ro_after_init = 1;

/* 64-bit linear congruential generator by Knuth; only its upper bits are random enough */
#define FACTOR		6364136223846793005ULL
#define ADDEND		1442695040888963407ULL

static DEFINE_PER_CPU(u64, sample_random);

/* returns a number below ptime_sample */
static __always_inline u32 below_sample(u64 number)
{
	return (number >> 32) * ptime_sample >> 32;
}

/**
 * ptime_sample_init() - Set the sampling rate
 * @sample: one call in @sample is timed
 *
 * Context: process, at load, before any probe uses it.
 */
void __init ptime_sample_init(u32 sample)
{
	int cpu;

	ptime_sample = sample;
	for_each_possible_cpu(cpu)
		per_cpu(sample_random, cpu) = get_random_u64();
}

/**
 * ptime_sample_begin() - Draw a function's first call on each CPU
 * @turn: the function's; no probe uses it yet
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
 * ptime_sample_draw() - Draw the next call that is timed
 * @turn: the function's, of which a call is due
 *
 * One call is drawn from each block of ptime_sample calls. The distance to the next one is the
 * rest of this call's block plus the calls before it in the next block. Each call therefore
 * has the same chance, whatever its position in a pattern, and the number of calls is accurate
 * to one block on each CPU.
 *
 * An interrupt may draw between a read and a write of this function. A random number is then
 * used twice, but no block is lost, because @turn is changed with single-instruction additions
 * and exchanges.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
notrace void ptime_sample_draw(struct ptime_turn __percpu *turn)
{
	u64 number = this_cpu_read(sample_random) * FACTOR + ADDEND;
	u32 drawn = below_sample(number);
	u32 before;

	this_cpu_write(sample_random, number);
	before = this_cpu_xchg(turn->drawn, drawn);
	this_cpu_add(turn->left, ptime_sample - before + drawn);
}
NOKPROBE_SYMBOL(ptime_sample_draw);
