// SPDX-License-Identifier: GPL-2.0
/*
 * slow_cpu: makes pathtime's probes slow on one CPU
 *
 * That CPU has a breakpoint on a variable of pathtime that each recorded call reads. So each
 * such call takes an exception there. Nothing else becomes slower, and no other CPU.
 */
#include <linux/err.h>
#include <linux/hw_breakpoint.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/string.h>

#define VARIABLE	"ptime_hist_bits"

static int cpu = 1;
module_param(cpu, int, 0444);
MODULE_PARM_DESC(cpu, "number of the CPU");

static bool slow;
module_param(slow, bool, 0444);
MODULE_PARM_DESC(slow, "the breakpoint is set");

static struct perf_event *event;

static unsigned long find_variable(struct module *mod)
{
	const struct mod_kallsyms *symbols = rcu_dereference_raw(mod->kallsyms);
	unsigned int i;

	for (i = 0; i < symbols->num_symtab; i++)
		if (!strcmp(symbols->strtab + symbols->symtab[i].st_name, VARIABLE))
			return symbols->symtab[i].st_value;
	return 0;
}

static void make_slow(unsigned long address)
{
	struct perf_event_attr attr;

	hw_breakpoint_init(&attr);
	attr.bp_addr = address;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.bp_type = HW_BREAKPOINT_RW;
	/* with a handler of ours, arm64 would not step over the access */
	event = perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
	slow = !IS_ERR(event);
	if (!slow)
		pr_err("slow_cpu: no breakpoint on CPU %d (%ld)\n", cpu, PTR_ERR(event));
}

static void make_fast(void)
{
	if (slow)
		perf_event_release_kernel(event);
	slow = false;
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

MODULE_DESCRIPTION("Makes pathtime's probes slow on one CPU");
MODULE_LICENSE("GPL");
