// SPDX-License-Identifier: GPL-2.0
/* reader: reads the source that the options name into models, once or at intervals */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/due.h"
#include "base/error.h"
#include "capture/import.h"
#include "model/fleet.h"
#include "model/groups.h"
#include "read/debugfs.h"
#include "read/reader.h"
#include "recording/pack.h"
#include "recording/range.h"
#include "recording/recording.h"
#include "snapshot/snapshot.h"

/* volatile, because a signal handler sets it */
static volatile sig_atomic_t interrupted;

static bool is_in_groups(const struct ptool_probe *probe, const void *argument)
{
	const struct ptool_options *options = argument;
	u32 i;

	for (i = 0; i < options->groups; i++)
		if (!strcmp(probe->group, options->group[i]))
			return true;
	return false;
}

static bool has_group(const struct ptool_model *model, const char *group)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (!strcmp(model->probe[i].group, group))
			return true;
	return false;
}

/* list the names of the groups in use, each once */
static void list_groups(const struct ptool_model *model, char *text,
			size_t size)
{
	size_t length = 0;
	u32 i, j;

	*text = '\0';
	for (i = 0; i < model->probes; i++) {
		for (j = 0; strcmp(model->probe[j].group,
				   model->probe[i].group); j++)
			;
		if (j < i || length >= size)
			continue;
		length += snprintf(text + length, size - length, "%s%s",
				   length ? ", " : "", model->probe[i].group);
	}
}

static int check_groups(const struct ptool_model *model,
			const struct ptool_options *options)
{
	char names[256];
	u32 i;

	for (i = 0; i < options->groups; i++) {
		if (has_group(model, options->group[i]))
			continue;
		/* a capture need not contain every group that pathtime knows */
		if (model->source && ptool_group_is_known(options->group[i]))
			continue;
		list_groups(model, names, sizeof(names));
		return ptool_error("no group '%s' in use: there are %s",
				   options->group[i],
				   *names ? names : "none");
	}
	return 0;
}

static bool is_timed(const struct ptool_probe *probe, const void *argument)
{
	(void)argument;
	return !probe->steps_only;
}

static void keep_groups(struct ptool_model *model,
			const struct ptool_options *options)
{
	if (!options->groups)
		return;
	ptool_model_keep_probes(model, is_in_groups, options);
	if (model->tree)
		ptool_tree_keep_groups(model->tree, options->group,
				       options->groups);
}

/* keep the groups, functions and CPUs that the options ask for */
static void narrow(struct ptool_model *model,
		   const struct ptool_options *options)
{
	keep_groups(model, options);
	if (!options->untimed)
		ptool_model_keep_probes(model, is_timed, NULL);
	if (options->cpus.ranges)
		ptool_model_keep_cpus(model, &options->cpus);
}

static int read_bytes(const char *saved, struct ptool_bytes *bytes)
{
	return saved ? ptool_debugfs_read_saved(bytes, saved) :
		       ptool_debugfs_read(bytes);
}

/* free the model if it lacks one of the groups that the options ask for */
static int keep_wanted(struct ptool_model *model,
		       const struct ptool_options *options)
{
	int status = check_groups(model, options);

	if (status)
		ptool_model_free(model);
	else
		narrow(model, options);
	return status;
}

static int read_snapshot(const struct ptool_options *options,
			 const char *saved, struct ptool_model **model)
{
	struct ptool_reason why;
	struct ptool_bytes bytes;
	int status = read_bytes(saved, &bytes);

	if (status)
		return status;
	*model = ptool_snapshot_take(bytes.data, bytes.size, &why);
	if (!*model)
		return ptool_error("snapshot %s: %s", saved ? saved :
				   "of the module", why.text);
	return keep_wanted(*model, options);
}

bool ptool_reader_is_live(const struct ptool_options *options)
{
	return !options->snapshot && !options->recording && !options->imports;
}

int ptool_reader_model(const struct ptool_options *options,
		       struct ptool_model **model)
{
	return read_snapshot(options, options->snapshot, model);
}

