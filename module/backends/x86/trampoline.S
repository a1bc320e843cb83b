/* SPDX-License-Identifier: GPL-2.0 */
/*
 * direct: the x86 trampolines, one for each function that may be timed at once
 *
 * ftrace calls a trampoline from the function's first instruction. The trampoline records the
 * call, calls the rest of the function, its body, as the function's caller would, records the
 * return and returns to that caller. All that belongs to a call is in the trampoline's own stack
 * frame. The body is called by a static call, which is a direct call that the kernel patches: it
 * needs no retpoline, and the CPU has no target to predict. Therefore each function has code of
 * its own here.
 *
 * A sampled trampoline goes on to the plain one if the call is to be timed. Otherwise it returns
 * into the function, as if ftrace had called nothing.
 *
 * The trampoline's stack frame is below two return addresses. The lower one leads into the body,
 * where ftrace's call would return, and the upper one into the function's caller.
 */
#include <linux/linkage.h>
#include <asm/asm.h>
#include <asm/frame.h>
#include <asm/nospec-branch.h>
#include <asm/page_types.h>
#include <asm/unwind_hints.h>
#include <linux/objtool.h>

#include "backends/direct.h"
#include "backends/trampoline.h"
#include "generated/offsets.h"

/*
 * Trampolines are called by ftrace or returned to, and never jumped to indirectly: no ENDBR.
 * Kernels before 5.18 have neither ENDBR nor this annotation.
 */
#ifndef ANNOTATE_NOENDBR
#define ANNOTATE_NOENDBR
#endif

	.text

/* the registers that may hold a function's arguments; the first one is at the lowest address */
#define ARGUMENT_BYTES	(6 * 8)

.macro push_arguments
	pushq %r9
	pushq %r8
	pushq %rcx
	pushq %rdx
	pushq %rsi
	pushq %rdi
.endm

.macro pop_arguments
	popq %rdi
	popq %rsi
	popq %rdx
	popq %rcx
	popq %r8
	popq %r9
.endm

/* the slot is in eax; saves all registers that may hold an argument */
SYM_FUNC_START_LOCAL(direct_begin)
	FRAME_BEGIN
	push_arguments
	leaq ARGUMENT_BYTES + FRAME_OFFSET + 8(%rsp), %rdi
	movl %eax, %esi
	movq %rsp, %rdx
	call ptime_direct_begin
	pop_arguments
	FRAME_END
	RET
SYM_FUNC_END(direct_begin)

/* the same; returns in al whether to time the call */
SYM_FUNC_START_LOCAL(direct_takes)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	movq %rsp, %rsi
	call ptime_direct_takes
	pop_arguments
	FRAME_END
	RET
SYM_FUNC_END(direct_takes)

/* from rsp, where the call is, to the first word that the caller may have pushed */
#define STACK_ARGUMENTS	(PTIME_DIRECT_BYTES + FRAME_OFFSET + 2 * 8)
#define COPIED_BYTES	(8 * PTIME_DIRECT_STACK_WORDS)

/*
 * Copy the words above the caller's return address to where the function looks for arguments
 * on the stack. All functions get the copy: a prototype may differ between point releases of
 * one kernel. The highest word is pushed first. Each push moves rsp down by one word, so the
 * next word is at the same offset.
 *
 * The words are read from the caller's frame and from the frames above it. A function that
 * takes them on the stack has them there. For any other function the stack may end first. On
 * x86 the kernel calls irq_enter_rcu(), the interrupt's handler, irq_exit_rcu() and
 * __do_softirq() at the very top of the interrupt stack, and a guard page may follow. So the
 * read of the highest word has an entry in the exception table. If that word is missing,
 * direct_copy_present_words() copies those before it. If it is there, so are the lower ones, which
 * lie between it and the return address.
 */
.macro push_stack_arguments n
.Lhighest_\n:
	.rept PTIME_DIRECT_STACK_WORDS
	pushq STACK_ARGUMENTS + COPIED_BYTES - 8(%rsp)
	.endr
.Lcopied_\n:
	_ASM_EXTABLE(.Lhighest_\n, .Lmissing_\n)
.endm

.macro push_present_arguments n
.Lmissing_\n:
	subq $COPIED_BYTES, %rsp
	leaq STACK_ARGUMENTS + COPIED_BYTES(%rsp), %rax
	call direct_copy_present_words
	jmp .Lcopied_\n
.endm

/*
 * Copy the words from rax up to the end of their page into the space that the caller has made on
 * its stack. The next page, with the highest word, cannot be read. The page of the return
 * address, which is the word before these, can. Changes rax and r11.
 */
SYM_FUNC_START_LOCAL(direct_copy_present_words)
	.set copied, 0
	.rept PTIME_DIRECT_STACK_WORDS - 1
	testl $(PAGE_SIZE - 1), %eax
	jz 1f
	movq (%rax), %r11
	movq %r11, 8 + copied(%rsp)
	addq $8, %rax
	.set copied, copied + 8
	.endr
1:
	RET
SYM_FUNC_END(direct_copy_present_words)

SYM_FUNC_START(ptime_direct_trampoline_none)
	ANNOTATE_NOENDBR
	RET
SYM_FUNC_END(ptime_direct_trampoline_none)

/* when a function begins, rax, r10 and r11 hold nothing that it needs */
.macro make_plain n
	.noaltmacro
SYM_FUNC_START(ptime_direct_trampoline_\n)
	ANNOTATE_NOENDBR
	FRAME_BEGIN
	subq $PTIME_DIRECT_BYTES, %rsp
	movl $\n, %eax
	call direct_begin
	push_stack_arguments \n
	call __SCT__ptime_direct_body_\n
	addq $COPIED_BYTES, %rsp
	movq %rax, PTIME_DIRECT_RETVAL(%rsp)
	movq %rdx, PTIME_DIRECT_RETVAL + 8(%rsp)
	movq %rsp, %rdi
	movl $\n, %esi
	call ptime_direct_end
	movq PTIME_DIRECT_RETVAL(%rsp), %rax
	movq PTIME_DIRECT_RETVAL + 8(%rsp), %rdx
	addq $PTIME_DIRECT_BYTES, %rsp
	FRAME_END
	/*
	 * The CPU predicts returns from the calls it has seen. Nothing returns from
	 * ftrace's call into the function, whose body was called instead. So this return
	 * is spent on it. Otherwise the CPU mispredicts the return of every caller up the
	 * stack: tests/bench/part.d/returns.
	 */
	movq $.Lout_\n, (%rsp)
	RET
	UNWIND_HINT_FUNC
.Lout_\n:
	ANNOTATE_NOENDBR
	RET
	push_present_arguments \n
SYM_FUNC_END(ptime_direct_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_trampoline_\n
	.popsection
	/* objtool before 6.4 accepts a static call only if it knows its key */
	.pushsection .discard.ptime_direct_keys, "aw"
	.quad __SCK__ptime_direct_body_\n
	.popsection
.endm

.macro make_sampled n
	.noaltmacro
SYM_FUNC_START(ptime_direct_sampled_trampoline_\n)
	ANNOTATE_NOENDBR
	FRAME_BEGIN
	movl $\n, %eax
	call direct_takes
	FRAME_END
	testb %al, %al
	jnz ptime_direct_trampoline_\n
	RET
SYM_FUNC_END(ptime_direct_sampled_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_sampled_trampoline_\n
	.popsection
.endm

	table ptime_direct_trampolines, make_plain
	table ptime_direct_sampled_trampolines, make_sampled

	.section .note.GNU-stack, "", @progbits
