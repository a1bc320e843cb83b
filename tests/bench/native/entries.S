/* SPDX-License-Identifier: GPL-2.0 */
/* entries: what the kernel has in assembly, and the ways into a function that trampolines are compared with */
	.text

	.globl kernel_run_on
	.type kernel_run_on, @function
kernel_run_on:
	pushq %rbp
	movq %rsp, %rbp
	/* some way below the end, as a task's stack begins with the registers of its system call */
	leaq 16384 - 256(%rdi), %rsp
	movq %rdx, %rdi
	call *%rsi
	movq %rbp, %rsp
	popq %rbp
	ret

.irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
	.globl __x86_indirect_thunk_\register
__x86_indirect_thunk_\register:
	jmp *%\register
.endr

/* functions of the kernel that have nothing to do here */
.irp name, nothing, __x86_return_thunk, __fentry__, __SCT__preempt_schedule_notrace, __SCT__cond_resched, __SCT__might_resched
	.globl \name
\name:
	ret
.endr

.macro now to
	rdtsc
	shlq $32, %rdx
	leaq (%rax, %rdx), \to
.endm

/*
 * The floor: two readings of the clock, one record, one call and return. The function takes no arguments. The program sets the
 * function that entry_floor_call calls.
 */
	.globl entry_floor, entry_floor_call
entry_floor:
	now %rax
	pushq %rax
entry_floor_call:
	call nothing
	movq %rax, %rsi
	now %rdi
	popq %rax
	subq %rax, %rdi
	pushq %rsi
	call path_record
	popq %rax
	addq $8, %rsp
	ret

/* the same without a record */
	.globl entry_clock, entry_clock_call
entry_clock:
	now %rax
	pushq %rax
entry_clock_call:
	call nothing
	now %rdi
	popq %rdx
	addq $8, %rsp
	ret

/*
 * check_call() - Call check_function with arguments and registers of known values, and keep what comes back
 * check_body() - Keep the arguments, change all registers that a function may change, and return two words
 */
.macro keep at
	movq %rbx, \at(%rip)
	movq %rbp, \at + 8(%rip)
	movq %r12, \at + 16(%rip)
	movq %r13, \at + 24(%rip)
	movq %r14, \at + 32(%rip)
	movq %r15, \at + 40(%rip)
	movq %rsp, \at + 48(%rip)
.endm

	.globl check_call
	.type check_call, @function
check_call:
	pushq %rbx
	pushq %rbp
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	.irp number, 10, 9, 8, 7
	movabsq $0x1111111111111111 * \number, %rax
	pushq %rax
	.endr
	movabsq $0x1111111111111111, %rdi
	movabsq $0x1111111111111111 * 2, %rsi
	movabsq $0x1111111111111111 * 3, %rdx
	movabsq $0x1111111111111111 * 4, %rcx
	movabsq $0x1111111111111111 * 5, %r8
	movabsq $0x1111111111111111 * 6, %r9
	movq $-1, %rbx
	movq $-2, %r12
	movq $-3, %r13
	movq $-4, %r14
	movq $-5, %r15
	keep check_kept_before
	call *check_function(%rip)
	keep check_kept
	movq %rax, check_results(%rip)
	movq %rdx, check_results + 8(%rip)
	addq $4 * 8, %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbp
	popq %rbx
	ret

	.globl check_body
check_body:
	movq %rdi, check_arguments(%rip)
	movq %rsi, check_arguments + 8(%rip)
	movq %rdx, check_arguments + 16(%rip)
	movq %rcx, check_arguments + 24(%rip)
	movq %r8, check_arguments + 32(%rip)
	movq %r9, check_arguments + 40(%rip)
	.irp number, 0, 1, 2, 3
	movq 8 + 8 * \number(%rsp), %rax
	movq %rax, check_arguments + 48 + 8 * \number(%rip)
	.endr
	.irp register, rcx, rsi, rdi, r8, r9, r10, r11
	movq $-1, %\register
	.endr
	movabsq $0xfedcba9876543210, %rax
	movabsq $0x0123456789abcdef, %rdx
	ret

	.bss
	.balign 8
	.irp name, check_function, check_arguments, check_results, check_kept, check_kept_before
	.globl \name
\name:	.skip 80
	.endr

/*
 * Code whose lines are known. "lines" checks itself by it. It has 3 lines of code, as each part begins one. It has 6 lines of
 * data, from known on: the last operand is in two of them. It has 2 lines of the stack, which it aligns.
 */
	.text
	.balign 64
	.globl steps_known
steps_known:
	movq %rsp, %rcx
	andq $-64, %rsp
	leaq known(%rip), %rdx
	movl $2, %eax
	movb $1, known(%rip)
	jmp 1f
	.balign 64
1:	lock incq (%rdx, %rax, 8)
	addq $0, 48(%rdx, %rax, 8)
	cmpq $0, 0x70(%rdx, %rax, 8)
	leaq 0x1000(%rdx), %rsi
	nopl 0x2000(%rdx)
	leaq 0xc0(%rdx), %rdi
	xorl %eax, %eax
	jmp 2f
	.balign 64
2:	stosq
	movq 0x100 + 60(%rdx), %rsi
	pushq %rcx
	popq %rsp
	ret

/* pv_ops.irq, for a kernel that can run on Xen: interrupts do not come here */
	.data
	.globl pv_ops
pv_ops:
	.rept 256
	.quad nothing
	.endr

	.balign 64
known:	.skip 0x180

	.section .note.GNU-stack, "", @progbits