static int show_once(const struct ptool_options *options,
		     ptool_reader_show *show, void *argument)
{
	struct ptool_model *model;
	int status = ptool_reader_model(options, &model);

	if (status)
		return status;
	status = show(model, argument);
	ptool_model_free(model);
	return status;
}

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* without SA_RESTART, so that a signal ends the sleep */
static void catch_interrupts(void)
{
	struct sigaction action = { .sa_handler = interrupt };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static void sleep_until(u64 due_ns)
{
	struct timespec due = ptool_due_timespec(due_ns);

	while (!interrupted &&
	       clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL))
		;
}

static int show_difference(ptool_reader_show *show, void *argument,
			   const struct ptool_model *now,
			   const struct ptool_model *before)
{
	struct ptool_model *difference = ptool_model_difference(now, before);
	int status = show(difference, argument);

	ptool_model_free(difference);
	return status;
}

static int show_intervals(const struct ptool_options *options,
			  ptool_reader_show *show, void *argument)
{
	struct ptool_model *now, *before;
	u64 n, due_ns;
	int status;

	catch_interrupts();
	due_ns = ptool_due_now();
	status = ptool_reader_model(options, &before);
	if (status)
		return status;
	for (n = 0; !status && (!options->count || n < options->count); n++) {
		due_ns = ptool_due_next(due_ns, options->interval);
		sleep_until(due_ns);
		if (interrupted)
			break;
		status = ptool_reader_model(options, &now);
		if (status)
			break;
		status = show_difference(show, argument, now, before);
		ptool_model_free(before);
		before = now;
	}
	ptool_model_free(before);
	return status;
}

/* how to show the segments of a capture */
struct capture {
	const struct ptool_options *options;
	ptool_reader_show *show;
	void *argument;
};

static int show_segment(struct ptool_model *model, void *argument)
{
	struct capture *capture = argument;
	const struct ptool_options *options = capture->options;
	int status = check_groups(model, options);

	if (!status)
		keep_groups(model, options);
	if (!status)
		status = capture->show(model, capture->argument);
	ptool_model_free(model);
	return status;
}

static int show_captures(const struct ptool_options *options,
			 ptool_reader_show *show, void *argument)
{
	const struct ptool_cpu_list *cpus = options->cpus.ranges ?
					    &options->cpus : NULL;
	struct capture capture = {
		.options = options,
		.show = show,
		.argument = argument,
	};
	int status = 0;
	u32 i;

	for (i = 0; i < options->imports && !status; i++)
		status = ptool_import_file(options->import[i], cpus, show_segment,
					   &capture);
	return status;
}

/* name an option that only makes sense for recordings of the module; NULL if none was given */
static const char *of_module(const struct ptool_options *options)
{
	if (options->from.text)
		return "from";
	if (options->to.text)
		return "to";
	if (options->machine)
		return "machine";
	return options->view.per_machine ? "per-machine" : NULL;
}

/* segments have no time of day, and none continues the one before */
static int check_captures(const struct ptool_options *options, const char *name)
{
	const char *refused = of_module(options);

	if (!refused)
		return 0;
	return ptool_error("%s: --%s is for recordings of the module, and this one is of captures, which tell no time of day and no machine",
			   name, refused);
}

static int show_recorded_segment(const struct ptool_recording *recording,
			      const struct ptool_place *place,
			      struct capture *capture)
{
	struct ptool_model *model;
	int status = ptool_recording_model(recording, place, &model);

	if (status)
		return status;
	if (capture->options->cpus.ranges)
		ptool_model_keep_cpus(model, &capture->options->cpus);
	return show_segment(model, capture);
}

static int show_recorded_parts(const struct ptool_options *options,
			       ptool_reader_show *show, void *argument,
			       struct ptool_recording *recording)
{
	struct capture capture = {
		.options = options,
		.show = show,
		.argument = argument,
	};
	int found, status = check_captures(options, recording->name);
	struct ptool_place place;

	while (!status) {
		found = ptool_recording_next(recording, &place);
		if (found < 0)
			return -found;
		if (found == PTOOL_RECORDING_CUT)
			ptool_recording_tell_cut(recording);
		if (found != PTOOL_RECORDING_PLACE)
			break;
		status = show_recorded_segment(recording, &place, &capture);
	}
	return status;
}

