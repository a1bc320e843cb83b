// SPDX-License-Identifier: GPL-2.0
/* reader: from the options to models, once or again and again */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "debugfs.h"
#include "due.h"
#include "error.h"
#include "groups.h"
#include "import.h"
#include "pack.h"
#include "range.h"
#include "reader.h"
#include "recording.h"
#include "snapshot.h"

/* written by a signal handler, which is what volatile is for in C */
static volatile sig_atomic_t interrupted;

static bool is_in_groups(const struct ptime_probe *probe, const void *argument)
{
	const struct ptime_options *options = argument;
	u32 i;

	for (i = 0; i < options->groups; i++)
		if (!strcmp(probe->group, options->group[i]))
			return true;
	return false;
}

static bool has_group(const struct ptime_model *model, const char *group)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (!strcmp(model->probe[i].group, group))
			return true;
	return false;
}

/* names of the groups there are, each once */
static void list_groups(const struct ptime_model *model, char *text,
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

static int check_groups(const struct ptime_model *model,
			const struct ptime_options *options)
{
	char names[256];
	u32 i;

	for (i = 0; i < options->groups; i++) {
		if (has_group(model, options->group[i]))
			continue;
		/* a capture need not have all that pathtime knows */
		if (model->source && ptime_group_is_known(options->group[i]))
			continue;
		list_groups(model, names, sizeof(names));
		return ptime_error("no group '%s' in use: there are %s",
				   options->group[i],
				   *names ? names : "none");
	}
	return 0;
}

static void keep_groups(struct ptime_model *model,
			const struct ptime_options *options)
{
	if (!options->groups)
		return;
	ptime_model_keep_probes(model, is_in_groups, options);
	if (model->tree)
		ptime_tree_keep_groups(model->tree, options->group,
				       options->groups);
}

/* leaves what was asked for */
static void narrow(struct ptime_model *model,
		   const struct ptime_options *options)
{
	keep_groups(model, options);
	if (options->cpus.ranges)
		ptime_model_keep_cpus(model, &options->cpus);
}

static int read_bytes(const char *saved, struct ptime_bytes *bytes)
{
	return saved ? ptime_debugfs_read_saved(bytes, saved) :
		       ptime_debugfs_read(bytes);
}

static int read_snapshot(const struct ptime_options *options,
			 const char *saved, struct ptime_model **model)
{
	struct ptime_reason why;
	struct ptime_bytes bytes;
	int status = read_bytes(saved, &bytes);

	if (status)
		return status;
	*model = ptime_snapshot_decode(bytes.data, bytes.size, &why);
	free(bytes.data);
	if (!*model)
		return ptime_error("snapshot %s: %s", saved ? saved :
				   "of the module", why.text);
	status = check_groups(*model, options);
	if (status)
		ptime_model_free(*model);
	else
		narrow(*model, options);
	return status;
}

static int read_model(const struct ptime_options *options,
		      struct ptime_model **model)
{
	return read_snapshot(options, options->snapshot, model);
}

static int show_once(const struct ptime_options *options,
		     ptime_reader_show *show)
{
	struct ptime_model *model;
	int status = read_model(options, &model);

	if (status)
		return status;
	status = show(model, options);
	ptime_model_free(model);
	return status;
}

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* without SA_RESTART, so that the sleep ends */
static void catch_interrupts(void)
{
	struct sigaction action = { .sa_handler = interrupt };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static void sleep_until(u64 due_ns)
{
	struct timespec due = ptime_due_timespec(due_ns);

	while (!interrupted &&
	       clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL))
		;
}

static int show_difference(const struct ptime_options *options,
			   ptime_reader_show *show,
			   const struct ptime_model *now,
			   const struct ptime_model *before)
{
	struct ptime_model *difference = ptime_model_difference(now, before);
	int status = show(difference, options);

	ptime_model_free(difference);
	/* a reader at the other end of a pipe wants each interval at once */
	if (fflush(stdout) || ferror(stdout))
		status = PTIME_EXIT_FAILURE;
	return status;
}

static int show_intervals(const struct ptime_options *options,
			  ptime_reader_show *show)
{
	struct ptime_model *now, *before;
	u64 n, due_ns;
	int status;

	catch_interrupts();
	due_ns = ptime_due_now();
	status = read_model(options, &before);
	if (status)
		return status;
	for (n = 0; !status && (!options->count || n < options->count); n++) {
		due_ns = ptime_due_next(due_ns, options->interval);
		sleep_until(due_ns);
		if (interrupted)
			break;
		status = read_model(options, &now);
		if (status)
			break;
		status = show_difference(options, show, now, before);
		ptime_model_free(before);
		before = now;
	}
	ptime_model_free(before);
	return status;
}

/* what a capture's parts are shown with */
struct capture {
	const struct ptime_options *options;
	ptime_reader_show *show;
	bool is_first;
};

static int show_part(struct ptime_model *model, void *argument)
{
	struct capture *capture = argument;
	const struct ptime_options *options = capture->options;
	int status = check_groups(model, options);

	if (!status)
		keep_groups(model, options);
	if (!status && !capture->is_first &&
	    !(options->given & PTIME_OPTIONS_FORMS))
		putchar('\n');
	capture->is_first = false;
	if (!status)
		status = capture->show(model, options);
	ptime_model_free(model);
	return status;
}

static int show_captures(const struct ptime_options *options,
			 ptime_reader_show *show)
{
	const struct ptime_cpu_list *cpus = options->cpus.ranges ?
					    &options->cpus : NULL;
	struct capture capture = {
		.options = options,
		.show = show,
		.is_first = true,
	};
	int status = 0;
	u32 i;

	for (i = 0; i < options->imports && !status; i++)
		status = ptime_import_file(options->import[i], cpus, show_part,
					   &capture);
	return status;
}

/* a group that came in between is not in the first snapshot */
static int subtract(const struct ptime_options *options,
		    struct ptime_model *now, struct ptime_model *before,
		    struct ptime_model **difference)
{
	int status = check_groups(now, options);

	if (status)
		return status;
	narrow(now, options);
	narrow(before, options);
	*difference = ptime_model_difference(now, before);
	return 0;
}

static int read_range(const struct ptime_options *options,
		      const struct ptime_recording *recording,
		      const struct ptime_range *range,
		      struct ptime_model **difference)
{
	struct ptime_model *now, *before;
	int status = ptime_recording_model(recording, &range->first, &before);

	if (status)
		return status;
	status = ptime_recording_model(recording, &range->last, &now);
	if (!status) {
		status = ptime_range_check(range, recording, now, before);
		if (!status)
			status = subtract(options, now, before, difference);
		ptime_model_free(now);
	}
	ptime_model_free(before);
	return status;
}

static int read_recording(const struct ptime_options *options,
			  const char *name, struct ptime_recorded *recorded,
			  struct ptime_model **model)
{
	struct ptime_recording recording;
	struct ptime_range range;
	int status = ptime_recording_open(&recording, name);

	if (status)
		return status;
	status = ptime_range_find(&range, &recording, &options->from,
				  &options->to);
	if (!status)
		status = read_range(options, &recording, &range, model);
	ptime_recording_close(&recording);
	if (status)
		return status;
	*recorded = range.recorded;
	(*model)->recorded = recorded;
	return 0;
}

static int show_recording(const struct ptime_options *options,
			  ptime_reader_show *show)
{
	struct ptime_recorded recorded;
	struct ptime_model *model;
	int status = read_recording(options, options->recording, &recorded,
				    &model);

	if (status)
		return status;
	status = show(model, options);
	ptime_model_free(model);
	return status;
}

int ptime_reader_file(const struct ptime_options *options, const char *name,
		      struct ptime_recorded *recorded,
		      struct ptime_model **model)
{
	int status;

	if (ptime_recording_is(name)) {
		status = ptime_pack_check(options->word[0]);
		return status ? status : read_recording(options, name,
							recorded, model);
	}
	if (options->from.text || options->to.text)
		return ptime_error("%s: --%s is for recordings, and this is none",
				   name, options->from.text ? "from" : "to");
	return read_snapshot(options, name, model);
}

int ptime_reader_run(const struct ptime_options *options,
		     ptime_reader_show *show)
{
	if (options->imports)
		return show_captures(options, show);
	if (options->recording)
		return show_recording(options, show);
	if (options->interval > 0)
		return show_intervals(options, show);
	return show_once(options, show);
}
