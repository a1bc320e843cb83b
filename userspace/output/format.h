/* SPDX-License-Identifier: GPL-2.0 */
/* format: the output formats, each a set of writers of a model */
#ifndef _PATHTIME_FORMAT_H
#define _PATHTIME_FORMAT_H

#include "base/out.h"
#include "model/breakdown.h"
#include "model/diff.h"
#include "model/model.h"
#include "output/view.h"

struct json_object;

/**
 * struct ptool_format - an output format
 * @summary: write a line per function
 * @hist: write the buckets
 * @probes: write the state of the probes
 * @tree: write callers and callees
 * @breakdown: write where the time of a function goes; NULL if it had no calls
 * @paths: write the paths that packets took
 * @polls: write waits of the receive softirq, and NAPI's polls
 * @whole: write summary and tree, and the breakdown unless it is NULL
 * @diff: write what changed between two models
 */
struct ptool_format {
	void (*summary)(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view);
	void (*hist)(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*probes)(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view);
	void (*tree)(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*breakdown)(const struct ptool_out *out,
			  const struct ptool_model *model,
			  const struct ptool_breakdown *breakdown,
			  const struct ptool_view *view);
	void (*paths)(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_view *view);
	void (*polls)(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_view *view);
	void (*whole)(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_breakdown *breakdown,
		      const struct ptool_view *view);
	void (*diff)(const struct ptool_out *out,
		     const struct ptool_diff *diff,
		     const struct ptool_view *view);
};

/* tables as text, within the width of the terminal */
extern const struct ptool_format ptool_format_table;

/* JSON, one document per model */
extern const struct ptool_format ptool_format_json;

/**
 * ptool_json_export() - write summary and paths as one JSON document
 * @out: where to print
 * @model: the model
 * @view: what to show
 *
 * The paths are null if the model has none.
 */
void ptool_json_export(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view);

/**
 * ptool_json_print_counts() - print all counts as a JSON object
 * @out: where to print, not in the pretty form
 * @model: the model
 *
 * The object is the summary with buckets and the tree. The tree is null if it is
 * unknown, or if the counts are not of all CPUs.
 */
void ptool_json_print_counts(const struct ptool_out *out,
			     const struct ptool_model *model);

/**
 * ptool_json_print_tree() - print callers and callees as the member "tree"
 * @out: where to print, after ptool_json_open()
 * @tree: the tree
 * @has_raw: the tree has raw times
 * @view: order, limit and pattern
 */
void ptool_json_print_tree(const struct ptool_out *out,
			   const struct ptool_tree *tree, bool has_raw,
			   const struct ptool_view *view);

/**
 * ptool_json_of_breakdown() - convert a breakdown to JSON
 * @breakdown: the breakdown
 * @tree: the tree from which it was made
 *
 * Return: the breakdown, for json_object_put().
 */
struct json_object *
ptool_json_of_breakdown(const struct ptool_breakdown *breakdown,
			const struct ptool_tree *tree);

/**
 * ptool_json_of_paths() - convert the paths of packets to JSON
 * @model: the model, which must have paths
 * @view: the network namespace in which interface names are resolved
 * @left_out: set to the number of further paths, because of the limit
 *
 * Return: an array of paths, for json_object_put().
 */
struct json_object *ptool_json_of_paths(const struct ptool_model *model,
					const struct ptool_view *view,
					u32 *left_out);

/**
 * ptool_json_of_waits() - Convert waits of the receive softirq and its polls to JSON
 * @model: the model, which must have paths
 *
 * Return: an array, for json_object_put(); NULL if they are not known.
 */
struct json_object *ptool_json_of_waits(const struct ptool_model *model);

/* the same of what polls of each CPU did besides */
struct json_object *ptool_json_of_polls(const struct ptool_model *model);

/**
 * ptool_json_of_path_filter() - convert the packet filter to JSON
 * @paths: the paths
 * @view: the network namespace in which interface names are resolved
 *
 * Return: the filter, for json_object_put().
 */
struct json_object *ptool_json_of_path_filter(const struct ptool_paths *paths,
					      const struct ptool_view *view);

/**
 * ptool_json_of_timed_waits() - convert the waits that are timed on request to JSON
 * @paths: the paths
 *
 * Return: an array of names, for json_object_put(); NULL if they are not known.
 */
struct json_object *ptool_json_of_timed_waits(const struct ptool_paths *paths);

/**
 * ptool_json_of_path_losses() - convert the packets that are in no path to JSON
 * @paths: the paths
 *
 * Return: the number of packets by reason, for json_object_put().
 */
struct json_object *ptool_json_of_path_losses(const struct ptool_paths *paths);

/**
 * ptool_json_of_interfaces() - convert the packets of interfaces to JSON
 * @paths: the paths
 * @view: the network namespace in which interface names are resolved
 *
 * Return: an array of interfaces, for json_object_put().
 */
struct json_object *ptool_json_of_interfaces(const struct ptool_paths *paths,
					     const struct ptool_view *view);

/**
 * ptool_json_of_buckets() - convert a histogram to JSON
 * @series: the durations
 * @hist_bits: exponent of the buckets per power of two
 *
 * Return: an array of [low, high, calls], for json_object_put(). Both bounds
 * are in the bucket. The high bound of the overflow bucket is null.
 */
struct json_object *ptool_json_of_buckets(const struct ptool_series *series,
					  u32 hist_bits);

/**
 * ptool_json_add_source() - add the capture and its segment to an object
 * @to: the object
 * @model: the model, which must have a source
 */
void ptool_json_add_source(struct json_object *to,
			   const struct ptool_model *model);

/**
 * ptool_json_add_recorded() - add the recordings of a model to an object
 * @to: the object; unchanged if the model is of no recording
 * @model: the model
 */
void ptool_json_add_recorded(struct json_object *to,
			     const struct ptool_model *model);

/**
 * ptool_json_diff() - write what changed between two models as JSON
 * @out: where to print
 * @diff: the changes
 * @view: unused, as all changes are written
 */
void ptool_json_diff(const struct ptool_out *out, const struct ptool_diff *diff,
		     const struct ptool_view *view);

static inline const struct ptool_format *ptool_format_of(bool json)
{
	return json ? &ptool_format_json : &ptool_format_table;
}

#endif /* _PATHTIME_FORMAT_H */
