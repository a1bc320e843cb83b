// SPDX-License-Identifier: GPL-2.0
/* cells: the columns of numbers of a table, of which a user can choose others */
#include <stdio.h>
#include <string.h>

#include "output/cells.h"
#include "output/table.h"

static void add(struct ptool_cells *cells, enum ptool_column column)
{
	if (cells->columns < PTOOL_COLUMNS_LEN)
		cells->column[cells->columns++] = ptool_statistic_of(column);
}

static void add_all(struct ptool_cells *cells,
		    const struct ptool_columns *columns)
{
	u32 i;

	for (i = 0; i < columns->count; i++)
		add(cells, columns->column[i]);
}

/* Percentiles that the user chose are in the place of the table's own. */
void ptool_cells_choose(struct ptool_cells *cells,
			const struct ptool_view *view,
			const enum ptool_column *own, size_t count)
{
	bool has_chosen = false;
	size_t i;

	cells->columns = 0;
	if (view->columns.is_chosen) {
		add_all(cells, &view->columns);
		return;
	}
	for (i = 0; i < count; i++) {
		bool is_replaced = view->percentiles.is_chosen &&
				   own[i] > PTOOL_COLUMN_PERCENTILE;

		if (is_replaced && !has_chosen)
			add_all(cells, &view->percentiles);
		has_chosen |= is_replaced;
		if (!is_replaced && own[i] != PTOOL_COLUMN_NONE)
			add(cells, own[i]);
	}
}

static int cell_width(const struct ptool_cells *cells, u32 i)
{
	return cells->width[cells->column[i].kind] + 1;
}

static const char *head(const struct ptool_cells *cells, u32 i)
{
	return cells->model->per_second ? cells->column[i].rate :
					  cells->column[i].title;
}

int ptool_cells_width(const struct ptool_cells *cells)
{
	int width = 0;
	u32 i;

	for (i = 0; i < cells->columns; i++)
		width += cell_width(cells, i);
	return width;
}

static int least_width(const struct ptool_cells *cells, enum ptool_kind kind)
{
	int width = PTOOL_CELL_LEAST;
	u32 i;

	for (i = 0; i < cells->columns; i++)
		if (cells->column[i].kind == kind &&
		    (int)strlen(head(cells, i)) > width)
			width = (int)strlen(head(cells, i));
	return width;
}

void ptool_cells_squeeze(struct ptool_cells *cells,
			 const struct ptool_out *out, int others)
{
	int kind, least;

	for (kind = 0; kind < PTOOL_KINDS && !out->is_wide; kind++) {
		least = least_width(cells, kind);
		while (cells->width[kind] > least &&
		       ptool_cells_width(cells) + others > out->width)
			cells->width[kind]--;
	}
}

u32 ptool_cells_fitting(const struct ptool_cells *cells, u32 first, int room)
{
	u32 i = first;

	while (i < cells->columns &&
	       (i == first || cell_width(cells, i) <= room))
		room -= cell_width(cells, i++);
	return i - first;
}

void ptool_cells_print_heads(const struct ptool_out *out,
			     const struct ptool_cells *cells, u32 first,
			     u32 count)
{
	u32 i;

	for (i = first; i < first + count; i++)
		fprintf(out->file, " %*s", cell_width(cells, i) - 1,
			head(cells, i));
}

static u64 value_of(const struct ptool_cells *cells,
		    const struct ptool_statistic *statistic,
		    const struct ptool_cell_row *row)
{
	return row->node ? ptool_order_node_number(row->node,
						   statistic->column) :
			   ptool_statistic_value(statistic, row->series,
						 row->hist_bits ? row->hist_bits :
						 cells->model->hist_bits);
}

static void print_missed(const struct ptool_out *out,
			 const struct ptool_cells *cells, u64 missed, int width)
{
	if (missed == PTOOL_NOT_COUNTED)
		fprintf(out->file, " %*s", width, "");
	else
		ptool_table_missed(out, cells->model, missed, width);
}

static void print_cell(const struct ptool_out *out,
		       const struct ptool_cells *cells,
		       const struct ptool_statistic *statistic,
		       const struct ptool_cell_row *row)
{
	const struct ptool_model *model = cells->model;
	int width = cells->width[statistic->kind];
	u64 value = value_of(cells, statistic, row);

	switch (statistic->kind) {
	case PTOOL_KIND_COUNT:
		ptool_table_count(out, model, value, width);
		break;
	case PTOOL_KIND_MISSED:
		print_missed(out, cells, row->missed, width);
		break;
	case PTOOL_KIND_MEAN:
		ptool_table_time(out, row->calls, value, cells->unit, width);
		break;
	case PTOOL_KIND_TIME:
		ptool_table_estimate(out, model, row->calls, value,
				     cells->unit, width);
		break;
	case PTOOL_KIND_SUM:
		ptool_table_total(out, model, row->begun, value,
				  cells->sum_unit, width);
		break;
	default:
		fprintf(out->file, " %*s", width, row->share);
	}
}

void ptool_cells_print(const struct ptool_out *out,
		       const struct ptool_cells *cells,
		       const struct ptool_cell_row *row, u32 first, u32 count)
{
	u32 i;

	for (i = first; i < first + count; i++)
		print_cell(out, cells, &cells->column[i], row);
}

struct ptool_cell_row ptool_cell_row_of(const struct ptool_series *series,
					u64 missed)
{
	return (struct ptool_cell_row){
		.calls = series->calls,
		.begun = series->calls,
		.series = series,
		.missed = missed,
		.share = "",
	};
}
