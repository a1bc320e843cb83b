/* SPDX-License-Identifier: GPL-2.0 */
/* direct: what the backend of this name and its entries in assembly share */
#ifndef _PATHTIME_DIRECT_H
#define _PATHTIME_DIRECT_H

/* functions timed at once: each has an entry of its own, as a module cannot make code */
#define PTIME_DIRECT_SLOTS	200

/*
 * Words of the caller's stack that an entry copies for its function, and how many argument words
 * a function may then take: those of C's calling convention in registers, and these.
 */
#ifdef CONFIG_X86_64
#define PTIME_DIRECT_STACK_WORDS	4
#define PTIME_DIRECT_ARGUMENTS		(6 + PTIME_DIRECT_STACK_WORDS)
#else
#define PTIME_DIRECT_ARGUMENTS		8
#endif

/*
 * The first slots are for functions that tell of packets; others have them where no other is
 * free. Of them the first are for functions whose first argument is the packet, the next for those
 * whose second is, then for those whose first is, unless their fourth is negative:
 * all that have nothing to tell of a packet without a stamp. Then those that have nothing to
 * tell of a packet that was received, which is their third.
 */
#define PTIME_DIRECT_HOOKED_SLOTS	36
#define PTIME_DIRECT_FIRST_SLOTS	12
#define PTIME_DIRECT_SECOND_SLOTS	9
#define PTIME_DIRECT_TESTED_SLOTS	1
#define PTIME_DIRECT_SENT_SLOTS		2
#define PTIME_DIRECT_TESTED		3

/*
 * In place of a step: there is more to do than to add it. What is negative beside is a step
 * before which the packet's headers are taken.
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
 * struct ptime_direct_call - a call, in its entry's stack frame
 * @retval: what the function returned
 * @retval_high: the other half, of functions that return 16 bytes
 * @timing: as every backend keeps it; without nesting its .start only
 */
struct ptime_direct_call {
	unsigned long retval;
	unsigned long retval_high;
	struct ptime_timing timing;
};

/**
 * enum ptime_direct_task - what an entry is for
 * @PTIME_DIRECT_TIME: to time its function
 * @PTIME_DIRECT_TIME_AND_STEP: and to look at what that is given, as it tells of packets
 * @PTIME_DIRECT_STEP: only that
 */
enum ptime_direct_task {
	PTIME_DIRECT_TIME,
	PTIME_DIRECT_TIME_AND_STEP,
	PTIME_DIRECT_STEP,
};

/* calls under way, by slot: begun less ended, on each CPU */
DECLARE_PER_CPU(u32, ptime_direct_calls[PTIME_DIRECT_SLOTS]);

DECLARE_PER_CPU(struct ptime_turn, ptime_direct_turns[PTIME_DIRECT_SLOTS]);

extern const struct ptime_recorder *ptime_direct_recorders[PTIME_DIRECT_SLOTS];
extern u32 ptime_direct_keys[PTIME_DIRECT_SLOTS];
extern const struct ptime_step_hook *ptime_direct_hooks[PTIME_DIRECT_SLOTS];
extern s8 ptime_direct_steps[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_trampolines[PTIME_DIRECT_SLOTS];
extern const unsigned long ptime_direct_sampled_trampolines[PTIME_DIRECT_SLOTS];

/* returns at once, to where ftrace says that the function goes on */
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

/* what follows is in direct_x86.c or direct_arm64.c */

/**
 * ptime_direct_calls_counted() - does the kernel count calls and returns?
 *
 * Context: any. Return: whether it does so itself: it would miss those that an
 * entry makes.
 */
bool ptime_direct_calls_counted(void);

/**
 * ptime_direct_traced() - does ftrace call from a function?
 * @symbol: the function
 *
 * Context: process, may sleep.
 */
bool ptime_direct_traced(const struct ptime_symbol *symbol);

/**
 * ptime_direct_trampoline() - what ftrace is to call
 * @slot: number of the entry; below PTIME_DIRECT_HOOKED_SLOTS for a function that tells of
 *	packets
 * @task: what it is for
 *
 * Context: any. Return: the entry's address: of the one that does what is asked for
 * with nesting= and sample=, and no more.
 */
unsigned long ptime_direct_trampoline(unsigned int slot, enum ptime_direct_task task);

/**
 * ptime_direct_set_body() - tell an entry which function is to call it
 * @slot: number of the entry; nobody is in it
 * @symbol: the function
 *
 * Context: process, may sleep.
 */
void ptime_direct_set_body(unsigned int slot, const struct ptime_symbol *symbol);
#endif

#endif /* _PATHTIME_DIRECT_H */
