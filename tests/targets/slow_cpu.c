// SPDX-License-Identifier: GPL-2.0
/*
 * slow_cpu: makes pathtime's probes slow on one CPU, or on all
 *
 * That CPU has a breakpoint on a variable of pathtime that each recorded call reads. So each
 * such call takes an exception there, and so does the work that pathtime measures the speed of
 * CPUs with. Nothing else becomes slower, and no other CPU.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hw_breakpoint.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#define VARIABLE	"ptime_hist_bits"

static int cpu = 1;
module_param(cpu, int, 0444);
MODULE_PARM_DESC(cpu, "number of the CPU; -1: all");

static bool slow;
module_param(slow, bool, 0444);
MODULE_PARM_DESC(slow, "all breakpoints are set");

static struct perf_event *events[NR_CPUS];

static unsigned long find_variable(struct module *mod)
{
	const struct mod_kallsyms *symbols = rcu_dereference_raw(mod->kallsyms);
	unsigned int i;

	for (i = 0; i < symbols->num_symtab; i++)
		if (!strcmp(symbols->strtab + symbols->symtab[i].st_name, VARIABLE))
			return symbols->symtab[i].st_value;
	return 0;
}

static void make_fast(void)
{
	int at;

	slow = false;
	for_each_possible_cpu(at) {
		if (!IS_ERR_OR_NULL(events[at]))
			perf_event_release_kernel(events[at]);
		events[at] = NULL;
	}
}

static void make_slow(unsigned long address)
{
	struct perf_event_attr attr;
	int at;

	hw_breakpoint_init(&attr);
	attr.bp_addr = address;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.bp_type = HW_BREAKPOINT_RW;
	/* with a handler of ours, arm64 would not step over the access */
	slow = true;
	for_each_online_cpu(at) {
		if (cpu >= 0 && cpu != at)
			continue;
		events[at] = perf_event_create_kernel_counter(&attr, at, NULL, NULL, NULL);
		slow &= !IS_ERR(events[at]);
	}
}

static int on_module(struct notifier_block *block, unsigned long state, void *data)
{
	struct module *mod = data;
	unsigned long address;

	if (strcmp(mod->name, "pathtime"))
		return NOTIFY_OK;
	if (state == MODULE_STATE_GOING)
		make_fast();
	if (state != MODULE_STATE_COMING)
		return NOTIFY_OK;
	address = find_variable(mod);
	if (address)
		make_slow(address);
	return NOTIFY_OK;
}

static struct notifier_block modules = { .notifier_call = on_module };

static int __init slow_cpu_init(void)
{
	return register_module_notifier(&modules);
}

static void __exit slow_cpu_exit(void)
{
	unregister_module_notifier(&modules);
	make_fast();
}

module_init(slow_cpu_init);
module_exit(slow_cpu_exit);

MODULE_DESCRIPTION("Makes pathtime's probes slow on one CPU, or on all");
MODULE_LICENSE("GPL");
