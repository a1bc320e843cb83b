// SPDX-License-Identifier: GPL-2.0
/* table: the table format, and the parts that all tables share */
#include <stdio.h>
#include <string.h>

#include "base/time.h"
#include "model/cost.h"
#include "model/fleet.h"
#include "output/table.h"
#include "output/table_polls.h"

/* number of machines that the header of a table names, and the size of that text */
#define MACHINES_LISTED	8
#define EVENTS_LISTED	8
#define ORIGIN_LEN	1024

/*
 * Warn about inactive probes. One reason is printed: it is usually the same for
 * all.
 */
static void print_inactive(const struct ptool_out *out,
			   const struct ptool_model *model)
{
	const struct ptool_probe *first = NULL;
	u32 i, inactive = 0;

	for (i = 0; i < model->probes; i++) {
		if (model->probe[i].state != PTIME_STATE_INACTIVE)
			continue;
		if (!inactive++)
			first = &model->probe[i];
	}
	if (!inactive)
		return;
	fputs(ptool_color(out, PTOOL_RED), out->file);
	ptool_print_wrapped(out, 0, "%u of %u probes inactive: %s", inactive,
			    model->probes, ptool_probe_reason(first));
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
}

static void print_source(const struct ptool_out *out,
			 const struct ptool_model *model)
{
	fputs(ptool_color(out, PTOOL_BOLD), out->file);
	ptool_print_wrapped(out, 0, "%s%s%s%s", model->source,
			    model->segment ? ": " : "",
			    model->segment ? model->segment : "",
			    model->some_cpus ? ", some CPUs only" : "");
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
	if (model->caveat)
		ptool_print_wrapped(out, 0, "%s", model->caveat);
}

/* A snapshot has the buckets of self times, but no minimum and maximum. */
static void print_self(const struct ptool_out *out,
		       const struct ptool_model *model)
{
	if (model->only_self)
		ptool_print_wrapped(out, 0,
				    "self times: calls without their timed callees%s",
				    model->has_self_bounds ? "" : "; MIN and MAX rounded to a bucket");
}

static void print_raw(const struct ptool_out *out,
		      const struct ptool_model *model)
{
	if (model->only_raw)
		ptool_print_wrapped(out, 0,
				    "raw times: as measured, with the overhead of the probes");
}

/* list the first machines, each once, and the number of the others */
static void list_machines(const struct ptool_model *model, u32 machines,
			  char *text, size_t size)
{
	size_t length = 0;
	u32 i, listed = 0;

	for (i = 0; i < model->recordings && listed < MACHINES_LISTED; i++) {
		const char *machine = model->recorded[i].machine;

		if (i && !strcmp(machine, model->recorded[i - 1].machine))
			continue;
		length += snprintf(text + length, size - length, "%s%s",
				   listed++ ? ", " : "", machine);
	}
	if (listed < machines)
		snprintf(text + length, size - length, " and %u more",
			 machines - listed);
}

/* the machine with its kernel and tool, or the names of several machines */
static void origin_text(const struct ptool_model *model,
			const struct ptool_fleet *fleet, char *text, size_t size)
{
	const struct ptool_recorded *recorded = model->recorded;
	char names[(MACHINES_LISTED + 1) * (PTOOL_MACHINE_LEN + 2)];

	if (model->recordings == 1) {
		snprintf(text, size, "%s, Linux %s, pathtime %s",
			 recorded->machine, recorded->kernel, recorded->tool);
		return;
	}
	list_machines(model, fleet->machines, names, sizeof(names));
	snprintf(text, size, "%u recordings of %u machine%s: %s",
		 model->recordings, fleet->machines,
		 fleet->machines > 1 ? "s" : "", names);
}

