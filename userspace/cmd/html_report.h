/* SPDX-License-Identifier: GPL-2.0 */
/* html_report: writes an HTML page of a range of a recording */
#ifndef _PATHTIME_HTML_REPORT_H
#define _PATHTIME_HTML_REPORT_H

#include "base/out.h"
#include "options/options.h"

/**
 * ptool_html_report() - write an HTML page of a recording
 * @options: the recording, its range, the groups and CPUs to keep, and the
 *	output file. The words must be those of a report without a command.
 * @out: where to print without an output file
 *
 * A file of several merged recordings is one page.
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_html_report(const struct ptool_options *options,
		      const struct ptool_out *out);

#endif /* _PATHTIME_HTML_REPORT_H */
