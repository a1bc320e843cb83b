/* SPDX-License-Identifier: GPL-2.0 */
/*
 * direct: the entries, one for each function that may be timed at once
 *
 * ftrace calls an entry from the function's first instructions, with the return
 * address into the function's caller in x9 and that into the function, where its
 * body is, in x30. The entry has the call noted, calls the body as the function's
 * caller would, has the return noted and returns to that caller.
 *
 * The time is read by C: some CPUs' counters need more than an instruction, which
 * the kernel knows (arch_timer_read_counter).
 */
#include <linux/linkage.h>

#include "backends/direct.h"
#include "backends/trampoline.h"
#include "generated/offsets.h"

/* the stack frame; what belongs to the call is last, its return value where x0 and x1 were */
#define RECORD		0
#define X2		16
#define X4		32
#define X6		48
#define X8_BODY		64
#define SLOT		80
#define CALL		96
#define X0		(CALL + PTIME_DIRECT_RETVAL)
#define FRAME_BYTES	(CALL + PTIME_DIRECT_BYTES)

	.text

/* makes the stack frame, with the arguments, the body's address and the slot */
.macro save
	stp	x29, x9, [sp, #-FRAME_BYTES]!
	mov	x29, sp
	stp	x0, x1, [sp, #X0]
	stp	x2, x3, [sp, #X2]
	stp	x4, x5, [sp, #X4]
	stp	x6, x7, [sp, #X6]
	stp	x8, x30, [sp, #X8_BODY]
	str	x10, [sp, #SLOT]
.endm

/* what the function is called with; the body's address goes to \body */
.macro restore_arguments body
	ldp	x0, x1, [sp, #X0]
	ldp	x2, x3, [sp, #X2]
	ldp	x4, x5, [sp, #X4]
	ldp	x6, x7, [sp, #X6]
	ldp	x8, \body, [sp, #X8_BODY]
.endm

/* x9 to x17 hold nothing where a function begins, but what ftrace has put there */
.macro entry n
SYM_FUNC_START(ptime_direct_trampoline_\n)
	mov	w10, #\n
	b	ptime_direct_trampoline_common
SYM_FUNC_END(ptime_direct_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad	ptime_direct_trampoline_\n
	.popsection
.endm

/*
 * The frame record is that of a function called by the function's caller, so a
 * stack trace finds both the entry and the caller. The body has no landing pad for
 * an indirect jump, and needs none for a return; each call has its return, as
 * CPUs that foretell returns expect.
 */
SYM_CODE_START_LOCAL(ptime_direct_trampoline_common)
	save
	add	x0, sp, #CALL
	mov	w1, w10
	mov	x2, sp
	bl	ptime_direct_begin
	restore_arguments body=x10
	bl	.Lbody
	stp	x0, x1, [sp, #X0]
	add	x0, sp, #CALL
	ldr	w1, [sp, #SLOT]
	bl	ptime_direct_end
	ldp	x0, x1, [sp, #X0]
	ldp	x29, x30, [sp], #FRAME_BYTES
	ret
.Lbody:
	ret	x10
SYM_CODE_END(ptime_direct_trampoline_common)

.macro sampled_entry n
SYM_FUNC_START(ptime_direct_sampled_trampoline_\n)
	mov	w10, #\n
	b	ptime_direct_sampled_common
SYM_FUNC_END(ptime_direct_sampled_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad	ptime_direct_sampled_trampoline_\n
	.popsection
.endm

/* on to the entry, or into the function as if nobody had been called */
SYM_CODE_START_LOCAL(ptime_direct_sampled_common)
	save
	add	x0, sp, #CALL
	mov	w1, w10
	mov	x2, sp
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

	table	ptime_direct_trampolines, entry
	table	ptime_direct_sampled_trampolines, sampled_entry

	.section .note.GNU-stack, "", @progbits
