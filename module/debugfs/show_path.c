// SPDX-License-Identifier: GPL-2.0
/* show_path: the paths of packets as text */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "debugfs/show.h"
#include "packets/account.h"
#include "packets/drop.h"
#include "packets/hooks.h"
#include "packets/path.h"
#include "probes/probe.h"

#define NAME_COLUMNS	37
#define NAME_LEN	320

/* the two lines of an interface */
#define INTERFACE_BYTES	512
/* two numbers of 32 bits, and what is between them */
#define INTERFACE_LEN	24

/* buffer for the file paths: the lines of each path, and the lines above and below them */
#define PATH_BYTES	(NAME_LEN + 80)
#define PATHS_BYTES	(16384 + (PTIME_INTERFACES_MAX + 1) * INTERFACE_BYTES)

/**
 * struct shown - data for the text of all paths
 * @hist: buffer for the times of one path
 * @paths: number of paths
 * @path: the paths, those with the most packets first; each is read once, as that takes long
 */
struct shown {
	struct ptime_hist *hist;
	u32 paths;
	struct shown_path {
		u32 number;
		u64 packets;
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	u64 _key##_ns;
#include <pathtime/percentiles.def>
		u64 max_ns;
	} path[];
};

static const char *const loss_names[] = {
	[PTIME_PATH_TABLE_FULL]	= "found no free in-flight record",
	[PTIME_PATH_TIMED_OUT]	= "did not end within ten seconds",
	[PTIME_PATH_REUSED]	= "whose end was not seen",
	[PTIME_PATH_REUSED_TX]	= "whose sk_buff was reused and sent before their end was seen",
	[PTIME_PATH_PATH_TABLE_FULL]	= "found the path table full",
	[PTIME_PATH_GRO_MERGED]	= "merged into other packets by GRO, which is no loss",
	[PTIME_PATH_REASSEMBLED] = "reassembled into datagrams, which is no loss",
	[PTIME_PATH_SENT_RECEIVED] = "received and sent without a record",
	[PTIME_PATH_SENT_OWN]	= "sent by this machine without a record",
	[PTIME_PATH_DROPPED]	= "dropped without a record",
	[PTIME_PATH_NO_MEMORY]	= "found no memory ready for their path",
	[PTIME_PATH_NOT_FOLLOWED] = "packets not followed behind their paths",
	[PTIME_PATH_STEPS_LEFT_OUT] = "steps of users that packets did not take",
};

static const char *name_path(char *name, const struct ptime_path_sum *sum)
{
	const char *reason = ptime_drop_name(sum->cause);
	int length = 0;
	u32 i;

	for (i = 0; i < sum->steps; i++)
		length += scnprintf(name + length, NAME_LEN - length, "%s%s", i ? " > " : "",
				    ptime_step_name(sum->passed.step[i]));
	if (reason)
		scnprintf(name + length, NAME_LEN - length, " %s", reason);
	else if (sum->cause)
		scnprintf(name + length, NAME_LEN - length, " %u", sum->cause);
	return name;
}

