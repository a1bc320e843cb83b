// SPDX-License-Identifier: GPL-2.0
/* table_stages: prints the stages of a path as one bar */
#include <stdio.h>
#include <string.h>

#include "model/stats.h"
#include "output/format.h"
#include "output/line.h"
#include "output/table_stages.h"

#define INDENT		4

/* " 65,535 bytes" */
#define LENGTH_WIDTH	6
#define TAIL_WIDTH	(LENGTH_WIDTH + 7)

/* room for the names of two steps, a time and a share */
#define LABEL_LEN	(2 * PTIME_STEP_LEN + 2 * PTOOL_NUMBER_LEN + 8)

#define LEGEND_LEN	(PTIME_STEPS_MAX * LABEL_LEN)

/**
 * struct stage - a stage of a path, from a step to the next
 * @from: name of the step at which it begins
 * @to: name of the step at which it ends
 * @time: its mean time, as text
 * @percent: its share of the path's time, as text
 */
struct stage {
	const char *from;
	const char *to;
	char time[PTOOL_NUMBER_LEN];
	char percent[PTOOL_NUMBER_LEN];
};

static struct stage stage_of(const struct ptool_path *path, u32 step,
			     u64 whole_ns, enum ptool_unit unit)
{
	u64 total_ns = path->step[step].total_ns;
	struct stage stage = {
		.from = path->step[step - 1].name,
		.to = path->step[step].name,
	};

	ptool_time_text(stage.time, ptool_stats_per(total_ns, path->packets),
			unit, PTOOL_NUMBER_LEN);
	snprintf(stage.percent, sizeof(stage.percent), "%.0f%%",
		 100.0 * (double)total_ns / (double)whole_ns);
	return stage;
}

/*
 * the longest label that is not wider than @room; without any, an empty text.
 * Returns whether it names the stage.
 */
static bool label_stage(char *label, const struct stage *stage, int room)
{
	snprintf(label, LABEL_LEN, "%s > %s %s %s", stage->from, stage->to,
		 stage->time, stage->percent);
	if ((int)strlen(label) > room)
		snprintf(label, LABEL_LEN, "> %s %s %s", stage->to,
			 stage->time, stage->percent);
	if ((int)strlen(label) > room)
		snprintf(label, LABEL_LEN, "> %s %s", stage->to,
			 stage->percent);
	if ((int)strlen(label) > room)
		snprintf(label, LABEL_LEN, "> %s", stage->to);
	if ((int)strlen(label) <= room)
		return true;
	snprintf(label, LABEL_LEN, "%s", stage->percent);
	if ((int)strlen(label) > room)
		*label = '\0';
	return false;
}

/*
 * Stages of 0 % do not show where time goes. Lines are wrapped at spaces, so there
 * is none between a name and its share.
 */
static void add_to_legend(struct ptool_line *legend, const struct stage *stage,
			  bool is_first)
{
	if (strcmp(stage->percent, "0%"))
		ptool_line_add(legend, "%s>%s:%s", is_first ? "" : ", ",
			       stage->to, stage->percent);
}

static u32 largest_stage(const struct ptool_path *path)
{
	u32 i, largest = 1;

	for (i = 2; i < path->steps; i++)
		if (path->step[i].total_ns > path->step[largest].total_ns)
			largest = i;
	return largest;
}

/* Each part ends where the stages up to it end, so rounding does not add up. */
void ptool_table_stages(const struct ptool_out *out, int line_width,
			const struct ptool_path *path, enum ptool_unit unit)
{
	u64 before_ns = 0, whole_ns = ptool_path_ns(path);
	u32 i, largest = largest_stage(path);
	int end, width, at = 0;
	char label[LABEL_LEN], length[PTOOL_NUMBER_LEN], text[LEGEND_LEN] = "";
	struct ptool_line legend = { .at = text, .room = sizeof(text) };
	struct stage stage;

	if (!path->packets)
		return;
	ptool_count_text(length, ptool_stats_per(path->packet_bytes,
						 path->packets), LENGTH_WIDTH);
	/* each stage has a bar at its end, and the first one at its start */
	width = line_width - INDENT - (int)path->steps - TAIL_WIDTH;
	if (!whole_ns || width < 1) {
		fprintf(out->file, "%*s%s bytes\n", INDENT, "", length);
		return;
	}
	fprintf(out->file, "%*s|", INDENT, "");
	for (i = 1; i < path->steps; i++) {
		stage = stage_of(path, i, whole_ns, unit);
		before_ns += path->step[i].total_ns;
		end = (int)((double)width * (double)before_ns /
			    (double)whole_ns + 0.5);
		if (!label_stage(label, &stage, end - at))
			add_to_legend(&legend, &stage, !*text);
		fprintf(out->file, "%s%-*s%s|",
			ptool_color(out, i == largest ? PTOOL_BOLD :
						       PTOOL_PLAIN),
			end - at, label, ptool_color(out, PTOOL_PLAIN));
		at = end;
	}
	fprintf(out->file, " %*s bytes\n", LENGTH_WIDTH, length);
	ptool_print_wrapped(out, INDENT, "%s", text);
}
