// SPDX-License-Identifier: GPL-2.0
/* command diff: what changed between two recordings or saved snapshots */
#include "base/error.h"
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

static int show(const struct ptool_options *options,
		const struct ptool_out *out, const struct ptool_model *a,
		const struct ptool_model *b)
{
	struct ptool_diff diff = {
		.a = a,
		.b = b,
		.a_name = options->word[1],
		.b_name = options->word[2],
		/*
		 * Only functions have groups, so with --group paths are not
		 * compared.
		 */
		.only_functions = options->groups > 0,
	};
	int status = 0;

	ptool_diff_of(&diff);
	ptool_format_of(options->json)->diff(out, &diff, &options->view);
	if (options->given & PTOOL_OPTION_BIT(FAIL_ABOVE))
		status = check(&diff, options->fail_above);
	ptool_diff_free(&diff);
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
