// SPDX-License-Identifier: GPL-2.0
/* json_util: adds members to a JSON object; an unknown number is null, not 0 */
#include <math.h>
#include <stdio.h>

#include <json-c/json.h>

#include "model/stats.h"
#include "output/json_util.h"
#include "output/view.h"

#define FLAGS	JSON_C_TO_STRING_NOSLASHESCAPE

void ptool_json_print_value(FILE *to, struct json_object *value)
{
	/* NULL is null */
	fputs(json_object_to_json_string_ext(value, FLAGS), to);
	json_object_put(value);
}

void ptool_json_open(FILE *to, struct json_object *object)
{
	size_t length;
	const char *text = json_object_to_json_string_length(object, FLAGS,
							     &length);

	/* all but the brace at the end */
	fwrite(text, 1, length - 1, to);
	json_object_put(object);
}

void ptool_json_print(FILE *to, const char *key, struct json_object *value)
{
	fprintf(to, ",\"%s\":", key);
	ptool_json_print_value(to, value);
}

void ptool_json_print_array(FILE *to, const char *key,
			    ptool_json_element *element, const void *argument,
			    u32 elements)
{
	u32 i;

	fprintf(to, ",\"%s\":[", key);
	for (i = 0; i < elements; i++) {
		if (i)
			fputc(',', to);
		ptool_json_print_value(to, element(argument, i));
	}
	fputc(']', to);
}

void ptool_json_print_left_out(FILE *to, const struct ptool_view *view,
			       u32 left_out)
{
	if (view->limit)
		ptool_json_print(to, "left_out", json_object_new_uint64(left_out));
}

void ptool_json_close(FILE *to)
{
	fputs("}\n", to);
}

void ptool_json_add_text(struct json_object *to, const char *key,
			 const char *text)
{
	json_object_object_add(to, key, json_object_new_string(text));
}

void ptool_json_add_number(struct json_object *to, const char *key, u64 number)
{
	json_object_object_add(to, key, json_object_new_uint64(number));
}

void ptool_json_add_known(struct json_object *to, const char *key, bool known,
			  u64 number)
{
	json_object_object_add(to, key, known ?
			       json_object_new_uint64(number) : NULL);
}

void ptool_json_add_times(struct json_object *to,
			  const struct ptool_stats *stats)
{
	ptool_json_add_known(to, "min_ns", stats->calls, stats->min_ns);
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)			\
	ptool_json_add_known(to, #_key "_ns", stats->calls, stats->_key##_ns);
#include <pathtime/percentiles.def>
	ptool_json_add_known(to, "max_ns", stats->calls, stats->max_ns);
	ptool_json_add_known(to, "mean_ns", stats->calls, stats->mean_ns);
}

/* as text, because json-c prints a double with all its digits */
void ptool_json_add_fraction(struct json_object *to, const char *key,
			     double number, int digits)
{
	char text[64];

	snprintf(text, sizeof(text), "%.*f", digits, number);
	json_object_object_add(to, key, isfinite(number) ?
			       json_object_new_double_s(number, text) : NULL);
}
