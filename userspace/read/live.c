// SPDX-License-Identifier: GPL-2.0
/* live: the module's snapshot, once or at intervals, and saved snapshots */
#include "base/error.h"
#include "base/process.h"
#include "base/time.h"
#include "model/namespaces.h"
#include "read/debugfs.h"
#include "read/sources.h"
#include "snapshot/snapshot.h"

/* takes the bytes; @name is for errors */
static int decode(const struct ptool_source *source, struct ptool_bytes *bytes,
		  const char *name, struct ptool_model **model,
		  struct ptool_reason *why)
{
	struct ptool_reason cause;

	*model = ptool_snapshot_take(bytes->data, bytes->size, &cause);
	if (!*model)
		return ptool_fail(why, "snapshot %s: %s", name, cause.text);
	return ptool_selection_apply(*model, &source->keep, why);
}

int ptool_live_read_saved(const struct ptool_source *source,
			  struct ptool_input *input, struct ptool_model **model,
			  struct ptool_reason *why)
{
	struct ptool_bytes bytes;
	int status = ptool_debugfs_read_input(&bytes, input, why);

	return status ? status : decode(source, &bytes, input->name, model, why);
}

int ptool_reader_model(const struct ptool_source *source,
		       struct ptool_model **model, struct ptool_reason *why)
{
	struct ptool_bytes bytes;
	int status = ptool_debugfs_read(&bytes, why);

	/* its interfaces may be new ones, or have new names */
	ptool_namespaces_forget();
	if (!status)
		status = decode(source, &bytes, "of the module", model, why);
	if (!status && (*model)->paths)
		ptool_paths_name_namespaces((*model)->paths);
	return status;
}

int ptool_live_show_saved(const struct ptool_source *source,
			  struct ptool_input *input, ptool_reader_show *show,
			  void *argument, struct ptool_reason *why)
{
	struct ptool_model *model;
	int status = ptool_live_read_saved(source, input, &model, why);

	if (status)
		return status;
	status = show(model, argument);
	ptool_model_free(model);
	return status;
}

int ptool_live_show(const struct ptool_source *source, ptool_reader_show *show,
		    void *argument, struct ptool_reason *why)
{
	struct ptool_model *model;
	int status = ptool_reader_model(source, &model, why);

	if (status)
		return status;
	status = show(model, argument);
	ptool_model_free(model);
	return status;
}

/* return true if a signal ended the wait */
static bool wait_until(u64 due_ns)
{
	do {
		if (ptool_signals_wait(NULL, due_ns, NULL))
			return true;
	} while (ptool_time_now() < due_ns);
	return false;
}

static int show_difference(ptool_reader_show *show, void *argument,
			   const struct ptool_model *now,
			   const struct ptool_model *before)
{
	struct ptool_model *difference = ptool_model_difference(now, before);
	int status;

	/* the reading ended just now */
	difference->realtime_ns = ptool_time_of(CLOCK_REALTIME);
	status = show(difference, argument);
	ptool_model_free(difference);
	return status;
}

int ptool_live_show_intervals(const struct ptool_source *source,
			      ptool_reader_show *show, void *argument,
			      struct ptool_reason *why)
{
	static const int ends[] = { SIGINT, SIGTERM };
	struct ptool_model *now, *before;
	u64 n, due_ns;
	int status;

	ptool_signals_catch(ends, ARRAY_SIZE(ends));
	due_ns = ptool_time_now();
	status = ptool_reader_model(source, &before, why);
	if (status)
		return status;
	for (n = 0; !status && (!source->count || n < source->count); n++) {
		due_ns = ptool_time_next(due_ns, source->interval);
		if (wait_until(due_ns))
			break;
		status = ptool_reader_model(source, &now, why);
		if (status)
			break;
		status = show_difference(show, argument, now, before);
		ptool_model_free(before);
		before = now;
	}
	ptool_model_free(before);
	return status;
}
