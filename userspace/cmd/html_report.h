/* SPDX-License-Identifier: GPL-2.0 */
/* html_report: a page of a part of a recording */
#ifndef _PATHTIME_HTML_REPORT_H
#define _PATHTIME_HTML_REPORT_H

#include "options/options.h"

/**
 * ptool_html_report() - write a page of a recording, or of several merged
 * @options: the recording, the part of it that is wanted, groups and CPUs to keep, the
 *	file to write; and words, which must be those of a report without a command
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_html_report(const struct ptool_options *options);

#endif /* _PATHTIME_HTML_REPORT_H */
