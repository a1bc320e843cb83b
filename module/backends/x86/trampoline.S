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
 * Where not every call is timed, ftrace calls a sampled entry, which goes on to the
 * entry when it is a call's turn. Else it returns into the function, as if nobody
 * had been called: neither the function nor its caller see more of it than flags.
 *
 * With nesting it calls a nested entry, which links the call to its caller before it
 * notes the time: as ptime_shadow_enter_fast() does, which would have to save each
 * register that the function may be given something in.
 *
 * A function that tells of packets has a noted entry before its own, which looks at what
 * the function was given. Most add a step to the packet's stamp and no more, where it is in
 * the first place that it may be in, and nothing where there is none; some take the packet's
 * headers, too. That is done as ptime_hooks_step() does it. Where the function need not be
 * timed, the entry returns into it, as a sampled one does.
 *
 * The entry's stack frame, below the two return addresses: into the rest of the
 * function, where ftrace's call would return, and into the function's caller.
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
 * ftrace calls entries and returns to them, nobody jumps: no ENDBR. Kernels
 * before 5.18 have neither.
 */
#ifndef ANNOTATE_NOENDBR
#define ANNOTATE_NOENDBR
#endif

	.text

/* the time; changes rax and rdx */
.macro now to
	rdtsc
	shlq $32, %rdx
	leaq (%rax, %rdx), \to
.endm

/* what a function may be given in registers */
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

/* from rsp, where .start has just been pushed, to the first word that the caller may have pushed */
#define STACK_ARGUMENTS(bytes)	((bytes) - PTIME_DIRECT_TIMING + FRAME_OFFSET + 2 * 8)
#define COPIED_BYTES		(8 * PTIME_DIRECT_STACK_WORDS)

/*
 * Copy the words above the caller's return address to where the function looks for arguments
 * on the stack. All functions get the copy: a prototype may differ between point releases of
 * one kernel. The highest word is pushed first, and the next one is then as far away.
 *
 * The words are read from the caller's frame and from the frames above it. A function that
 * takes them on the stack has them there. For any other function the stack may end first: on
 * x86 the kernel calls irq_enter_rcu(), the interrupt's handler, irq_exit_rcu() and
 * __do_softirq() at the very top of the interrupt stack, and a guard page may follow. So the
 * read of the highest word has an entry in the exception table. If that word is missing,
 * copy_present_words() copies those before it. If it is there, so are the lower ones, which
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
	call copy_present_words
	jmp .Lcopied_\missing
.endm

/*
 * Copy words at rax up to the end of their page, to the space that the caller has made on its
 * stack. The next page, where the highest word is, cannot be read. The page of the word before
 * these, the return address, can. Changes rax and r11.
 */
SYM_FUNC_START_LOCAL(copy_present_words)
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
SYM_FUNC_END(copy_present_words)

SYM_FUNC_START(ptime_direct_trampoline_none)
	ANNOTATE_NOENDBR
	RET
SYM_FUNC_END(ptime_direct_trampoline_none)

/*
 * From the reading of the time on. rax, r10 and r11 hold nothing where a function begins;
 * what it was given in rdx is in \third. What is pushed is struct ptime_direct_call, of
 * which there are \bytes, or more before it. The copied words become its first two: nobody
 * needs them when the function has returned.
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
	 * The CPU foretells returns by the calls it has seen. Nobody returns from
	 * ftrace's call, into the function, which has been called; so this return
	 * is spent on it, else those of all callers would be foretold wrongly:
	 * tests/bench/part.d/returns.
	 */
	movq $.Lout_\leave\()_\n, (%rsp)
	RET
	UNWIND_HINT_FUNC
.Lout_\leave\()_\n:
	ANNOTATE_NOENDBR
	RET
.endm

.macro entry n
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
	/* objtool before 6.4 knows a static call only where its key is known */
	.pushsection .discard.ptime_direct_keys, "aw"
	.quad __SCK__ptime_direct_body_\n
	.popsection
.endm

/* the slot is in eax; keeps all that a function may be given */
SYM_FUNC_START_LOCAL(draw)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	call ptime_direct_draw
	pop_arguments
	FRAME_END
	RET
SYM_FUNC_END(draw)

.macro sampled_entry n
	.noaltmacro
SYM_FUNC_START(ptime_direct_sampled_trampoline_\n)
	ANNOTATE_NOENDBR
	decl PER_CPU_VAR(ptime_direct_turns + PTIME_TURN_BYTES * \n + PTIME_TURN_LEFT)
	jle 1f
	RET
