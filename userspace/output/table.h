/* SPDX-License-Identifier: GPL-2.0 */
/* table: the parts that all tables share */
#ifndef _PATHTIME_TABLE_H
#define _PATHTIME_TABLE_H

#include "base/out.h"
#include "base/units.h"
#include "model/names.h"
#include "model/stats.h"
#include "output/format.h"

/* least width of a name that is cut: on narrower terminals, lines are too long */
#define PTOOL_NAME_LEAST	10

/**
 * struct ptool_parts - a table in parts, for a screen with a scrolling area
 * @head: prints the origin of the counts and the column headers; may be NULL
 * @rows: prints the rows, each with the mark (lines.h) of its function or path
 * @foot: prints what was left out or lost; may be NULL
 */
struct ptool_parts {
	void (*head)(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*rows)(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*foot)(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view);
};

extern const struct ptool_parts ptool_parts_summary;
extern const struct ptool_parts ptool_parts_hist;
extern const struct ptool_parts ptool_parts_tree;
extern const struct ptool_parts ptool_parts_paths;
extern const struct ptool_parts ptool_parts_interfaces;
extern const struct ptool_parts ptool_parts_polls;

/**
 * ptool_table_summary() - print a line per function
 * @out: where to print
 * @model: the model
 * @view: what to show
 */
void ptool_table_summary(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view);

/**
 * ptool_table_hist() - print the buckets
 * @out: where to print
 * @model: the model
 * @view: what to show
 */
void ptool_table_hist(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_view *view);

/**
 * ptool_table_probes() - print the state of the probes
 * @out: where to print
 * @model: the model
 * @view: what to show
 */
void ptool_table_probes(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view);

/**
 * ptool_table_tree() - print callers and callees
 * @out: where to print
 * @model: the model, which must have a tree
 * @view: what to show
 */
void ptool_table_tree(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_view *view);

/**
 * ptool_table_tree_body() - print callers and callees, without the header
 * @out: where to print
 * @model: the model, which must have a tree
 * @view: what to show
 */
void ptool_table_tree_body(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_view *view);

/**
 * ptool_table_paths() - print the paths that packets took
 * @out: where to print
 * @model: the model, which must have paths
 * @view: what to show
 */
void ptool_table_paths(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view);

/**
 * ptool_table_interfaces() - print the packets of each interface, and an empty line
 * @out: where to print
 * @model: the model, which must have paths
 * @view: the network namespace in which names can be looked up
 *
 * Without packets of interfaces, nothing is printed.
 */
void ptool_table_interfaces(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view);

/**
 * ptool_table_path_losses() - print the packets that are in no path, by reason
 * @out: where to print
 * @model: the model, which must have paths
 */
void ptool_table_path_losses(const struct ptool_out *out,
			     const struct ptool_model *model);

/**
 * ptool_table_breakdown() - print where the time of a function goes
 * @out: where to print
 * @model: the model, which must have a tree
 * @breakdown: the breakdown, or NULL
 * @view: what to show
 */
void ptool_table_breakdown(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_breakdown *breakdown,
			   const struct ptool_view *view);

/**
 * ptool_table_breakdown_body() - print a breakdown, without the header
 * @out: where to print
 * @model: the model, which must have a tree
 * @breakdown: the breakdown
 * @view: what to show
 */
void ptool_table_breakdown_body(const struct ptool_out *out,
				const struct ptool_model *model,
				const struct ptool_breakdown *breakdown,
				const struct ptool_view *view);

/**
 * ptool_table_whole() - print summary, tree and breakdown
 * @out: where to print
 * @model: the model, which must have a tree
 * @breakdown: the breakdown, or NULL
 * @view: what to show
 */
void ptool_table_whole(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_breakdown *breakdown,
		       const struct ptool_view *view);

/**
 * ptool_table_diff() - print what changed between two models
 * @out: where to print
 * @diff: the changes
 * @view: what to show
 */
void ptool_table_diff(const struct ptool_out *out,
		      const struct ptool_diff *diff,
		      const struct ptool_view *view);

/**
 * ptool_table_events() - Print what happened in the ranges of a model's recordings
 * @out: where to print, and how
 * @model: the model
 *
 * Restarts of the counts, and times of day that were set back.
 */
void ptool_table_events(const struct ptool_out *out,
			const struct ptool_model *model);

/**
 * ptool_table_head() - print the origin and the time span of the counts
 * @out: where to print
 * @model: the model
 */
void ptool_table_head(const struct ptool_out *out,
		      const struct ptool_model *model);

/**
 * ptool_table_warnings() - print warnings about what was skipped or guessed
 * @out: where to print
 * @model: the model
 */
void ptool_table_warnings(const struct ptool_out *out,
			  const struct ptool_model *model);

/**
 * ptool_table_counted() - print how many there are of something
 * @out: where to print
 * @count: the number
 * @text: what it is; begins with a noun in the plural
 * @more: more text
 */
void ptool_table_counted(const struct ptool_out *out, u64 count,
			 const char *text, const char *more);

/**
 * ptool_table_losses() - print the losses of all functions, and the warnings
 * @out: where to print
 * @model: the model
 */
void ptool_table_losses(const struct ptool_out *out,
			const struct ptool_model *model);

/**
 * ptool_table_cost() - print the overhead of the probes, or that it is unknown
 * @out: where to print
 * @model: the model
 */
