// SPDX-License-Identifier: GPL-2.0
/* show: the counts as text, to be read with cat */
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/time64.h>

#include <pathtime/version.h>

#include "debugfs/show.h"
#include "probes/budget.h"
#include "probes/overhead.h"
#include "probes/probe.h"
#include "probes/tree.h"
#include "record/clock.h"
#include "record/cost.h"
#include "record/sample.h"

#define BAR_WIDTH	30
#define COUNT_LEN	24

static const char *const state_names[] = {
	[PTIME_STATE_PENDING]	= "pending",
	[PTIME_STATE_ARMED]	= "armed",
	[PTIME_STATE_STOPPED]	= "stopped",
	[PTIME_STATE_FAILED]	= "failed",
	[PTIME_STATE_INACTIVE]	= "inactive",
	[PTIME_STATE_STOPPING]	= "stopping",
};

/* buffers of one open file, for the series that is being shown */
struct show {
	struct ptime_hist *series;
	struct ptime_hist *total;
};

/* in nanoseconds */
u64 ptime_show_percentile(const struct ptime_hist *hist, u64 calls, u32 permyriad)
{
	return ptime_hist_percentile(ptime_hist_bits, hist->buckets, calls,
				     permyriad, hist->min_ns, hist->max_ns);
}

/* fold a series over the CPUs; returns its calls */
static u64 fold_outcome(struct ptime_hist *to, const struct ptime_probe *probe,
			unsigned int outcome)
{
	cond_resched();
	ptime_hist_clear(to);
	ptime_hist_add_all(to, probe->recorder.hist[outcome], probe->backend->kind);
	return ptime_hist_calls(to);
}

/* fold the series of all outcomes into one; returns its calls */
static u64 fold_probe(struct ptime_hist *to, const struct ptime_probe *probe)
{
	unsigned int i;

	ptime_hist_clear(to);
	for (i = 0; i < probe->outcomes->count; i++) {
		cond_resched();
		ptime_hist_add_all(to, probe->recorder.hist[i], probe->backend->kind);
	}
	return ptime_hist_calls(to);
}

static void put_name(struct seq_file *seq, const struct ptime_probe *probe, int width)
{
	const struct ptime_symbol *symbol = &probe->symbol;

	seq_printf(seq, "%s%s%-*s", symbol->module, symbol->module[0] ? ":" : "",
		   max(0, width - (int)strlen(symbol->module) - !!symbol->module[0]),
		   symbol->function);
}

/**
 * ptime_show_us() - Format a time in microseconds, or in seconds ("s") from 10 s on
 * @text: PTIME_SHOW_US_LEN bytes
 * @ns: nanoseconds
 *
 * The text has at most 7 characters if @ns is less than 10^6 s.
 *
 * Context: any.
 * Return: @text.
 */
const char *ptime_show_us(char *text, u64 ns)
{
	if (ns < 100 * NSEC_PER_MSEC)
		scnprintf(text, PTIME_SHOW_US_LEN, "%llu.%llu", ns / NSEC_PER_USEC,
			  ns % NSEC_PER_USEC / 100);
	else if (ns < 10 * (u64)NSEC_PER_SEC)
		scnprintf(text, PTIME_SHOW_US_LEN, "%llu", ns / NSEC_PER_USEC);
	else
		scnprintf(text, PTIME_SHOW_US_LEN, "%llus", ns / NSEC_PER_SEC);
	return text;
}

/* format a number of calls or packets, or a sum of times; '~' marks an estimate (sample=) */
static const char *count(char *text, u64 number)
{
	scnprintf(text, COUNT_LEN, "%s%llu", ptime_sample_is_on() ? "~" : "", number);
	return text;
}

static void put_time(struct seq_file *seq, u64 calls, u64 ns)
{
	char text[PTIME_SHOW_US_LEN];

	seq_printf(seq, " %7s", calls ? ptime_show_us(text, ns) : "-");
}

/* print mean, percentiles and maximum */
static void put_times(struct seq_file *seq, const struct ptime_hist *hist, u64 calls)
{
	put_time(seq, calls, calls ? div64_u64(hist->total_ns, calls) : 0);
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)		\
	if ((_uses) & PTIME_IN_SUMMARY)						\
		put_time(seq, calls, ptime_show_percentile(hist, calls, _permyriad));
#include <pathtime/percentiles.def>
	put_time(seq, calls, hist->max_ns);
	seq_putc(seq, '\n');
}

