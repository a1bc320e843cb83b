// SPDX-License-Identifier: GPL-2.0
/* http: answers HTTP requests by libmicrohttpd */
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process.h"
#include "base/time.h"
#include "serve/accept.h"
#include "serve/gzip.h"
#include "serve/http.h"

/* clients that are served at a time; the one that is slowest leaves for the next one */
#define CONNECTIONS	64

/* libmicrohttpd accepts ten at once; those that leave are closed after that */
#define CONNECTIONS_MAX	(CONNECTIONS + 16)

/* limit for the head of a request: it fits into one packet */
#define SECONDS_HEAD	2

/* limit for a request and its response; the default of Prometheus's scrape_timeout, too */
#define SECONDS_MAX	10

#define NS_PER_MS	1000000ULL

#define TEXT_PLAIN	"text/plain; charset=utf-8"
#define METHODS		"GET, HEAD"

#define PAGES_MAX	4

/* an answer that fits into one packet is not compressed */
#define GZIP_MIN	1400

/* the values of a header that several lines give, which are one list */
#define LIST_MAX	1024

/**
 * struct connection - a client; times are those of ptool_time_now()
 * @fd: its descriptor; -1 if the entry is unused
 * @begin_ns: when it connected
 * @is_answered: the head of its request is complete
 * @is_leaving: it was shut down, and is closed when libmicrohttpd notices
 */
struct connection {
	int fd;
	u64 begin_ns;
	bool is_answered;
	bool is_leaving;
};

/**
 * struct kept - an answer of a page, in one of its forms, that is sent again
 * @answer: the answer, whose text is that of @plain
 * @plain: the response; NULL for none
 * @packed: the response, compressed; NULL for none
 */
struct kept {
	struct ptool_http_answer answer;
	struct MHD_Response *plain;
	struct MHD_Response *packed;
};

/**
 * struct reading - the answers of a page that show the same reading
 * @form: the answers, in the order of the page's forms
 * @end_ns: when the next reading is due
 */
struct reading {
	struct kept form[PTOOL_HTTP_FORMS_MAX];
	u64 end_ns;
};

/**
 * struct server - the pages, and the connections to clients
 * @pages: table of pages
 * @reading: the responses that are kept, in the order of @pages
 * @argument: passed to the pages
 * @connection: the connections; an unused entry has the descriptor -1
 * @has_closed: a connection has closed since library_due() last checked
 */
struct server {
	const struct ptool_http_page *pages;
	struct reading reading[PAGES_MAX];
	void *argument;
	struct connection connection[CONNECTIONS_MAX];
	bool has_closed;
};

static struct connection *connection_of(struct server *server, int fd)
{
	size_t i = 0;

	while (i < CONNECTIONS_MAX && server->connection[i].fd != fd)
		i++;
	return i < CONNECTIONS_MAX ? &server->connection[i] : NULL;
}

