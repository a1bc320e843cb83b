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
 * that look at what a trampoline may change, and compares the module's counts.
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

#define CPUS_MAX	64

static const char *const state_names[] = {
	[WARM] = "warm", [AFTER_OTHERS] = "others", [EMPTIED] = "emptied",
};

static const struct {
	const char *name;
	int softirq;
} contexts[] = { { "task", 0 }, { "softirq", 1 } };

#define CONTEXTS	(sizeof(contexts) / sizeof(*contexts))

/**
 * struct cpu - a processor's thread
 * @number: its number
 * @cpus: how many there are
 * @stack: its task's
 * @packet: its packet
 * @turns: where all meet before each row
 * @comparisons: one for each row
 */
struct cpu {
	unsigned int number;
	unsigned int cpus;
	void *stack;
	void *packet;
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
	passes_run(rows[row].road ? ON_ITS_WAY : state, &cpu->comparisons[row], cpu->packet,
		   cpu->number, &figures);
	if (!cpu->number)
		write_figures(rows[row].name, context, state_names[state], cpu->cpus, &figures);
}

static void run_rows(void *argument)
{
	const struct cpu *cpu = argument;
	enum state state, states = cpu->cpus > 1 ? WARM + 1 : EMPTIED + 1;
	unsigned int context, row;

	for (context = 0; context < CONTEXTS; context++) {
		path_set_softirq(contexts[context].softirq);
		for (row = 0; row < rows_count; row++)
			for (state = WARM; state < (rows[row].road ? WARM + 1 : states); state++)
				run_state(cpu, row, contexts[context].name, state);
	}
}

static void *run_cpu(void *argument)
{
	struct cpu *cpu = argument;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu->number, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		perror("native: a thread cannot be bound to its processor");
	kernel_enter_cpu(cpu->number, path_task(cpu->number, cpu->stack));
	kernel_run_on(cpu->stack, run_rows, cpu);
	return NULL;
}

static void run_cpus(unsigned int cpus, const struct comparison *comparisons)
{
	pthread_barrier_t turns;
	struct cpu cpu[CPUS_MAX];
	pthread_t threads[CPUS_MAX];
	unsigned int i;

	pthread_barrier_init(&turns, NULL, cpus);
	for (i = 0; i < cpus; i++) {
		cpu[i] = (struct cpu){
			.number = i, .cpus = cpus, .stack = kernel_alloc_stack(),
			.packet = path_packet(i), .turns = &turns, .comparisons = comparisons,
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
	unsigned long long unlinked = path_unlinked(), lost = path_lost();

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

int main(int argc, char **argv)
{
	static struct comparison comparisons[64];
	unsigned int row, cpus = sysconf(_SC_NPROCESSORS_ONLN);

	cpus = cpus > CPUS_MAX ? CPUS_MAX : cpus;
	kernel_begin(cpus);
	begin(cpus);
	if (argc > 1 && !strcmp(argv[1], "check"))
		return check_trampolines();
	passes_begin();
	for (row = 0; row < rows_count; row++)
		rows[row].make(&comparisons[row]);
	run_cpus(1, comparisons);
	if (cpus > 1)
		run_cpus(cpus, comparisons);
	return check_counts();
}
