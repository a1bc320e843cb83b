// SPDX-License-Identifier: GPL-2.0
/* table of callers and callees: a tree for each context */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table.h"

#define CALLS_WIDTH	9
#define TIME_WIDTH	7
#define SHARE_WIDTH	6

/* a name is told in this many columns at least */
#define NAME_LEAST	18

/* without --all, branches of less than this part of their context are left out */
#define LEAST_PART	100

/* how a row is drawn: what leads to it, column by column */
struct drawing {
	const struct ptime_model *model;
	const struct ptime_tree *tree;
	enum ptime_unit unit;
	const struct ptime_tree_row *row;
	u32 rows;
	bool *is_last;
	bool *is_open;
};

static void sum_contexts(const struct ptime_tree *tree,
			 u64 total[PTIME_CONTEXTS])
{
	u32 i;

	for (i = 0; i < tree->nodes; i++)
		if (tree->node[i].parent == PTIME_NO_NODE)
			total[tree->node[i].context] += tree->node[i].total_ns;
}

/* what a callee takes is no more than its caller does: no branch is broken */
static u32 drop_small(const struct ptime_tree *tree, struct ptime_tree_row *row,
		      u32 rows, const u64 total[PTIME_CONTEXTS])
{
	u32 i, kept = 0;

	for (i = 0; i < rows; i++) {
		const struct ptime_node *node = &tree->node[row[i].node];

		if (node->total_ns >= total[node->context] / LEAST_PART)
			row[kept++] = row[i];
	}
	return kept;
}

static u32 deepest(const struct drawing *drawing)
{
	u32 i, depth = 0;

	for (i = 0; i < drawing->rows; i++)
		if (drawing->row[i].depth > depth)
			depth = drawing->row[i].depth;
	return depth;
}

/* from below: a row is the last of its siblings if none was met since the caller */
static void find_last(struct drawing *drawing)
{
	bool *met = ptime_alloc((size_t)deepest(drawing) + 2, sizeof(*met));
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

static u64 caller_ns(const struct ptime_tree *tree,
		     const struct ptime_node *node,
		     const u64 total[PTIME_CONTEXTS])
{
	return node->parent == PTIME_NO_NODE ? total[node->context] :
	       tree->node[node->parent].total_ns;
}

/* the module only where there is room for it */
static void print_name(const struct ptime_tree_function *function, int room)
{
	char name[PTIME_NAME_LEN];

	if (*function->module &&
	    snprintf(name, sizeof(name), "%s [%s]", function->name,
		     function->module) <= room) {
		puts(name);
		return;
	}
	snprintf(name, sizeof(name), "%s", function->name);
	ptime_table_shorten(name, room);
	puts(name);
}

/* where the lines would leave no room for a name the depth is told instead */
static int draw_lines(struct drawing *drawing, u32 i, int room)
{
	u32 depth = drawing->row[i].depth, level;

	drawing->is_open[depth] = !drawing->is_last[i];
	if ((int)depth > room)
		return printf("(%u) ", depth);
	for (level = 1; level < depth; level++)
		putchar(drawing->is_open[level] ? '|' : ' ');
	if (depth)
		putchar(drawing->is_last[i] ? '`' : '|');
	return (int)depth;
}

static void print_row(struct drawing *drawing, u32 i, const u64 *total)
{
	const struct ptime_tree *tree = drawing->tree;
	const struct ptime_node *node = &tree->node[drawing->row[i].node];
	int room = ptime_terminal_width() - CALLS_WIDTH - 3 * TIME_WIDTH -
		   SHARE_WIDTH - 6;
	u64 begun = node->calls + node->unended;

	ptime_table_count(drawing->model, node->calls, CALLS_WIDTH);
	ptime_table_time(begun, node->total_ns, drawing->unit, TIME_WIDTH);
	ptime_table_time(begun, node->self_ns, drawing->unit, TIME_WIDTH);
	ptime_table_time(node->calls, node->calls ?
			 ptime_stats_per(node->total_ns, node->calls) : 0,
			 drawing->unit, TIME_WIDTH);
	printf(" %*.1f%s", SHARE_WIDTH,
	       percent(node->total_ns, caller_ns(tree, node, total)),
	       node->unended ? ">" : " ");
	room -= draw_lines(drawing, i, room - NAME_LEAST);
	print_name(&tree->function[node->function], room);
}

static void print_context(enum ptime_context context, u64 total_ns,
			  enum ptime_unit unit)
{
	char text[PTIME_NUMBER_LEN];

	ptime_time_text(text, total_ns, unit, TIME_WIDTH);
	printf("\n%s%s: %s %s%s\n", ptime_color(PTIME_CYAN),
	       ptime_context_name(context), text, ptime_unit_name(unit),
	       ptime_color(PTIME_PLAIN));
}

static void print_rows(struct drawing *drawing, const u64 *total)
{
	u32 i, before = PTIME_CONTEXTS;

	printf("%s %*s %*s %*s %*s %*s  FUNCTION%s\n", ptime_color(PTIME_BOLD),
	       CALLS_WIDTH, "CALLS", TIME_WIDTH, "TOTAL", TIME_WIDTH, "SELF",
	       TIME_WIDTH, "MEAN", SHARE_WIDTH, "%", ptime_color(PTIME_PLAIN));
	for (i = 0; i < drawing->rows; i++) {
		enum ptime_context context =
			drawing->tree->node[drawing->row[i].node].context;

		if (!drawing->row[i].depth && context != before) {
			print_context(context, total[context], drawing->unit);
			before = context;
		}
		print_row(drawing, i, total);
	}
	putchar('\n');
}

static enum ptime_unit tree_unit(const struct ptime_view *view, const u64 *total)
{
	u64 most = 0;
	u32 i;

	for (i = 0; i < PTIME_CONTEXTS; i++)
		most = total[i] > most ? total[i] : most;
	return view->unit == PTIME_UNIT_AUTO ?
	       ptime_unit_fitting(most / 1000, most) : view->unit;
}

void ptime_table_tree_body(const struct ptime_model *model,
			   const struct ptime_view *view)
{
	struct drawing drawing = { .model = model, .tree = model->tree };
	u64 total[PTIME_CONTEXTS] = { 0 };
	struct ptime_tree_row *row;
	u32 hidden;

	sum_contexts(model->tree, total);
	drawing.unit = tree_unit(view, total);
	row = ptime_tree_rows(model->tree, &drawing.rows);
	hidden = drawing.rows;
	if (!view->all)
		drawing.rows = drop_small(model->tree, row, drawing.rows,
					  total);
	hidden -= drawing.rows;
	drawing.row = row;
	drawing.is_last = ptime_alloc(drawing.rows, sizeof(bool));
	drawing.is_open = ptime_alloc((size_t)deepest(&drawing) + 1,
				      sizeof(bool));
	find_last(&drawing);
	ptime_print_wrapped(0, "callers and callees, times in %s; %% is of the caller's total, > has calls without an end",
			    ptime_unit_name(drawing.unit));
	print_rows(&drawing, total);
	if (hidden)
		ptime_print_wrapped(0, "%u branches of less than 1 %% of their context: see --all",
				    hidden);
	free(drawing.is_open);
	free(drawing.is_last);
	free(row);
}

void ptime_table_tree(const struct ptime_model *model,
		      const struct ptime_view *view)
{
	ptime_table_head(model);
	ptime_table_tree_body(model, view);
	ptime_table_remarks(model);
}
