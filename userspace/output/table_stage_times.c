// SPDX-License-Identifier: GPL-2.0
/* table_stage_times: prints a line for each stage of a path */
#include <stdio.h>
#include <string.h>

#include "output/format.h"
#include "output/table.h"
#include "output/table_stage_times.h"

#define INDENT		4

/* the name of a stage, "    queue > tx", including the NUL */
#define STAGE_LEN	(INDENT + 2 * PTIME_STEP_LEN + 3)

bool ptool_table_has_stage_times(const struct ptool_paths *paths)
{
	u32 i;

	for (i = 0; i < paths->paths; i++)
		if (paths->path[i].stage)
			return true;
	return false;
}

/* Its end is enough if only that fits. Otherwise the name may have a line of its own. */
static void print_name(const struct ptool_out *out,
		       const struct ptool_path *path, u32 step, int width)
{
	char name[STAGE_LEN], end[STAGE_LEN];

	snprintf(name, sizeof(name), "%*s%s > %s", INDENT, "",
		 path->step[step - 1].name, path->step[step].name);
	snprintf(end, sizeof(end), "%*s> %s", INDENT, "",
		 path->step[step].name);
	ptool_table_path_name(out, (int)strlen(name) > width &&
			      (int)strlen(end) <= width ? end : name, width);
}

static void print_stage(const struct ptool_out *out,
			const struct ptool_cells *cells, int name_width,
			const struct ptool_path *path, u32 step, u64 whole_ns)
{
	struct ptool_cell_row row =
		ptool_cell_row_of(&path->stage[step], PTOOL_NOT_COUNTED);
	char share[PTOOL_NUMBER_LEN];

	print_name(out, path, step, name_width);
	ptool_table_share_text(share, path->step[step].total_ns, whole_ns,
			       cells->width[PTOOL_KIND_SHARE]);
	row.share = share;
	row.hist_bits = PTIME_STAGE_BITS;
	ptool_cells_print(out, cells, &row, 0, cells->columns);
	fputc('\n', out->file);
}

void ptool_table_stage_times(const struct ptool_out *out,
			     const struct ptool_cells *cells, int name_width,
			     const struct ptool_path *path)
{
	u64 whole_ns = ptool_path_ns(path);
	u32 i;

	for (i = 1; path->stage && i < path->steps; i++)
		print_stage(out, cells, name_width, path, i, whole_ns);
}
