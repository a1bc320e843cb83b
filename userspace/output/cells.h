/* SPDX-License-Identifier: GPL-2.0 */
/* cells: the columns of numbers of a table, of which a user can choose others */
#ifndef _PATHTIME_CELLS_H
#define _PATHTIME_CELLS_H

#include "base/out.h"
#include "base/units.h"
#include "model/model.h"
#include "model/stats.h"
#include "output/view.h"

/* Missed calls are not counted per outcome or per CPU. */
#define PTOOL_NOT_COUNTED	(~0ULL)

/* least width of a column, for numbers with a mark of an estimate */
#define PTOOL_CELL_LEAST	6

/**
 * struct ptool_cells - the columns of a table
 * @model: the model
 * @columns: number of columns
 * @column: the columns, from left to right
 * @width: width of the columns of each kind, without the blank before them
 * @unit: unit of times of calls
 * @sum_unit: unit of sums of times
 */
struct ptool_cells {
	const struct ptool_model *model;
	u32 columns;
	struct ptool_statistic column[PTOOL_COLUMNS_LEN];
	int width[PTOOL_KINDS];
	enum ptool_unit unit;
	enum ptool_unit sum_unit;
};

/**
 * struct ptool_cell_row - the subject of a row
 * @calls: number of calls; if 0, times are dashes
 * @begun: calls that have a sum of times
 * @series: the calls; NULL for a node
 * @node: the node; NULL for a series
 * @missed: missed calls, or PTOOL_NOT_COUNTED
 * @share: text of the share, if the table has such a column
 * @hist_bits: exponent of the series' buckets per power of two; 0 for the model's
 */
struct ptool_cell_row {
	u64 calls;
	u64 begun;
	const struct ptool_series *series;
	const struct ptool_node *node;
	u64 missed;
	const char *share;
	u32 hist_bits;
};

/**
 * ptool_cells_choose() - choose the columns of a table
 * @cells: set its columns; its model is set
 * @view: the columns or percentiles that the user chose
 * @own: the columns of the table if the user chose none; NONE is skipped
 * @count: number of these
 */
void ptool_cells_choose(struct ptool_cells *cells,
			const struct ptool_view *view,
			const enum ptool_column *own, size_t count);

/**
 * ptool_cells_width() - add up the widths of the columns
 * @cells: the columns
 *
 * Return: the width of all of them, with the blank before each.
 */
int ptool_cells_width(const struct ptool_cells *cells);

/**
 * ptool_cells_squeeze() - make columns narrower, as far as numbers stay readable
 * @cells: the columns
 * @out: where to print; if names are never cut there, nothing is done
 * @others: width of what else is on a line
 */
void ptool_cells_squeeze(struct ptool_cells *cells,
			 const struct ptool_out *out, int others);

/**
 * ptool_cells_fitting() - count how many columns fit on a line
 * @cells: the columns
 * @first: the first of them
 * @room: width of the line
 *
 * Return: their number, at least 1 if there is one.
 */
u32 ptool_cells_fitting(const struct ptool_cells *cells, u32 first, int room);

/**
 * ptool_cells_print_heads() - print headers
 * @out: where to print
 * @cells: the columns
 * @first: the first column to print
 * @count: number of columns to print
 */
void ptool_cells_print_heads(const struct ptool_out *out,
			     const struct ptool_cells *cells, u32 first,
			     u32 count);

/**
 * ptool_cells_print() - print the numbers of a row
 * @out: where to print
 * @cells: the columns
 * @row: the row
 * @first: the first column to print
 * @count: number of columns to print
 */
void ptool_cells_print(const struct ptool_out *out,
		       const struct ptool_cells *cells,
		       const struct ptool_cell_row *row, u32 first, u32 count);

/* the row of a series; no column of shares */
struct ptool_cell_row ptool_cell_row_of(const struct ptool_series *series,
					u64 missed);

#endif /* _PATHTIME_CELLS_H */
