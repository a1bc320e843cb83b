/* SPDX-License-Identifier: GPL-2.0 */
/*
 * direct: the x86 trampolines, one for each function that may be timed at once
 *
 * ftrace calls a trampoline from the function's first instruction. The trampoline reads the clock,
 * calls the rest of the function, its body, as the function's caller would, reads the clock again
 * and returns to that caller. All that belongs to a call is in the trampoline's own stack frame.
 * The body is called by a static call, which is a direct call that the kernel patches: it needs
 * no retpoline, and the CPU has no target to predict.
 *
 * With sample=, ftrace calls a sampled trampoline, which goes on to the plain one if the call is
 * due. Otherwise it returns into the function, as if ftrace had called nothing: only the flags
 * have changed for the function and its caller.
 *
 * With nesting, ftrace calls a nested trampoline, which links the call to its caller before it
 * reads the clock. It does this as ptime_shadow_enter_fast() does. To call that function, it would
 * have to save each register that may hold an argument.
 *
 * A function with a step hook has a hooked trampoline before the plain or nested one, which looks
 * at the function's arguments. Most of them only add a step to the packet's in-flight record, if
 * that is in its home slot, and do nothing if the packet has no record. Some also take a header
 * snapshot. They do this as ptime_hooks_step() does. If the function need not be timed, a steps
 * trampoline returns into it, as a sampled one does.
 *
 * The trampoline's stack frame is below two return addresses. The lower one leads into the body,
 * where ftrace's call would return, and the upper one into the function's caller.
 */
#include <linux/linkage.h>
#include <asm/asm.h>
#include <asm/frame.h>
#include <asm/nospec-branch.h>
#include <asm/page_types.h>
#include <asm/percpu.h>
#include <asm/unwind_hints.h>
#include <linux/objtool.h>

#include "backends/direct.h"
#include "backends/trampoline.h"
#include "compat/percpu_x86.h"
#include "generated/offsets.h"

/*
 * Trampolines are called by ftrace or returned to, and never jumped to indirectly: no ENDBR.
 * Kernels before 5.18 have neither ENDBR nor this annotation.
 */
#ifndef ANNOTATE_NOENDBR
#define ANNOTATE_NOENDBR
#endif

	.text

/* read the clock; changes rax and rdx */
.macro now to
	rdtsc
	shlq $32, %rdx
	leaq (%rax, %rdx), \to
.endm

/* the registers that may hold a function's arguments */
.macro push_arguments
	pushq %rdi
	pushq %rsi
	pushq %rdx
	pushq %rcx
	pushq %r8
	pushq %r9
.endm

.macro pop_arguments
	popq %r9
	popq %r8
	popq %rcx
	popq %rdx
	popq %rsi
	popq %rdi
.endm

/* from rsp, just after .start was pushed, to the first word that the caller may have pushed */
#define STACK_ARGUMENTS(bytes)	((bytes) - PTIME_DIRECT_TIMING + FRAME_OFFSET + 2 * 8)
#define COPIED_BYTES		(8 * PTIME_DIRECT_STACK_WORDS)

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
.macro push_stack_arguments bytes, missing
.Lhighest_\missing:
	.rept PTIME_DIRECT_STACK_WORDS
	pushq STACK_ARGUMENTS(\bytes) + COPIED_BYTES - 8(%rsp)
	.endr
.Lcopied_\missing:
	_ASM_EXTABLE(.Lhighest_\missing, .Lmissing_\missing)
.endm

.macro push_present_arguments bytes, missing
.Lmissing_\missing:
	subq $COPIED_BYTES, %rsp
	leaq STACK_ARGUMENTS(\bytes) + COPIED_BYTES(%rsp), %rax
	call direct_copy_present_words
	jmp .Lcopied_\missing
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

/*
 * Time the call, from the first reading of the clock to the return. When a function begins, rax,
 * r10 and r11 hold nothing that it needs; its argument in rdx has been saved in \third. The code
 * pushes a struct ptime_direct_call. \bytes is its size, plus what was pushed before it. Its
 * first two members replace the highest two copied words, which nothing needs once the function
 * has returned.
 */