void ptool_table_cost(const struct ptool_out *out,
		      const struct ptool_model *model);

/**
 * ptool_table_unit() - choose the unit of times
 * @model: the model
 * @view: its unit, unless PTOOL_UNIT_AUTO, is used
 *
 * Return: the unit.
 */
enum ptool_unit ptool_table_unit(const struct ptool_model *model,
				 const struct ptool_view *view);

/**
 * ptool_table_full_name() - format MODULE:FUNCTION, or FUNCTION in the kernel
 * @name: buffer of PTOOL_NAME_LEN bytes
 * @probe: the function
 */
void ptool_table_full_name(char *name, const struct ptool_probe *probe);

/**
 * ptool_table_short_name() - format FUNCTION, with its module only if needed
 * @name: buffer of PTOOL_NAME_LEN bytes
 * @probe: the function
 * @is_repeated: another function in the table has the same name
 */
void ptool_table_short_name(char *name, const struct ptool_probe *probe,
			    bool is_repeated);

/**
 * ptool_table_is_wanted() - match a function against the filter of the view
 * @view: the view
 * @module: module of the function
 * @function: name of the function
 *
 * Return: true if the function or its module matches, or if there is no filter.
 */
bool ptool_table_is_wanted(const struct ptool_view *view, const char *module,
			   const char *function);

/**
 * ptool_table_shorten() - cut out the middle of a name that is too long
 * @out: where it is printed; if names are never cut there, nothing is done
 * @name: the name; modified
 * @width: maximum width, at least 5
 */
void ptool_table_shorten(const struct ptool_out *out, char *name, int width);

/**
 * ptool_table_share_text() - format a share in per cent
 * @text: receives it, PTOOL_NUMBER_LEN bytes; a dash if @whole is 0
 * @part: the part
 * @whole: the whole
 * @width: width of the column
 */
void ptool_table_share_text(char *text, u64 part, u64 whole, int width);

/**
 * ptool_table_path_name() - print the name of a path in a column
 * @out: where to print
 * @name: the name; if it does not fit, it gets lines of its own
 * @width: width of the column
 */
void ptool_table_path_name(const struct ptool_out *out, const char *name,
			   int width);

/**
 * ptool_table_name_width() - Choose the width of a column of names
 * @out: where the table is printed
 * @widest: width of the longest name
 * @others: width of all other columns, with the blanks between columns
 *
 * Return: @widest if it fits the line or names are never cut; otherwise the
 * rest of the line, or PTOOL_NAME_LEAST if that is more.
 */
int ptool_table_name_width(const struct ptool_out *out, int widest, int others);

/**
 * ptool_table_rate() - convert a count or a sum of times to the model's rate
 * @model: the model
 * @value: the count or sum
 *
 * Return: @value per second, rounded, if the model shows rates; otherwise
 * @value.
 */
u64 ptool_table_rate(const struct ptool_model *model, u64 value);

/**
 * ptool_table_count_text() - format a count, with a "~" if it is an estimate
 * @text: buffer of PTOOL_NUMBER_LEN bytes
 * @model: whether it is an estimate, and whether rates are shown
 * @count: the count
 * @width: width of the column, at least 6
 */
void ptool_table_count_text(char *text, const struct ptool_model *model,
			    u64 count, int width);

/**
 * ptool_table_count() - print a count in a column
 * @out: where to print
 * @model: whether it is an estimate, and whether rates are shown
 * @count: the count
 * @width: width of the column, at least 6, which follows a blank
 */
void ptool_table_count(const struct ptool_out *out,
		       const struct ptool_model *model, u64 count, int width);

/**
 * ptool_table_missed() - print missed calls in a column, red if there are any
 * @out: where to print
 * @model: whether rates are shown
 * @missed: number of missed calls
 * @width: width of the column, at least 5, which follows a blank
 */
void ptool_table_missed(const struct ptool_out *out,
			const struct ptool_model *model, u64 missed, int width);

/**
 * ptool_table_time() - print a time in a column
 * @out: where to print
 * @calls: number of calls; if 0, a dash is printed
 * @ns: the time
 * @unit: unit of the time
 * @width: width of the column, at least 5, which follows a blank
 */
void ptool_table_time(const struct ptool_out *out, u64 calls, u64 ns,
		      enum ptool_unit unit, int width);

/**
 * ptool_table_estimate() - print a time, with a "~" if raw times are shown
 * @out: where to print
 * @model: whether raw times are shown
 * @calls: number of calls; if 0, a dash is printed
 * @ns: the time; as a raw time it is an estimate
 * @unit: unit of the time
 * @width: width of the column, at least 6, which follows a blank
 */
void ptool_table_estimate(const struct ptool_out *out,
			  const struct ptool_model *model, u64 calls, u64 ns,
			  enum ptool_unit unit, int width);

/**
 * ptool_table_total() - print a sum of times, with a "~" if it is an estimate
 * @out: where to print
 * @model: whether it is an estimate, and whether rates are shown
 * @calls: number of calls; if 0, a dash is printed
 * @ns: the sum
 * @unit: unit of the time
 * @width: width of the column, at least 6, which follows a blank
 */
void ptool_table_total(const struct ptool_out *out,
		       const struct ptool_model *model, u64 calls, u64 ns,
		       enum ptool_unit unit, int width);

#endif /* _PATHTIME_TABLE_H */
