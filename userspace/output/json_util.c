// SPDX-License-Identifier: GPL-2.0
/* json_util: adds members to a JSON object; an unknown number is null, not 0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <json-c/json.h>

#include "model/stats.h"
#include "output/json_util.h"
#include "output/view.h"

/* of each depth, as the library indents */
#define INDENT	2

static const char *text_of(const struct ptool_out *out,
			   struct json_object *object)
{
	int flags = JSON_C_TO_STRING_NOSLASHESCAPE;

	if (out->is_pretty)
		flags |= JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED;
	return json_object_to_json_string_ext(object, flags);
}

/* a line break of the pretty form, with the members of an object at depth 1 */
static void print_break(const struct ptool_out *out, int depth)
{
	if (out->is_pretty)
		fprintf(out->file, "\n%*s", INDENT * depth, "");
}

/* The library indents from depth 0. A text in JSON has no line breaks of its own. */
void ptool_json_print_value(const struct ptool_out *out,
			    struct json_object *value, int depth)
{
	/* NULL is null */
	const char *line = text_of(out, value), *end;

	while ((end = strchr(line, '\n'))) {
		fwrite(line, 1, end - line, out->file);
		print_break(out, depth);
		line = end + 1;
	}
	fputs(line, out->file);
	json_object_put(value);
}

static void print_key(const struct ptool_out *out, const char *key)
{
	fputc(',', out->file);
	print_break(out, 1);
	fprintf(out->file, "\"%s\":%s", key, out->is_pretty ? " " : "");
}

void ptool_json_open(const struct ptool_out *out, struct json_object *object)
{
	const char *text = text_of(out, object);

	/* all but the brace at the end, which has a line of its own in the pretty form */
	fwrite(text, 1, strlen(text) - (out->is_pretty ? 2 : 1), out->file);
	json_object_put(object);
}

void ptool_json_print(const struct ptool_out *out, const char *key,
		      struct json_object *value)
{
	print_key(out, key);
	ptool_json_print_value(out, value, 1);
}

void ptool_json_print_array(const struct ptool_out *out, const char *key,
			    ptool_json_element *element, const void *argument,
			    u32 elements)
{
	u32 i;

	print_key(out, key);
	fputc('[', out->file);
	for (i = 0; i < elements; i++) {
		if (i)
			fputc(',', out->file);
		print_break(out, 2);
		ptool_json_print_value(out, element(argument, i), 2);
	}
	if (elements)
		print_break(out, 1);
	fputc(']', out->file);
}

void ptool_json_print_left_out(const struct ptool_out *out,
			       const struct ptool_view *view, u32 left_out)
{
	if (view->limit)
		ptool_json_print(out, "left_out",
				 json_object_new_uint64(left_out));
}

void ptool_json_close(const struct ptool_out *out)
{
	print_break(out, 0);
	fputs("}\n", out->file);
}

void ptool_json_print_document(const struct ptool_out *out,
			       struct json_object *object)
{
	ptool_json_print_value(out, object, 0);
	fputc('\n', out->file);
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
			  const struct ptool_series *series, u32 hist_bits,
			  const struct ptool_times *times)
{
	u32 i;

	for (i = 0; i < times->count; i++) {
		const struct ptool_statistic *time = &times->time[i];

		ptool_json_add_known(to, time->key, series->calls,
				     ptool_statistic_value(time, series,
							   hist_bits));
	}
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