1:
	FRAME_BEGIN
	movl $\n, %eax
	call draw
	FRAME_END
	jmp ptime_direct_trampoline_\n
SYM_FUNC_END(ptime_direct_sampled_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_sampled_trampoline_\n
	.popsection
.endm

/*
 * To rdx the open call, whose place on the kernel's stack is rsp; changes rax, r10 and
 * r11. A softirq does not jump: that is where packets are.
 */
.macro link n
	movl PER_CPU_VAR(__preempt_count), %eax
	andl ptime_direct_contexts(%rip), %eax
	jz .Ltask_\n
	cmpl $PTIME_COUNT_SOFTIRQ, %eax
	jne .Lrare_\n
	movq PER_CPU_VAR(ptime_shadow_stacks + PTIME_SHADOW_SOFTIRQ), %r10
.Lstack_\n:
	movq PTIME_SHADOW_TOP(%r10), %rdx
	cmpq %rsp, PTIME_FRAME_SP(%rdx)
	jb .Lrare_\n
	cmpq PTIME_SHADOW_LAST(%r10), %rdx
	je .Lrare_\n
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

/* what of it is out of the way */
.macro link_seldom n
.Ltask_\n:
	movq PER_CPU_VAR(ptime_shadow_stacks + PTIME_SHADOW_TASK), %r10
	movq PER_CPU_VAR(current_task), %rax
	cmpq %rax, PTIME_SHADOW_OWNER(%r10)
	jne .Lrare_\n
	/* on the task's own stack, as ptime_shadow_is_on_task_stack() has it */
	movq %rsp, %r11
	subq PTIME_TASK_STACK(%rax), %r11
	cmpq $PTIME_SHADOW_BYTES, %r11
	jb .Lstack_\n
	jmp .Lrare_\n
.Lnext_\n:
	incl %eax
	andl $(1 << PTIME_HASH_BITS) - 1, %eax
	cmpl %r11d, ptime_cct_keys(, %rax, 4)
	je .Lnode_\n
.Lrare_\n:
	movl ptime_direct_keys + 4 * \n(%rip), %eax
	movq %rsp, %r11
	call link_slow
	jmp .Llinked_\n
.endm

/* likewise, in all other cases; the function's key is in eax, rsp was r11 */
SYM_FUNC_START_LOCAL(link_slow)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	movq %r11, %rsi
	call ptime_shadow_enter_slow
	pop_arguments
	movq %rax, %rdx
	FRAME_END
	RET
SYM_FUNC_END(link_slow)

.macro nested_entry n
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
	link_seldom \n
SYM_FUNC_END(ptime_direct_nested_trampoline_\n)

	.pushsection .rodata, "a", @progbits
	.quad ptime_direct_nested_trampoline_\n
	.popsection
.endm

/* the slot is in eax; keeps all that a function may be given */
SYM_FUNC_START_LOCAL(hook)
	FRAME_BEGIN
	push_arguments
	movl %eax, %edi
	movq %rsp, %rsi
	call ptime_direct_step
	pop_arguments
	FRAME_END
	RET
SYM_FUNC_END(hook)

/* on to an entry; or, where that is none but .Lreturn, into the function */
.macro go_on entry, n
	.ifc \entry, .Lreturn
	RET
	.else
	jmp \entry\()_\n
	.endif
.endm

/*
 * The headers of \packet to its stamp in rax, as ptime_headers_take() does it; the step in r11,
 * made a positive one, and the number of those before to r10.
 */
.macro take_headers n, entry, packet
	pushq %r11
	orw $PTIME_DIRECT_HEADERS, PTIME_INFLIGHT_FLAGS(%rax)
	movzwl PTIME_SKB_NETWORK_HEADER(\packet), %r10d
	movl PTIME_SKB_TAIL(\packet), %r11d
	subl %r10d, %r11d
	movl %r11d, PTIME_INFLIGHT_LENGTH(%rax)
	js .Ltaken_\entry\()_\n
	addq PTIME_SKB_HEAD(\packet), %r10
	movq (%r10), %r11
	movq %r11, PTIME_INFLIGHT_START(%rax)
	movl 8(%r10), %r11d
	movl %r11d, 8 + PTIME_INFLIGHT_START(%rax)
	movl PTIME_IP4_BYTES(%r10), %r11d
	movl %r11d, PTIME_INFLIGHT_PORTS4(%rax)
	movl PTIME_IP6_BYTES(%r10), %r11d
	movl %r11d, PTIME_INFLIGHT_PORTS6(%rax)
.Ltaken_\entry\()_\n:
	popq %r11
	negl %r11d
	movzwl PTIME_INFLIGHT_STEPS(%rax), %r10d
.endm

/*
 * The step, if the stamp of \packet, \low its lower half, is in the first place; goes on
 * behind where there is more to do. Changes rax, r10 and r11.
 */
.macro hook_step n, entry, packet, low
	movl \low, %eax
	andl $PTIME_SLOT_MASK, %eax
	addq ptime_inflight_table(%rip), %rax
	cmpq \packet, PTIME_INFLIGHT_SKB(%rax)
	jne .Laway_\entry\()_\n
	movzwl PTIME_INFLIGHT_STEPS(%rax), %r10d
	cmpl $PTIME_INFLIGHT_STEPS_MAX, %r10d
	je .Lodd_\entry\()_\n
	movsbl ptime_direct_steps + \n(%rip), %r11d
	testl %r11d, %r11d
	jle .Lno_step_\entry\()_\n
.Lstep_\entry\()_\n:
	movb %r11b, PTIME_INFLIGHT_PASSED(%rax, %r10)
	leaq PTIME_INFLIGHT_AT(%rax, %r10, 8), %r11
	incl %r10d
	movw %r10w, PTIME_INFLIGHT_STEPS(%rax)
	movq %rdx, %r10
	now %rax
	movq %rax, (%r11)
	movq %r10, %rdx
	go_on \entry, \n
.Lno_step_\entry\()_\n:
	jz \entry\()_\n
	cmpl $PTIME_DIRECT_MORE, %r11d
	je .Lodd_\entry\()_\n
	take_headers \n, \entry, \packet
	jmp .Lstep_\entry\()_\n
.Laway_\entry\()_\n:
	cmpl $0, ptime_inflight_displaced(%rip)
	je \entry\()_\n
.Lodd_\entry\()_\n:
.endm

	.set FIRST_END, PTIME_DIRECT_FIRST_SLOTS
	.set SECOND_END, FIRST_END + PTIME_DIRECT_SECOND_SLOTS
	.set TESTED_END, SECOND_END + PTIME_DIRECT_TESTED_SLOTS
	.set SENT_END, TESTED_END + PTIME_DIRECT_SENT_SLOTS

.macro hooked n, name, entry
SYM_FUNC_START(\name\()_\n)
	ANNOTATE_NOENDBR
	.if \n < FIRST_END
	hook_step \n, \entry, %rdi, %edi
	.elseif \n < SECOND_END
	hook_step \n, \entry, %rsi, %esi
	.elseif \n < TESTED_END
	testl %ecx, %ecx
	js \entry\()_\n
	hook_step \n, \entry, %rdi, %edi
	.elseif \n < SENT_END
	cmpl $0, PTIME_SKB_IIF(%rdx)
	jne \entry\()_\n
	.endif
	FRAME_BEGIN
	movl $\n, %eax
	call hook
	FRAME_END
	.ifc \entry, .Lreturn
.Lreturn_\n:
	.endif
	go_on \entry, \n
SYM_FUNC_END(\name\()_\n)

	.pushsection .rodata, "a", @progbits
	.quad \name\()_\n
	.popsection
.endm

.macro hooked_entry n
	.noaltmacro
	hooked \n, ptime_direct_hooked_trampoline, ptime_direct_trampoline
.endm

.macro hooked_nested_entry n
	.noaltmacro
	hooked \n, ptime_direct_hooked_nested_trampoline, ptime_direct_nested_trampoline
.endm

.macro steps_entry n
	.noaltmacro
	hooked \n, ptime_direct_steps_trampoline, .Lreturn
.endm

	table ptime_direct_trampolines, entry
	table ptime_direct_sampled_trampolines, sampled_entry
	table ptime_direct_nested_trampolines, nested_entry
	table ptime_direct_hooked_trampolines, hooked_entry, PTIME_DIRECT_HOOKED_SLOTS
	table ptime_direct_hooked_nested_trampolines, hooked_nested_entry, PTIME_DIRECT_HOOKED_SLOTS
	table ptime_direct_steps_trampolines, steps_entry, PTIME_DIRECT_HOOKED_SLOTS

	.section .note.GNU-stack, "", @progbits
