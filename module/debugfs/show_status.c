// SPDX-License-Identifier: GPL-2.0
/* show_status: what keeps the module loaded */
#include <linux/module.h>
#include <linux/seq_file.h>

#include <pathtime/abi.h>

#include "backends/backend.h"
#include "debugfs/show.h"
#include "kernel/pin.h"
#include "packets/hooks.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "record/percpu_hist.h"

static const char *state_name(bool dead, unsigned int stopping)
{
	if (dead)
		return "dead";
	if (ptime_probes_info.running)
		return "running";
	return stopping ? "stopping" : "stopped";
}

static int status_show(struct seq_file *seq, void *unused)
{
	const struct ptime_probe *probe;
	bool dead = ptime_backends_are_dead();
	unsigned int stopping = 0;

	ptime_probes_lock();
	list_for_each_entry(probe, &ptime_probes, node)
		stopping += ptime_probe_is_leaving(probe) && !probe->kept;
	seq_printf(seq, "state %s\n", state_name(dead, stopping));
	ptime_probes_unlock();
	seq_printf(seq, "direct %u\nstopping %u\ncalls %u\nkept %u\npinned %d\nuncounted %llu\n",
		   ptime_backends_registered(), stopping, ptime_backends_calls_left(),
		   ptime_probes_kept(), ptime_is_pinned(), ptime_percpu_hist_calls_unread());
	seq_printf(seq, "missed_copies %lu\n", ptime_hooks_missed());
	return 0;
}

static int status_open(struct inode *inode, struct file *file)
{
	return single_open(file, status_show, NULL);
}

const struct file_operations ptime_status_fops = {
	.owner		= THIS_MODULE,
	.open		= status_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};
