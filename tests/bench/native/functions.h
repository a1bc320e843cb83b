/* SPDX-License-Identifier: GPL-2.0 */
/* functions: functions that take the place of the kernel's */
#ifndef _PATHTIME_BENCH_FUNCTIONS_H
#define _PATHTIME_BENCH_FUNCTIONS_H

typedef void (*function_t)(void *packet);

void functions_begin(void);

/**
 * function_make() - Make a function
 * @entry: what its first instruction calls, as ftrace would have it; NULL for a no-op
 * @callee: a function that it calls
 * @times: number of these calls
 *
 * Return: the function.
 */
function_t function_make(const void *entry, function_t callee, unsigned int times);

/**
 * function_make_timed() - Make a function with a trampoline of the module
 * @sampled: whether the trampoline is a sampled one
 * @callee: a function that it calls
 * @times: number of these calls
 * @slot: set to the trampoline's slot, unless NULL
 *
 * Return: the function.
 */
function_t function_make_timed(int sampled, function_t callee, unsigned int times,
			       unsigned int *slot);

/**
 * function_make_poll() - Make a function that returns a number of packets, with a trampoline
 * @nesting: the function is called with nesting
 * @packets: the number
 * @slot: set to the trampoline's slot, unless NULL
 *
 * Return: the function.
 */
function_t function_make_poll(int nesting, unsigned int packets, unsigned int *slot);

/* let a function that calls nothing return a number */
void function_return(function_t function, unsigned int result);

/* a function that does nothing */
void function_nothing(void *packet);

/* the second instruction of a function, where a trampoline calls it */
void *function_body(function_t function);

/* put a call of a function there, or a jump to it */
void put_call(void *at, const void *function);
void put_jump(void *at, const void *function);

#endif /* _PATHTIME_BENCH_FUNCTIONS_H */