/* If the range is within a day, its end is printed without the date. */
static void print_recorded(const struct ptool_out *out,
			   const struct ptool_model *model)
{
	struct ptool_fleet fleet = ptool_fleet_of(model);
	char begin[PTOOL_TIMESTAMP_LEN], end[PTOOL_TIMESTAMP_LEN];
	char origin[ORIGIN_LEN], part[PTOOL_NUMBER_LEN] = "";
	const char *rest = end, *day;

	origin_text(model, &fleet, origin, sizeof(origin));
	ptool_timestamp_text(begin, fleet.begin_ns);
	ptool_timestamp_text(end, fleet.end_ns);
	day = strchr(begin, 'T');
	if (day && !strncmp(begin, end, day + 1 - begin))
		rest = end + (day + 1 - begin);
	if (fleet.snapshots < fleet.snapshots_of_all)
		snprintf(part, sizeof(part), "%llu of ", fleet.snapshots);
	ptool_print_wrapped(out, 0, "%s: %s to %s, %s%llu snapshots", origin,
			    begin, rest, part, fleet.snapshots_of_all);
}

static void print_event(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_recorded *recorded,
			const struct ptool_event *event)
{
	char at[PTOOL_TIMESTAMP_LEN], span[PTOOL_NUMBER_LEN];
	bool is_clock = event->kind == PTOOL_EVENT_CLOCK;
	bool has_span = event->span_ns;

	ptool_timestamp_text(at, event->at_ns);
	ptool_span_text(span, event->span_ns);
	ptool_print_wrapped(out, 2, "%s%s%s %s%s%s%s", at,
			    model->recordings > 1 ? " " : "",
			    model->recordings > 1 ? recorded->machine : "",
			    is_clock ? "the time of day was set back by " :
				       ptool_event_name(event->kind),
			    is_clock || !has_span ? "" : ", ",
			    has_span ? span : "",
			    is_clock || !has_span ? "" : " before it not recorded");
}

/* list the first events, and the number of the others */
static void print_events(const struct ptool_out *out,
			 const struct ptool_model *model)
{
	u32 i, j, events = 0;

	for (i = 0; i < model->recordings; i++) {
		const struct ptool_recorded *recorded = &model->recorded[i];

		for (j = 0; j < recorded->events; j++)
			if (events++ < EVENTS_LISTED)
				print_event(out, model, recorded,
					    &recorded->event[j]);
	}
	if (events > EVENTS_LISTED)
		ptool_print_wrapped(out, 2, "and %u more, which --json lists",
				    events - EVENTS_LISTED);
}

void ptool_table_events(const struct ptool_out *out,
			const struct ptool_model *model)
{
	u32 restarts = ptool_model_restarts(model);

	if (restarts)
		ptool_print_wrapped(out, 0,
				    "the counts restarted %u time%s, and are added up:",
				    restarts, restarts > 1 ? "s" : "");
	print_events(out, model);
}

static void print_reading(const struct ptool_out *out,
			  const struct ptool_model *model)
{
	char span[PTOOL_NUMBER_LEN], sample[64] = "";
	char at[PTOOL_TIMESTAMP_LEN] = "";

	if (model->realtime_ns)
		ptool_timestamp_zone_text(at, model->realtime_ns);
	ptool_span_text(span, model->is_interval ? model->interval_ns :
			model->time_ns - model->since_ns);
	if (model->sample > 1)
		snprintf(sample, sizeof(sample),
			 ", 1 call in %u timed: ~ is an estimate", model->sample);
	ptool_print_wrapped(out, 0, "%s%sLinux %s, clock %s, %s of %s%s%s%s", at,
			    *at ? ": " : "", model->kernel, model->clock, model->is_interval ?
			    "an interval" : "counts", span,
			    model->recordings > 1 ? " in all" : "",
			    model->some_cpus ? ", some CPUs only" : "", sample);
	if (model->recordings > 1 && ptool_fleet_of(model).machines > 1)
		ptool_print_wrapped(out, 0,
				    "counts are of all machines; rates, and shares of a CPU, are means of a machine");
	if (model->restarted && !model->recordings)
		ptool_print_wrapped(out, 0,
				    "the counts were reset, or the module reloaded: these are the counts since then");
	if (!model->running)
		fprintf(out->file,
			"%sstopped: nothing is counted until 'pathtime start'%s\n",
			ptool_color(out, PTOOL_YELLOW),
			ptool_color(out, PTOOL_PLAIN));
	print_inactive(out, model);
}

