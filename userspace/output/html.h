/* SPDX-License-Identifier: GPL-2.0 */
/*
 * html: a recording as one page for a browser; or not at all where a build leaves it out
 *
 * The page needs nothing but itself: in it are our own parts (page/page.html, .css and
 * .js), the library that draws the charts (page/library), its licences, and the data as
 * one JSON document:
 *
 *	{
 *	  "tool"		version of the pathtime that wrote the page
 *	  "some_cpus"		CPUs were left out, and so were callers and callees, which
 *				are those of all CPUs
 *	  "counts"		what `hist --json` tells; and "tree", what `tree --json`
 *				tells, null where that is not known
 *	  "remarks": [{		calls that are in no tree, and why
 *	    "text", "count"
 *	  }]
 *	  "paths"		what `paths --json` tells; null where that is not known
 *	  "path_losses": [{	packets that are in no path, and why
 *	    "text", "count"
 *	  }]
 *	  "lows"		lower bounds in ns of the buckets of timelines, by number
 *	  "timelines": [{	one for each recording, none of captures
 *	    "machine"
 *	    "begin_ns"		when it begins, CLOCK_REALTIME
 *	    "columns"		[from, to, counts began anew], ns since the beginning
 *	    "functions": [{
 *	      "module", "function"
 *	      "columns"		for each column its first bucket, and the calls in it and
 *				those behind it, as far as there are any; 0 for no calls
 *	    }]
 *	  }]
 *	}
 */
#ifndef _PATHTIME_HTML_H
#define _PATHTIME_HTML_H

#include "model/model.h"
#include "read/timeline.h"

struct json_object;

/**
 * ptool_html_feature() - what `pathtime version` tells of it
 *
 * Return: the feature's name; NULL where it was left out.
 */
const char *ptool_html_feature(void);

/**
 * ptool_html_check() - can this build write a page at all?
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_html_check(void);

/**
 * ptool_html_print() - write a page to standard output
 * @data: the document above
 */
void ptool_html_print(struct json_object *data);

/**
 * ptool_html_data() - the document above (json_page.c)
 * @model: what was counted
 * @timelines: number of timelines
 * @timeline: these, which have to stay as long as the document
 *
 * Return: the document, for json_object_put().
 */
struct json_object *ptool_html_data(const struct ptool_model *model,
				    u32 timelines,
				    const struct ptool_timeline *timeline);

#endif /* _PATHTIME_HTML_H */
