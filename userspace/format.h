/* SPDX-License-Identifier: GPL-2.0 */
/* format: writers of a model, one per form of output */
#ifndef _PATHTIME_FORMAT_H
#define _PATHTIME_FORMAT_H

#include "model.h"
#include "options.h"

/**
 * struct ptime_format - a form of output
 * @summary: write a line per function
 * @hist: write the buckets
 * @probes: write what the probes do
 */
struct ptime_format {
	void (*summary)(const struct ptime_model *model,
			const struct ptime_view *view);
	void (*hist)(const struct ptime_model *model,
		     const struct ptime_view *view);
	void (*probes)(const struct ptime_model *model,
		       const struct ptime_view *view);
};

/* for people: columns, within the width of the terminal */
extern const struct ptime_format ptime_format_table;

/* for programs: one document per model */
extern const struct ptime_format ptime_format_json;

/**
 * ptime_format_of() - the writer the options ask for
 * @options: the options
 */
const struct ptime_format *ptime_format_of(const struct ptime_options *options);

#endif /* _PATHTIME_FORMAT_H */