/* segments are not added up, because nothing says what they have in common */
static int read_only_segment(const struct ptool_options *options,
			  struct ptool_recording *recording,
			  struct ptool_model **model)
{
	int found, status = check_captures(options, recording->name);
	struct ptool_place place;

	if (status)
		return status;
	found = ptool_recording_next(recording, &place);
	if (found < 0)
		return -found;
	if (found != PTOOL_RECORDING_PLACE ||
	    recording->offset != recording->end)
		return ptool_error("%s: of captures with %s, and what is wanted is of one: import a file that has just that segment",
				   recording->name,
				   found == PTOOL_RECORDING_PLACE ?
				   "several segments" : "no segment");
	status = ptool_recording_model(recording, &place, model);
	if (status)
		return status;
	return keep_wanted(*model, options);
}

/* check groups at the end only: a group added during the range is not in the first snapshot */
static int subtract(const struct ptool_options *options,
		    struct ptool_model *now, struct ptool_model *before,
		    struct ptool_model **difference)
{
	int status = check_groups(now, options);

	if (status)
		return status;
	narrow(now, options);
	narrow(before, options);
	*difference = ptool_model_difference(now, before);
	return 0;
}

int ptool_reader_place(const struct ptool_options *options,
		       const struct ptool_recording *recording,
		       const struct ptool_place *place,
		       struct ptool_model **model)
{
	int status = ptool_recording_model(recording, place, model);

	if (!status)
		narrow(*model, options);
	return status;
}

/* compute what was counted between two snapshots of a recording; narrows both */
static int take_range(const struct ptool_options *options,
		      const struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_model *now,
		      struct ptool_model *before, struct ptool_model **model)
{
	int status = ptool_range_check(range, recording, now, before);

	if (!status)
		status = subtract(options, now, before, model);
	if (status)
		return status;
	(*model)->recordings = 1;
	(*model)->recorded = ptool_alloc(1, sizeof(*(*model)->recorded));
	*(*model)->recorded = range->recorded;
	return 0;
}

int ptool_reader_range(const struct ptool_options *options,
		       const struct ptool_recording *recording,
		       const struct ptool_range *range,
		       struct ptool_model **model)
{
	struct ptool_model *now, *before;
	int status = ptool_recording_model(recording, &range->first, &before);

	if (status)
		return status;
	status = ptool_recording_model(recording, &range->last, &now);
	if (!status) {
		status = take_range(options, recording, range, now, before,
				    model);
		ptool_model_free(now);
	}
	ptool_model_free(before);
	return status;
}

struct merged;

/* process the range of a recording that the options ask for */
typedef int take_recording(struct merged *merged,
			   struct ptool_recording *recording,
			   const struct ptool_range *range);

/**
 * struct merged - state of reading the recordings of a file
 * @options: what to read
 * @take: called with each recording
 * @show: shows each machine or each step separately; NULL to add them up
 * @see: called with each range; may be NULL
 * @argument: passed to @show or @see
 * @sum: sum of the recordings read and not yet shown; NULL if there is none
 * @is_first: nothing has been shown yet
 * @found: at least one recording is of a machine that the options ask for
 * @why: why the last recording has nothing in the range, if so
 */
struct merged {
	const struct ptool_options *options;
	take_recording *take;
	ptool_reader_show *show;
	ptool_reader_see *see;
	void *argument;
	struct ptool_model *sum;
	bool is_first;
	bool found;
	struct ptool_reason why;
};

static int show_machine(struct merged *merged)
{
	struct ptool_model *model = merged->sum;
	int status;

	merged->sum = NULL;
	if (!model)
		return 0;
	merged->is_first = false;
	status = merged->show(model, merged->argument);
	ptool_model_free(model);
	return status;
}

/* free the model if @see fails */
static int see_range(const struct merged *merged,
		     struct ptool_recording *recording,
		     const struct ptool_range *range,
		     struct ptool_model *model)
{
	int status = merged->see(recording, range, merged->argument);

