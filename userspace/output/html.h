/* SPDX-License-Identifier: GPL-2.0 */
/*
 * html: writes a recording as an HTML page, if built with the feature "page"
 *
 * The page is self-contained. It consists of our parts (page/page.html, .css
 * and .js), the chart library with its licences (page/echarts, fetched as
 * page/library says), and the data as one JSON document:
 *
 *	{
 *	  "tool"		version of the pathtime that wrote the page
 *	  "some_cpus"		CPUs were left out. Callers and callees are of
 *				all CPUs, so they were left out, too.
 *	  "counts"		as `hist --json` prints; and "tree", as `tree
 *				--json` prints, null if unknown
 *	  "warnings": [{		warnings: calls that are in no tree, and why
 *	    "text", "count"
 *	  }]
 *	  "paths"		as `paths --json` prints; null if unknown
 *	  "path_filter"		as `paths --json` prints; null if unknown
 *	  "path_losses": [{	packets that are in no path, and why
 *	    "text", "count"
 *	  }]
 *	  "wait_names"		the waits that waits= can have timed
 *	  "timed_waits", "interfaces"
 *				as `paths --json` prints; null if unknown
 *	  "waits", "polls"	as `polls --json` prints; null if unknown
 *	  "lows"		lower bounds of the buckets of timelines, in ns
 *	  "timelines": [{	one per recording, none for captures
 *	    "machine"
 *	    "begin_ns"		start of the timeline, CLOCK_REALTIME
 *	    "columns"		[from, to, counts restarted], in ns since the
 *				start
 *	    "functions": [{
 *	      "module", "function"
 *	      "columns"		for each column an array: the number of the
 *				first bucket that is not empty, then the calls
 *				in each bucket from there to the last that is
 *				not empty; 0 if there are no calls
 *	    }]
 *	  }]
 *	}
 */
#ifndef _PATHTIME_HTML_H
#define _PATHTIME_HTML_H

#include "base/out.h"
#include "model/model.h"
#include "read/timeline.h"

/* NULL if it was not built in */
const char *ptool_html_feature(void);

/**
 * ptool_html_check() - check that this build can write a page
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_html_check(struct ptool_reason *why);

/**
 * struct ptool_page - contents of a page
 * @model: the counts
 * @timelines: number of timelines
 * @timeline: the timelines
 */
struct ptool_page {
	const struct ptool_model *model;
	u32 timelines;
	const struct ptool_timeline *timeline;
};

/**
 * ptool_html_print() - write a page
 * @out: where to print
 * @page: what it shows
 */
void ptool_html_print(const struct ptool_out *out,
		      const struct ptool_page *page);

/**
 * ptool_html_print_data() - print the document described above
 * @to: where to print
 * @page: what it shows
 *
 * The function is in json_page.c. Only one function is in memory as JSON at a
 * time.
 */
void ptool_html_print_data(FILE *to, const struct ptool_page *page);

#endif /* _PATHTIME_HTML_H */
