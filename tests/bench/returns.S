/* SPDX-License-Identifier: GPL-2.0 */
/*
 * returns: an empty function, and the methods to get between its return and its
 * caller. Each has only the instructions that it needs for this. No time is read,
 * and nothing is counted.
 */
	.text

/* begin NAME: the function, whose first instruction ftrace changes */
.macro begin name
	.globl \name
	.type \name, @function
\name:
.endm

.macro end name
	.size \name, .-\name
.endm

begin plain_function
	nopl 0(%rax, %rax, 1)
	ret
end plain_function

/* BPF's fexit before 6.19: calls the function's body, and skips the return into it */
begin left_out_function
	call left_out_entry
left_out_body:
	ret
end left_out_function

left_out_entry:
	call left_out_body
	addq $8, %rsp
	ret

/* BPF's fexit from 6.19 on, where ftrace can jump: each call has its return */
begin jumped_function
	jmp jumped_entry
jumped_body:
	ret
end jumped_function

jumped_entry:
	call jumped_body
	ret

/* kretprobes, function_graph: the caller's address is kept in the thread's memory, and the body returns to the trampoline */
begin replaced_function
	call replaced_entry
	ret
end replaced_function

replaced_entry:
	movq 8(%rsp), %rcx
	movq %rcx, %fs:kept@tpoff
	leaq replaced_return(%rip), %rcx
	movq %rcx, 8(%rsp)
	ret

replaced_return:
	pushq %fs:kept@tpoff
	ret

/* pathtime: as fexit before 6.19, with an extra return in place of the skipped one */
begin spent_function
	call spent_entry
spent_body:
	ret
end spent_function

spent_entry:
	call spent_body
	leaq 1f(%rip), %rcx
	movq %rcx, (%rsp)
	ret
1:	ret

	.section .tbss, "awT", @nobits
	.balign 8
kept:	.skip 8

	.section .note.GNU-stack, "", @progbits