.macro timed_call n, leave, bytes, third
	now %rax
	pushq %rax
	movq \third, %rdx
	push_stack_arguments \bytes, \leave\()_\n
	call __SCT__ptime_direct_body_\n
	movq %rdx, COPIED_BYTES - 8(%rsp)
	movq %rax, COPIED_BYTES - 2 * 8(%rsp)
	now %rsi
	movq ptime_direct_recorders + 8 * \n(%rip), %rdi
	leaq COPIED_BYTES - 2 * 8(%rsp), %rdx
	call \leave
	movq COPIED_BYTES - 2 * 8(%rsp), %rax
	movq COPIED_BYTES - 8(%rsp), %rdx
	decl PER_CPU_VAR(ptime_direct_calls + 4 * \n)
	addq $COPIED_BYTES + \bytes - PTIME_DIRECT_TIMING, %rsp
	FRAME_END
	/*
	 * The CPU predicts returns from the calls it has seen. Nothing returns from
	 * ftrace's call into the function, whose body was called instead. So this return
	 * is spent on it. Otherwise the CPU mispredicts the return of every caller up the
	 * stack: tests/bench/part.d/returns.
	 */
	movq $.Lout_\leave\()_\n, (%rsp)
	RET
	UNWIND_HINT_FUNC
.Lout_\leave\()_\n:
	ANNOTATE_NOENDBR
	RET
.endm

.macro make_plain n
	.noaltmacro
SYM_FUNC_START(ptime_direct_trampoline_\n)
	ANNOTATE_NOENDBR
	FRAME_BEGIN
	incl PER_CPU_VAR(ptime_direct_calls + 4 * \n)
	movq %rdx, %r10
	timed_call \n, ptime_direct_leave, PTIME_DIRECT_BYTES_FLAT, %r10
	push_present_arguments PTIME_DIRECT_BYTES_FLAT, ptime_direct_leave_\n