/* a few calls below the overhead are normal: the file hist shows any */
static void put_losses(struct seq_file *seq, const struct ptime_hist *hist, u64 calls)
{
	u64 overflowed = hist->buckets[ptime_hist_overflow(ptime_hist_bits)];
	char longest[COUNT_LEN], backwards[COUNT_LEN], below[COUNT_LEN];

	if (overflowed || hist->clock_backwards)
		seq_printf(seq, "  overflowed %s, clock_backwards %s\n",
			   count(longest, overflowed),
			   count(backwards, hist->clock_backwards));
	if (hist->below_overhead > div_u64(calls, 100))
		seq_printf(seq, "  below_overhead %s\n", count(below, hist->below_overhead));
}

static void put_packets(struct seq_file *seq, const struct ptime_hist *hist)
{
	char packets[COUNT_LEN], each[PTIME_SHOW_US_LEN];

	if (hist->packets)
		seq_printf(seq, "  %s packets, %s us each\n",
			   count(packets, hist->packets),
			   ptime_show_us(each, div64_u64(hist->total_ns, hist->packets)));
}

static bool name_is_ambiguous(const struct ptime_probe *probe)
{
	const struct ptime_probe *other;

	list_for_each_entry(other, &ptime_probes, node)
		if (other != probe &&
		    !strcmp(other->symbol.function, probe->symbol.function))
			return true;
	return false;
}

/* in 28 columns; with the module, if another probe has a function of the same name */
static void put_short_name(struct seq_file *seq, const struct ptime_probe *probe)
{
	const struct ptime_symbol *symbol = &probe->symbol;

	if (symbol->module[0] && name_is_ambiguous(probe))
		seq_printf(seq, "%.8s:%-*.*s", symbol->module,
			   27 - (int)min_t(size_t, 8, strlen(symbol->module)),
			   27 - (int)min_t(size_t, 8, strlen(symbol->module)),
			   symbol->function);
	else
		seq_printf(seq, "%-28.28s", symbol->function);
}

/* returns the group's name for the first timed probe of a group, NULL for the others */
static const char *group_heading(const struct ptime_probe *probe)
{
	const struct ptime_probe *other = probe;

	list_for_each_entry_continue_reverse(other, &ptime_probes, node) {
		if (strcmp(other->group, probe->group))
			break;
		if (other->origin != PTIME_FROM_STEPS)
			return NULL;
	}
	return probe->group;
}

/**
 * ptime_show_head() - Print the first lines of a file: version, state, clock, and probes by state
 * @seq: the file
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_show_head(struct seq_file *seq)
{
	unsigned int states[ARRAY_SIZE(state_names)] = { 0 };
	const struct ptime_probe *probe;
	u32 permille = DIV_ROUND_CLOSEST(1000, 2U << ptime_hist_bits);
	u64 since_ns;

	list_for_each_entry(probe, &ptime_probes, node)
		states[ptime_probe_state(probe)] += ptime_probe_is_shown(probe);
	since_ns = ktime_get_boottime_ns() - ptime_probes_info.since_ns;
	seq_printf(seq, "pathtime %s, %s, clock %s, for %llu.%llu s, error +-%u.%u %%\n",
		   PTIME_VERSION, ptime_probes_info.running ? "running" : "stopped",
		   ptime_clock_name(), since_ns / NSEC_PER_SEC,
		   since_ns % NSEC_PER_SEC / (NSEC_PER_SEC / 10),
		   permille / 10, permille % 10);
	seq_printf(seq, "%u armed, %u inactive, %u stopped, %u pending, %u failed: see the file probes\n",
		   states[PTIME_STATE_ARMED], states[PTIME_STATE_INACTIVE],
		   states[PTIME_STATE_STOPPED], states[PTIME_STATE_PENDING],
		   states[PTIME_STATE_FAILED]);
	if (ptime_sample_is_on())
		seq_printf(seq, "1 call in %u timed: ~ is an estimate, times are of those calls\n",
			   ptime_sample);
}

/* print the overhead since the counts began, which is the period of the whole summary */
static void put_cost(struct seq_file *seq)
{
	const struct ptime_probe *probe;
	unsigned int stopped = 0;
	u64 overhead_ns;

	if (ptime_sample_is_on()) {
		seq_puts(seq, "overhead: not known with sample=\n");
		return;
	}
	if (!ptime_cost_known()) {
		seq_puts(seq, "overhead: not measured, and not subtracted from the times\n");
		return;
	}
	overhead_ns = ptime_overhead_all_ns();
	seq_printf(seq, "overhead: %llu.%llu ms of CPU time, subtracted from the times\n",
		   overhead_ns / NSEC_PER_MSEC, overhead_ns % NSEC_PER_MSEC / (NSEC_PER_MSEC / 10));
	list_for_each_entry(probe, &ptime_probes, node)
		stopped += probe->over_budget;
	if (ptime_budget())
		seq_printf(seq, "budget %u %% of one CPU: %u probes stopped\n",
			   ptime_budget(), stopped);
}