static void put_path(struct seq_file *seq, const struct shown_path *path)
{
	char text[PTIME_SHOW_US_LEN], name[NAME_LEN];
	struct ptime_path_sum sum;

	ptime_path_report(path->number, &sum);
	if (strlen(name_path(name, &sum)) > NAME_COLUMNS) {
		seq_printf(seq, "%s\n", name);
		name[0] = '\0';
	}
	seq_printf(seq, "%-*s %9llu", NAME_COLUMNS, name, path->packets);
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)		\
	if ((_uses) & PTIME_IN_PATHS)						\
		seq_printf(seq, " %7s", ptime_show_us(text, path->_key##_ns));
#include <pathtime/percentiles.def>
	seq_printf(seq, " %7s\n", ptime_show_us(text, path->max_ns));
}

static void put_losses(struct seq_file *seq)
{
	enum ptime_path_loss loss;
	u64 packets;

	for (loss = 0; loss < PTIME_PATH_LOSSES; loss++) {
		packets = ptime_path_losses(loss);
		if (packets)
			seq_printf(seq, "%s: %llu %s\n", loss < PTIME_PATH_NOT_FOLLOWED ?
				   "packets in no path" : "no loss", packets,
				   loss_names[loss]);
	}
}

static void put_term(struct seq_file *seq, u64 packets, const char *fate)
{
	if (packets)
		seq_printf(seq, " + %llu %s", packets, fate);
}

static void put_all(struct seq_file *seq, const char *name, const char *direction, u64 packets,
		    u64 in_paths)
{
	seq_printf(seq, "%-13s %-8s %llu = %llu in_paths", name, direction, packets, in_paths);
}

/* packets that had a record, and are in no path */
static u64 lost_of(const u64 *packets)
{
	u64 lost = packets[PTIME_RX_PROTOCOL_LATER] + packets[PTIME_RX_FILTERED_LATER];

#define PTIME_ACCOUNT_LOSS(_loss, _fate)	lost += packets[PTIME_RX_##_loss];
#include <pathtime/accounts.def>
	return lost;
}

static void put_received(struct seq_file *seq, const char *name, const u64 *packets)
{
	u64 protocol = packets[PTIME_RX_PROTOCOL], filtered = packets[PTIME_RX_FILTERED];
	u64 no_record = packets[PTIME_RX_NO_RECORD], lost = lost_of(packets);
	/* a packet may have been received before a reset, and lost after it */
	u64 in_paths = max(packets[PTIME_RX_RECORD], lost) - lost;
	u64 all = in_paths + lost + protocol + filtered + no_record;

	if (!all)
		return;
	put_all(seq, name, "received", all, in_paths);
#define PTIME_ACCOUNT_LOSS(_loss, _fate)	put_term(seq, packets[PTIME_RX_##_loss], #_fate);
#include <pathtime/accounts.def>
	put_term(seq, protocol + packets[PTIME_RX_PROTOCOL_LATER], "protocol");
	put_term(seq, filtered + packets[PTIME_RX_FILTERED_LATER], "filtered");
	put_term(seq, no_record, "no_record");
	seq_putc(seq, '\n');
}

static void put_sent(struct seq_file *seq, const char *name, const u64 *packets)
{
	u64 protocol = packets[PTIME_TX_PROTOCOL], filtered = packets[PTIME_TX_FILTERED];
	u64 in_paths = packets[PTIME_TX_RECORD], no_record = packets[PTIME_TX_NO_RECORD];
	u64 all = in_paths + protocol + filtered + no_record;

	if (!all)
		return;
	put_all(seq, name, "sent", all, in_paths);
	put_term(seq, protocol, "protocol");
	put_term(seq, filtered, "filtered");
	put_term(seq, no_record, "no_record");
	seq_putc(seq, '\n');
}

static void put_interface(struct seq_file *seq, const struct ptime_account_sum *sum)
{
	char name[INTERFACE_LEN] = "others";

	if (sum->ifindex)
		snprintf(name, sizeof(name), "%u/%u", sum->netns, sum->ifindex);
	put_received(seq, name, sum->packets);
	put_sent(seq, name, sum->packets);
}

static void put_interfaces(struct seq_file *seq)
{
	struct ptime_account_sum sum;
	bool any = false;
	u32 number;

	for (number = 0; number <= PTIME_INTERFACES_MAX; number++) {
		if (!ptime_account_read(number, &sum))
			continue;
		if (!any)
			seq_puts(seq, "NETNS/INTERFACE, its packets, and what became of them\n");
		any = true;
		put_interface(seq, &sum);
	}
}

/* the command stop has stopped all probes: the first lines of the file say so */
static bool probe_reports(const struct ptime_probe *probe)
{
	enum ptime_state state = ptime_probe_state(probe);

	return !probe->over_budget &&
	       (state == PTIME_STATE_ARMED || state == PTIME_STATE_STOPPED);
}

static bool step_is_reported(const struct ptime_step_hook *hook)
{
	const struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->symbol.hook == hook && probe_reports(probe))
			return true;
	return false;
}

static void put_unreported(struct seq_file *seq)
{
	const struct ptime_step_hook *hook;
	const struct ptime_probe *probe;

	for (hook = ptime_step_hooks; hook->name; hook++)
		if (ptime_step_hook_is_wanted(hook) && !step_is_reported(hook))
			seq_printf(seq, "step not reported: %s, as %s has no probe\n",
				   ptime_step_name(hook->step), hook->name);
	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->hook && !probe_reports(probe))
			seq_printf(seq, "step not reported: %s, as the probe of %s is not armed\n",
				   ptime_step_name(probe->hook->step), probe->names);
}

