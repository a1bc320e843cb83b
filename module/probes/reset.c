// SPDX-License-Identifier: GPL-2.0
/* reset: puts new series in the place of those that have counted */
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/sched.h>

#include "packets/account.h"
#include "packets/path.h"
#include "packets/polls.h"
#include "probes/calibrate.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "probes/reset.h"
#include "record/cct.h"
#include "record/percpu_hist.h"
#include "record/shadow_stack.h"

/* the reaper has not yet freed the series that a reset replaced */
static bool has_spares;

static int alloc_series(struct ptime_percpu_hist __percpu **series, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		series[i] = ptime_probe_alloc_series();
		if (!series[i]) {
			ptime_probe_free_series(series);
			return -ENOMEM;
		}
	}
	return 0;
}

static void swap_series(struct ptime_probe *probe)
{
	unsigned int i;

	for (i = 0; i < PTIME_OUTCOMES_MAX; i++) {
		struct ptime_percpu_hist __percpu *old = probe->recorder.hist[i];

		/* a call that finds the new series finds it initialised */
		smp_store_release(&probe->recorder.hist[i], probe->spare[i]);
		probe->spare[i] = old;
	}
	/* minus what the backend has counted: readers get only the sum, which is now 0 */
	probe->missed -= ptime_probe_missed(probe);
}

static int alloc_spares(void)
{
	struct ptime_probe *probe;
	int err;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->recorder.hist[0])
			continue;
		err = alloc_series(probe->spare, probe->outcomes->count);
		if (err)
			return err;
		cond_resched();
	}
	if (ptime_nesting) {
		err = ptime_cct_alloc_spare();
		if (err)
			return err;
	}
	err = ptime_accounts_alloc_spare();
	err = err ?: ptime_polls_alloc_spare();
	return err ?: ptime_paths_alloc_spare();
}

static void free_spares(void)
{
	struct ptime_probe *probe;

	ptime_cct_free_spare();
	ptime_paths_free_spare();
	ptime_accounts_free_spare();
	ptime_polls_free_spare();
	list_for_each_entry(probe, &ptime_probes, node) {
		ptime_probe_free_series(probe->spare);
		cond_resched();
	}
}

static void swap_spares(void)
{
	struct ptime_probe *probe;

	/* first: a call that finds a new series finds the new figures, too */
	ptime_calibrate_apply();
	ptime_paths_swap_spare();
	ptime_accounts_swap_spare();
	ptime_polls_swap_spare();
	if (ptime_nesting) {
		ptime_cct_swap_spare();
		ptime_shadow_clear_unlinked();
	}
	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->spare[0])
			swap_series(probe);
}

bool ptime_reset_has_spares(void)
{
	return READ_ONCE(has_spares);
}

/**
 * ptime_reset_free_spares() - Free the series and counts that a reset replaced
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes. After
 * ptime_reset_has_spares() the caller has waited for all calls that might count in them.
 */
void ptime_reset_free_spares(void)
{
	if (!READ_ONCE(has_spares))
		return;
	ptime_probes_lock();
	free_spares();
	WRITE_ONCE(has_spares, false);
	ptime_probes_unlock();
}

/**
 * ptime_reset() - Reset all counts to zero
 *
 * New series replace the old ones, and the reaper frees the old ones when no call uses them.
 * Clearing a series while calls are recorded would leave parts of a call in it.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes. No other reset may
 * be unfinished: see ptime_reaper_wait().
 * Return: 0; -ENOMEM, with nothing changed.
 */
int ptime_reset(void)
{
	int err;

	ptime_probes_lock();
	err = alloc_spares();
	if (err) {
		free_spares();
	} else {
		swap_spares();
		ptime_probes_info.since_ns = ktime_get_boottime_ns();
		ptime_probes_info.resets++;
		WRITE_ONCE(has_spares, true);
		ptime_reaper_call();
	}
	ptime_probes_unlock();
	return err;
}