/* The budget may have been changed or lifted since the probes were stopped. */
static void print_over_budget(const struct ptool_out *out,
			      const struct ptool_model *model)
{
	char budget[64] = "";

	if (!model->over_budget)
		return;
	if (model->budget)
		snprintf(budget, sizeof(budget), " of %u %% of one CPU",
			 model->budget);
	fputs(ptool_color(out, PTOOL_YELLOW), out->file);
	ptool_print_wrapped(out, 0,
			    "%u probe%s stopped: over the budget%s, see 'pathtime probes'",
			    model->over_budget,
			    model->over_budget > 1 ? "s" : "", budget);
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
}

void ptool_table_head(const struct ptool_out *out,
		      const struct ptool_model *model)
{
	if (model->recordings)
		print_recorded(out, model);
	print_over_budget(out, model);
	if (model->source)
		print_source(out, model);
	else
		print_reading(out, model);
	ptool_table_events(out, model);
	print_self(out, model);
	print_raw(out, model);
}

/* length of the singular of a noun: "calls" without the s, "stretches" without es */
static int singular(const char *noun, int length)
{
	if (length > 4 && !strncmp(noun + length - 4, "ches", 4))
		return length - 2;
	return length && noun[length - 1] == 's' ? length - 1 : length;
}

void ptool_table_counted(const struct ptool_out *out, u64 count,
			 const char *text, const char *more)
{
	int length = strcspn(text, " :");
	char number[PTOOL_NUMBER_LEN];

	ptool_count_text(number, count, PTOOL_NUMBER_LEN);
	ptool_print_wrapped(out, 0, "%s %.*s%s%s", number,
			    count == 1 ? singular(text, length) : length, text,
			    text + length, more);
}

void ptool_table_warnings(const struct ptool_out *out,
			  const struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < model->warnings; i++)
		ptool_table_counted(out, model->warning[i].count,
				    model->warning[i].text, "");
}

/* write the mark of an estimate; returns its width, 0 if it is none */
static int put_mark(char *text, bool is_estimate)
{
	*text = '~';
	return is_estimate;
}

static void estimate_text(char *text, const struct ptool_model *model,
			  u64 count, int width)
{
	int mark = put_mark(text, model->sample > 1);

	ptool_count_text(text + mark, count, width - mark);
}

/* The columns are too narrow for one more, and this seldom applies. */
static void print_below(const struct ptool_out *out,
			const struct ptool_model *model)
{
	struct ptool_below below = ptool_below_of(model);
	char percent[PTOOL_NUMBER_LEN], name[PTOOL_NAME_LEN], others[64] = "";

	if (!below.functions)
		return;
	ptool_percent_text(percent, below.percent, PTOOL_NUMBER_LEN);
	ptool_table_full_name(name, below.worst);
	if (below.functions > 1)
		snprintf(others, sizeof(others), ", and over %u %% of %u more",
			 PTOOL_BELOW_PERCENT, below.functions - 1);
	ptool_print_wrapped(out, 0,
			    "times may be too short: %s %% of the calls of %s%s took less than the overhead subtracted. The function is nearly empty, or the overhead was measured on a slower CPU or at a lower frequency: load the module again to measure it again",
			    percent, name, others);
}

/*
 * Losses are counts even where a table shows rates: a single lost call must be
 * visible.
 */
