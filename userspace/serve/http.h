/* SPDX-License-Identifier: GPL-2.0 */
/* http: answers HTTP requests, by libmicrohttpd */
#ifndef _PATHTIME_HTTP_H
#define _PATHTIME_HTTP_H

#include "base/error.h"

/**
 * struct ptool_http_answer - the response to a request
 * @status: HTTP status code; 200 for success
 * @type: value of Content-Type
 * @text: the body; freed after it was sent
 * @size: size of the body in bytes
 */
struct ptool_http_answer {
	unsigned int status;
	const char *type;
	char *text;
	size_t size;
};

/* media types of a page */
#define PTOOL_HTTP_FORMS_MAX	3

/**
 * struct ptool_http_page - a page that can be requested
 * @path: path of the page; NULL ends a table of pages
 * @forms: the media types that it can have, for ptool_accept_choose(), at most
 *	PTOOL_HTTP_FORMS_MAX; NULL if there is only one
 * @keep_ns: how long answers are sent again before @read is called for the next
 *	ones; 0 calls it for every request
 * @read: reads what all forms of the answer show; NULL if there is nothing to
 *	read
 * @answer: fills the response to a GET or HEAD, in the form with the index @form
 */
struct ptool_http_page {
	const char *path;
	const char *const *forms;
	u64 keep_ns;
	void (*read)(void *argument);
	void (*answer)(struct ptool_http_answer *answer, size_t form,
		       void *argument);
};

/**
 * ptool_http_serve() - answer requests until a signal arrives
 * @listener: a nonblocking listening socket; closed before the function returns
 * @pages: table of up to four pages; other paths and methods get an error
 *	response
 * @argument: passed to the pages
 * @why: set to the reason of an error
 *
 * One thread serves all connections, one page at a time. Responses are buffered,
 * so a slow client does not block others. A connection is shut down after ten
 * seconds, or if the head of its request is not complete after two. With 64
 * connections, a new one takes the place of the oldest without a complete
 * request.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_http_serve(int listener, const struct ptool_http_page *pages,
		     void *argument, struct ptool_reason *why);

#endif /* _PATHTIME_HTTP_H */