	if (status)
		ptool_model_free(model);
	return status;
}

/* recordings of one machine are adjacent in the file */
static int add_range(struct merged *merged,
		     struct ptool_recording *recording,
		     const struct ptool_range *range)
{
	struct ptool_model *model;
	struct ptool_reason why;
	int status = 0;

	if (merged->show && merged->sum &&
	    strcmp(merged->sum->recorded->machine, recording->head.machine))
		status = show_machine(merged);
	if (!status)
		status = ptool_reader_range(merged->options, recording, range,
					    &model);
	if (!status && merged->see)
		status = see_range(merged, recording, range, model);
	if (status || ptool_fleet_add(&merged->sum, model, &why))
		return status;
	return ptool_error("%s: %s; --machine and --per-machine tell them apart",
			   recording->name, why.text);
}

static int show_step(const struct merged *merged,
		     const struct ptool_recording *recording,
		     struct ptool_range *step, struct ptool_model *now,
		     struct ptool_model *before)
{
	struct ptool_model *model;
	int status;

	step->recorded.begin_ns = step->first.mark.wall_ns;
	step->recorded.end_ns = step->last.mark.wall_ns;
	step->recorded.snapshots = 2;
	status = take_range(merged->options, recording, step, now, before,
			    &model);
	if (status)
		return status;
	status = merged->show(model, merged->argument);
	ptool_model_free(model);
	return status;
}

/* replaces @before with the snapshot at which the next step begins */
static int take_step(const struct merged *merged,
		     struct ptool_recording *recording,
		     struct ptool_range *step, struct ptool_model **before)
{
	struct ptool_model *now;
	int status = -ptool_recording_next(recording, &step->last);

	if (status < 0)
		return ptool_error("%s: changed while it was read",
				   recording->name);
	if (!status)
		status = ptool_recording_model(recording, &step->last, &now);
	if (status)
		return status;
	status = show_step(merged, recording, step, now, *before);
	ptool_model_free(*before);
	*before = now;
	step->first = step->last;
	return status;
}

/* a step during which the counts restarted is shown from the restart on, without a warning */
static int show_steps(struct merged *merged, struct ptool_recording *recording,
		      const struct ptool_range *range)
{
	struct ptool_range step = *range;
	struct ptool_model *before;
	int status = ptool_recording_return(recording, &range->first);

	if (!status)
		status = ptool_recording_model(recording, &range->first,
					       &before);
	if (status)
		return status;
	merged->is_first = false;
	step.restarts = 0;
	while (!status && step.first.mark.number < range->last.mark.number)
		status = take_step(merged, recording, &step, &before);
	ptool_model_free(before);
	return status;
}

/* skip a machine that has no snapshots in the range: others in the file may have some */
static int add_recording(struct merged *merged,
			 struct ptool_recording *recording)
{
	const struct ptool_options *options = merged->options;
	struct ptool_range range;
	int status;

	if (options->machine &&
	    strcmp(options->machine, recording->head.machine))
		return 0;
	merged->found = true;
	status = ptool_range_find(&range, recording, &options->from,
				  &options->to);
	if (status)
		return status;
	if (!range.is_empty)
		return merged->take(merged, recording, &range);
	if (recording->recordings > 1)
		ptool_note("%s: left out: %s", recording->name, range.why.text);
	merged->why = range.why;
	return 0;
}

static int add_recordings(struct merged *merged,
			  struct ptool_recording *recording)
{
	int status, step;

	do {
		status = add_recording(merged, recording);
		step = status ? -status : ptool_recording_turn(recording);
	} while (step == PTOOL_RECORDING_PLACE);
	return step < 0 ? -step : 0;
}

static int tell_nothing(const struct merged *merged, const char *name)
{
	if (!merged->found)
		return ptool_error("%s: no machine '%s' in it",
				   name, merged->options->machine);
	return ptool_error("%s: %s", name, merged->why.text);
}

static int read_recordings(struct merged *merged,
			   struct ptool_recording *recording)
{
	int status = add_recordings(merged, recording);

