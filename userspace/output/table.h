/* SPDX-License-Identifier: GPL-2.0 */
/* table: what the tables for people have in common */
#ifndef _PATHTIME_TABLE_H
#define _PATHTIME_TABLE_H

#include "base/terminal.h"
#include "base/units.h"
#include "model/stats.h"
#include "output/format.h"

/**
 * struct ptool_parts - a table in parts, for who shows it on a screen
 * @head: prints of what it is, and what stands above the columns; may be NULL
 * @rows: prints the rows, each with a mark (page.h) that says of which function, or
 *	path, it is
 * @foot: prints what was left out and lost; may be NULL
 */
struct ptool_parts {
	void (*head)(const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*rows)(const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*foot)(const struct ptool_model *model,
		     const struct ptool_view *view);
};

extern const struct ptool_parts ptool_parts_summary;
extern const struct ptool_parts ptool_parts_hist;
extern const struct ptool_parts ptool_parts_tree;
extern const struct ptool_parts ptool_parts_paths;

/* room for a name as a table shows it, its NUL included */
#define PTOOL_NAME_LEN	(PTIME_MODULE_LEN + PTIME_FUNCTION_LEN)

/**
 * ptool_table_summary() - print a line per function
 * @model: the model
 * @view: what to show
 */
void ptool_table_summary(const struct ptool_model *model,
			 const struct ptool_view *view);

/**
 * ptool_table_hist() - print the buckets
 * @model: the model
 * @view: what to show
 */
void ptool_table_hist(const struct ptool_model *model,
		      const struct ptool_view *view);

/**
 * ptool_table_probes() - print what the probes do
 * @model: the model
 * @view: what to show
 */
void ptool_table_probes(const struct ptool_model *model,
			const struct ptool_view *view);

/**
 * ptool_table_tree() - print callers and callees
 * @model: the model, which has a tree
 * @view: what to show
 */
void ptool_table_tree(const struct ptool_model *model,
		      const struct ptool_view *view);

/**
 * ptool_table_tree_body() - print callers and callees, but not of what
 * @model: the model, which has a tree
 * @view: what to show
 */
void ptool_table_tree_body(const struct ptool_model *model,
			   const struct ptool_view *view);

/**
 * ptool_table_paths() - print which roads packets took
 * @model: the model, which has paths
 * @view: what to show
 */
void ptool_table_paths(const struct ptool_model *model,
		       const struct ptool_view *view);

/**
 * ptool_table_path_losses() - print a line for each reason why packets are in no path
 * @model: the model, which has paths
 */
void ptool_table_path_losses(const struct ptool_model *model);

/**
 * ptool_table_breakdown() - print where the time of a function goes
 * @model: the model, which has a tree
 * @breakdown: the breakdown; NULL where there is none
 * @view: what to show
 */
void ptool_table_breakdown(const struct ptool_model *model,
			   const struct ptool_breakdown *breakdown,
			   const struct ptool_view *view);

/**
 * ptool_table_breakdown_body() - the same, but not of what
 * @model: the model, which has a tree
 * @breakdown: the breakdown
 * @view: what to show
 */
void ptool_table_breakdown_body(const struct ptool_model *model,
				const struct ptool_breakdown *breakdown,
				const struct ptool_view *view);

/**
 * ptool_table_whole() - print summary, tree and breakdown
 * @model: the model, which has a tree
 * @breakdown: the breakdown; NULL where there is none
 * @view: what to show
 */
void ptool_table_whole(const struct ptool_model *model,
		       const struct ptool_breakdown *breakdown,
		       const struct ptool_view *view);

/**
 * ptool_table_diff() - print what has changed between two models
 * @diff: what has changed
 * @view: what to show
 */
void ptool_table_diff(const struct ptool_diff *diff,
		      const struct ptool_view *view);

/**
 * ptool_table_head() - print of what and since when the numbers are
 * @model: the model
 */
void ptool_table_head(const struct ptool_model *model);

/**
 * ptool_table_remarks() - print what the source had to skip or to guess
 * @model: the model
 */
