/* SPDX-License-Identifier: GPL-2.0 */
/*
 * direct: the arm64 trampolines, one for each function that may be timed at once
 *
 * ftrace calls a trampoline from the function's first instructions. x9 then holds the return
 * address into the function's caller, and x30 the one into the function, where its body is. The
 * trampoline records the call, calls the body as the function's caller would, records the return
 * and returns to that caller.
 *
 * The clock is read in C: some CPUs' counters need more than one instruction, which the kernel
 * knows (arch_timer_read_counter).
 */
#include <linux/linkage.h>

#include "backends/direct.h"
#include "backends/trampoline.h"
#include "generated/offsets.h"

/* the stack frame; the arguments are in order, and the call is last */
#define RECORD		0
#define X0		16
#define X2		32
#define X4		48
#define X6		64
#define X8_BODY		80
#define SLOT		96
#define CALL		112
#define RESULT		(CALL + PTIME_DIRECT_RETVAL)
#define FRAME_BYTES	(CALL + PTIME_DIRECT_BYTES)

	.text

/* make the stack frame, with the arguments, the body's address and the slot */
.macro save_registers
	stp	x29, x9, [sp, #-FRAME_BYTES]!
	mov	x29, sp
	stp	x0, x1, [sp, #X0]
	stp	x2, x3, [sp, #X2]
	stp	x4, x5, [sp, #X4]
	stp	x6, x7, [sp, #X6]
	stp	x8, x30, [sp, #X8_BODY]
	str	x10, [sp, #SLOT]
.endm

/* load the function's arguments; the body's address goes to \body */
.macro restore_arguments body
	ldp	x0, x1, [sp, #X0]
	ldp	x2, x3, [sp, #X2]
	ldp	x4, x5, [sp, #X4]
	ldp	x6, x7, [sp, #X6]
	ldp	x8, \body, [sp, #X8_BODY]
.endm

/* when a function begins, x9 to x17 hold nothing but what ftrace has put there */
.macro make_plain n
SYM_FUNC_START(ptime_direct_trampoline_\n)
	mov	w10, #\n
	b	ptime_direct_trampoline_common
SYM_FUNC_END(ptime_direct_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad	ptime_direct_trampoline_\n
	.popsection
.endm

/*
 * The frame record is that of a function called by the function's caller, so a stack trace finds
 * both the trampoline and the caller. The body has no landing pad for an indirect jump, and
 * needs none for a return. Each call has its return, as CPUs that predict returns expect.
 */
SYM_CODE_START_LOCAL(ptime_direct_trampoline_common)
	save_registers
	add	x0, sp, #CALL
	mov	w1, w10
	add	x2, sp, #X0
	bl	ptime_direct_begin
	restore_arguments body=x10
	bl	.Lbody
	stp	x0, x1, [sp, #RESULT]
	add	x0, sp, #CALL
	ldr	x1, [sp, #SLOT]
	bl	ptime_direct_end
	ldp	x0, x1, [sp, #RESULT]
	ldp	x29, x30, [sp], #FRAME_BYTES
	ret
.Lbody:
	ret	x10
SYM_CODE_END(ptime_direct_trampoline_common)

.macro make_sampled n
SYM_FUNC_START(ptime_direct_sampled_trampoline_\n)
	mov	w10, #\n
	b	ptime_direct_sampled_common
SYM_FUNC_END(ptime_direct_sampled_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad	ptime_direct_sampled_trampoline_\n
	.popsection
.endm

/* go on to the plain trampoline, or return into the function as if ftrace had called nothing */
SYM_CODE_START_LOCAL(ptime_direct_sampled_common)
	save_registers
	mov	w0, w10
	add	x1, sp, #X0
	bl	ptime_direct_takes
	and	w11, w0, #1
	restore_arguments body=x30
	ldr	x10, [sp, #SLOT]
	ldp	x29, x9, [sp], #FRAME_BYTES
	cbnz	w11, ptime_direct_trampoline_common
	mov	x10, x30
	mov	x30, x9
	ret	x10
SYM_CODE_END(ptime_direct_sampled_common)

SYM_FUNC_START(ptime_direct_trampoline_none)
	mov	x10, x30
	mov	x30, x9
	ret	x10
SYM_FUNC_END(ptime_direct_trampoline_none)

	table	ptime_direct_trampolines, make_plain
	table	ptime_direct_sampled_trampolines, make_sampled

	.section .note.GNU-stack, "", @progbits