/* print the calls by outcome, unless all of them have the first outcome */
static void put_outcomes(struct seq_file *seq, const struct ptime_probe *probe,
			 struct ptime_hist *series, u64 total)
{
	char text[COUNT_LEN];
	unsigned int i;

	for (i = 0; i < probe->outcomes->count; i++) {
		u64 calls = fold_outcome(series, probe, i);

		if (!i && calls == total)
			return;
		if (!calls)
			continue;
		seq_printf(seq, "  %-26s %10s %7s", probe->outcomes->names[i],
			   count(text, calls), "");
		put_times(seq, series, calls);
	}
}

static int summary_show(struct seq_file *seq, void *v)
{
	const struct ptime_probe *probe;
	struct show *show = seq->private;
	char text[COUNT_LEN];
	u64 calls;

	if (v == &ptime_probes) {
		ptime_show_head(seq);
		put_cost(seq);
		seq_printf(seq, "%-28s %10s %7s %7s", "FUNCTION (times in us)", "CALLS",
			   "MISSED", "MEAN");
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)		\
		if ((_uses) & PTIME_IN_SUMMARY)					\
			seq_printf(seq, " %7s", _title);
#include <pathtime/percentiles.def>
		seq_printf(seq, " %7s\n", "MAX");
		return 0;
	}
	probe = list_entry(v, struct ptime_probe, node);
	if (probe->origin == PTIME_FROM_STEPS)
		return 0;
	if (group_heading(probe))
		seq_printf(seq, "%s:\n", group_heading(probe));
	calls = fold_probe(show->total, probe);
	if (!probe->handle && !calls)
		return 0;
	put_short_name(seq, probe);
	seq_printf(seq, " %10s %7llu", count(text, calls), ptime_probe_missed(probe));
	put_times(seq, show->total, calls);
	put_packets(seq, show->total);
	put_losses(seq, show->total, calls);
	put_outcomes(seq, probe, show->series, calls);
	return 0;
}

static void put_buckets(struct seq_file *seq, const struct ptime_hist *hist, u64 calls)
{
	static const char bar[] = "##############################";
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	char text[COUNT_LEN];
	u64 most = 0;

	for (bucket = 0; bucket < buckets; bucket++)
		most = max(most, hist->buckets[bucket]);
	seq_printf(seq, "%12s   %12s %12s   %5s\n", "FROM ns", "TO ns", "CALLS", "%");
	for (bucket = 0; bucket < buckets; bucket++) {
		u64 share = hist->buckets[bucket];
		u64 permille = div64_u64(share * 1000, calls);
		int width = div64_u64(share * BAR_WIDTH + most - 1, most);

		if (!share)
			continue;
		seq_printf(seq, "%12llu - ", ptime_hist_low(ptime_hist_bits, bucket));
		if (bucket == ptime_hist_overflow(ptime_hist_bits))
			seq_printf(seq, "%12s", "or more");
		else
			seq_printf(seq, "%12llu",
				   ptime_hist_high(ptime_hist_bits, bucket));
		seq_printf(seq, " %12s   %3llu.%llu %.*s\n", count(text, share),
			   permille / 10, permille % 10, width, bar);
	}
}

static void put_percentiles(struct seq_file *seq, const struct ptime_hist *hist, u64 calls)
{
	const char *before = "  ns: ";

#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)		\
	if ((_uses) & PTIME_IN_DETAIL) {					\
		seq_printf(seq, "%s%s %llu", before, _title,			\
			   ptime_show_percentile(hist, calls, _permyriad));	\
		before = ", ";							\
	}
#include <pathtime/percentiles.def>
	seq_putc(seq, '\n');
}

