// SPDX-License-Identifier: GPL-2.0
/* exporter: gives Prometheus the current counts by HTTP */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/process.h"
#include "base/time.h"
#include "model/netnames.h"
#include "serve/exporter.h"
#include "serve/http.h"
#include "serve/scrape.h"

#define METRICS		"/metrics"

#define STATUS_OK		200
#define STATUS_UNAVAILABLE	503

/*
 * How long a reading is used again. Many scrapes must not each read the module.
 * Prometheus scrapes once a second at most, so each of its scrapes gets new counts.
 */
#define KEEP_NS		(PTOOL_NS_PER_S / 2)

#define TYPE_TEXT	"text/plain; charset=utf-8"

/* the forms of /metrics, as a client asks for them, and what writes each of them */
static const char *const forms[] = {
	"text/plain;version=0.0.4",
	"application/openmetrics-text;version=1.0.0",
	"application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited",
	NULL
};

static const struct ptool_exposition *const formats[] = {
	&ptool_exposition_text,
	&ptool_exposition_openmetrics,
	&ptool_exposition_protobuf,
};

/* on an error status Prometheus sets `up` to 0: no value is better than a stale one */
static void fail(struct ptool_http_answer *answer,
		 const struct ptool_scrape *scrape, FILE *text)
{
	answer->status = STATUS_UNAVAILABLE;
	answer->type = TYPE_TEXT;
	fprintf(text, "pathtime: %s\n", scrape->why.text);
}

static void read_metrics(void *argument)
{
	ptool_scrape_read(argument);
}

static void answer_metrics(struct ptool_http_answer *answer, size_t form,
			   void *argument)
{
	const struct ptool_scrape *scrape = argument;
	struct ptool_out out = {
		.file = open_memstream(&answer->text, &answer->size),
	};

	if (!out.file)
		return;
	answer->status = STATUS_OK;
	answer->type = formats[form]->type;
	if (!ptool_scrape_print(scrape, formats[form], &out))
		fail(answer, scrape, out.file);
	fclose(out.file);
}

static void answer_root(struct ptool_http_answer *answer, size_t form,
			void *argument)
{
	(void)form;
	(void)argument;
	answer->status = STATUS_OK;
	answer->type = TYPE_TEXT;
	answer->text = strdup("pathtime: the counts are at " METRICS "\n");
	answer->size = answer->text ? strlen(answer->text) : 0;
}

static const struct ptool_http_page pages[] = {
	{ METRICS, forms, KEEP_NS, read_metrics, answer_metrics },
	{ "/", NULL, 0, NULL, answer_root },
	{ .path = NULL }
};

int ptool_exporter_run(const struct ptool_source *source,
		       const struct ptool_prometheus_style *style, u32 paths,
		       const struct ptool_address *wanted,
		       struct ptool_reason *why)
{
	struct ptool_scrape scrape = {
		.source = source,
		.style = *style,
		.limit.max = paths,
	};
	struct ptool_address address = *wanted;
	char text[PTOOL_ADDRESS_LEN];
	int listener, status;

	ptool_address_text(text, &address);
	listener = ptool_address_listen(&address);
	if (listener < 0)
		return ptool_fail(why, "--listen %s: %s", text,
				  strerror(errno));
	ptool_address_text(text, &address);
	ptool_warn(source->warner, "listening at http://%s" METRICS, text);
	scrape.style.netns = ptool_net_netns();
	ptool_signals_catch_end();
	status = ptool_http_serve(listener, pages, &scrape, why);
	ptool_scrape_free(&scrape);
	return status;
}
