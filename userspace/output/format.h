/* SPDX-License-Identifier: GPL-2.0 */
/* format: writers of a model, one per form of output */
#ifndef _PATHTIME_FORMAT_H
#define _PATHTIME_FORMAT_H

#include "model/breakdown.h"
#include "model/diff.h"
#include "model/model.h"
#include "options/options.h"

struct json_object;

/**
 * struct ptool_format - a form of output
 * @summary: write a line per function
 * @hist: write the buckets
 * @probes: write what the probes do
 * @tree: write callers and callees
 * @breakdown: write where the time of a function goes; NULL where it was not called
 * @paths: write which roads packets took
 * @whole: write summary, tree and, where it is not NULL, the breakdown
 * @diff: write what has changed between two models
 */
struct ptool_format {
	void (*summary)(const struct ptool_model *model,
			const struct ptool_view *view);
	void (*hist)(const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*probes)(const struct ptool_model *model,
		       const struct ptool_view *view);
	void (*tree)(const struct ptool_model *model,
		     const struct ptool_view *view);
	void (*breakdown)(const struct ptool_model *model,
			  const struct ptool_breakdown *breakdown,
			  const struct ptool_view *view);
	void (*paths)(const struct ptool_model *model,
		      const struct ptool_view *view);
	void (*whole)(const struct ptool_model *model,
		      const struct ptool_breakdown *breakdown,
		      const struct ptool_view *view);
	void (*diff)(const struct ptool_diff *diff,
		     const struct ptool_view *view);
};

/* for people: columns, within the width of the terminal */
extern const struct ptool_format ptool_format_table;

/* for programs: one document per model */
extern const struct ptool_format ptool_format_json;

/**
 * ptool_json_export() - write the summary and which roads packets took, as one document
 * @model: the model
 * @view: what to show; paths are null where they are not known
 */
void ptool_json_export(const struct ptool_model *model,
		       const struct ptool_view *view);

/**
 * ptool_json_of_counts() - all that was counted, as JSON
 * @model: what was counted
 *
 * Return: what the summary has, with buckets, and with callers and callees: these are
 * null where they are not known, or not of the CPUs that the rest is of.
 */
struct json_object *ptool_json_of_counts(const struct ptool_model *model);

/**
 * ptool_json_of_tree() - callers and callees as JSON
 * @tree: the tree
 * @has_raw: its raw times are known
 */
struct json_object *ptool_json_of_tree(const struct ptool_tree *tree,
				       bool has_raw);

/**
 * ptool_json_of_breakdown() - where the time of a function goes, as JSON
 * @breakdown: the breakdown
 * @tree: the tree it was made of
 */
struct json_object *
ptool_json_of_breakdown(const struct ptool_breakdown *breakdown,
			const struct ptool_tree *tree);

/**
 * ptool_json_of_paths() - the roads of packets as JSON
 * @model: the model, which has paths
 * @view: says of which name space interfaces have their names
 */
struct json_object *ptool_json_of_paths(const struct ptool_model *model,
					const struct ptool_view *view);

/**
 * ptool_json_of_path_filter() - which packets are looked at, as JSON
 * @paths: the paths
 * @view: as ptool_json_of_paths() has it
 */
struct json_object *ptool_json_of_path_filter(const struct ptool_paths *paths,
					      const struct ptool_view *view);

/**
 * ptool_json_of_path_losses() - packets that are in no path as JSON, by reason
 * @paths: the paths
 */
struct json_object *ptool_json_of_path_losses(const struct ptool_paths *paths);

/**
 * ptool_json_of_buckets() - a histogram as JSON
 * @series: the durations
 * @hist_bits: buckets per power of two, as an exponent
 *
 * Return: a list of [low, high, calls], both bounds in the bucket; the last one of all
 * has no high.
 */
struct json_object *ptool_json_of_buckets(const struct ptool_series *series,
					  u32 hist_bits);

/**
 * ptool_json_add_source() - add the capture, and the part of it, that numbers are of
 * @to: the object that gets them
 * @model: a model that has a source
 */
void ptool_json_add_source(struct json_object *to,
			   const struct ptool_model *model);

/**
 * ptool_json_add_recorded() - add the recordings that numbers are of, if any
 * @to: the object that gets them
 * @model: the numbers
 */
void ptool_json_add_recorded(struct json_object *to,
			     const struct ptool_model *model);

/**
 * ptool_json_diff() - write what has changed between two models, as JSON
 * @diff: what has changed
 * @view: what to show, of which there is all
 */
void ptool_json_diff(const struct ptool_diff *diff,
		     const struct ptool_view *view);

/**
 * ptool_format_of() - the writer the options ask for
 * @options: the options
 */
const struct ptool_format *ptool_format_of(const struct ptool_options *options);

#endif /* _PATHTIME_FORMAT_H */
