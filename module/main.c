// SPDX-License-Identifier: GPL-2.0
/* main: module parameters, load and unload */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/stringify.h>

#include <pathtime/abi.h>
#include <pathtime/hist.h>
#include <pathtime/version.h>

#include "debugfs/control.h"
#include "debugfs/debugfs.h"
#include "kernel/canary.h"
#include "kernel/duplicates.h"
#include "packets/hooks.h"
#include "packets/stage_times.h"
#include "packets/wait_list.h"
#include "probes/budget.h"
#include "probes/calibrate.h"
#include "probes/disabled.h"
#include "probes/modwatch.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "record/clock.h"
#include "record/counting_cpus.h"
#include "record/percpu_hist.h"
#include "record/shadow_stack.h"
#include "record/sample.h"

#define DEFINE_PARAMETER(_type, _c_type, _name, _default, _help)	\
	static _c_type _name = _default;				\
	module_param(_name, _type, 0444);				\
	MODULE_PARM_DESC(_name, _help " (default " __stringify(_default) ")")

#define PTIME_TEXT_PARAMETER(_name, _default, _help)			\
	DEFINE_PARAMETER(charp, char *, _name, _default, _help);
#define PTIME_NUMBER_PARAMETER(_name, _default, _min, _max, _help)	\
	DEFINE_PARAMETER(uint, uint, _name, _default,			\
			 _help ", " __stringify(_min) " to " __stringify(_max));
#define PTIME_FLAG_PARAMETER(_name, _default, _help)			\
	DEFINE_PARAMETER(bool, bool, _name, _default, _help);
#include <pathtime/parameters.def>

static int __init check_range(const char *name, uint value, uint min, uint max)
{
	if (value >= min && value <= max)
		return 0;
	pr_err("%s=%u: must be %u to %u\n", name, value, min, max);
	return -EINVAL;
}

static int __init check_ranges(void)
{
	int err = 0;

#define PTIME_NUMBER_PARAMETER(_name, _default, _min, _max, _help)	\
	err = err ?: check_range(#_name, _name, _min, _max);
#include <pathtime/parameters.def>
	return err;
}

static int __init check_parameters(const struct ptime_backend **default_backend)
{
	int err = check_ranges();

	if (err)
		return err;
	if (budget && sample > 1) {
		pr_err("budget=%u: cannot be combined with sample=\n", budget);
		return -EINVAL;
	}
	if (paths && sample > 1) {
		pr_err("paths=%u: cannot be combined with sample=\n", paths);
		return -EINVAL;
	}
	if (ptime_backend_find(backend, default_backend)) {
		pr_err("backend=%s: must be one of %s on this kernel\n", backend,
		       PTIME_BACKEND_NAMES);
		return -EINVAL;
	}
	if (ptime_wait_list_init(waits)) {
		pr_err("waits=%s: must be gro, ring, socket, irq, poll, or some of them, separated by commas\n",
		       waits);
		return -EINVAL;
	}
	if (!polls && static_key_enabled(&ptime_wait_polls)) {
		pr_err("waits=%s: poll cannot be combined with polls=0\n", waits);
		return -EINVAL;
	}
	return 0;
}

/* a function that is missing is listed with the reason, but a malformed list is an error */
static int __init add_probes(void)
{
	char reason[PTIME_REASON_LEN] = "";
	int err;

	err = ptime_control_groups(groups, reason);
	if (err) {
		pr_err("groups=%s: %s\n", groups, reason);
		return err == -ENOENT ? -EINVAL : err;
	}
	err = ptime_control_functions(probes, reason);
	if (err) {
		pr_err("probes=%s: %s\n", probes, reason);
		return err;
	}
	if (!paths)
		return 0;
	err = ptime_control_steps(reason);
	if (err) {
		pr_err("paths=%u: %s\n", paths, reason);
		return err;
	}
	return ptime_hooks_start();
}

/* if the kernel cannot do nesting, load without it: calls are counted, but not linked to callers */
static int __init init_shadow_stacks(void)
{
	int err = ptime_shadow_init(nesting && sample == 1);

	if (err != -EOPNOTSUPP)
		return err;
	pr_warn("nesting=0: the kernel has no tracepoint sched_process_free (CONFIG_TRACEPOINTS)\n");
	return ptime_shadow_init(false);
}

static int __init init_memory(void)
{
	int err;

	ptime_counting_cpus_init();
	err = init_shadow_stacks();
	if (err)
		goto err_exit_cpus;
	err = ptime_percpu_hist_init(hist_bits, ptime_nesting);
	if (err)
		goto err_exit_shadow_stacks;
	return 0;

err_exit_shadow_stacks:
	ptime_shadow_exit();
err_exit_cpus:
	ptime_counting_cpus_exit();
	return err;
}

static void exit_memory(void)
{
	ptime_percpu_hist_exit();
	ptime_shadow_exit();
	ptime_counting_cpus_exit();
}

static int __init pathtime_init(void)
{
	const struct ptime_backend *default_backend;
	int err;

	err = check_parameters(&default_backend);
	if (err)
		return err;
	err = ptime_clock_init(clock);
	if (err)
		return err;
	err = init_memory();
	if (err)
		return err;
	ptime_probes_init(default_backend ?: &ptime_backend_auto, maxactive);
	err = ptime_reaper_init();
	if (err)
		goto err_exit_memory;
	ptime_canary_init();
	/* before sampling begins: calibration needs each call timed */
	err = ptime_calibrate();
	if (err)
		goto err_exit_canary;
	ptime_sample_init(sample);
	ptime_stage_times_init(stages);
	err = ptime_hooks_init(paths, slowest, inflight, anonymize, polls);
	if (err == -EOPNOTSUPP)
		pr_err("paths=%u: the kernel has no tracepoints (CONFIG_TRACEPOINTS)\n", paths);
	if (err)
		goto err_exit_canary;
	err = ptime_debugfs_init();
	if (err)
		goto err_exit_skbpath;
	err = ptime_modwatch_init();
	if (err)
		goto err_exit_debugfs;
	err = add_probes();
	if (err)
		goto err_exit_probes;
	if (ptime_budget_set(budget))
		pr_warn("budget=%u: ignored: the overhead of the probes could not be measured, reload the module to try again\n",
			budget);
	err = ptime_debugfs_create_files();
	if (err)
		goto err_exit_budget;
	return 0;

err_exit_budget:
	ptime_budget_exit();
err_exit_probes:
	ptime_probes_exit();
	ptime_reaper_drain();
	ptime_modwatch_exit();
	/* a module that was loaded meanwhile may have had probes attached */
	ptime_reaper_drain();
err_exit_debugfs:
	ptime_debugfs_exit();
err_exit_skbpath:
	ptime_hooks_exit();
err_exit_canary:
	ptime_reaper_drain();
	ptime_canary_exit();
	ptime_reaper_exit();
	ptime_duplicates_exit();
err_exit_memory:
	exit_memory();
	return err;
}

/* Called only while the module is not pinned: no direct call is left, and the reaper is idle. */
static void __exit pathtime_exit(void)
{
	ptime_debugfs_exit();
	ptime_budget_exit();
	ptime_modwatch_exit();
	ptime_probes_exit();
	ptime_disabled_exit();
	ptime_reaper_exit();
	ptime_hooks_exit();
	ptime_canary_exit();
	ptime_duplicates_exit();
	exit_memory();
}

module_init(pathtime_init);
module_exit(pathtime_exit);

MODULE_DESCRIPTION("Times the in-kernel packet path");
MODULE_AUTHOR("The pathtime authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(PTIME_VERSION);
