/* SPDX-License-Identifier: GPL-2.0 */
/*
 * direct: the entries, one for each function that may be timed at once
 *
 * ftrace calls an entry from the function's first instruction. It notes the time,
 * calls the rest of the function as the function's caller would, notes the time
 * again and returns to that caller. What belongs to a call is in the entry's own
 * stack frame. The rest of the function is called by a static call, which is a
 * direct call that the kernel patches: no retpoline, and nothing to be guessed.
 *
 * The entry's stack frame, below the two return addresses: into the rest of the
 * function, where ftrace's call would return, and into the function's caller.
 */
#include <linux/linkage.h>
#include <asm/frame.h>
#include <asm/nospec-branch.h>
#include <asm/percpu.h>
#include <asm/unwind_hints.h>
#include <linux/objtool.h>

#include "direct.h"

/*
 * ftrace calls entries and returns to them, nobody jumps: no ENDBR. Kernels
 * before 5.18 have neither.
 */
#ifndef ANNOTATE_NOENDBR
#define ANNOTATE_NOENDBR
#endif

	.text

/* rax = the time; changes rdx */
.macro now
	rdtsc
	shlq $32, %rdx
	orq %rdx, %rax
.endm

/* r10 and r11 hold nothing where a function begins, rdx its third argument */
.macro entry n
	.noaltmacro
SYM_FUNC_START(ptime_direct_entry_\n)
	ANNOTATE_NOENDBR
	FRAME_BEGIN
	subq $PTIME_DIRECT_BYTES, %rsp
	incl PER_CPU_VAR(ptime_direct_calls + 4 * \n)
	movq %rdx, %r10
	now
	movq %rax, PTIME_DIRECT_FRAME(%rsp)
	movq %r10, %rdx
	call __SCT__ptime_direct_body_\n
	movq %rax, PTIME_DIRECT_RETVAL(%rsp)
	movq %rdx, PTIME_DIRECT_RETVAL_HIGH(%rsp)
	now
	movq ptime_direct_hits + 8 * \n(%rip), %rdi
	movq %rax, %rsi
	movq %rsp, %rdx
	call ptime_direct_leave
	movq PTIME_DIRECT_RETVAL(%rsp), %rax
	movq PTIME_DIRECT_RETVAL_HIGH(%rsp), %rdx
	decl PER_CPU_VAR(ptime_direct_calls + 4 * \n)
#ifdef CONFIG_FRAME_POINTER
	addq $PTIME_DIRECT_BYTES, %rsp
	FRAME_END
	addq $8, %rsp
#else
	/* with the return address into the function, which has been called */
	addq $PTIME_DIRECT_BYTES + 8, %rsp
#endif
	UNWIND_HINT_FUNC
	RET
SYM_FUNC_END(ptime_direct_entry_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_entry_\n
	.popsection
	/* objtool before 6.4 knows a static call only where its key is known */
	.pushsection .discard.ptime_direct_keys, "aw"
	.quad __SCK__ptime_direct_body_\n
	.popsection
.endm

	.pushsection .rodata, "a", @progbits
	.balign 8
	.globl ptime_direct_entries
ptime_direct_entries:
	.popsection

	.set slot, 0
	.rept PTIME_DIRECT_SLOTS
	.altmacro	/* for the % alone: the kernel's macros do without */
	entry %slot
	.set slot, slot + 1
	.endr

	.section .note.GNU-stack, "", @progbits
