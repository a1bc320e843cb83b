// SPDX-License-Identifier: GPL-2.0
/* hlog: prints models as lines of an HdrHistogram log */
#include <ctype.h>
#include <stdio.h>
#include <time.h>

#include <pathtime/version.h>

#include "base/time.h"
#include "output/hdr.h"
#include "output/hlog.h"

#define NS_PER_MS	1000000ULL

/* print a number, given in thousandths, with three decimals */
static void print_thousandths(FILE *to, u64 thousandths)
{
	fprintf(to, "%llu.%03llu", thousandths / 1000, thousandths % 1000);
}

static u64 length_of(const struct ptool_model *model)
{
	return model->is_interval ? model->interval_ns :
				    model->time_ns - model->since_ns;
}

static u64 begin_of(const struct ptool_model *model, u64 boot_ns)
{
	return boot_ns + model->time_ns - length_of(model);
}

static void print_start(FILE *to, u64 begin_ns)
{
	time_t seconds = (time_t)(begin_ns / PTOOL_NS_PER_S);
	struct tm utc;
	char date[40];

	gmtime_r(&seconds, &utc);
	strftime(date, sizeof(date), "%a %b %d %T UTC %Y", &utc);
	fputs("#[StartTime: ", to);
	print_thousandths(to, begin_ns / NS_PER_MS);
	fprintf(to, " (seconds since epoch), %s]\n", date);
}

/* The C reader accepts at most 127 characters in a line of the header. */
void ptool_hlog_print_head(const struct ptool_out *out,
			   const struct ptool_model *model, u64 boot_ns)
{
	fputs("#[Logged with pathtime " PTIME_VERSION ", values in nanoseconds]\n",
	      out->file);
	fputs("#[Histogram log format version 1.2]\n", out->file);
	if (boot_ns)
		print_start(out->file, begin_of(model, boot_ns));
	fputs("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n",
	      out->file);
}

/* replace characters that cannot be in a tag */
static void print_name(FILE *to, const char *name)
{
	for (; *name; name++)
		fputc(isgraph((unsigned char)*name) && *name != ',' ? *name : '_',
		      to);
}

static void print_tag(FILE *to, const struct ptool_probe *probe,
		      const struct ptool_outcome *outcome)
{
	if (*probe->module) {
		print_name(to, probe->module);
		fputc(':', to);
	}
	print_name(to, probe->function);
	fputc('.', to);
	print_name(to, outcome->name);
}

static void print_path_tag(FILE *to, const struct ptool_path *path)
{
	char reason[PTIME_DROP_LEN];
	u32 i;

	for (i = 0; i < path->steps; i++) {
		if (i)
			fputc('>', to);
		print_name(to, path->step[i].name);
	}
	if (ptool_path_reason(reason, path)) {
		fputc('.', to);
		print_name(to, reason);
	}
}

/* the rest of the line, after the tag */
static void print_series(FILE *to, const struct ptool_model *model, u64 boot_ns,
			 const struct ptool_series *series)
{
	struct ptool_hdr hdr;

	ptool_hdr_fill(&hdr, series, model);
	fputc(',', to);
	print_thousandths(to, begin_of(model, boot_ns) / NS_PER_MS);
	fputc(',', to);
	print_thousandths(to, length_of(model) / NS_PER_MS);
	fputc(',', to);
	/* by convention in milliseconds, whatever the unit of the values */
	print_thousandths(to, hdr.max_ns / 1000);
	fputc(',', to);
	ptool_hdr_print_encoded(to, &hdr);
	fputc('\n', to);
	ptool_hdr_free(&hdr);
}

void ptool_hlog_print(const struct ptool_out *out,
		      const struct ptool_model *model, u64 boot_ns)
{
	const struct ptool_probe *probe = model->probe;
	u32 i;

	for (; probe < model->probe + model->probes; probe++) {
		for (i = 0; i < probe->outcomes; i++) {
			if (!probe->outcome[i].counts.sum.calls)
				continue;
			fputs("Tag=", out->file);
			print_tag(out->file, probe, &probe->outcome[i]);
			print_series(out->file, model, boot_ns,
				     &probe->outcome[i].counts.sum);
		}
	}
}

void ptool_hlog_print_paths(const struct ptool_out *out,
			    const struct ptool_model *model, u64 boot_ns)
{
	const struct ptool_path *path = model->paths->path;

	for (; path < model->paths->path + model->paths->paths; path++) {
		if (!path->counts.sum.calls)
			continue;
		fputs("Tag=", out->file);
		print_path_tag(out->file, path);
		print_series(out->file, model, boot_ns, &path->counts.sum);
	}
}
