// SPDX-License-Identifier: GPL-2.0
/* table_anatomy: prints where fast and slow packets of a path spent their time */
#include <stdio.h>
#include <string.h>

#include "model/stats.h"
#include "output/format.h"
#include "output/table.h"
#include "output/table_anatomy.h"

#define INDENT		4
#define WIDTH_LEAST	7

/* the name of a stage, "queue > tx", including the NUL */
#define STAGE_LEN	(2 * PTIME_STEP_LEN + 3)

/* that of the longest label below the stages */
#define NAME_LEAST	9

#define COLUMNS_MAX	(PTOOL_PERCENTILES_LEN + 1)

/* room for "P99.99-P99.999" */
#define TITLE_LEN	(2 * PTOOL_TITLE_LEN)

/**
 * struct group - a column: packets that took about as long
 * @title: name of the column: "P50", or "P50-P90" if both are in the same octave
 * @octave: number of their octave; PTIME_OCTAVES for all packets
 * @packets: their counts
 */
struct group {
	char title[TITLE_LEN];
	u32 octave;
	struct ptool_octave packets;
};

/**
 * struct anatomy - the columns of a path
 * @out: where to print
 * @model: whether rates are shown
 * @path: the path
 * @unit: unit of times
 * @name_width: width of the stages' names
 * @width: width of the columns
 * @groups: number of columns
 * @group: the columns, all packets first
 */
struct anatomy {
	const struct ptool_out *out;
	const struct ptool_model *model;
	const struct ptool_path *path;
	enum ptool_unit unit;
	int name_width;
	int width;
	u32 groups;
	struct group group[COLUMNS_MAX];
};

static const enum ptool_column usual[] = {
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	(_uses) & PTIME_IN_DETAIL ? PTOOL_COLUMN_##_name : PTOOL_COLUMN_NONE,
#include <pathtime/percentiles.def>
};

static void stage_name(char *name, const struct ptool_path *path, u32 step)
{
	snprintf(name, STAGE_LEN, "%s > %s", path->step[step - 1].name,
		 path->step[step].name);
}

static u64 sum_of(const struct group *group)
{
	u64 sum_ns = 0;
	u32 i;

	for (i = 0; i < PTIME_STEPS_MAX; i++)
		sum_ns += group->packets.step_ns[i];
	return sum_ns;
}

static u64 mean_of(const struct group *group, u64 ns)
{
	u64 packets = group->packets.packets;

	return packets ? ptool_stats_per(ns, packets) : 0;
}

static void add_all(struct anatomy *anatomy)
{
	struct group *group = &anatomy->group[anatomy->groups++];
	u32 i, step;

	snprintf(group->title, sizeof(group->title), "ALL");
	group->octave = PTIME_OCTAVES;
	for (i = 0; i < PTIME_OCTAVES; i++) {
		const struct ptool_octave *octave = &anatomy->path->octave[i];

		group->packets.packets += octave->packets;
		for (step = 0; step < PTIME_STEPS_MAX; step++)
			group->packets.step_ns[step] += octave->step_ns[step];
	}
}

/* percentiles ascend, so those of the same octave follow one another */
static void extend_title(struct group *group, const char *title)
{
	size_t length = strcspn(group->title, "-");

	snprintf(group->title + length, sizeof(group->title) - length, "-%s",
		 title);
}

/* a bucket is within one octave, so its middle is in the octave of its packets */
static void add_percentile(struct anatomy *anatomy, enum ptool_column column)
{
	struct ptool_statistic statistic = ptool_statistic_of(column);
	struct group *group = &anatomy->group[anatomy->groups];
	u64 ns = ptool_statistic_value(&statistic, &anatomy->path->counts.sum,
				       anatomy->model->hist_bits);

	group->octave = ptime_octave(ns);
	if (group->octave == group[-1].octave) {
		extend_title(&group[-1], statistic.title);
		return;
	}
	snprintf(group->title, sizeof(group->title), "%s", statistic.title);
	group->packets = anatomy->path->octave[group->octave];
	anatomy->groups++;
}

static void add_percentiles(struct anatomy *anatomy,
			    const struct ptool_columns *chosen)
{
	size_t i;

	for (i = 0; i < chosen->count; i++)
		add_percentile(anatomy, chosen->column[i]);
	for (i = 0; i < ARRAY_SIZE(usual) && !chosen->count; i++)
		if (usual[i] != PTOOL_COLUMN_NONE)
			add_percentile(anatomy, usual[i]);
}

