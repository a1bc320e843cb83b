// SPDX-License-Identifier: GPL-2.0
/* command record: write snapshots to a file, or to several in turn, at intervals */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/out.h"
#include "base/output.h"
#include "base/process.h"
#include "base/time.h"
#include "base/units.h"
#include "cmd/commands.h"
#include "read/debugfs.h"
#include "recording/pack.h"
#include "recording/recording.h"
#include "recording/rotation.h"
#include "snapshot/snapshot.h"

#define INTERVAL_DEFAULT	1

/* signals that end the recording, and SIGCHLD for the end of the command */
static const int awaited[] = { SIGHUP, SIGINT, SIGTERM, SIGCHLD };

/**
 * struct record - state of the recording
 * @recorder: writes the file
 * @rotation: names the files, if there is a limit for each
 * @is_rotating: there is one
 * @is_stuck: the last new file could not be begun, which was reported
 * @command: the command to run meanwhile, if any
 * @interval: seconds between two snapshots
 * @begin_ns: when the first snapshot of the file was due, by ptool_time_now()
 * @due_ns: when the next snapshot is due
 * @end_ns: when the last snapshot is due
 * @is_over: the next snapshot is the last
 * @has_progress: progress is shown
 * @lost: number of snapshots that were not written because the disk was full
 * @never_ran: the command could not be executed
 */
struct record {
	struct ptool_recorder recorder;
	struct ptool_rotation rotation;
	bool is_rotating;
	bool is_stuck;
	struct ptool_launch command;
	double interval;
	u64 begin_ns;
	u64 due_ns;
	u64 end_ns;
	bool is_over;
	bool has_progress;
	u64 lost;
	bool never_ran;
};

static void reap(struct record *record)
{
	if (ptool_launch_reap(&record->command))
		record->is_over = true;
}

/*
 * With a command, the recording ends when the command does. Signals that a
 * process sent are forwarded to it. It gets Ctrl-C from the terminal itself.
 */
static void handle(struct record *record, int number, bool is_sent)
{
	if (number == SIGCHLD)
		reap(record);
	else if (!record->command.process)
		record->is_over = true;
	else if (is_sent)
		kill(record->command.process, number);
}

static void wait_for_signal(struct record *record, u64 due_ns)
{
	bool is_sent;
	int number = ptool_signals_wait(NULL, due_ns, &is_sent);

	if (number)
		handle(record, number, is_sent);
}

static void wait_until_due(struct record *record)
{
	while (!record->is_over && ptool_time_now() < record->due_ns)
		wait_for_signal(record, record->due_ns);
	record->is_over |= record->due_ns == record->end_ns;
}

static void wait_for_command(struct record *record)
{
	while (record->command.process)
		wait_for_signal(record, PTOOL_SIGNALS_NEVER);
}

/* one line, overwritten by the next one */
static void show_progress(const struct record *record)
{
	char span[PTOOL_NUMBER_LEN], bytes[PTOOL_NUMBER_LEN];
	char line[PATH_MAX];

	if (!record->has_progress)
		return;
	ptool_span_text(span, ptool_time_now() - record->begin_ns);
	ptool_count_text(bytes, record->recorder.bytes, PTOOL_NUMBER_LEN);
	snprintf(line, sizeof(line), "%llu snapshots, %s, %s bytes in %s",
		 record->recorder.snapshots, span, bytes,
		 record->recorder.name);
	/* a line that wraps could not be cleared */
	fprintf(stderr, "%.*s", ptool_out_width_of(STDERR_FILENO), line);
}

/* Clear the line, so that the next progress or an error has a line of its own. */
static void hide_progress(const struct record *record)
{
	if (record->has_progress)
		fputs("\r\033[K", stderr);
}

static void end_progress(const struct record *record)
{
	if (record->has_progress)
		fputc('\n', stderr);
}

/* The disk may have room later. The counts then are in the next snapshot. */
static void note_lost(struct record *record, const struct ptool_reason *why)
{
	if (!record->lost++)
		ptool_note("%s: trying again at each interval", why->text);
}

/* If there is no new file, the recording goes on in the old one, so that nothing is lost. */
static void note_stuck(struct record *record, const struct ptool_reason *why)
{
	if (record->is_stuck)
		return;
	record->is_stuck = true;
	ptool_note("%s: going on in %s, and trying again at each interval",
		   why->text, record->recorder.name);
}

static void rotate(struct record *record, const struct ptool_bytes *bytes)
{
	struct ptool_reason why;

	if (!record->is_rotating || record->is_over ||
	    !ptool_rotation_is_due(&record->rotation, &record->recorder,
				   record->due_ns - record->begin_ns))
		return;
	if (ptool_rotation_turn(&record->rotation, &record->recorder, bytes,
				&why)) {
		note_stuck(record, &why);
		return;
	}
	record->is_stuck = false;
	record->begin_ns = record->due_ns;
}

/* Only the last snapshot must be written: it has what the others had. */
static int take(struct record *record, struct ptool_reason *why)
{
	struct ptool_bytes bytes;
	int status = ptool_debugfs_read(&bytes, why);

	if (status)
		return status;
	status = ptool_recorder_append(&record->recorder, &bytes, why);
	if (!status)
		rotate(record, &bytes);
	free(bytes.data);
	if (!status || !record->recorder.is_full || record->is_over)
		return status;
	note_lost(record, why);
	return 0;
}

