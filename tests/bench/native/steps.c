// SPDX-License-Identifier: GPL-2.0
/*
 * steps: each instruction of one call, with the registers before it
 *
 * A child makes the calls, and this process lets it do one instruction after the other (ptrace).
 * Two functions of each row are called, so that "lines" can tell what each function has of its
 * own. The clock that the child reads goes on by a constant at each reading. So no call is the
 * shortest or longest of its series, and each takes the path of most calls. The program writes
 * lines of words with tabs between them:
 *
 *	percpu BEGIN END
 *	region NAME BY BEGIN BYTES PERCPU
 *	call ROW CONTEXT FUNCTION
 *	step RIP BYTES RAX RBX RCX RDX RSI RDI RBP RSP R8 ... R15 FS GS
 *
 * BYTES has the 16 bytes at RIP. All numbers are hexadecimal, except FUNCTION, which is 1 or 2.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/types.h"
#include "kernel.h"
#include "recording_path.h"
#include "rows.h"
#include "sections.h"
#include "steps.h"

#define FUNCTIONS	2
#define ROWS_MAX	64
#define WARM_UP		100
#define STEPS_MAX	100000
#define STEP_BYTES	16

/* ticks from one reading of the clock to the next: the shortest, the longest, and what is shown */
static const unsigned int ticks[] = { 100, 10000, 1000 };

#define ROUNDS		(sizeof(ticks) / sizeof(*ticks))

/**
 * struct request - the call that the child is about to make when it stops
 * @row: name of the row
 * @context: name of the context
 * @function: 1 or 2
 * @from: the function whose steps are wanted, from its next call to its return
 * @ticks: ticks from one reading of the clock to the next
 * @shown: the steps are to be written
 */
struct request {
	const char *row;
	const char *context;
	unsigned int function;
	const void *from;
	unsigned int ticks;
	int shown;
};

static struct request *request;
static struct comparison comparisons[ROWS_MAX][FUNCTIONS];
static u64 clock_now;

static void die(const char *what)
{
	fprintf(stderr, "native: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void make_way(const struct bench_way *way, int traced)
{
	void *packet = path_packet(0, 0);

	/* from here on the parent reads the clock, as what comes before the call may do so, too */
	if (traced)
		asm volatile("int3");
	if (way->before)
		way->before(packet);
	way->call(packet);
	if (way->after)
		way->after(packet);
}

static void request_steps(const struct comparison *comparison)
{
	unsigned int round;
	int i;

	for (i = 0; i < WARM_UP; i++)
		make_way(&comparison->with, 0);
	request->from = comparison->one;
	for (round = 0; round < ROUNDS; round++) {
		request->ticks = ticks[round];
		request->shown = round == ROUNDS - 1;
		make_way(&comparison->with, 1);
	}
}

static void request_row(unsigned int row, const char *context)
{
	unsigned int i;

	row_select(&rows[row]);
	request->row = rows[row].name;
	request->context = context;
	for (i = 0; i < FUNCTIONS; i++) {
		path_set_floor(i);
		request->function = i + 1;
		request_steps(&comparisons[row][i]);
	}
}

static void request_known(void)
{
	static const struct comparison known = {
		.with.call = steps_known, .one = steps_known,
	};

	request->row = "known";
	request->context = "task";
	request->function = 1;
	request_steps(&known);
}

static void request_all(void *unused)
{
	unsigned int context, row;

	(void)unused;
	request_known();
	for (context = 0; context < contexts_count; context++) {
		path_set_softirq(contexts[context].softirq);
		for (row = 0; row < rows_count; row++)
			request_row(row, contexts[context].name);
	}
}

static void run_child(void *stack)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		die("a process cannot be traced");
	kernel_enter_cpu(0, path_task(0, stack));
	kernel_run_on(stack, request_all, NULL);
	exit(0);
}

static struct user_regs_struct registers_of(pid_t child)
{
	struct user_regs_struct registers;

	if (ptrace(PTRACE_GETREGS, child, NULL, &registers))
		die("registers cannot be read");
	return registers;
}

static void code_at(pid_t child, u64 address, unsigned char *code)
{
	unsigned int i;
	long word;

	for (i = 0; i < STEP_BYTES; i += sizeof(word)) {
		errno = 0;
		word = ptrace(PTRACE_PEEKTEXT, child, address + i, NULL);
		if (errno)
			die("code cannot be read");
		memcpy(code + i, &word, sizeof(word));
	}
}

static void write_step(const struct user_regs_struct *r, const unsigned char *code)
{
	const u64 values[] = {
		r->rax, r->rbx, r->rcx, r->rdx, r->rsi, r->rdi, r->rbp, r->rsp, r->r8, r->r9,
		r->r10, r->r11, r->r12, r->r13, r->r14, r->r15, r->fs_base, r->gs_base,
	};
	unsigned int i;

	printf("step\t%llx\t", r->rip);
	for (i = 0; i < STEP_BYTES; i++)
		printf("%02x", code[i]);
	for (i = 0; i < sizeof(values) / sizeof(*values); i++)
		printf("\t%llx", (unsigned long long)values[i]);
	putchar('\n');
}

static int is_clock(const unsigned char *code)
{
	return code[0] == 0x0f && code[1] == 0x31;
}

/* do a reading of the clock in the child's place */
static void read_clock(pid_t child, struct user_regs_struct *registers)
{
	clock_now += request->ticks;
	registers->rax = clock_now & 0xffffffff;
	registers->rdx = clock_now >> 32;
	registers->rip += 2;
	if (ptrace(PTRACE_SETREGS, child, NULL, registers))
		die("registers cannot be set");
}

static void single_step(pid_t child)
{
	int status;

	if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) || waitpid(child, &status, 0) != child)
		die("the child cannot be stepped");
	if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) {
		fprintf(stderr, "native: %s ended early\n", request->row);
		exit(1);
	}
}

