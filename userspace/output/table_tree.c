// SPDX-License-Identifier: GPL-2.0
/* table_tree: prints callers and callees, a tree for each context */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/lines.h"
#include "output/cells.h"
#include "output/rows.h"
#include "output/table.h"

#define TIME_WIDTH	7

/* minimum width of a name */
#define NAME_LEAST	18

static const enum ptool_column own_columns[] = {
	PTOOL_COLUMN_CALLS, PTOOL_COLUMN_TOTAL, PTOOL_COLUMN_SELF,
	PTOOL_COLUMN_MEAN, PTOOL_COLUMN_SHARE,
};

static const int widths[PTOOL_KINDS] = {
	[PTOOL_KIND_COUNT] = 9,
	[PTOOL_KIND_SHARE] = 6,
	[PTOOL_KIND_MEAN]  = TIME_WIDTH,
	[PTOOL_KIND_SUM]   = TIME_WIDTH,
};

/**
 * struct drawing - a tree, and how to draw its rows
 * @model: the model
 * @tree: tree of the model
 * @cells: columns of numbers
 * @total: total of each context
 * @row: rows that are shown
 * @rows: number of rows that are shown
 * @hidden: number of rows that are left out because they are small
 * @left_out: number of rows that are left out because of the limit
 * @is_last: for each row, it is the last of its siblings
 * @is_open: for each level, a line leads down to a further sibling
 */
struct drawing {
	const struct ptool_model *model;
	const struct ptool_tree *tree;
	struct ptool_cells cells;
	u64 total[PTIME_CONTEXTS];
	struct ptool_tree_row *row;
	u32 rows;
	u32 hidden;
	u32 left_out;
	bool *is_last;
	bool *is_open;
};

static u32 deepest(const struct drawing *drawing)
{
	u32 i, depth = 0;

	for (i = 0; i < drawing->rows; i++)
		if (drawing->row[i].depth > depth)
			depth = drawing->row[i].depth;
	return depth;
}

static bool is_wanted(const struct ptool_tree_function *function,
		      const void *argument)
{
	return ptool_table_is_wanted(argument, function->module,
				     function->name);
}

/*
 * From the last row up: a row is the last of its siblings if no sibling was
 * seen since their caller.
 */
static void find_last(struct drawing *drawing)
{
	bool *met = ptool_alloc((size_t)deepest(drawing) + 2, sizeof(*met));
	u32 i;

	for (i = drawing->rows; i--;) {
		u32 depth = drawing->row[i].depth;

		drawing->is_last[i] = !met[depth];
		met[depth] = true;
		met[depth + 1] = false;
	}
	free(met);
}

static double percent(u64 part, u64 whole)
{
	return whole ? 100.0 * part / whole : 0;
}

static u64 caller_ns(const struct ptool_tree *tree,
		     const struct ptool_node *node,
		     const u64 total[PTIME_CONTEXTS])
{
	return node->parent == PTOOL_NO_NODE ? total[node->context] :
	       tree->node[node->parent].total_ns;
}

/* print the module, unless the line has no space for it */
static void print_name(const struct ptool_out *out,
		       const struct ptool_tree_function *function, int room)
{
	char name[PTOOL_NAME_LEN];

	ptool_name_text(name, sizeof(name), function->module, function->name);
	if ((int)strlen(name) > room && !out->is_wide)
		ptool_name_text(name, sizeof(name), "", function->name);
	ptool_table_shorten(out, name, room);
	fprintf(out->file, "%s\n", name);
}

/* If the lines leave no space for a name, print the depth instead. */
static int draw_lines(const struct ptool_out *out, struct drawing *drawing,
		      u32 i, int room)
{
	u32 depth = drawing->row[i].depth, level;

	drawing->is_open[depth] = !drawing->is_last[i];
	if ((int)depth > room)
		return fprintf(out->file, "(%u) ", depth);
	for (level = 1; level < depth; level++)
		fputc(drawing->is_open[level] ? '|' : ' ', out->file);
	if (depth)
		fputc(drawing->is_last[i] ? '`' : '|', out->file);
	return (int)depth;
}

static void print_row(const struct ptool_out *out, struct drawing *drawing,
		      u32 i)
{
	const struct ptool_tree *tree = drawing->tree;
	const struct ptool_node *node = &tree->node[drawing->row[i].node];
	int room = out->width - ptool_cells_width(&drawing->cells) - 1;
	char share[PTOOL_NUMBER_LEN];
	struct ptool_cell_row numbers = {
		.calls = node->calls,
		.begun = node->calls + node->unfinished,
		.node = node,
		.share = share,
	};

	if (room < NAME_LEAST)
		room = NAME_LEAST;

	ptool_mark(out, tree->function[node->function].id);
	snprintf(share, sizeof(share), "%.1f",
		 percent(node->total_ns,
			 caller_ns(tree, node, drawing->total)));
	ptool_cells_print(out, &drawing->cells, &numbers, 0,
			  drawing->cells.columns);
	fputc(node->unfinished ? '>' : ' ', out->file);
	room -= draw_lines(out, drawing, i, room - NAME_LEAST);
	print_name(out, &tree->function[node->function], room);
}

static void print_context(const struct ptool_out *out,
			  const struct drawing *drawing,
			  enum ptime_context context)
{
	char text[PTOOL_NUMBER_LEN];