static void report_lost(const struct record *record)
{
	if (record->lost)
		ptool_note("%s: there was no space for %llu snapshot%s",
			   record->recorder.name, record->lost,
			   record->lost > 1 ? "s" : "");
}

static void plan_next(struct record *record)
{
	record->due_ns = ptool_time_next(record->due_ns, record->interval);
	if (record->due_ns > record->end_ns)
		record->due_ns = record->end_ns;
}

static int go_on(struct record *record, struct ptool_reason *why)
{
	int status;

	show_progress(record);
	while (!record->is_over) {
		plan_next(record);
		wait_until_due(record);
		hide_progress(record);
		status = take(record, why);
		if (status)
			return status;
		show_progress(record);
	}
	end_progress(record);
	return 0;
}

/* Check that this is a snapshot before a file is created or changed. */
static int read_first(struct ptool_bytes *bytes, struct ptool_reason *why)
{
	struct ptime_snapshot head;
	struct ptool_reason cause;
	int status = ptool_debugfs_read(bytes, why);

	if (status ||
	    ptool_snapshot_head(bytes->data, bytes->size, &head, &cause))
		return status;
	return ptool_fail(why, "snapshot of the module: %s", cause.text);
}

static int begin_rotating(struct record *record,
			  const struct ptool_options *options,
			  struct ptool_reason *why)
{
	struct ptool_rotation *rotation = &record->rotation;
	int status;

	rotation->bytes = options->rotate_bytes;
	rotation->age_ns = ptool_time_ns(options->rotate_age);
	rotation->keep = options->keep;
	rotation->warner = ptool_print_warning;
	record->is_rotating = true;
	status = ptool_rotation_begin(rotation, options->output, why);
	return status ? status : ptool_rotation_create(rotation,
						       &record->recorder, why);
}

static int begin_file(struct record *record,
		      const struct ptool_options *options,
		      struct ptool_reason *why)
{
	if (options->given & PTOOL_OPTIONS_ROTATE)
		return begin_rotating(record, options, why);
	if (options->append)
		return ptool_recorder_resume(&record->recorder, options->output,
					     ptool_print_warning, why);
	return ptool_recorder_create(&record->recorder, options->output,
				     PTOOL_RECORDING_MODULE,
				     ptool_print_warning, why);
}

/* If the first snapshot cannot be written, remove the new file. */
static int write_first(struct record *record,
		       const struct ptool_options *options,
		       const struct ptool_bytes *bytes,
		       struct ptool_reason *why)
{
	int status = begin_file(record, options, why);

	if (status)
		return status;
	status = ptool_recorder_append(&record->recorder, bytes, why);
	if (status)
		ptool_recorder_discard(&record->recorder);
	return status;
}

static int begin(struct record *record, const struct ptool_options *options,
		 struct ptool_reason *why)
{
	struct ptool_bytes bytes = { 0 };
	int status = read_first(&bytes, why);

	if (!status)
		status = write_first(record, options, &bytes, why);
	free(bytes.data);
	return status;
}

static void plan(struct record *record, const struct ptool_options *options)
{
	record->interval = options->interval > 0 ? options->interval :
						   INTERVAL_DEFAULT;
	record->begin_ns = ptool_time_now();
	record->due_ns = record->begin_ns;
	record->end_ns = options->duration > 0 ?
			 record->begin_ns + ptool_time_ns(options->duration) :
			 ~0ULL;
}

static int start_command(struct record *record, char **words,
			 struct ptool_reason *why)
{
	int status = ptool_launch_start(&record->command, words, why);

	if (!status)
		record->never_ran = ptool_launch_failed(&record->command);
	return status;
}

/* Files of earlier runs stay until the command runs: its name may be misspelt. */
static int run(struct record *record, struct ptool_reason *why)
{
	if (record->never_ran)
		return 0;
	ptool_rotation_prune(&record->rotation);
	return go_on(record, why);
}

static int record_all(struct record *record,
		      const struct ptool_options *options)
{
	bool has_command = options->words > 1;
	struct ptool_reason why = { "" };
	int status = begin(record, options, &why);

	if (status)
		return ptool_report(status, &why);
	plan(record, options);
	/* leave the terminal to the command */
	record->has_progress = !has_command && isatty(STDERR_FILENO);
	if (has_command)
		status = start_command(record, options->word + 1, &why);
	if (!status)
		status = run(record, &why);
	report_lost(record);
	ptool_report(status, &why);
	wait_for_command(record);
	if (record->never_ran)
		ptool_recorder_discard(&record->recorder);
	else
		ptool_recorder_close(&record->recorder);
	return status ? status : record->command.status;
}

int ptool_cmd_record(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	struct record record = { 0 };
	struct ptool_reason why = { "" };
	int status = ptool_pack_check("record", &why);

	(void)out;
	if (status)
		return ptool_report(status, &why);
	if (ptool_output_is_standard(options->output))
		return ptool_usage_error("record: name the file to write with --output; a recording cannot go to standard output");
	ptool_signals_catch_held(awaited, ARRAY_SIZE(awaited));
	status = record_all(&record, options);
	ptool_rotation_free(&record.rotation);
	return status;
}
