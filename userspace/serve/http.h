/* SPDX-License-Identifier: GPL-2.0 */
/* http: answers requests; by libmicrohttpd, or not at all where a build leaves it out */
#ifndef _PATHTIME_HTTP_H
#define _PATHTIME_HTTP_H

#include "base/types.h"

/**
 * struct ptool_http_answer - what a client gets
 * @status: of HTTP: 200 where all is well
 * @type: what kind of text it is, as in Content-Type
 * @text: the text; it is freed when it was sent
 * @size: bytes of it
 */
struct ptool_http_answer {
	unsigned int status;
	const char *type;
	char *text;
	size_t size;
};

/**
 * struct ptool_http_page - what can be asked for
 * @path: its path; NULL ends a table of pages
 * @answer: fills the answer to a GET or HEAD; called for each anew
 */
struct ptool_http_page {
	const char *path;
	void (*answer)(struct ptool_http_answer *answer, void *argument);
};

/**
 * ptool_http_feature() - what `pathtime version` tells of it
 *
 * Return: the feature's name; NULL where it was left out.
 */
const char *ptool_http_feature(void);

/**
 * ptool_http_check() - can this build answer at all?
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_http_check(void);

/**
 * ptool_http_serve() - answer requests until a signal comes
 * @listener: a socket that listens and does not block; it is closed in the end
 * @interrupt: as ptool_interrupt_open() gives it
 * @pages: what there is; all else is answered by itself
 * @argument: passed to the pages
 *
 * There is one thread, and so one page at a time. Nobody is waited for: who is slow is
 * sent what he takes while others are served, and put out after ten seconds.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_http_serve(int listener, int interrupt,
		     const struct ptool_http_page *pages, void *argument);

#endif /* _PATHTIME_HTTP_H */
