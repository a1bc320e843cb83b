// SPDX-License-Identifier: GPL-2.0
/* command diff: what changed between recordings or saved snapshots */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/diff.h"
#include "output/format.h"
#include "output/table.h"
#include "read/sides.h"

static void row_name(char name[PTOOL_PATH_FULL_LEN],
		     const struct ptool_diff_row *row)
{
	if (row->path)
		ptool_path_full_name(name, row->path);
	else
		ptool_table_full_name(name, row->probe);
}

static int report_growth(const struct ptool_diff_row *row,
			 enum ptool_figure figure, double percent)
{
	const struct ptool_change *change = &row->change[figure];
	char name[PTOOL_PATH_FULL_LEN];

	row_name(name, row);
	ptool_note("%s: %s has grown by at least %.1f %%%s, more than %g %%",
		   name, ptool_figure_name(figure), change->percent.low,
		   change->is_certain ? "" : " if calls are independent",
		   percent);
	return PTOOL_EXIT_GROWN;
}

/* report those that have certainly grown, or those that have not certainly grown */
static int check_rows(const struct ptool_diff_row *row, u32 rows,
		      double percent, bool certainly)
{
	enum ptool_figure figure;
	int status = 0;
	u32 i;

	for (i = 0; i < rows; i++)
		for (figure = 0; figure < PTOOL_FIGURES; figure++)
			if (ptool_diff_has_grown(&row[i], figure, percent) &&
			    row[i].change[figure].is_certain == certainly)
				status = report_growth(&row[i], figure, percent);
	return status;
}

static int check(const struct ptool_diff *diff, double percent, bool certainly)
{
	int functions = check_rows(diff->row, diff->rows, percent, certainly);
	int paths = check_rows(diff->path_row, diff->path_rows, percent,
			       certainly);

	return functions ? functions : paths;
}

/*
 * Neither success nor failure can be claimed without the spread of both sides.
 * The test must not pass then: nobody would notice that it tests nothing.
 */
static int check_limit(const struct ptool_diff *diff, double percent)
{
	char why[PTOOL_DIFF_WHY_LEN];

	if (diff->has_spread)
		return check(diff, percent, true);
	check(diff, percent, false);
	ptool_diff_why(why, diff);
	ptool_note("diff: --fail-above cannot decide: %s; record longer or with a shorter --interval, or give several recordings a side",
		   why);
	return PTOOL_EXIT_NOTHING;
}

static bool are_compared(const struct ptool_diff_row *row, u32 rows)
{
	u32 i;

	for (i = 0; i < rows; i++)
		if (row[i].a.calls && row[i].b.calls)
			return true;
	return false;
}

static bool has_calls(const struct ptool_diff *diff, bool in_b)
{
	u32 i;

	for (i = 0; i < diff->rows; i++)
		if (in_b ? diff->row[i].b.calls : diff->row[i].a.calls)
			return true;
	return false;
}

/*
 * A comparison of nothing must not look like one without changes: a file without
 * calls is the usual sign of a module that was not loaded, or of no traffic.
 */
static int check_compared(const struct ptool_diff *diff)
{
	const char *empty = !has_calls(diff, true) ? diff->b_name :
			    !has_calls(diff, false) ? diff->a_name : NULL;

	if (are_compared(diff->row, diff->rows) ||
	    are_compared(diff->path_row, diff->path_rows))
		return 0;
	if (empty)
		ptool_note("diff: nothing is compared, as %s has no calls: was the module running, and was there traffic?",
			   empty);
	else
		ptool_note("diff: nothing is compared, as no function or path has calls in both files");
	return PTOOL_EXIT_NOTHING;
}

/**
 * struct files - the files of one side
 * @files: number of files
 * @file: their names
 * @name: all names, as text
 * @side: what they hold
 */
struct files {
	int files;
	char **file;
	char *name;
	struct ptool_side side;
};

static int show(const struct ptool_options *options,
		const struct ptool_out *out, const struct files *a,
		const struct files *b)
{
	struct ptool_diff diff = {
		.a = a->side.model,
		.b = b->side.model,
		.a_name = a->name,
		.b_name = b->name,
		.a_batches = &a->side.batches,
		.b_batches = &b->side.batches,
		/*
		 * Only functions have groups, so with --group paths are not
		 * compared.
		 */
		.only_functions = options->groups > 0,
	};
	int status;

	ptool_diff_of(&diff);
	ptool_format_of(options->json)->diff(out, &diff, &options->view);
	status = check_compared(&diff);
	if (!status && options->given & PTOOL_OPTION_BIT(FAIL_ABOVE))
		status = check_limit(&diff, options->fail_above);
	ptool_diff_free(&diff);
	return status;
}

static char *name_of(int files, char **file)
{
	size_t room = 1, used = 0;
	char *joined, *clean;
	int i;

	for (i = 0; i < files; i++)
		room += strlen(file[i]) + strlen(", ");
	joined = ptool_alloc(room, 1);
	for (i = 0; i < files; i++)
		used += snprintf(joined + used, room - used, "%s%s",
				 i ? ", " : "", file[i]);
	clean = ptool_text_clean_copy(joined);
	free(joined);
	return clean;
}

static int show_files(const struct ptool_options *options,
		      const struct ptool_out *out, struct files *a,
		      struct files *b)
{
	struct ptool_source source = ptool_source_of(options);
	struct ptool_reason why;
	int status = ptool_side_read(&a->side, &source, a->files, a->file, &why);

	if (status)
		return ptool_report(status, &why);
	status = ptool_side_read(&b->side, &source, b->files, b->file, &why);
	if (status) {
		ptool_report(status, &why);
	} else {
		status = show(options, out, a, b);
		ptool_side_free(&b->side);
	}
	ptool_side_free(&a->side);
	return status;
}

int ptool_cmd_diff(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	int files = options->words - 1;
	int after = options->words_after;
	struct files a = { .file = options->word + 1 }, b;
	int status;

	/* "--" before the first file is the end of the options only */
	if (after >= files)
		after = 0;
	if (!after && files > 2)
		return ptool_usage_error("usage: pathtime diff A B, or pathtime diff A... -- B...");
	if (!after)
		after = 1;
	a.files = files - after;
	b = (struct files){ .files = after, .file = a.file + a.files };
	a.name = name_of(a.files, a.file);
	b.name = name_of(b.files, b.file);
	status = show_files(options, out, &a, &b);
	free(a.name);
	free(b.name);
	return status;
}
