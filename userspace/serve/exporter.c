// SPDX-License-Identifier: GPL-2.0
/* exporter: gives Prometheus the current counts, by HTTP or in a file */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/output.h"
#include "base/process.h"
#include "base/time.h"
#include "output/prometheus.h"
#include "serve/exporter.h"
#include "serve/http.h"

#define METRICS		"/metrics"

#define STATUS_OK		200
#define STATUS_UNAVAILABLE	503

#define TYPE_METRICS	"text/plain; version=0.0.4; charset=utf-8"
#define TYPE_TEXT	"text/plain; charset=utf-8"

/**
 * struct scrape - state across successive readings
 * @source: groups and CPUs to keep
 * @why: why the last reading failed; empty if it did not
 */
struct scrape {
	const struct ptool_source *source;
	struct ptool_reason why;
};

/* write to the log on a change only, not at every scrape */
static void note_change(struct scrape *scrape,
			const struct ptool_reason *why)
{
	if (!strcmp(scrape->why.text, why->text))
		return;
	scrape->why = *why;
	ptool_warn(scrape->source->warner, "%s",
		   *why->text ? why->text : "the counts can be read again");
}

/* read the counts so far, and print them; without counts, nothing */
static bool print_counts(struct scrape *scrape, const struct ptool_out *out)
{
	struct ptool_reason why = { "" };
	struct ptool_model *model;
	int status = ptool_reader_model(scrape->source, &model, &why);

	note_change(scrape, &why);
	if (status)
		return false;
	ptool_prometheus_print(out, model);
	ptool_model_free(model);
	return true;
}

/* on an error status Prometheus sets `up` to 0: no value is better than a stale one */
static void fail(struct ptool_http_answer *answer,
		 const struct scrape *scrape, FILE *text)
{
	answer->status = STATUS_UNAVAILABLE;
	answer->type = TYPE_TEXT;
	fprintf(text, "pathtime: %s\n", scrape->why.text);
}

static void answer_metrics(struct ptool_http_answer *answer, void *argument)
{
	struct scrape *scrape = argument;
	struct ptool_out out = {
		.file = open_memstream(&answer->text, &answer->size),
	};

	if (!out.file)
		return;
	answer->status = STATUS_OK;
	answer->type = TYPE_METRICS;
	if (!print_counts(scrape, &out))
		fail(answer, scrape, out.file);
	fclose(out.file);
}

static void answer_root(struct ptool_http_answer *answer, void *argument)
{
	(void)argument;
	answer->status = STATUS_OK;
	answer->type = TYPE_TEXT;
	answer->text = strdup("pathtime: the counts are at " METRICS "\n");
	answer->size = answer->text ? strlen(answer->text) : 0;
}

static const struct ptool_http_page pages[] = {
	{ METRICS, answer_metrics },
	{ "/", answer_root },
	{ .path = NULL }
};

static int serve(const struct ptool_source *source, int listener,
		 struct ptool_reason *why)
{
	struct scrape scrape = { .source = source };

	ptool_signals_catch_end();
	return ptool_http_serve(listener, pages, &scrape, why);
}

int ptool_exporter_run(const struct ptool_source *source,
		       const struct ptool_address *wanted,
		       struct ptool_reason *why)
{
	struct ptool_address address = *wanted;
	char text[PTOOL_ADDRESS_LEN];
	int status = ptool_http_check(why);
	int listener;

	if (status)
		return status;
	ptool_address_text(text, &address);
	listener = ptool_address_listen(&address);
	if (listener < 0)
		return ptool_fail(why, "--listen %s: %s", text,
				  strerror(errno));
	ptool_address_text(text, &address);
	ptool_warn(source->warner, "listening at http://%s" METRICS, text);
	return serve(source, listener, why);
}

/* if a reading fails, write pathtime_up 0: nothing in the file would show that counts are old */
static int write_anew(struct scrape *scrape, const char *file,
		      struct ptool_reason *why)
{
	/* not needed: there always is a file */
	static const struct ptool_out out;
	struct ptool_output output;
	int status = ptool_output_begin(&output, file, &out, why);

	if (status)
		return status;
	if (!print_counts(scrape, &output.out))
		ptool_prometheus_print_down(&output.out);
	return ptool_output_end(&output, 0, why);
}

int ptool_textfile_run(const struct ptool_source *source, const char *file,
		       struct ptool_reason *why)
{
	struct scrape scrape = { .source = source };
	u64 due_ns = ptool_time_now(), written = 0;
	int status;

	ptool_signals_catch_end();
	do {
		status = write_anew(&scrape, file, why);
		due_ns = ptool_time_next(due_ns, source->interval);
	} while (!status && ++written != source->count &&
		 !ptool_signals_wait(NULL, due_ns, NULL));
	return status;
}
