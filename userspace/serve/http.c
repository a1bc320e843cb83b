// SPDX-License-Identifier: GPL-2.0
/* http: answers HTTP requests by libmicrohttpd */
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process.h"
#include "base/time.h"
#include "serve/http.h"

/* each connection may hold a response in memory; more clients wait until one closes */
#define CONNECTIONS	8

/* limit for a request and its response; the default of Prometheus's scrape_timeout, too */
#define SECONDS_MAX	10

#define NS_PER_MS	1000000ULL

#define TEXT_PLAIN	"text/plain; charset=utf-8"
#define METHODS		"GET, HEAD"

/* an open connection and its deadline, by ptool_time_now(); fd is -1 if unused */
struct connection {
	int fd;
	u64 end_ns;
};

/**
 * struct server - the pages, and the connections to clients
 * @pages: table of pages
 * @argument: passed to the pages
 * @connection: the connections; an unused entry has the descriptor -1
 * @has_closed: a connection has closed since library_due() last checked
 */
struct server {
	const struct ptool_http_page *pages;
	void *argument;
	struct connection connection[CONNECTIONS];
	bool has_closed;
};

static struct connection *connection_of(struct server *server, int fd)
{
	size_t i = 0;

	while (i < CONNECTIONS && server->connection[i].fd != fd)
		i++;
	return i < CONNECTIONS ? &server->connection[i] : NULL;
}

static void note_connection(void *argument, struct MHD_Connection *of,
			    void **context,
			    enum MHD_ConnectionNotificationCode code)
{
	bool has_started = code == MHD_CONNECTION_NOTIFY_STARTED;
	int fd = MHD_get_connection_info(of, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	struct server *server = argument;
	struct connection *connection = connection_of(server,
						      has_started ? -1 : fd);

	(void)context;
	server->has_closed |= !has_started;
	if (!connection)
		return;
	connection->fd = has_started ? fd : -1;
	connection->end_ns = ptool_time_now() + SECONDS_MAX * PTOOL_NS_PER_S;
}

/* libmicrohttpd restarts its own timeout at each byte, so a byte a second would never end */
static u64 put_out_the_slow(struct server *server)
{
	u64 now_ns = ptool_time_now(), due_ns = PTOOL_SIGNALS_NEVER;
	struct connection *connection = server->connection;

	for (; connection < server->connection + CONNECTIONS; connection++) {
		if (connection->fd < 0)
			continue;
		if (connection->end_ns <= now_ns)
			shutdown(connection->fd, SHUT_RDWR);
		else if (connection->end_ns < due_ns)
			due_ns = connection->end_ns;
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

static void find_answer(const struct server *server, const char *path,
			const char *method, struct ptool_http_answer *answer)
{
	const struct ptool_http_page *page = page_of(server, path);

	if (!page)
		say(answer, MHD_HTTP_NOT_FOUND, "there is no such page\n");
	else if (strcmp(method, MHD_HTTP_METHOD_GET) &&
		 strcmp(method, MHD_HTTP_METHOD_HEAD))
		say(answer, MHD_HTTP_METHOD_NOT_ALLOWED,
		    "only " METHODS " are served\n");
	else
		page->answer(answer, server->argument);
}

/* one request per connection, so that an idle client does not occupy one of CONNECTIONS */
static void add_headers(struct MHD_Response *response,
			const struct ptool_http_answer *answer)
{
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				answer->type);
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
	if (answer->status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW,
					METHODS);
}

/* called when the header of a request has been read; a request body is ignored */
static enum MHD_Result respond(void *argument, struct MHD_Connection *to,
			       const char *path, const char *method,
			       const char *version, const char *upload,
			       size_t *upload_size, void **context)
{
	struct ptool_http_answer answer = { 0 };
	struct MHD_Response *response;
	enum MHD_Result result;

	(void)version;
	(void)upload;
	(void)upload_size;
	(void)context;
	find_answer(argument, path, method, &answer);
	if (!answer.text)
		return MHD_NO;
	response = MHD_create_response_from_buffer(answer.size, answer.text,
						   MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(answer.text);
		return MHD_NO;
	}
	add_headers(response, &answer);
	result = MHD_queue_response(to, answer.status, response);
	MHD_destroy_response(response);
	return result;
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

int ptool_http_serve(int listener, const struct ptool_http_page *pages,
		     void *argument, struct ptool_reason *why)
{
	struct server server = { .pages = pages, .argument = argument };
	struct MHD_Daemon *daemon;
	size_t i;
	int status;

	for (i = 0; i < CONNECTIONS; i++)
		server.connection[i].fd = -1;
	daemon = MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, respond,
				  &server, MHD_OPTION_LISTEN_SOCKET, listener,
				  MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS,
				  MHD_OPTION_NOTIFY_CONNECTION,
				  note_connection, &server, MHD_OPTION_END);
	if (!daemon) {
		close(listener);
		return ptool_fail(why, "cannot start libmicrohttpd");
	}
	status = run(daemon, &server, why);
	MHD_stop_daemon(daemon);
	return status;
}
