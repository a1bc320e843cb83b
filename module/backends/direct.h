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

#ifndef __ASSEMBLY__
#include <linux/percpu.h>
#include <linux/types.h>

#include "backends/record.h"
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
 * @PTIME_DIRECT_TIME: time the function, and run its step hook if it has one
 * @PTIME_DIRECT_STEP: run the function's step hook only
 */
enum ptime_direct_task {
	PTIME_DIRECT_TIME,
	PTIME_DIRECT_STEP,
};

/**
 * struct ptime_direct_slot - the function of a trampoline
 * @recorder: the function's recorder; &ptime_recorder_ended if no call is timed, or active calls
 *	are no longer counted
 * @hook: its step hook; NULL if it has none, or the probe has ended or is muted
 * @calls: active calls: on each CPU, calls begun minus calls ended; NULL if the slot was never used
 * @key: its part of a node's key, or that of PTIME_NO_FUNCTION
 */
struct ptime_direct_slot {
	const struct ptime_recorder *recorder;
	const struct ptime_step_hook *hook;
	u32 __percpu *calls;
	u32 key;
} __aligned(32);

/* with sampling, the turn of each slot */
extern struct ptime_turn __percpu *ptime_direct_turns;

extern struct ptime_direct_slot ptime_direct_slots[PTIME_DIRECT_SLOTS];

/* the trampolines' addresses */
extern const unsigned long ptime_direct_trampolines[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_sampled_trampolines[PTIME_DIRECT_SLOTS];

/* returns at once, to the address where ftrace wants the function to go on */
void ptime_direct_trampoline_none(void);

bool ptime_direct_takes(unsigned int number, const unsigned long *arguments);
void ptime_direct_begin(struct ptime_direct_call *call, unsigned int number,
			const unsigned long *arguments);
void ptime_direct_end(const struct ptime_direct_call *call, unsigned int number);

unsigned int ptime_direct_registered(void);
unsigned int ptime_direct_calls_left(void);
bool ptime_direct_ftrace_is_dead(void);
bool ptime_direct_drained(void);
void ptime_direct_exit(void);
bool ptime_direct_has_refused(void);
void ptime_direct_free_refused(void);

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
 * ptime_direct_set_body() - Set the function that a slot's trampolines call
 * @slot: the slot; no call may be active in its trampolines
 * @symbol: the function
 *
 * Context: process, may sleep.
 */
void ptime_direct_set_body(unsigned int slot, const struct ptime_symbol *symbol);
#endif

#endif /* _PATHTIME_DIRECT_H */