static int widest_stage(const struct ptool_path *path)
{
	char name[STAGE_LEN];
	int widest = NAME_LEAST;
	u32 i;

	for (i = 1; i < path->steps; i++) {
		stage_name(name, path, i);
		if ((int)strlen(name) > widest)
			widest = (int)strlen(name);
	}
	return widest;
}

static int widest_title(const struct anatomy *anatomy)
{
	int widest = WIDTH_LEAST;
	u32 i;

	for (i = 0; i < anatomy->groups; i++)
		if ((int)strlen(anatomy->group[i].title) > widest)
			widest = (int)strlen(anatomy->group[i].title);
	return widest;
}

/* Percentiles that do not fit are left out from the right, and the first one stays. */
static void squeeze(struct anatomy *anatomy)
{
	int room = anatomy->out->width - INDENT - anatomy->name_width;
	u32 fitting = room / (anatomy->width + 1);

	if (anatomy->out->is_wide)
		return;
	if (fitting < 2)
		fitting = 2;
	if (anatomy->groups > fitting)
		anatomy->groups = fitting;
}

static void print_label(const struct anatomy *anatomy, const char *label)
{
	fprintf(anatomy->out->file, "%*s%-*s", INDENT, "", anatomy->name_width,
		label);
}

static void print_head(const struct anatomy *anatomy)
{
	u32 i;

	print_label(anatomy, "STAGE");
	for (i = 0; i < anatomy->groups; i++)
		fprintf(anatomy->out->file, " %*s", anatomy->width,
			anatomy->group[i].title);
	fputc('\n', anatomy->out->file);
}

static void print_stage(const struct anatomy *anatomy, u32 step)
{
	char name[STAGE_LEN];
	u32 i;

	stage_name(name, anatomy->path, step);
	print_label(anatomy, name);
	for (i = 0; i < anatomy->groups; i++) {
		const struct group *group = &anatomy->group[i];

		ptool_table_time(anatomy->out, group->packets.packets,
				 mean_of(group, group->packets.step_ns[step]),
				 anatomy->unit, anatomy->width);
	}
	fputc('\n', anatomy->out->file);
}

static void print_sums(const struct anatomy *anatomy)
{
	u32 i;

	print_label(anatomy, "together");
	for (i = 0; i < anatomy->groups; i++) {
		const struct group *group = &anatomy->group[i];

		ptool_table_time(anatomy->out, group->packets.packets,
				 mean_of(group, sum_of(group)), anatomy->unit,
				 anatomy->width);
	}
	fputc('\n', anatomy->out->file);
}

static void print_packets(const struct anatomy *anatomy)
{
	u32 i;

	print_label(anatomy, "packets");
	for (i = 0; i < anatomy->groups; i++)
		ptool_table_count(anatomy->out, anatomy->model,
				  anatomy->group[i].packets.packets,
				  anatomy->width);
	fputc('\n', anatomy->out->file);
}

static void print_bounds(const struct anatomy *anatomy, const char *label,
			 u32 further)
{
	u32 i;

	print_label(anatomy, label);
	for (i = 0; i < anatomy->groups; i++) {
		u32 octave = anatomy->group[i].octave + further;

		ptool_table_time(anatomy->out, octave < PTIME_OCTAVES,
				 octave < PTIME_OCTAVES ?
				 ptime_octave_low(octave) : 0, anatomy->unit,
				 anatomy->width);
	}
	fputc('\n', anatomy->out->file);
}

static void print_anatomy(const struct anatomy *anatomy)
{
	u32 i;

	print_head(anatomy);
	for (i = 1; i < anatomy->path->steps; i++)
		print_stage(anatomy, i);
	print_sums(anatomy);
	print_packets(anatomy);
	print_bounds(anatomy, "that took", 0);
	print_bounds(anatomy, "to below", 1);
}

void ptool_table_anatomy(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view,
			 const struct ptool_path *path, enum ptool_unit unit)
{
	struct anatomy anatomy = {
		.out = out,
		.model = model,
		.path = path,
		.unit = unit,
		.name_width = widest_stage(path),
	};

	if (!path->octave) {
		ptool_print_wrapped(out, INDENT,
				    "not known where slow packets spent their time: an older module counted some; load the module of this version");
		return;
	}
	add_all(&anatomy);
	add_percentiles(&anatomy, &view->percentiles);
	anatomy.width = widest_title(&anatomy);
	squeeze(&anatomy);
	print_anatomy(&anatomy);
}