	if (!status && !merged->sum && merged->is_first)
		status = tell_nothing(merged, recording->file);
	if (!status)
		return 0;
	ptool_model_free(merged->sum);
	return status;
}

static int show_recordings(const struct ptool_options *options,
			   ptool_reader_show *show, void *argument,
			   struct ptool_recording *recording)
{
	struct merged merged = {
		.options = options,
		.take = add_range,
		.show = options->view.per_machine ? show : NULL,
		.argument = argument,
		.is_first = true,
	};
	int status = read_recordings(&merged, recording);

	if (status)
		return status;
	merged.show = show;
	return show_machine(&merged);
}

static int show_recording_steps(const struct ptool_options *options,
				ptool_reader_show *show, void *argument,
				struct ptool_recording *recording)
{
	struct merged merged = {
		.options = options,
		.take = show_steps,
		.show = show,
		.argument = argument,
		.is_first = true,
	};

	if (recording->recordings > 1 && !options->machine)
		return ptool_error("%s: %u recordings, whose times overlap: say of which machine, with --machine",
				   recording->file, recording->recordings);
	return read_recordings(&merged, recording);
}

/* @show_module shows recordings of the module */
static int show_recorded(const struct ptool_options *options,
			 ptool_reader_show *show, void *argument,
			 int (*show_module)(const struct ptool_options *options,
					    ptool_reader_show *show,
					    void *argument,
					    struct ptool_recording *recording))
{
	struct ptool_recording recording;
	int status = ptool_recording_open(&recording, options->recording);

	if (status)
		return status;
	if (recording.head.kind == PTOOL_RECORDING_CAPTURES)
		status = show_recorded_parts(options, show, argument,
					     &recording);
	else
		status = show_module(options, show, argument, &recording);
	ptool_recording_close(&recording);
	return status;
}

static int read_sum(const struct ptool_options *options,
		    struct ptool_recording *recording, ptool_reader_see *see,
		    void *argument, struct ptool_model **model)
{
	struct merged merged = {
		.options = options,
		.take = add_range,
		.see = see,
		.argument = argument,
		.is_first = true,
	};
	int status = read_recordings(&merged, recording);

	*model = merged.sum;
	return status;
}

static int read_recorded(const struct ptool_options *options, const char *name,
			 ptool_reader_see *see, void *argument,
			 struct ptool_model **model)
{
	struct ptool_recording recording;
	int status = ptool_pack_check(options->word[0]);

	if (!status)
		status = ptool_recording_open(&recording, name);
	if (status)
		return status;
	if (recording.head.kind == PTOOL_RECORDING_CAPTURES)
		status = read_only_segment(options, &recording, model);
	else
		status = read_sum(options, &recording, see, argument, model);
	ptool_recording_close(&recording);
	return status;
}

int ptool_reader_recording(const struct ptool_options *options,
			   ptool_reader_see *see, void *argument,
			   struct ptool_model **model)
{
	return read_recorded(options, options->recording, see, argument, model);
}

int ptool_reader_file(const struct ptool_options *options, const char *name,
		      struct ptool_model **model)
{
	const char *refused = ptool_options_refused(options,
						    ~PTOOL_OPTIONS_OF_RECORDINGS);

	if (ptool_recording_is(name))
		return read_recorded(options, name, NULL, NULL, model);
	if (refused)
		return ptool_error("%s: --%s is for recordings, and this is none",
				   name, refused);
	return read_snapshot(options, name, model);
}

int ptool_reader_run(const struct ptool_options *options,
		     ptool_reader_show *show, void *argument)
{
	if (options->imports)
		return show_captures(options, show, argument);
	if (options->recording)
		return show_recorded(options, show, argument, show_recordings);
	if (options->interval > 0)
		return show_intervals(options, show, argument);
	return show_once(options, show, argument);
}

int ptool_reader_steps(const struct ptool_options *options,
		       ptool_reader_show *show, void *argument)
{
	if (options->recording)
		return show_recorded(options, show, argument,
				     show_recording_steps);
	return ptool_reader_run(options, show, argument);
}