void ptool_table_losses(const struct ptool_out *out,
			const struct ptool_model *model)
{
	struct ptool_losses losses = ptool_losses_of(model);
	char missed[PTOOL_NUMBER_LEN], overflowed[PTOOL_NUMBER_LEN];
	char backwards[PTOOL_NUMBER_LEN];

	ptool_count_text(missed, losses.missed, PTOOL_NUMBER_LEN);
	estimate_text(overflowed, model, losses.overflowed, PTOOL_NUMBER_LEN);
	estimate_text(backwards, model, losses.clock_backwards,
		      PTOOL_NUMBER_LEN);
	ptool_print_wrapped(out, 0,
			    "losses: %s calls missed%s, %s longer than 68.7 s, %s with the clock going backwards",
			    missed,
			    model->missed_of_all ? " (on all CPUs)" : "",
			    overflowed, backwards);
	print_below(out, model);
	ptool_table_warnings(out, model);
}

/*
 * The overhead is of all CPUs. If the calls are not, there is no overhead per
 * call.
 */
void ptool_table_cost(const struct ptool_out *out,
		      const struct ptool_model *model)
{
	char call[64] = "", per_call[PTOOL_NUMBER_LEN];
	char per_s[PTOOL_NUMBER_LEN], percent[PTOOL_NUMBER_LEN];
	struct ptool_cost cost = ptool_cost_of(model);
	enum ptool_unit unit = ptool_unit_fitting(cost.ns_per_s, cost.ns_per_s);

	if (model->sample > 1) {
		ptool_print_wrapped(out, 0,
				    "the overhead of the probes is not known, as not all calls are timed");
		return;
	}
	if (!cost.is_known) {
		ptool_print_wrapped(out, 0,
				    "times include the overhead of the probes: it was not measured");
		return;
	}
	if (cost.calls && !model->some_cpus) {
		ptool_count_text(per_call,
				 ptool_stats_per(cost.overhead_ns, cost.calls),
				 PTOOL_NUMBER_LEN);
		snprintf(call, sizeof(call), " %s ns a call,", per_call);
	}
	ptool_time_text(per_s, cost.ns_per_s, unit, PTOOL_NUMBER_LEN);
	ptool_percent_text(percent, cost.percent, PTOOL_NUMBER_LEN);
	ptool_print_wrapped(out, 0, "probes took%s %s %s/s, %s %% of one CPU%s",
			    call, per_s, ptool_unit_name(unit), percent,
			    model->some_cpus ? " (on all CPUs)" : "");
}

static u64 median(const struct ptool_probe *probe, u32 hist_bits)
{
	return ptool_percentile_of(&probe->counts.sum, hist_bits, 5000);
}

enum ptool_unit ptool_table_unit(const struct ptool_model *model,
				 const struct ptool_view *view)
{
	u64 least = ~0ULL, most = 0;
	u32 i;

	if (view->unit != PTOOL_UNIT_AUTO)
		return view->unit;
	for (i = 0; i < model->probes; i++) {
		u64 ns = median(&model->probe[i], model->hist_bits);

		if (!model->probe[i].counts.sum.calls)
			continue;
		least = ns < least ? ns : least;
		most = ns > most ? ns : most;
	}
	return least > most ? PTOOL_UNIT_US : ptool_unit_fitting(least, most);
}

void ptool_table_full_name(char *name, const struct ptool_probe *probe)
{
	ptool_name_text(name, PTOOL_NAME_LEN, probe->module, probe->function);
}

void ptool_table_short_name(char *name, const struct ptool_probe *probe,
			    bool is_repeated)
{
	ptool_name_text(name, PTOOL_NAME_LEN, is_repeated ? probe->module : "",
			probe->function);
}

void ptool_table_shorten(const struct ptool_out *out, char *name, int width)
{
	int length = strlen(name), tail = width / 3;

	if (out->is_wide || length <= width)
		return;
	/* keep both ends: foo_rcu_input and foo_rcu_output must stay distinct */
	name[width - tail - 1] = '~';
	memmove(name + width - tail, name + length - tail, tail + 1);
}

void ptool_table_path_name(const struct ptool_out *out, const char *name,
			   int width)
{
	bool fits = (int)strlen(name) <= width;

	if (!fits)
		ptool_print_wrapped(out, 0, "%s", name);
	fprintf(out->file, "%-*s", width, fits ? name : "");
}