void ptool_table_remarks(const struct ptool_model *model);

/**
 * ptool_table_losses() - print what was not counted, or not well
 * @model: the model
 *
 * The remarks are printed, too.
 */
void ptool_table_losses(const struct ptool_model *model);

/**
 * ptool_table_cost() - print what the probes cost, or that it is not known
 * @model: the model
 */
void ptool_table_cost(const struct ptool_model *model);

/**
 * ptool_table_unit() - the unit for the times of a model
 * @model: the model
 * @view: may ask for a unit
 */
enum ptool_unit ptool_table_unit(const struct ptool_model *model,
				 const struct ptool_view *view);

/**
 * ptool_table_full_name() - MODULE:FUNCTION, FUNCTION in the kernel itself
 * @name: gets it, PTOOL_NAME_LEN bytes at most
 * @probe: the function
 */
void ptool_table_full_name(char *name, const struct ptool_probe *probe);

/**
 * ptool_table_is_wanted() - whether the view's filter lets a function through
 * @view: the view
 * @module: module that holds it
 * @function: its name
 */
bool ptool_table_is_wanted(const struct ptool_view *view, const char *module,
			   const char *function);

/**
 * ptool_table_shorten() - take out the middle of a name that is too long
 * @name: the name, changed in place
 * @width: what it may take, at least 5
 */
void ptool_table_shorten(char *name, int width);

/**
 * ptool_table_rate() - a count or a sum of times as a model tells it
 * @model: the model
 * @value: the count or sum
 *
 * Return: the same; where the model tells rates, so much per second, rounded.
 */
u64 ptool_table_rate(const struct ptool_model *model, u64 value);

/**
 * ptool_table_rate_head() - print the head of a column of counts or sums
 * @model: says whether these are rates
 * @name: the head
 * @rate: the head where they are
 * @width: width of the column; a blank comes before it
 */
void ptool_table_rate_head(const struct ptool_model *model, const char *name,
			   const char *rate, int width);

/**
 * ptool_table_count_text() - a count as text, with a '~' if it is an estimate
 * @text: gets PTOOL_NUMBER_LEN bytes at most
 * @model: says whether it is, and whether rates are told
 * @count: the count
 * @width: width of the column, at least 6
 */
void ptool_table_count_text(char *text, const struct ptool_model *model,
			    u64 count, int width);

/**
 * ptool_table_count() - print that in a column
 * @model: the model
 * @count: the count
 * @width: width of the column, at least 6; a blank comes before it
 */
void ptool_table_count(const struct ptool_model *model, u64 count, int width);

/**
 * ptool_table_missed() - print missed calls in a column, any in red
 * @model: says whether rates are told
 * @missed: missed calls
 * @width: width of the column, at least 5; a blank comes before it
 */
void ptool_table_missed(const struct ptool_model *model, u64 missed, int width);

/**
 * ptool_table_time() - print a time in a column
 * @calls: a dash is printed where there are none
 * @ns: the time
 * @unit: its unit
 * @width: width of the column, at least 5; a blank comes before it
 */
void ptool_table_time(u64 calls, u64 ns, enum ptool_unit unit, int width);

/**
 * ptool_table_estimate() - print a time in a column, marked if raw times are shown
 * @model: says whether they are
 * @calls: a dash is printed where there are none
 * @ns: the time, one of those that are moved then
 * @unit: its unit
 * @width: width of the column, at least 6; a blank comes before it
 */
void ptool_table_estimate(const struct ptool_model *model, u64 calls, u64 ns,
			  enum ptool_unit unit, int width);

/**
 * ptool_table_total() - print a sum of times in a column, marked as a count is
 * @model: the model
 * @calls: a dash is printed where there are none
 * @ns: the sum
 * @unit: its unit
 * @width: width of the column, at least 6; a blank comes before it
 */
void ptool_table_total(const struct ptool_model *model, u64 calls, u64 ns,
		       enum ptool_unit unit, int width);

#endif /* _PATHTIME_TABLE_H */
