// SPDX-License-Identifier: GPL-2.0
/* budget: stops the most expensive probe while all together exceed the limit */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/workqueue.h>

#include <pathtime/abi.h>

#include "probes/budget.h"
#include "probes/overhead.h"
#include "probes/probe.h"
#include "probes/reaper.h"

#define PERIOD	HZ

/* limit in percent of one CPU; 0 is no limit */
static u32 budget;
static DEFINE_MUTEX(budget_mutex);

static u64 checked_ns;

static void budget_check(struct work_struct *work);
static DECLARE_DELAYED_WORK(budget_work, budget_check);

/* returns the probe's overhead since the last check or reset, in ns */
static u64 take_growth(struct ptime_probe *probe)
{
	u64 overhead_ns = ptime_overhead_probe_ns(probe);
	u64 seen_ns = probe->overhead_seen_ns;

	probe->overhead_seen_ns = overhead_ns;
	return overhead_ns >= seen_ns ? overhead_ns - seen_ns : overhead_ns;
}

/*
 * Sum the overhead since the last check over the armed probes. A probe that was stopped
 * meanwhile adds no further overhead, so no other probe has to be stopped for it. @costliest
 * takes the most expensive probe, or NULL. Returns the sum in ns.
 */
static u64 budget_sum_growth(struct ptime_probe **costliest)
{
	u64 growth, most = 0, sum = 0;
	struct ptime_probe *probe;

	*costliest = NULL;
	list_for_each_entry(probe, &ptime_probes, node) {
		growth = take_growth(probe);
		if (ptime_probe_state(probe) != PTIME_STATE_ARMED)
			continue;
		sum += growth;
		if (growth > most) {
			most = growth;
			*costliest = probe;
		}
	}
	return sum;
}

static void budget_check(struct work_struct *work)
{
	u64 now_ns = ktime_get_boottime_ns();
	u64 sum, allowed = div_u64(now_ns - checked_ns, 100) * READ_ONCE(budget);
	struct ptime_probe *costliest;

	checked_ns = now_ns;
	ptime_probes_lock();
	sum = budget_sum_growth(&costliest);
	if (sum > allowed && costliest) {
		pr_notice("budget of %u %% of one CPU exceeded: %s stopped, the most expensive probe\n",
			  READ_ONCE(budget), costliest->symbol.function);
		costliest->over_budget = true;
		costliest->stop = true;
		ptime_reaper_call();
	}
	ptime_probes_unlock();
	schedule_delayed_work(&budget_work, PERIOD);
}

static void budget_begin(void)
{
	struct ptime_probe *unused;

	ptime_probes_lock();
	budget_sum_growth(&unused);
	ptime_probes_unlock();
	checked_ns = ktime_get_boottime_ns();
	schedule_delayed_work(&budget_work, PERIOD);
}

/**
 * ptime_budget_set() - Limit the overhead of all probes together
 * @percent: limit in percent of one CPU, up to PTIME_BUDGET_MAX; 0 for no limit
 *
 * Probes that are stopped because of the budget stay stopped until the command start.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -EINVAL if @percent is above PTIME_BUDGET_MAX; -EOPNOTSUPP if the overhead of
 * probes is not known.
 */
int ptime_budget_set(u32 percent)
{
	if (percent > PTIME_BUDGET_MAX)
		return -EINVAL;
	if (percent && !ptime_cost_known())
		return -EOPNOTSUPP;
	mutex_lock(&budget_mutex);
	cancel_delayed_work_sync(&budget_work);
	WRITE_ONCE(budget, percent);
	if (percent)
		budget_begin();
	mutex_unlock(&budget_mutex);
	return 0;
}

u32 ptime_budget(void)
{
	return READ_ONCE(budget);
}

/* not under ptime_probes_lock(); no budget can be set any more */
void ptime_budget_exit(void)
{
	cancel_delayed_work_sync(&budget_work);
}