static void step_on(pid_t child, struct user_regs_struct *registers, const unsigned char *code)
{
	if (is_clock(code))
		read_clock(child, registers);
	else
		single_step(child);
	*registers = registers_of(child);
}

/* from the request's function to its return, which leaves the stack pointer above the address */
static void trace_call(pid_t child)
{
	struct user_regs_struct registers = registers_of(child);
	unsigned char code[STEP_BYTES];
	u64 inside = 0;
	int i;

	clock_now = __builtin_ia32_rdtsc();
	for (i = 0; i < STEPS_MAX; i++) {
		code_at(child, registers.rip, code);
		if (!inside && registers.rip == (uintptr_t)request->from) {
			inside = registers.rsp;
			if (request->shown)
				printf("call\t%s\t%s\t%u\n", request->row, request->context,
				       request->function);
		}
		if (inside && registers.rsp > inside)
			return;
		if (inside && request->shown)
			write_step(&registers, code);
		step_on(child, &registers, code);
	}
	fprintf(stderr, "native: %s: no call, or one without an end\n", request->row);
	exit(1);
}

/* Returns the child's status. */
static int trace(pid_t child)
{
	int status;

	for (;;) {
		if (waitpid(child, &status, 0) != child)
			die("the child is gone");
		if (!WIFSTOPPED(status))
			return status;
		if (WSTOPSIG(status) != SIGTRAP) {
			fprintf(stderr, "native: %s: signal %d\n", request->row, WSTOPSIG(status));
			return 1;
		}
		trace_call(child);
		if (ptrace(PTRACE_CONT, child, NULL, NULL))
			die("the child cannot go on");
	}
}

static void write_regions(void)
{
	const struct kernel_region *region;

	printf("percpu\t%llx\t%llx\n", (unsigned long long)(uintptr_t)__start_percpu,
	       (unsigned long long)(uintptr_t)__start_percpu + kernel_percpu_bytes());
	for (region = kernel_regions; region < kernel_regions + kernel_regions_count; region++)
		printf("region\t%s\t%llx\t%llx\t%lx\t%d\n", region->name ?: "-",
		       (unsigned long long)(uintptr_t)region->by,
		       (unsigned long long)(uintptr_t)region->begin, region->bytes,
		       region->percpu);
	fflush(stdout);
}

int steps_write(void)
{
	void *stack = kernel_alloc_stack();
	unsigned int row, i;
	pid_t child;

	request = mmap(NULL, sizeof(*request), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		       -1, 0);
	if (request == MAP_FAILED)
		die("there is no memory");
	for (row = 0; row < rows_count; row++)
		for (i = 0; i < FUNCTIONS; i++)
			rows[row].make(&comparisons[row][i]);
	write_regions();
	child = fork();
	if (child < 0)
		die("no process can be made");
	if (!child)
		run_child(stack);
	return trace(child) ? 1 : 0;
}