static int fd_of(struct MHD_Connection *of)
{
	return MHD_get_connection_info(of, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static bool is_served(const struct connection *connection)
{
	return connection->fd >= 0 && !connection->is_leaving;
}

static void put_out(struct connection *connection)
{
	shutdown(connection->fd, SHUT_RDWR);
	connection->is_leaving = true;
}

/* requests that are not complete come first, then those that have waited longest */
static bool leaves_before(const struct connection *a, const struct connection *b)
{
	if (a->is_answered != b->is_answered)
		return b->is_answered;
	return a->begin_ns < b->begin_ns;
}

/*
 * Idle clients must not keep others out. A scrape is complete when it is read
 * first, so it is never the one that leaves for a client that sends nothing.
 */
static void make_room(struct server *server)
{
	struct connection *connection = server->connection, *first = NULL;
	size_t served = 0;

	for (; connection < server->connection + CONNECTIONS_MAX; connection++) {
		if (!is_served(connection))
			continue;
		served++;
		if (!first || leaves_before(connection, first))
			first = connection;
	}
	if (served >= CONNECTIONS)
		put_out(first);
}

static void note_start(struct server *server, int fd)
{
	struct connection *connection;

	make_room(server);
	connection = connection_of(server, -1);
	if (connection)
		*connection = (struct connection){
			.fd = fd,
			.begin_ns = ptool_time_now(),
		};
}

static void note_close(struct server *server, int fd)
{
	struct connection *connection = connection_of(server, fd);

	server->has_closed = true;
	if (connection)
		connection->fd = -1;
}

static void note_connection(void *argument, struct MHD_Connection *of,
			    void **context,
			    enum MHD_ConnectionNotificationCode code)
{
	(void)context;
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		note_start(argument, fd_of(of));
	else
		note_close(argument, fd_of(of));
}

static u64 end_of(const struct connection *connection)
{
	return connection->begin_ns + PTOOL_NS_PER_S *
	       (connection->is_answered ? SECONDS_MAX : SECONDS_HEAD);
}

/* libmicrohttpd restarts its own timeout at each byte, so a byte a second would never end */
static u64 put_out_the_slow(struct server *server)
{
	u64 now_ns = ptool_time_now(), due_ns = PTOOL_SIGNALS_NEVER;
	struct connection *connection = server->connection;

	for (; connection < server->connection + CONNECTIONS_MAX; connection++) {
		if (!is_served(connection))
			continue;
		if (end_of(connection) <= now_ns)
			put_out(connection);
		else if (end_of(connection) < due_ns)
			due_ns = end_of(connection);
	}
	return due_ns;
}

static const struct ptool_http_page *page_of(const struct server *server,
					     const char *path)
{
	const struct ptool_http_page *page = server->pages;

	while (page->path && strcmp(page->path, path))
		page++;
	return page->path ? page : NULL;
}

static void say(struct ptool_http_answer *answer, unsigned int status,
		const char *text)
{
	answer->status = status;
	answer->type = TEXT_PLAIN;
	answer->text = strdup(text);
	answer->size = answer->text ? strlen(text) : 0;
}

/* one request per connection, so that an idle client does not occupy one of CONNECTIONS */
static struct MHD_Response *response_of(const struct ptool_http_answer *answer)
{
	struct MHD_Response *response;

	if (!answer->text)
		return NULL;
	response = MHD_create_response_from_buffer(answer->size, answer->text,
						   MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(answer->text);
		return NULL;
	}
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				answer->type);
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
	if (answer->status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW,
					METHODS);
	return response;
}

static enum MHD_Result queue(struct MHD_Connection *to, unsigned int status,
			     struct MHD_Response *response)
{
	return response ? MHD_queue_response(to, status, response) : MHD_NO;
}

static enum MHD_Result send_text(struct MHD_Connection *to, unsigned int status,
				 const char *text)
{
	struct ptool_http_answer answer;
	struct MHD_Response *response;
	enum MHD_Result result;

	say(&answer, status, text);
	response = response_of(&answer);
	result = queue(to, status, response);
	if (response)
		MHD_destroy_response(response);
	return result;
}

static void drop(struct reading *reading)
{
	struct kept *kept = reading->form;

	for (; kept < reading->form + PTOOL_HTTP_FORMS_MAX; kept++) {
		if (kept->plain)
			MHD_destroy_response(kept->plain);
		if (kept->packed)
			MHD_destroy_response(kept->packed);
	}
	*reading = (struct reading){ 0 };
}

/* caches between the client and the exporter must not mix forms and encodings */
static struct MHD_Response *encoded(const struct ptool_http_answer *answer,
				    const char *encoding)
{
	struct MHD_Response *response = response_of(answer);

	if (!response)
		return NULL;
	MHD_add_response_header(response, MHD_HTTP_HEADER_VARY,
				MHD_HTTP_HEADER_ACCEPT ", "
				MHD_HTTP_HEADER_ACCEPT_ENCODING);
	if (encoding)
		MHD_add_response_header(response,
					MHD_HTTP_HEADER_CONTENT_ENCODING,
					encoding);
	return response;
}

/* all forms show the same reading, so a flood of clients with different ones reads no more often */
static void refresh(struct reading *reading, const struct ptool_http_page *page,
		    void *argument)
{
	if (ptool_time_now() < reading->end_ns)
		return;
	drop(reading);
	if (page->read)
		page->read(argument);
	reading->end_ns = ptool_time_now() + page->keep_ns;
}

static void make(struct kept *kept, const struct ptool_http_page *page,
		 size_t form, void *argument)
{
	if (kept->plain)
		return;
	page->answer(&kept->answer, form, argument);
	kept->plain = encoded(&kept->answer, NULL);
}

/* compress once for all clients; without success they get the plain answer */
static struct MHD_Response *packed(struct kept *kept)
{
	struct ptool_http_answer answer = kept->answer;

	if (kept->packed || !kept->plain || answer.size < GZIP_MIN)
		return kept->packed;
	answer.text = ptool_gzip(kept->answer.text, kept->answer.size,
				 &answer.size);
	kept->packed = encoded(&answer, "gzip");
	return kept->packed;
}

/* the values of all lines of a header, which are one list */
struct list {
	char text[LIST_MAX];
	size_t length;
	const char *name;
};

static enum MHD_Result add_to_list(void *argument, enum MHD_ValueKind kind,
				   const char *name, const char *value)
{
	struct list *list = argument;
	size_t length = value ? strlen(value) : 0;

	(void)kind;
	if (strcasecmp(name, list->name) ||
	    list->length + length + sizeof(",") > LIST_MAX)
		return MHD_YES;
	memcpy(list->text + list->length, value ? value : "", length);
	list->length += length;
	list->text[list->length++] = ',';
	return MHD_YES;
}

static bool wants_gzip(struct MHD_Connection *of)
{
	struct list list = { .name = MHD_HTTP_HEADER_ACCEPT_ENCODING };

	MHD_get_connection_values(of, MHD_HEADER_KIND, add_to_list, &list);
	return ptool_accept_gzip(list.text);
}

static size_t wanted_form(struct MHD_Connection *of,
			  const struct ptool_http_page *page)
{
	struct list list = { .name = MHD_HTTP_HEADER_ACCEPT };

	if (!page->forms)
		return 0;
	MHD_get_connection_values(of, MHD_HEADER_KIND, add_to_list, &list);
	return ptool_accept_choose(list.text, page->forms);
}

/* libmicrohttpd counts who uses a response, so slow clients share one, too */
static enum MHD_Result send_page(struct MHD_Connection *to,
				 struct server *server,
				 const struct ptool_http_page *page)
{
	struct reading *reading = &server->reading[page - server->pages];
	size_t form = wanted_form(to, page);
	struct kept *kept = &reading->form[form];
	struct MHD_Response *response = NULL;

	refresh(reading, page, server->argument);
	make(kept, page, form, server->argument);
	if (wants_gzip(to))
		response = packed(kept);
	return queue(to, kept->answer.status, response ? response : kept->plain);
}

static enum MHD_Result count_value(void *argument, enum MHD_ValueKind kind,
				   const char *name, const char *value)
{
	u32 *hosts = argument;

	(void)kind;
	(void)value;
	*hosts += !strcasecmp(name, MHD_HTTP_HEADER_HOST);
	return MHD_YES;
}

/* RFC 9112, 3.2: a request of HTTP/1.1 names the host, and no request names two */
static bool has_host(struct MHD_Connection *of, const char *version)
{
	u32 hosts = 0;

	MHD_get_connection_values(of, MHD_HEADER_KIND, count_value, &hosts);
	return hosts == 1 || (!hosts && !strcmp(version, MHD_HTTP_VERSION_1_0));
}

/* A path with a NUL would be cut there, so it stays as it is, and is that of no page. */
static size_t unescape(void *argument, struct MHD_Connection *of, char *text)
{
	(void)argument;
	(void)of;
	return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

/* called when the head of a request has been read; a request body is ignored */
static enum MHD_Result respond(void *argument, struct MHD_Connection *to,
			       const char *path, const char *method,
			       const char *version, const char *upload,
			       size_t *upload_size, void **context)
{
	struct server *server = argument;
	const struct ptool_http_page *page = page_of(server, path);
	struct connection *connection = connection_of(server, fd_of(to));

	(void)upload;
	(void)upload_size;
	(void)context;
	if (connection)
		connection->is_answered = true;
	if (!has_host(to, version))
		return send_text(to, MHD_HTTP_BAD_REQUEST,
				 "the request must have one Host\n");
	if (!page)
		return send_text(to, MHD_HTTP_NOT_FOUND,
				 "there is no such page\n");
	if (strcmp(method, MHD_HTTP_METHOD_GET) &&
	    strcmp(method, MHD_HTTP_METHOD_HEAD))
		return send_text(to, MHD_HTTP_METHOD_NOT_ALLOWED,
				 "only " METHODS " are served\n");
	return send_page(to, server, page);
}

/*
 * Return when libmicrohttpd has work to do that no descriptor announces. With
 * all connections in use, it stops accepting. After one has closed, it accepts
 * again at the next MHD_run(), but no descriptor becomes readable to trigger
 * that call. So it is due at once.
 */
static u64 library_due(struct MHD_Daemon *daemon, struct server *server)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (server->has_closed) {
		server->has_closed = false;
		return 0;
	}
	if (MHD_get_timeout(daemon, &ms) != MHD_YES)
		return PTOOL_SIGNALS_NEVER;
	return ptool_time_now() + ms * NS_PER_MS;
}

static int run(struct MHD_Daemon *daemon, struct server *server,
	       struct ptool_reason *why)
{
	struct pollfd epoll = {
		.fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
		.events = POLLIN,
	};
	u64 due_ns, end_ns;

	do {
		if (MHD_run(daemon) != MHD_YES)
			return ptool_fail(why,
					  "the server no longer accepts requests");
		end_ns = put_out_the_slow(server);
		due_ns = library_due(daemon, server);
	} while (!ptool_signals_wait(&epoll, due_ns < end_ns ? due_ns : end_ns,
				     NULL));
	return 0;
}

static struct MHD_Daemon *start(int listener, struct server *server)
{
	return MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, respond, server,
				MHD_OPTION_LISTEN_SOCKET, listener,
				MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX,
				MHD_OPTION_NOTIFY_CONNECTION,
				note_connection, server,
				MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
				MHD_OPTION_END);
}

int ptool_http_serve(int listener, const struct ptool_http_page *pages,
		     void *argument, struct ptool_reason *why)
{
	struct server server = { .pages = pages, .argument = argument };
	struct MHD_Daemon *daemon;
	size_t i;
	int status;

	for (i = 0; i < CONNECTIONS_MAX; i++)
		server.connection[i].fd = -1;
	daemon = start(listener, &server);
	if (!daemon) {
		close(listener);
		return ptool_fail(why, "cannot start libmicrohttpd");
	}
	status = run(daemon, &server, why);
	MHD_stop_daemon(daemon);
	for (i = 0; i < PAGES_MAX; i++)
		drop(&server.reading[i]);
	return status;
}
