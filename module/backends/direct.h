/* SPDX-License-Identifier: GPL-2.0 */
/* direct: what the backend direct and its assembly trampolines share */
#ifndef _PATHTIME_DIRECT_H
#define _PATHTIME_DIRECT_H

/* functions timed at once: each has a trampoline of its own, as a module cannot generate code */
#define PTIME_DIRECT_SLOTS	200

/*
 * Words of the caller's stack that a trampoline copies for its function, and the number of argument
 * words that a function may then take. These are the words that the C calling convention passes in
 * registers, and the copied ones.
 */
#ifdef CONFIG_X86_64
#define PTIME_DIRECT_STACK_WORDS	4
#define PTIME_DIRECT_ARGUMENTS		(6 + PTIME_DIRECT_STACK_WORDS)
#else
#define PTIME_DIRECT_ARGUMENTS		8
#endif

/*
 * The first PTIME_DIRECT_HOOKED_SLOTS slots are for functions with a step hook. Other functions get
 * one only if no other slot is free. The hooked slots are, in this order:
 *
 *	FIRST	the first argument is the packet
 *	SECOND	the second argument is the packet
 *	TESTED	the first argument is the packet, and no step is taken if the fourth is negative
 *	SENT	the third argument is the packet, and no step is taken if the packet was received
 *	others	any step hook, also if there is no free slot of its own kind
 * Hooks of the first three kinds do nothing for a packet without an in-flight record.
 */
#define PTIME_DIRECT_HOOKED_SLOTS	36
#define PTIME_DIRECT_FIRST_SLOTS	12
#define PTIME_DIRECT_SECOND_SLOTS	9
#define PTIME_DIRECT_TESTED_SLOTS	1
#define PTIME_DIRECT_SENT_SLOTS		2
#define PTIME_DIRECT_TESTED		3

/*
 * Replaces a step in ptime_direct_steps[] if there is more to do than to add the step. Any other
 * negative value is minus the step, and the packet's header snapshot is taken before it.
 */
#define PTIME_DIRECT_MORE		-128

#ifndef __ASSEMBLY__
#include <linux/percpu.h>
#include <linux/types.h>

#include "backends/record.h"
#include "compat/ibt.h"
#include "record/sample.h"

struct ptime_symbol;

/**
 * struct ptime_direct_call - one call, in its trampoline's stack frame
 * @retval: what the function returned
 * @retval_high: the upper half, for functions that return 16 bytes
 * @timing: what every backend keeps; without nesting only its .start
 */
struct ptime_direct_call {
	unsigned long retval;
	unsigned long retval_high;
	struct ptime_timing timing;
};

/**
 * enum ptime_direct_task - task of a trampoline
 * @PTIME_DIRECT_TIME: time the function
 * @PTIME_DIRECT_TIME_AND_STEP: time the function and run its step hook
 * @PTIME_DIRECT_STEP: run the function's step hook only
 */
enum ptime_direct_task {
	PTIME_DIRECT_TIME,
	PTIME_DIRECT_TIME_AND_STEP,
	PTIME_DIRECT_STEP,
};

/* active calls by slot: on each CPU, calls begun minus calls ended */
DECLARE_PER_CPU(u32, ptime_direct_calls[PTIME_DIRECT_SLOTS]);

DECLARE_PER_CPU(struct ptime_turn, ptime_direct_turns[PTIME_DIRECT_SLOTS]);

extern const struct ptime_recorder *ptime_direct_recorders[PTIME_DIRECT_SLOTS];
extern u32 ptime_direct_keys[PTIME_DIRECT_SLOTS];
extern const struct ptime_step_hook *ptime_direct_hooks[PTIME_DIRECT_SLOTS];
extern s8 ptime_direct_steps[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_trampolines[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_sampled_trampolines[PTIME_DIRECT_SLOTS];

/* returns at once, to the address where ftrace wants the function to go on */
void ptime_direct_trampoline_none(void);

void __noendbr ptime_direct_leave(const struct ptime_recorder *recorder, u64 now,
				  const struct ptime_direct_call *call);
void __noendbr ptime_direct_leave_nested(const struct ptime_recorder *recorder, u64 now,
					 const struct ptime_direct_call *call);

unsigned int ptime_direct_registered(void);
unsigned int ptime_direct_calls_left(void);
bool ptime_direct_ftrace_is_dead(void);
bool ptime_direct_drained(void);
bool ptime_direct_has_refused(void);
void ptime_direct_free_refused(void);

#ifdef CONFIG_X86_64
extern const u32 ptime_direct_contexts;
extern const unsigned long ptime_direct_nested_trampolines[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_hooked_trampolines[PTIME_DIRECT_HOOKED_SLOTS];
extern const unsigned long ptime_direct_hooked_nested_trampolines[PTIME_DIRECT_HOOKED_SLOTS];
extern const unsigned long ptime_direct_steps_trampolines[PTIME_DIRECT_HOOKED_SLOTS];

void ptime_direct_draw(unsigned int slot);
void ptime_direct_step(unsigned int slot, const unsigned long *arguments);
#endif

#ifdef CONFIG_ARM64
bool ptime_direct_takes(const struct ptime_direct_call *call, unsigned int slot,
			const unsigned long *timing);
void ptime_direct_begin(struct ptime_direct_call *call, unsigned int slot,
			const unsigned long *timing);
void ptime_direct_end(const struct ptime_direct_call *call, unsigned int slot);
#endif

/* the functions below are in x86/direct.c and arm64/direct.c */

/**
 * ptime_direct_calls_counted() - Check whether the kernel counts calls and returns
 *
 * Context: any.
 * Return: true if it does. It would miss the calls that a trampoline makes.
 */
bool ptime_direct_calls_counted(void);

/**
 * ptime_direct_traced() - Check whether ftrace can call from a function
 * @symbol: the function
 *
 * Context: process, may sleep.
 * Return: true if it can.
 */
bool ptime_direct_traced(const struct ptime_symbol *symbol);

/**
 * ptime_direct_trampoline() - Choose the trampoline that ftrace is to call
 * @slot: the trampoline's slot; below PTIME_DIRECT_HOOKED_SLOTS for a function with a step hook
 * @task: what the trampoline is for
 *
 * Context: any.
 * Return: the address of the trampoline that does what @task, nesting= and sample= ask for, and
 * no more.
 */
unsigned long ptime_direct_trampoline(unsigned int slot, enum ptime_direct_task task);

/**
 * ptime_direct_set_body() - Set the function that a slot's trampolines call
 * @slot: the slot; no call may be active in its trampolines
 * @symbol: the function
 *
 * Context: process, may sleep.
 */
void ptime_direct_set_body(unsigned int slot, const struct ptime_symbol *symbol);
#endif

#endif /* _PATHTIME_DIRECT_H */
