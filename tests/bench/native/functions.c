// SPDX-License-Identifier: GPL-2.0
/* functions: functions that take the place of the kernel's */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include "functions.h"
#include "kernel.h"
#include "recording_path.h"

#define FUNCTIONS_MAX	256
#define FUNCTION_BYTES	128
#define CALL_BYTES	5
#define CALL		0xe8
#define JUMP		0xe9
#define RETURN		0xc3
#define MOVE_TO_EAX	0xb8
#define PUSH_RDI	0x57
#define POP_RDI		0x5f

static const unsigned char nop[CALL_BYTES] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };

/* mov (%rsp), %rdi */
static const unsigned char load_rdi[] = { 0x48, 0x8b, 0x3c, 0x24 };

static unsigned char *code;
static unsigned int functions, slots;

void functions_begin(void)
{
	code = kernel_alloc_code(FUNCTIONS_MAX * FUNCTION_BYTES);
}

static void put_branch(unsigned char *at, unsigned char opcode, const void *to)
{
	s32 distance = (intptr_t)to - (intptr_t)at - CALL_BYTES;

	at[0] = opcode;
	memcpy(at + 1, &distance, sizeof(distance));
}

void put_call(void *at, const void *function)
{
	put_branch(at, CALL, function);
}

void put_jump(void *at, const void *function)
{
	put_branch(at, JUMP, function);
}

void *function_body(function_t function)
{
	return (unsigned char *)function + CALL_BYTES;
}

function_t function_make(const void *entry, function_t callee, unsigned int times)
{
	unsigned char *begin = code + functions++ * FUNCTION_BYTES, *at = begin;
	unsigned int i;

	if (entry)
		put_call(at, entry);
	else
		memcpy(at, nop, sizeof(nop));
	at += CALL_BYTES;
	if (times)
		*at++ = PUSH_RDI;
	/* the packet is the argument of each call: the call before may have changed the register */
	for (i = 0; i < times; i++, at += CALL_BYTES) {
		memcpy(at, load_rdi, sizeof(load_rdi));
		at += sizeof(load_rdi);
		put_call(at, callee);
	}
	if (times)
		*at++ = POP_RDI;
	*at = RETURN;
	return (function_t)begin;
}

void function_return(function_t function, unsigned int result)
{
	unsigned char *at = function_body(function);

	at[0] = MOVE_TO_EAX;
	memcpy(at + 1, &result, sizeof(result));
	at[1 + sizeof(result)] = RETURN;
}

void function_nothing(void *packet)
{
	(void)packet;
}

static unsigned int take_slot(int err, unsigned int *slot)
{
	if (err) {
		fprintf(stderr, "native: there is no memory for a series\n");
		exit(1);
	}
	if (slot)
		*slot = slots;
	return slots++;
}

function_t function_make_timed(int sampled, function_t callee, unsigned int times,
			       unsigned int *slot)
{
	const void *entry = (void *)(sampled ? path_sampled_trampoline(slots) :
					       path_trampoline(slots));
	function_t function = function_make(entry, callee, times);

	take_slot(path_time(slots, (unsigned long)function_body(function)), slot);
	return function;
}

function_t function_make_poll(int nesting, unsigned int packets, unsigned int *slot)
{
	function_t function = function_make((void *)path_trampoline(slots), NULL, 0);

	function_return(function, packets);
	take_slot(path_time_poll(slots, (unsigned long)function_body(function), nesting), slot);
	return function;
}
