// SPDX-License-Identifier: GPL-2.0
/*
 * native: times the module's trampolines and recording path on this processor
 *
 * The module's objects are linked into this program (kernel.c). Functions of a few bytes take the
 * place of the kernel's. A pass over a function without a trampoline comes before each pass over
 * the same function with one, and is subtracted. The program writes lines of words with tabs
 * between them, ns per call:
 *
 *	ROW CONTEXT STATE CPUS LEAST MEDIAN P90
 *
 * CONTEXT is that of the calls: task or softirq. STATE is one of these:
 *
 *	warm	nothing comes between two calls
 *	others	31 other timed functions and 4 KiB of other memory do
 *	emptied	nothing of the module is in a cache
 *
 * CPUS is the number of CPUs that do the same at once. With "check" the program calls functions
 * that look at what a trampoline may change, and compares the module's counts. With "steps" it
 * writes each instruction of one call (steps.c).
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "kernel.h"
#include "recording_path.h"
#include "rows.h"
#include "steps.h"

/* CPUs beyond these stay idle: the packets of all of them must have home slots of their own */
#define CPUS_MAX	500
/* numbers of CPUs are below this */
#define CPU_NUMBERS	8192

static const char *const state_names[] = {
	[WARM] = "warm", [AFTER_OTHERS] = "others", [EMPTIED] = "emptied",
};

/* the processors that the program may use */
static unsigned int processors[CPUS_MAX];

/**
 * struct cpu - a processor's thread
 * @number: its number in the program
 * @cpus: how many there are
 * @processor: its number on this machine
 * @stack: its task's
 * @turns: where all meet before each row
 * @comparisons: one for each row
 */
struct cpu {
	unsigned int number;
	unsigned int cpus;
	unsigned int processor;
	void *stack;
	pthread_barrier_t *turns;
	const struct comparison *comparisons;
};

static void write_figures(const char *name, const char *context, const char *state,
			  unsigned int cpus, const struct figures *figures)
{
	printf("%s\t%s\t%s\t%u\t%.2f\t%.2f\t%.2f\n", name, context, state, cpus, figures->least,
	       figures->median, figures->p90);
	fflush(stdout);
}

/* all CPUs meet before a row is selected and after it, as all have the module's parameters */
static void run_state(const struct cpu *cpu, unsigned int row, const char *context,
		      enum state state)
{
	struct figures figures;

	pthread_barrier_wait(cpu->turns);
	if (!cpu->number)
		row_select(&rows[row]);
	pthread_barrier_wait(cpu->turns);
	passes_run(state, &cpu->comparisons[row], cpu->number, &figures);
	if (!cpu->number)
		write_figures(rows[row].name, context, state_names[state], cpu->cpus, &figures);
}

static void run_rows(void *argument)
{
	const struct cpu *cpu = argument;
	enum state state, states = cpu->cpus > 1 ? WARM + 1 : EMPTIED + 1;
	unsigned int context, row;

	for (context = 0; context < contexts_count; context++) {
		path_set_softirq(contexts[context].softirq);
		for (row = 0; row < rows_count; row++)
			for (state = WARM; state < states; state++)
				run_state(cpu, row, contexts[context].name, state);
	}
}

static void *run_cpu(void *argument)
{
	struct cpu *cpu = argument;
	size_t bytes = CPU_ALLOC_SIZE(CPU_NUMBERS);
	cpu_set_t *set = CPU_ALLOC(CPU_NUMBERS);

	CPU_ZERO_S(bytes, set);
	CPU_SET_S(cpu->processor, bytes, set);
	if (sched_setaffinity(0, bytes, set))
		perror("native: a thread cannot be bound to its processor");
	CPU_FREE(set);
	kernel_enter_cpu(cpu->number, path_task(cpu->number, cpu->stack));
	kernel_run_on(cpu->stack, run_rows, cpu);
	return NULL;
}

static void run_cpus(unsigned int cpus, const struct comparison *comparisons)
{
	pthread_barrier_t turns;
	static struct cpu cpu[CPUS_MAX];
	static pthread_t threads[CPUS_MAX];
	unsigned int i;

	pthread_barrier_init(&turns, NULL, cpus);
	for (i = 0; i < cpus; i++) {
		cpu[i] = (struct cpu){
			.number = i, .cpus = cpus, .processor = processors[i],
			.stack = kernel_alloc_stack(), .turns = &turns, .comparisons = comparisons,
		};
		if (pthread_create(&threads[i], NULL, run_cpu, &cpu[i])) {
			fprintf(stderr, "native: no thread for processor %u\n", i);
			exit(1);
		}
	}
	for (i = 0; i < cpus; i++)
		pthread_join(threads[i], NULL);
}

/* a call that is counted wrongly is not measured either */
static int check_counts(void)
{
	unsigned long long unlinked = path_unlinked(), lost = path_lost() - path_consumed();

	if (!unlinked && !lost && path_ended())
		return 0;
	fprintf(stderr, "native: %llu calls in no tree, %llu packets lost, %llu on paths\n",
		unlinked, lost, path_ended());
	return 1;
}

static void begin(unsigned int cpus)
{
	if (path_begin(cpus)) {
		fprintf(stderr, "native: the module cannot be prepared\n");
		exit(1);
	}
	functions_begin();
}

static unsigned int find_processors(void)
{
	size_t bytes = CPU_ALLOC_SIZE(CPU_NUMBERS);
	cpu_set_t *set = CPU_ALLOC(CPU_NUMBERS);
	unsigned int number, count = 0;

	if (sched_getaffinity(0, bytes, set)) {
		perror("native: the processors are not known");
		exit(1);
	}
	for (number = 0; number < CPU_NUMBERS && count < CPUS_MAX; number++)
		if (CPU_ISSET_S(number, bytes, set))
			processors[count++] = number;
	CPU_FREE(set);
	return count;
}

static int time_rows(unsigned int cpus)
{
	static struct comparison comparisons[64];
	unsigned int row;

	passes_begin();
	for (row = 0; row < rows_count; row++)
		rows[row].make(&comparisons[row]);
	run_cpus(1, comparisons);
	if (cpus > 1)
		run_cpus(cpus, comparisons);
	return check_counts();
}

int main(int argc, char **argv)
{
	const char *task = argc > 1 ? argv[1] : "time";
	unsigned int cpus = find_processors();

	kernel_begin(cpus);
	begin(cpus);
	if (!strcmp(task, "check"))
		return check_trampolines();
	if (!strcmp(task, "steps"))
		return steps_write();
	return time_rows(cpus);
}