SYM_FUNC_END(ptime_direct_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_trampoline_\n
	.popsection
	/* objtool before 6.4 accepts a static call only if it knows its key */
	.pushsection .discard.ptime_direct_keys, "aw"
	.quad __SCK__ptime_direct_body_\n
	.popsection
.endm

/* the slot is in eax; saves all registers that may hold an argument */
SYM_FUNC_START_LOCAL(direct_draw)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	call ptime_direct_draw
	pop_arguments
	FRAME_END
	RET
SYM_FUNC_END(direct_draw)

.macro make_sampled n
	.noaltmacro
SYM_FUNC_START(ptime_direct_sampled_trampoline_\n)
	ANNOTATE_NOENDBR
	decl PER_CPU_VAR(ptime_direct_turns + PTIME_TURN_BYTES * \n + PTIME_TURN_LEFT)
	jle 1f
	RET
1:
	FRAME_BEGIN
	movl $\n, %eax
	call direct_draw
	FRAME_END
	jmp ptime_direct_trampoline_\n
SYM_FUNC_END(ptime_direct_sampled_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_sampled_trampoline_\n
	.popsection
.endm

/*
 * Link the call: rdx takes its frame, rsp is its stack pointer. Changes rax, r10 and r11. A
 * softirq takes no jump, as packets are processed there.
 */
.macro link n
	movl PER_CPU_VAR(__preempt_count), %eax
	andl ptime_direct_contexts(%rip), %eax
	jz .Ltask_\n
	cmpl $PTIME_COUNT_SOFTIRQ, %eax
	jne .Lslow_\n
	movq PER_CPU_VAR(ptime_shadow_stacks + PTIME_SHADOW_SOFTIRQ), %r10
.Lstack_\n:
	movq PTIME_SHADOW_TOP(%r10), %rdx
	cmpq %rsp, PTIME_FRAME_SP(%rdx)
	jb .Lslow_\n
	cmpq PTIME_SHADOW_LAST(%r10), %rdx
	je .Lslow_\n
	movl PTIME_FRAME_NODE(%rdx), %r11d
	orl ptime_direct_keys + 4 * \n(%rip), %r11d
	imull $PTIME_HASH, %r11d, %eax
	shrl $32 - PTIME_HASH_BITS, %eax
	cmpl %r11d, ptime_cct_keys(, %rax, 4)
	jne .Lnext_\n
.Lnode_\n:
	addq $PTIME_FRAME_BYTES, %rdx
	movq %rsp, PTIME_FRAME_SP(%rdx)
	movl %eax, PTIME_FRAME_NODE(%rdx)
	movq %rdx, PTIME_SHADOW_TOP(%r10)
.Llinked_\n:
.endm

/* the part of link that is out of line */
.macro link_out_of_line n
.Ltask_\n:
	movq PER_CPU_VAR(ptime_shadow_stacks + PTIME_SHADOW_TASK), %r10
	movq PER_CPU_VAR(current_task), %rax
	cmpq %rax, PTIME_SHADOW_OWNER(%r10)
	jne .Lslow_\n
	/* rsp must be on the task's own stack, as in ptime_shadow_is_on_task_stack() */
	movq %rsp, %r11
	subq PTIME_TASK_STACK(%rax), %r11
	cmpq $PTIME_SHADOW_BYTES, %r11
	jb .Lstack_\n
	jmp .Lslow_\n
.Lnext_\n:
	incl %eax
	andl $(1 << PTIME_HASH_BITS) - 1, %eax
	cmpl %r11d, ptime_cct_keys(, %rax, 4)
	je .Lnode_\n
.Lslow_\n:
	movl ptime_direct_keys + 4 * \n(%rip), %eax
	movq %rsp, %r11
	call direct_link_slow
	jmp .Llinked_\n
.endm

/* the slow path of link; the function's key is in eax, the call's stack pointer in r11 */
SYM_FUNC_START_LOCAL(direct_link_slow)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	movq %r11, %rsi
	call ptime_shadow_enter_slow
	pop_arguments
	movq %rax, %rdx
	FRAME_END
	RET
SYM_FUNC_END(direct_link_slow)

.macro make_nested n
	.noaltmacro
SYM_FUNC_START(ptime_direct_nested_trampoline_\n)
	ANNOTATE_NOENDBR
	FRAME_BEGIN
	incl PER_CPU_VAR(ptime_direct_calls + 4 * \n)
	pushq %rdx
	link \n
	pushq %rdx
	timed_call \n, ptime_direct_leave_nested, 8 + PTIME_DIRECT_BYTES, 16(%rsp)
	push_present_arguments 8 + PTIME_DIRECT_BYTES, ptime_direct_leave_nested_\n
	link_out_of_line \n
SYM_FUNC_END(ptime_direct_nested_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_nested_trampoline_\n
	.popsection
.endm

/* the slot is in eax; saves all registers that may hold an argument */
SYM_FUNC_START_LOCAL(direct_hook)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	movq %rsp, %rsi
	call ptime_direct_step
	pop_arguments
	FRAME_END
	RET
SYM_FUNC_END(direct_hook)

/* go on to the trampoline \next; if that is .Lreturn, return into the function */
.macro go_on next, n
	.ifc \next, .Lreturn
	RET
	.else
	jmp \next\()_\n
	.endif
.endm

/*
 * Take a header snapshot of \packet into its in-flight record in rax, as ptime_headers_take()
 * does. Makes the step in r11 positive, and sets r10 to the number of steps in the record.
 */
.macro take_headers n, next, packet
	pushq %r11
	orw $PTIME_DIRECT_HEADERS, PTIME_INFLIGHT_FLAGS(%rax)
	movzwl PTIME_SKB_NETWORK_HEADER(\packet), %r10d
	movl PTIME_SKB_TAIL(\packet), %r11d
	subl %r10d, %r11d
	movl %r11d, PTIME_INFLIGHT_LENGTH(%rax)
	js .Ltaken_\next\()_\n
	addq PTIME_SKB_HEAD(\packet), %r10
	movq (%r10), %r11
	movq %r11, PTIME_INFLIGHT_START(%rax)
	movl 8(%r10), %r11d
	movl %r11d, 8 + PTIME_INFLIGHT_START(%rax)
	movl PTIME_IP4_BYTES(%r10), %r11d
	movl %r11d, PTIME_INFLIGHT_PORTS4(%rax)
	movl PTIME_IP6_BYTES(%r10), %r11d
	movl %r11d, PTIME_INFLIGHT_PORTS6(%rax)
.Ltaken_\next\()_\n:
	popq %r11
	negl %r11d
	movzwl PTIME_INFLIGHT_STEPS(%rax), %r10d
.endm

/*
 * Take the step, if the in-flight record of \packet is in its home slot; \low is the lower half of
 * \packet. Falls through if there is more to do. Changes rax, r10 and r11.
 */
.macro hook_step n, next, packet, low
	movl \low, %eax
	andl $PTIME_SLOT_MASK, %eax
	addq ptime_inflight_table(%rip), %rax
	cmpq \packet, PTIME_INFLIGHT_SKB(%rax)
	jne .Ldisplaced_\next\()_\n
	movzwl PTIME_INFLIGHT_STEPS(%rax), %r10d
	cmpl $PTIME_INFLIGHT_STEPS_MAX, %r10d
	je .Lmore_\next\()_\n
	movsbl ptime_direct_steps + \n(%rip), %r11d
	testl %r11d, %r11d
	jle .Lno_step_\next\()_\n
.Lstep_\next\()_\n:
	movb %r11b, PTIME_INFLIGHT_PASSED(%rax, %r10)
	leaq PTIME_INFLIGHT_AT(%rax, %r10, 8), %r11
	incl %r10d
	movw %r10w, PTIME_INFLIGHT_STEPS(%rax)
	movq %rdx, %r10
	now %rax
	movq %rax, (%r11)
	movq %r10, %rdx
	go_on \next, \n
.Lno_step_\next\()_\n:
	jz \next\()_\n
	cmpl $PTIME_DIRECT_MORE, %r11d
	je .Lmore_\next\()_\n
	take_headers \n, \next, \packet
	jmp .Lstep_\next\()_\n
.Ldisplaced_\next\()_\n:
	cmpl $0, ptime_inflight_displaced(%rip)
	je \next\()_\n
.Lmore_\next\()_\n:
.endm

	.set FIRST_END, PTIME_DIRECT_FIRST_SLOTS
	.set SECOND_END, FIRST_END + PTIME_DIRECT_SECOND_SLOTS
	.set TESTED_END, SECOND_END + PTIME_DIRECT_TESTED_SLOTS
	.set SENT_END, TESTED_END + PTIME_DIRECT_SENT_SLOTS

.macro make_hooked n, name, next
SYM_FUNC_START(\name\()_\n)
	ANNOTATE_NOENDBR
	.if \n < FIRST_END
	hook_step \n, \next, %rdi, %edi
	.elseif \n < SECOND_END
	hook_step \n, \next, %rsi, %esi
	.elseif \n < TESTED_END
	testl %ecx, %ecx
	js \next\()_\n
	hook_step \n, \next, %rdi, %edi
	.elseif \n < SENT_END
	cmpl $0, PTIME_SKB_IIF(%rdx)
	jne \next\()_\n
	.endif
	FRAME_BEGIN
	movl $\n, %eax
	call direct_hook
	FRAME_END
	.ifc \next, .Lreturn
.Lreturn_\n:
	.endif
	go_on \next, \n
SYM_FUNC_END(\name\()_\n)

	.pushsection .rodata, "a", @progbits
	.quad \name\()_\n
	.popsection
.endm

.macro make_hooked_plain n
	.noaltmacro
	make_hooked \n, ptime_direct_hooked_trampoline, ptime_direct_trampoline
.endm

.macro make_hooked_nested n
	.noaltmacro
	make_hooked \n, ptime_direct_hooked_nested_trampoline, ptime_direct_nested_trampoline
.endm

.macro make_steps n
	.noaltmacro
	make_hooked \n, ptime_direct_steps_trampoline, .Lreturn
.endm

	table ptime_direct_trampolines, make_plain
	table ptime_direct_sampled_trampolines, make_sampled
	table ptime_direct_nested_trampolines, make_nested
	table ptime_direct_hooked_trampolines, make_hooked_plain, PTIME_DIRECT_HOOKED_SLOTS
	table ptime_direct_hooked_nested_trampolines, make_hooked_nested, PTIME_DIRECT_HOOKED_SLOTS
	table ptime_direct_steps_trampolines, make_steps, PTIME_DIRECT_HOOKED_SLOTS

	.section .note.GNU-stack, "", @progbits