void ptool_table_share_text(char *text, u64 part, u64 whole, int width)
{
	if (whole)
		ptool_percent_text(text, 100.0 * (double)part / (double)whole,
				   width);
	else
		snprintf(text, PTOOL_NUMBER_LEN, "-");
}

int ptool_table_name_width(const struct ptool_out *out, int widest, int others)
{
	int room = out->width - others;

	if (room < PTOOL_NAME_LEAST)
		room = PTOOL_NAME_LEAST;
	return out->is_wide || widest < room ? widest : room;
}

bool ptool_table_is_wanted(const struct ptool_view *view, const char *module,
			   const char *function)
{
	return !view->filter || strcasestr(function, view->filter) ||
	       strcasestr(module, view->filter);
}

static void print_right(const struct ptool_out *out, const char *text,
			int width, enum ptool_color color)
{
	fprintf(out->file, " %s%*s%s", color ? ptool_color(out, color) : "",
		width, text, color ? ptool_color(out, PTOOL_PLAIN) : "");
}

u64 ptool_table_rate(const struct ptool_model *model, u64 value)
{
	if (!model->per_second || !model->interval_ns)
		return value;
	return (u64)((double)value * 1e9 / (double)model->interval_ns + 0.5);
}

/* a rate that rounds to 0 is shown as "<1" */
static void rate_text(char *text, const struct ptool_model *model, u64 count,
		      int width)
{
	u64 rate = ptool_table_rate(model, count);

	if (count && !rate)
		snprintf(text, PTOOL_NUMBER_LEN, "<1");
	else
		ptool_count_text(text, rate, width);
}

void ptool_table_count_text(char *text, const struct ptool_model *model,
			    u64 count, int width)
{
	int mark = put_mark(text, model->sample > 1);

	rate_text(text + mark, model, count, width - mark);
}

void ptool_table_count(const struct ptool_out *out,
		       const struct ptool_model *model, u64 count, int width)
{
	char text[PTOOL_NUMBER_LEN];

	ptool_table_count_text(text, model, count, width);
	print_right(out, text, width, PTOOL_PLAIN);
}

void ptool_table_missed(const struct ptool_out *out,
			const struct ptool_model *model, u64 missed, int width)
{
	char text[PTOOL_NUMBER_LEN];

	rate_text(text, model, missed, width);
	print_right(out, text, width, missed ? PTOOL_RED : PTOOL_PLAIN);
}

static void print_time(const struct ptool_out *out, bool is_estimate, u64 calls,
		       u64 ns, enum ptool_unit unit, int width)
{
	char text[PTOOL_NUMBER_LEN] = "-";
	int mark;

	if (calls) {
		mark = put_mark(text, is_estimate);
		ptool_time_text(text + mark, ns, unit, width - mark);
	}
	print_right(out, text, width, PTOOL_PLAIN);
}

void ptool_table_time(const struct ptool_out *out, u64 calls, u64 ns,
		      enum ptool_unit unit, int width)
{
	print_time(out, false, calls, ns, unit, width);
}

void ptool_table_estimate(const struct ptool_out *out,
			  const struct ptool_model *model, u64 calls, u64 ns,
			  enum ptool_unit unit, int width)
{
	print_time(out, model->only_raw, calls, ns, unit, width);
}

void ptool_table_total(const struct ptool_out *out,
		       const struct ptool_model *model, u64 calls, u64 ns,
		       enum ptool_unit unit, int width)
{
	print_time(out, model->sample > 1, calls, ptool_table_rate(model, ns),
		   unit, width);
}

const struct ptool_format ptool_format_table = {
	.summary = ptool_table_summary,
	.hist = ptool_table_hist,
	.probes = ptool_table_probes,
	.tree = ptool_table_tree,
	.breakdown = ptool_table_breakdown,
	.paths = ptool_table_paths,
	.polls = ptool_table_polls,
	.whole = ptool_table_whole,
	.diff = ptool_table_diff,
};