static void put_series(struct seq_file *seq, const struct ptime_probe *probe,
		       const char *outcome, const struct ptime_hist *hist, u64 calls)
{
	u64 overflowed = hist->buckets[ptime_hist_overflow(ptime_hist_bits)];
	char text[COUNT_LEN], longest[COUNT_LEN];

	put_name(seq, probe, 0);
	seq_printf(seq, ", %s\n  %s calls, %s overflowed; %llu missed of all outcomes\n",
		   outcome, count(text, calls), count(longest, overflowed),
		   ptime_probe_missed(probe));
	seq_printf(seq, "  ns: min %llu, mean %llu, max %llu, total %s\n",
		   hist->min_ns, div64_u64(hist->total_ns, calls), hist->max_ns,
		   count(text, hist->total_ns));
	put_percentiles(seq, hist, calls);
	if (hist->clock_backwards)
		seq_printf(seq, "  clock_backwards %s\n",
			   count(text, hist->clock_backwards));
	if (hist->below_overhead)
		seq_printf(seq, "  below_overhead %s\n",
			   count(text, hist->below_overhead));
	put_packets(seq, hist);
	put_buckets(seq, hist, calls);
	seq_putc(seq, '\n');
}

static int hist_show(struct seq_file *seq, void *v)
{
	const struct ptime_probe *probe;
	struct show *show = seq->private;
	unsigned int i;
	u64 calls;

	if (v == &ptime_probes) {
		ptime_show_head(seq);
		seq_putc(seq, '\n');
		return 0;
	}
	probe = list_entry(v, struct ptime_probe, node);
	for (i = 0; i < probe->outcomes->count; i++) {
		calls = fold_outcome(show->series, probe, i);
		if (calls)
			put_series(seq, probe, probe->outcomes->names[i],
				   show->series, calls);
	}
	return 0;
}

static int probes_show(struct seq_file *seq, void *v)
{
	const struct ptime_probe *probe;
	struct show *show = seq->private;
	char text[COUNT_LEN];
	const char *reason;

	if (v == &ptime_probes) {
		seq_printf(seq, "%-11s %-42s %-8s %-9s %10s %7s %s\n", "GROUP",
			   "FUNCTION", "STATE", "BACKEND", "CALLS", "MISSED", "REASON");
		return 0;
	}
	probe = list_entry(v, struct ptime_probe, node);
	if (!ptime_probe_is_shown(probe))
		return 0;
	reason = ptime_probe_reason(probe);
	if (!*reason && probe->origin == PTIME_FROM_STEPS)
		reason = "not timed, reports steps of packets";
	seq_printf(seq, "%-11s ", probe->group);
	put_name(seq, probe, 42);
	seq_printf(seq, " %-8s %-9s %10s %7llu %s\n",
		   state_names[ptime_probe_state(probe)], probe->backend->name,
		   probe->origin == PTIME_FROM_STEPS ? "-" :
		   count(text, fold_probe(show->total, probe)), ptime_probe_missed(probe), reason);
	return 0;
}

static const char *const context_names[] = {
	[PTIME_CONTEXT_TASK]	= "task",
	[PTIME_CONTEXT_SOFTIRQ]	= "softirq",
	[PTIME_CONTEXT_HARDIRQ]	= "hardirq",
};

static const char *const unlinked_names[] = {
	[PTIME_UNLINKED_CONTEXT] = "made in an NMI, or timed by a breakpoint",
	[PTIME_UNLINKED_TASKS]	= "made while too many tasks were in timed functions",
	[PTIME_UNLINKED_DEPTH]	= "nested too deeply",
	[PTIME_UNLINKED_NODES]	= "found the table of callers full",
	[PTIME_UNLINKED_GIVEN_UP]	= "given up before they returned",
	[PTIME_UNLINKED_STACK]	= "made in a task's context, but not on the task's stack",
};

#define NAME_COLUMNS	30

/* buffer for the file tree: two lines for each node, and the lines above and below them */
#define NODE_BYTES	160
#define TREE_BYTES	2048

/* @part must not exceed @whole, and @whole must not be 0 */
static u64 percent_of(u64 part, u64 whole)
{
	if (whole > U64_MAX / 100)
		return div64_u64(part, div_u64(whole, 100));
	return div64_u64(part * 100, whole);
}

static void put_node(struct seq_file *seq, const struct ptime_tree *tree,
		     const struct ptime_tree_node *node)
{
	const struct ptime_node_sum *counts = &node->counts;
	int indent = min_t(u32, node->depth, NAME_COLUMNS / 2);
	char total[PTIME_SHOW_US_LEN], self[PTIME_SHOW_US_LEN], mean[PTIME_SHOW_US_LEN];
	u64 of = 0;

	if (node->parent != PTIME_NO_PARENT)
		of = tree->node[node->parent].counts.total_ns;
	seq_printf(seq, "%*s%-*.*s %10llu %11s %11s %8s", indent, "",
		   NAME_COLUMNS - indent, NAME_COLUMNS - indent,
		   node->probe->symbol.function, counts->calls,
		   ptime_show_us(total, counts->total_ns), ptime_show_us(self, counts->self_ns),
		   !counts->calls ? "-" :
		   ptime_show_us(mean, div64_u64(counts->total_ns, counts->calls)));
	if (of >= counts->total_ns && of)
		seq_printf(seq, " %4llu\n", percent_of(counts->total_ns, of));
	else
		seq_printf(seq, " %4s\n", "-");
	if (counts->interrupt_ns)
		seq_printf(seq, "%*s%-*s %10s %11s\n", indent + 1, "",
			   NAME_COLUMNS - indent - 1, "(interrupted)", "",
			   ptime_show_us(total, counts->interrupt_ns));
}

