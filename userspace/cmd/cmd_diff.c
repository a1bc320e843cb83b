// SPDX-License-Identifier: GPL-2.0
/* command diff: what changed between two recordings or saved snapshots */
#include <stdlib.h>

#include "base/error.h"
#include "base/text.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/diff.h"
#include "output/format.h"
#include "output/table.h"

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
	const struct ptool_interval *by = &row->change[figure].percent;
	char name[PTOOL_PATH_FULL_LEN];

	row_name(name, row);
	ptool_note("%s: %s has grown by at least %.1f %%, more than %g %%",
		   name, ptool_figure_name(figure), by->low, percent);
	return PTOOL_EXIT_GROWN;
}

static int check_rows(const struct ptool_diff_row *row, u32 rows,
		      double percent)
{
	enum ptool_figure figure;
	int status = 0;
	u32 i;

	for (i = 0; i < rows; i++)
		for (figure = 0; figure < PTOOL_FIGURES; figure++)
			if (ptool_diff_has_grown(&row[i], figure, percent))
				status = report_growth(&row[i], figure, percent);
	return status;
}

static int check(const struct ptool_diff *diff, double percent)
{
	int functions = check_rows(diff->row, diff->rows, percent);
	int paths = check_rows(diff->path_row, diff->path_rows, percent);

	return functions ? functions : paths;
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

static int show(const struct ptool_options *options,
		const struct ptool_out *out, const struct ptool_model *a,
		const struct ptool_model *b)
{
	char *a_name = ptool_text_clean_copy(options->word[1]);
	char *b_name = ptool_text_clean_copy(options->word[2]);
	struct ptool_diff diff = {
		.a = a,
		.b = b,
		.a_name = a_name,
		.b_name = b_name,
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
		status = check(&diff, options->fail_above);
	ptool_diff_free(&diff);
	free(a_name);
	free(b_name);
	return status;
}

int ptool_cmd_diff(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	struct ptool_source source = ptool_source_of(options);
	struct ptool_model *a, *b;
	struct ptool_reason why;
	int status = ptool_reader_file(&source, options->word[1], &a, &why);

	if (status)
		return ptool_report(status, &why);
	status = ptool_reader_file(&source, options->word[2], &b, &why);
	if (status) {
		ptool_report(status, &why);
	} else {
		status = show(options, out, a, b);
		ptool_model_free(b);
	}
	ptool_model_free(a);
	return status;
}