	ptool_time_text(text, ptool_table_rate(drawing->model,
					       drawing->total[context]),
			drawing->cells.unit, TIME_WIDTH);
	fprintf(out->file, "\n%s%s: %s %s%s%s\n", ptool_color(out, PTOOL_CYAN),
		ptool_context_name(context), text,
		ptool_unit_name(drawing->cells.unit),
		drawing->model->per_second ? "/s" : "",
		ptool_color(out, PTOOL_PLAIN));
}

static enum ptool_unit tree_unit(const struct drawing *drawing,
				 const struct ptool_view *view)
{
	u64 most = 0;
	u32 i;

	for (i = 0; i < PTIME_CONTEXTS; i++)
		if (drawing->total[i] > most)
			most = drawing->total[i];
	most = ptool_table_rate(drawing->model, most);
	return view->unit == PTOOL_UNIT_AUTO ?
	       ptool_unit_fitting(most / 1000, most) : view->unit;
}

static void choose_rows(struct drawing *drawing, const struct ptool_view *view)
{
	struct ptool_tree_rows rows = ptool_rows_of_tree(drawing->tree, view,
							 false);

	if (view->filter)
		rows.rows = ptool_tree_keep(drawing->tree, rows.row, rows.rows,
					    is_wanted, view);
	drawing->row = rows.row;
	drawing->rows = rows.rows;
	drawing->hidden = rows.small;
	drawing->left_out = rows.left_out;
}

static void begin_cells(struct drawing *drawing, const struct ptool_out *out,
			const struct ptool_view *view)
{
	struct ptool_cells *cells = &drawing->cells;

	cells->model = drawing->model;
	cells->unit = tree_unit(drawing, view);
	cells->sum_unit = cells->unit;
	memcpy(cells->width, widths, sizeof(widths));
	ptool_cells_choose(cells, view, own_columns, ARRAY_SIZE(own_columns));
	ptool_cells_squeeze(cells, out, NAME_LEAST + 1);
}

static void begin_drawing(struct drawing *drawing,
			  const struct ptool_out *out,
			  const struct ptool_model *model,
			  const struct ptool_view *view)
{
	memset(drawing, 0, sizeof(*drawing));
	drawing->model = model;
	drawing->tree = model->tree;
	ptool_rows_sum_contexts(model->tree, drawing->total);
	begin_cells(drawing, out, view);
	choose_rows(drawing, view);
	drawing->is_last = ptool_alloc(drawing->rows, sizeof(bool));
	drawing->is_open = ptool_alloc((size_t)deepest(drawing) + 1,
				       sizeof(bool));
	find_last(drawing);
}

static void end_drawing(struct drawing *drawing)
{
	free(drawing->is_open);
	free(drawing->is_last);
	free(drawing->row);
}

static void print_columns(const struct ptool_out *out,
			  const struct drawing *drawing)
{
	ptool_print_wrapped(out, 0,
			    "callers and callees, times in %s; %% is of the caller's total, > marks calls without an end",
			    ptool_unit_name(drawing->cells.unit));
	fputs(ptool_color(out, PTOOL_BOLD), out->file);
	ptool_cells_print_heads(out, &drawing->cells, 0,
				drawing->cells.columns);
	fprintf(out->file, "  FUNCTION%s\n", ptool_color(out, PTOOL_PLAIN));
}

static void print_rows(const struct ptool_out *out, struct drawing *drawing)
{
	u32 i, before = PTIME_CONTEXTS;

	for (i = 0; i < drawing->rows; i++) {
		enum ptime_context context =
			drawing->tree->node[drawing->row[i].node].context;

		if (!drawing->row[i].depth && context != before) {
			print_context(out, drawing, context);
			before = context;
		}
		print_row(out, drawing, i);
	}
}

static void print_hidden(const struct ptool_out *out,
			 const struct drawing *drawing)
{
	if (drawing->hidden)
		ptool_table_counted(out, drawing->hidden,
				    "branches of less than 1 % of their context: see --all",
				    "");
	if (drawing->left_out)
		fprintf(out->file, "%u more: see --limit\n",
			drawing->left_out);
}

void ptool_table_tree_body(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_view *view)
{
	struct drawing drawing;

	begin_drawing(&drawing, out, model, view);
	print_columns(out, &drawing);
	print_rows(out, &drawing);
	fputc('\n', out->file);
	print_hidden(out, &drawing);
	end_drawing(&drawing);
}

void ptool_table_tree(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_view *view)
{
	ptool_table_head(out, model);
	ptool_table_tree_body(out, model, view);
	ptool_table_warnings(out, model);
}

static void print_head_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct drawing drawing;

	begin_drawing(&drawing, out, model, view);
	ptool_table_head(out, model);
	print_columns(out, &drawing);
	end_drawing(&drawing);
}

static void print_rows_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct drawing drawing;

	begin_drawing(&drawing, out, model, view);
	print_rows(out, &drawing);
	end_drawing(&drawing);
}

static void print_foot_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct drawing drawing;

	begin_drawing(&drawing, out, model, view);
	print_hidden(out, &drawing);
	ptool_table_warnings(out, model);
	end_drawing(&drawing);
}

const struct ptool_parts ptool_parts_tree = {
	.head = print_head_part,
	.rows = print_rows_part,
	.foot = print_foot_part,
};
