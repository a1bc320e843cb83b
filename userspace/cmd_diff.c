// SPDX-License-Identifier: GPL-2.0
/* command diff: what has changed between two recordings or saved snapshots */
#include "commands.h"
#include "diff.h"
#include "error.h"
#include "format.h"
#include "reader.h"
#include "table.h"

static int tell_grown(const struct ptime_diff_row *row,
		      enum ptime_figure figure, double percent)
{
	const struct ptime_interval *by = &row->change[figure].percent;
	char name[PTIME_NAME_LEN];

	ptime_table_full_name(name, row->probe);
	ptime_note("%s: %s has grown by at least %.1f %%, more than %g %%",
		   name, ptime_figure_name(figure), by->low, percent);
	return PTIME_EXIT_GROWN;
}

static int check(const struct ptime_diff *diff, double percent)
{
	enum ptime_figure figure;
	int status = 0;
	u32 i;

	for (i = 0; i < diff->rows; i++)
		for (figure = 0; figure < PTIME_FIGURES; figure++)
			if (ptime_diff_has_grown(&diff->row[i], figure,
						 percent))
				status = tell_grown(&diff->row[i], figure,
						    percent);
	return status;
}

static int show(const struct ptime_options *options, const struct ptime_model *a,
		const struct ptime_model *b)
{
	struct ptime_diff diff = {
		.a = a,
		.b = b,
		.a_name = options->word[1],
		.b_name = options->word[2],
	};
	int status = 0;

	ptime_diff_of(&diff);
	ptime_format_of(options)->diff(&diff, &options->view);
	if (options->given & PTIME_OPTION_BIT(FAIL_ABOVE))
		status = check(&diff, options->fail_above);
	ptime_diff_free(&diff);
	return status;
}

int ptime_cmd_diff(const struct ptime_options *options)
{
	struct ptime_model *a, *b;
	int status = ptime_reader_file(options, options->word[1], &a);

	if (status)
		return status;
	status = ptime_reader_file(options, options->word[2], &b);
	if (!status) {
		status = show(options, a, b);
		ptime_model_free(b);
	}
	ptime_model_free(a);
	return status;
}