static void put_tree(struct seq_file *seq, const struct ptime_tree *tree)
{
	const struct ptime_tree_node *node;
	u32 i;

	for (i = 0; i < tree->nodes; i++) {
		node = &tree->node[i];
		if (!i || node->context != node[-1].context)
			seq_printf(seq, "%s:\n", context_names[node->context]);
		put_node(seq, tree, node);
	}
}

static void put_unlinked(struct seq_file *seq)
{
	enum ptime_unlinked reason;
	u64 calls;

	for (reason = 0; reason < PTIME_UNLINKED_REASONS; reason++) {
		calls = ptime_shadow_unlinked_sum(reason);
		if (calls)
			seq_printf(seq, "calls not in the tree: %llu %s\n", calls,
				   unlinked_names[reason]);
	}
}

static int tree_show(struct seq_file *seq, void *v)
{
	struct ptime_tree *tree;
	int err = 0;

	ptime_probes_lock();
	ptime_show_head(seq);
	if (!ptime_nesting) {
		seq_puts(seq, "no callers and callees: reload the module with nesting=1 and without sample=\n");
		goto unlock;
	}
	tree = ptime_tree_read();
	if (!tree) {
		err = -ENOMEM;
		goto unlock;
	}
	seq_printf(seq, "%-30s %10s %11s %11s %8s %4s\n", "FUNCTION (times in us)", "CALLS",
		   "TOTAL", "SELF", "MEAN", "%");
	put_tree(seq, tree);
	put_unlinked(seq);
	ptime_tree_free(tree);
unlock:
	ptime_probes_unlock();
	return err;
}

/* allocate room for the whole text: otherwise seq_file calls tree_show() again and again */
static int tree_open(struct inode *inode, struct file *file)
{
	size_t nodes = ptime_nesting ? PTIME_NODES_MAX : 0;

	return single_open_size(file, tree_show, NULL, TREE_BYTES + nodes * NODE_BYTES);
}

const struct file_operations ptime_tree_fops = {
	.owner		= THIS_MODULE,
	.open		= tree_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static void *show_probes_start(struct seq_file *seq, loff_t *pos)
{
	ptime_probes_lock();
	return seq_list_start_head(&ptime_probes, *pos);
}

static void *show_probes_next(struct seq_file *seq, void *v, loff_t *pos)
{
	return seq_list_next(v, &ptime_probes, pos);
}

static void show_probes_stop(struct seq_file *seq, void *v)
{
	ptime_probes_unlock();
}

static int show_probes_open(struct file *file, const struct seq_operations *ops)
{
	struct show *show;

	show = __seq_open_private(file, ops, sizeof(*show));
	if (!show)
		return -ENOMEM;
	show->series = ptime_hist_alloc();
	show->total = ptime_hist_alloc();
	if (show->series && show->total)
		return 0;
	ptime_hist_free(show->series);
	ptime_hist_free(show->total);
	seq_release_private(NULL, file);
	return -ENOMEM;
}

static int show_probes_release(struct inode *inode, struct file *file)
{
	struct seq_file *seq = file->private_data;
	struct show *show = seq->private;

	ptime_hist_free(show->series);
	ptime_hist_free(show->total);
	return seq_release_private(inode, file);
}

#define DEFINE_FILE(_name)						\
static const struct seq_operations _name##_ops = {			\
	.start	= show_probes_start,						\
	.next	= show_probes_next,						\
	.stop	= show_probes_stop,						\
	.show	= _name##_show,						\
};									\
									\
static int _name##_open(struct inode *inode, struct file *file)		\
{									\
	return show_probes_open(file, &_name##_ops);				\
}									\
									\
const struct file_operations ptime_##_name##_fops = {			\
	.owner		= THIS_MODULE,					\
	.open		= _name##_open,					\
	.read		= seq_read,					\
	.llseek		= seq_lseek,					\
	.release	= show_probes_release,					\
}

DEFINE_FILE(hist);
DEFINE_FILE(summary);
DEFINE_FILE(probes);
