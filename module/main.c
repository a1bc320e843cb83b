// SPDX-License-Identifier: GPL-2.0
/* main: module parameters, load and unload */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include <pathtime/abi.h>
#include <pathtime/hist.h>
#include <pathtime/version.h>

#include "debugfs/control.h"
#include "debugfs/debugfs.h"
#include "kernel/canary.h"
#include "kernel/duplicates.h"
#include "packets/hooks.h"
#include "probes/budget.h"
#include "probes/calibrate.h"
#include "probes/modwatch.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "record/clock.h"
#include "record/shadow_stack.h"
#include "record/sample.h"

/* a kretprobe's pool of this size takes at least 4 MiB: 64 bytes for each call */
#define MAXACTIVE_MAX	65536

static char *groups = "xfrm,flowtable,conntrack,virtio_net";
module_param(groups, charp, 0444);
MODULE_PARM_DESC(groups, "groups to time, GROUP or GROUP:detail, comma list");

static char *probes = "";
module_param(probes, charp, 0444);
MODULE_PARM_DESC(probes, "more functions to time, [module:]function, comma list");

static uint hist_bits = PTIME_HIST_BITS_DEFAULT;
module_param(hist_bits, uint, 0444);
MODULE_PARM_DESC(hist_bits, "2^hist_bits buckets per power of two, 2 to 7 (4)");

static char *backend = "auto";
module_param(backend, charp, 0444);
MODULE_PARM_DESC(backend, PTIME_BACKEND_NAMES " (auto: " PTIME_BACKEND_AUTO ")");

static uint maxactive;
module_param(maxactive, uint, 0444);
MODULE_PARM_DESC(maxactive, "calls of a function timed at once, 0 to choose (0)");

static uint sample = 1;
module_param(sample, uint, 0444);
MODULE_PARM_DESC(sample, "times one call in so many, 1 to 65536 (1: all)");

static bool nesting = true;
module_param(nesting, bool, 0444);
MODULE_PARM_DESC(nesting, "self time, callers and callees; not with sample= (1)");

static uint budget;
module_param(budget, uint, 0444);
MODULE_PARM_DESC(budget, "what all probes may take, per cent of one CPU, 0: no limit (0)");

static uint paths;
module_param(paths, uint, 0444);
MODULE_PARM_DESC(paths, "roads of packets told apart, not with sample=, 0: none (0)");

static uint slowest = 8;
module_param(slowest, uint, 0444);
MODULE_PARM_DESC(slowest, "packets of each path kept that took longest, 0 to 32 (8)");

static bool anonymize;
module_param(anonymize, bool, 0444);
MODULE_PARM_DESC(anonymize, "keep neither protocols, ports nor name spaces of packets (0)");

static char *clock = "auto";
module_param(clock, charp, 0444);
MODULE_PARM_DESC(clock, "auto, tsc (arm64: counter), local_clock (auto)");

static int __init check_parameters(const struct ptime_backend **default_backend)
{
	if (hist_bits < PTIME_HIST_BITS_MIN || hist_bits > PTIME_HIST_BITS_MAX) {
		pr_err("hist_bits=%u: not %d to %d\n", hist_bits,
		       PTIME_HIST_BITS_MIN, PTIME_HIST_BITS_MAX);
		return -EINVAL;
	}
	if (maxactive > MAXACTIVE_MAX) {
		pr_err("maxactive=%u: not 0 to %d\n", maxactive, MAXACTIVE_MAX);
		return -EINVAL;
	}
	if (!sample || sample > PTIME_SAMPLE_MAX) {
		pr_err("sample=%u: not 1 to %d\n", sample, PTIME_SAMPLE_MAX);
		return -EINVAL;
	}
	if (budget > PTIME_BUDGET_MAX || (budget && sample > 1)) {
		pr_err("budget=%u: not 0 to %d, or with sample=\n", budget, PTIME_BUDGET_MAX);
		return -EINVAL;
	}
	if (paths > PTIME_PATHS_MAX || (paths && sample > 1)) {
		pr_err("paths=%u: not 0 to %d, or with sample=\n", paths, PTIME_PATHS_MAX);
		return -EINVAL;
	}
	if (slowest > PTIME_SLOWEST_MAX) {
		pr_err("slowest=%u: not 0 to %d\n", slowest, PTIME_SLOWEST_MAX);
		return -EINVAL;
	}
	if (ptime_backend_find(backend, default_backend)) {
		pr_err("backend=%s: not one of %s on this kernel\n", backend,
		       PTIME_BACKEND_NAMES);
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
static int __init init_context(void)
{
	int err = ptime_shadow_init(nesting && sample == 1);

	if (err != -EOPNOTSUPP)
		return err;
	pr_warn("nesting=0: the kernel has no tracepoint sched_process_free (CONFIG_TRACEPOINTS)\n");
	return ptime_shadow_init(false);
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
	ptime_hist_bits = hist_bits;
	err = init_context();
	if (err)
		return err;
	ptime_probes_init(default_backend ?: &ptime_backend_auto, maxactive);
	err = ptime_reaper_init();
	if (err)
		goto err_exit_context;
	ptime_canary_init();
	/* before sampling begins: calibration needs each call timed */
	err = ptime_calibrate();
	if (err)
		goto err_exit_canary;
	ptime_sample_init(sample);
	err = ptime_hooks_init(paths, slowest, anonymize);
	if (err == -EOPNOTSUPP)
		pr_err("paths=%u: the kernel has no tracepoints (CONFIG_TRACEPOINTS)\n", paths);
	if (err)
		goto err_exit_canary;
	err = ptime_modwatch_init();
	if (err)
		goto err_exit_skbpath;
	err = add_probes();
	if (err)
		goto err_exit_probes;
	if (ptime_budget_set(budget))
		pr_warn("budget=%u: not kept, as what probes cost is not known\n", budget);
	ptime_debugfs_init();
	return 0;

err_exit_probes:
	ptime_probes_exit();
	ptime_reaper_drain();
	ptime_modwatch_exit();
	/* a module that was loaded meanwhile may have had probes attached */
	ptime_reaper_drain();
err_exit_skbpath:
	ptime_hooks_exit();
err_exit_canary:
	ptime_reaper_drain();
	ptime_canary_exit();
	ptime_reaper_exit();
	ptime_duplicates_exit();
err_exit_context:
	ptime_shadow_exit();
	return err;
}

/* Called only while the module is not pinned: no direct call is left, and the reaper is idle. */
static void __exit pathtime_exit(void)
{
	ptime_debugfs_exit();
	ptime_budget_exit();
	ptime_modwatch_exit();
	ptime_probes_exit();
	ptime_reaper_exit();
	ptime_hooks_exit();
	ptime_canary_exit();
	ptime_duplicates_exit();
	ptime_shadow_exit();
}

module_init(pathtime_init);
module_exit(pathtime_exit);

MODULE_DESCRIPTION("Times the in-kernel packet path");
MODULE_AUTHOR("The pathtime authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(PTIME_VERSION);
