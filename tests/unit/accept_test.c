// SPDX-License-Identifier: GPL-2.0
/* which form of an answer a client asks for */
#include "serve/accept.h"
#include "tap.h"

static const struct {
	const char *header;
	bool wants;
} encodings[] = {
	{ "", false },
	{ "gzip", true },
	{ "GZip", true },
	{ "x-gzip", true },
	{ "deflate, gzip;q=0.5", true },
	{ "deflate,gzip ; Q=0.001", true },
	{ "gzip;q=0", false },
	{ "gzip;q=0.000", false },
	{ "gzip;q=0, *", false },
	{ "*", true },
	{ "*;q=0", false },
	{ "br, *;q=0.1", true },
	{ "identity", false },
	{ "identity, gzip", true },
	{ "identity, gzip;q=0.9", false },
	{ "identity;q=0.5, gzip;q=0.9", true },
	{ "identity;q=0, gzip", true },
	{ "gzipped", false },
	{ "gz", false },
	{ ",,gzip,", true },
	{ "gzip;q=1.5", false },
	{ "gzip;q=0.1234", false },
	{ "gzip;q=x", false },
	{ "gzip;q=-1", false },
	{ "gzip;q=1.000", true },
};

static const struct {
	const char *header;
	const char *name;
	int weight;
} types[] = {
	{ "text/plain", "text/plain", 1000 },
	{ "text/plain;version=0.0.4;q=0.5, */*;q=0.1", "text/plain", 500 },
	{ "text/plain;version=0.0.4;q=0.5, */*;q=0.1", "*/*", 100 },
	{ "text/plain;version=0.0.4", "text/plain;version=0.0.4", 1000 },
	{ "text/plain;version=0.0.3", "text/plain;version=0.0.4", -1 },
	{ "text/plain", "text/plain;version=0.0.4", -1 },
	{ "a/b; x=1; y=2; q=0.3", "a/b;y=2;x=1", 300 },
	{ "a/b; x=1; y=2; q=0.3", "a/b;z=1", -1 },
	{ "a/b;q=0.3, a/c;q=0.4", "a/c", 400 },
	{ "q=1", "q=1", 1000 },
	{ "text/plain; version=\"0.0.4\"", "text/plain;version=0.0.4", 1000 },
	{ "text/plain; version=\"0.0.4\";q=0.5", "text/plain;version=0.0.4", 500 },
	{ "text/plain; version=\"0.0.\\4\"", "text/plain;version=0.0.4", 1000 },
	{ "text/plain; version=\"0.0.5\"", "text/plain;version=0.0.4", -1 },
	{ "text/plain; version=\"0.0.4", "text/plain;version=0.0.4", 1000 },
	{ "a/b; x=\",a/c;q=0.1;\"; y=2;q=0.3, a/c;q=0.4", "a/b;y=2", 300 },
	{ "a/b; x=\",a/c;q=0.1;\"; y=2;q=0.3, a/c;q=0.4", "a/c", 400 },
	{ "a/b; x=\"\\\",a/c\"; y=2", "a/c", -1 },
	{ "a/b; x=\"", "a/b", 1000 },
	{ "\"", "a/b", -1 },
	{ "\\", "a/b", -1 },
	{ "\"\\", "a/b", -1 },
};

/* scrapers get text, OpenMetrics, or protobuf */
#define TEXT		"text/plain;version=0.0.4"
#define OPENMETRICS	"application/openmetrics-text;version=1.0.0"
#define OLDER		"application/openmetrics-text;version=0.0.1"
#define ESCAPING	";escaping=allow-utf-8"
#define MESSAGES	"application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily"
#define PROTOBUF	MESSAGES ";encoding=delimited"

static const char *const forms[] = { TEXT, OPENMETRICS, PROTOBUF, NULL };

static const struct {
	const char *header;
	size_t form;
} choices[] = {
	{ "", 0 },
	{ "*/*", 0 },
	{ "text/html,application/xml;q=0.9,*/*;q=0.8", 0 },
	/* Prometheus 2.4 and VictoriaMetrics */
	{ "text/plain;version=0.0.4;q=1,*/*;q=0.1", 0 },
	/* Prometheus 2.42, without and with native histograms */
	{ OPENMETRICS "," OLDER ";q=0.75," TEXT ";q=0.5,*/*;q=0.1", 1 },
	{ PROTOBUF "," OPENMETRICS ";q=0.8," OLDER ";q=0.75," TEXT ";q=0.5,*/*;q=0.1", 2 },
	/* Prometheus 3 */
	{ OPENMETRICS ESCAPING ";q=0.6," OLDER ";q=0.5,text/plain;version=1.0.0" ESCAPING
	  ";q=0.4," TEXT ";q=0.3,*/*;q=0.2", 1 },
	/* Telegraf */
	{ PROTOBUF ";q=0.7," TEXT ";q=0.3", 2 },
	{ OPENMETRICS, 1 },
	{ OPENMETRICS ", */*", 1 },
	{ OPENMETRICS ";q=0.1, */*;q=0.9", 0 },
	{ OPENMETRICS ";q=0.5, text/plain", 0 },
	{ OPENMETRICS ";q=0.5, text/plain;q=0.4", 1 },
	{ OPENMETRICS ", " TEXT ", " PROTOBUF, 2 },
	{ OPENMETRICS ";q=0", 0 },
	{ PROTOBUF ";q=0, " OPENMETRICS ";q=0.1", 1 },
	{ OLDER, 0 },
	{ "application/vnd.google.protobuf", 0 },
	{ MESSAGES, 0 },
	{ MESSAGES ";encoding=text", 0 },
	{ MESSAGES " ; encoding=DELIMITED", 2 },
};

int main(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(encodings); i++)
		tap_ok(ptool_accept_gzip(encodings[i].header) ==
		       encodings[i].wants, "gzip is %sasked for: '%s'",
		       encodings[i].wants ? "" : "not ", encodings[i].header);
	for (i = 0; i < ARRAY_SIZE(types); i++)
		tap_ok(ptool_accept_weight(types[i].header, types[i].name) ==
		       types[i].weight, "%s in '%s': %d", types[i].name,
		       types[i].header, types[i].weight);
	for (i = 0; i < ARRAY_SIZE(choices); i++)
		tap_ok(ptool_accept_choose(choices[i].header, forms) ==
		       choices[i].form, "'%s' gets %s", choices[i].header,
		       forms[choices[i].form]);
	return tap_done();
}