static int compare_packets(const void *a, const void *b)
{
	const struct shown_path *one = a, *other = b;

	return one->packets < other->packets ? 1 : one->packets > other->packets ? -1 : 0;
}

/* returns whether the path has packets */
static bool read_path(struct shown_path *path, struct ptime_hist *hist, u32 number)
{
	struct ptime_path_sum sum;

	ptime_path_read(number, hist, &sum);
	path->number = number;
	path->packets = ptime_hist_calls(hist);
	if (!path->packets)
		return false;
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)		\
	if ((_uses) & PTIME_IN_PATHS)						\
		path->_key##_ns = ptime_show_percentile(hist, path->packets, _permyriad);
#include <pathtime/percentiles.def>
	path->max_ns = hist->max_ns;
	return true;
}

static void find_paths(struct shown *shown)
{
	u32 i;

	ptime_paths_begin();
	for (i = 0; i < ptime_paths_entries(); i++) {
		if (!ptime_path_exists(i))
			continue;
		cond_resched();
		if (read_path(&shown->path[shown->paths], shown->hist, i))
			shown->paths++;
	}
	sort(shown->path, shown->paths, sizeof(shown->path[0]), compare_packets, NULL);
}

static void put_tracing(struct seq_file *seq)
{
	struct ptime_hooks_info info;

	ptime_hooks_get_info(&info);
	if (info.err)
		seq_printf(seq, "packet tracing is off: error %d\n", info.err);
	else if (!info.started)
		seq_puts(seq, "packet tracing is off: stopped\n");
}

static void put_filter(struct seq_file *seq, const struct ptime_filter *filter)
{
	const struct {
		const char *name;
		u32 value;
	} parts[] = {
		{ "in", filter->in },
		{ "out", filter->out },
		{ "proto", filter->transport },
		{ "netns", filter->netns },
	};
	const char *before = "only packets with:";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (!parts[i].value)
			continue;
		seq_printf(seq, "%s %s=%u", before, parts[i].name, parts[i].value);
		before = "";
	}
	if (!*before)
		seq_putc(seq, '\n');
}

static int paths_show(struct seq_file *seq, void *v)
{
	struct ptime_filter filter;
	struct shown *shown;
	int err = -ENOMEM;
	u32 i;

	ptime_probes_lock();
	ptime_show_head(seq);
	if (!ptime_paths_max) {
		seq_puts(seq, "no paths: loaded with paths=0, reload the module with paths=N\n");
		err = 0;
		goto unlock;
	}
	shown = kvzalloc(struct_size(shown, path, ptime_paths_max), GFP_KERNEL);
	if (!shown)
		goto unlock;
	shown->hist = ptime_hist_alloc();
	if (!shown->hist)
		goto free;
	find_paths(shown);
	put_tracing(seq);
	ptime_hooks_get_filter(&filter);
	put_filter(seq, &filter);
	seq_printf(seq, "%-*s %9s", NAME_COLUMNS, "PATH (times in us)", "PACKETS");
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)		\
	if ((_uses) & PTIME_IN_PATHS)						\
		seq_printf(seq, " %7s", _title);
#include <pathtime/percentiles.def>
	seq_printf(seq, " %7s\n", "MAX");
	for (i = 0; i < shown->paths; i++)
		put_path(seq, &shown->path[i]);
	put_losses(seq);
	put_interfaces(seq);
	put_unreported(seq);
	ptime_hist_free(shown->hist);
	err = 0;
free:
	kvfree(shown);
unlock:
	ptime_probes_unlock();
	return err;
}

static int paths_open(struct inode *inode, struct file *file)
{
	/* room for the whole text: otherwise seq_file calls paths_show() again and again */
	return single_open_size(file, paths_show, NULL,
				PATHS_BYTES + ptime_paths_max * PATH_BYTES);
}

const struct file_operations ptime_paths_fops = {
	.owner		= THIS_MODULE,
	.open		= paths_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};
