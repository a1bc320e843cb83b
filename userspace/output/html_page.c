// SPDX-License-Identifier: GPL-2.0
/* html: our own parts of the page, the library and the data, one behind the other */
#include <stdio.h>
#include <string.h>

#include <json-c/json.h>

#include "base/types.h"
#include "output/html.h"

/*
 * A file's bytes, and their end. The assembler finds the file, as features.mk has it look
 * below page/; objcopy would want to be told the machine's format, and name it by its path.
 */
#define PART(name, file)						\
	asm(".pushsection .rodata\n"					\
	    ".globl ptool_part_" #name ", ptool_part_" #name "_end\n"	\
	    ".hidden ptool_part_" #name ", ptool_part_" #name "_end\n"	\
	    "ptool_part_" #name ":\n"					\
	    ".incbin \"" file "\"\n"					\
	    "ptool_part_" #name "_end:\n"				\
	    ".popsection\n");						\
	extern const char ptool_part_##name[];				\
	extern const char ptool_part_##name##_end[]

PART(html, "page.html");
PART(css, "page.css");
PART(js, "page.js");
PART(library, "echarts/echarts.min.js");
PART(licences, "echarts/licences");

/* a character that means something where it is put, and what is put for it */
struct escape {
	char character;
	const char *text;
};

/* in a document < is in texts only, and so in none that ends a script or begins another */
static const struct escape in_json[] = { { '<', "\\u003c" }, { '\0', NULL } };
static const struct escape in_html[] = {
	{ '<', "&lt;" }, { '&', "&amp;" }, { '\0', NULL }
};

static const char *escaped(char character, const struct escape *escape)
{
	while (escape->text && escape->character != character)
		escape++;
	return escape->text;
}

static void put(const char *at, const char *end)
{
	fwrite(at, 1, (size_t)(end - at), stdout);
}

static void put_escaped(const char *at, const char *end,
			const struct escape *escapes)
{
	const char *text;

	for (; at < end; at++) {
		text = escaped(*at, escapes);
		if (text)
			fputs(text, stdout);
		else
			putchar(*at);
	}
}

static void put_css(struct json_object *data)
{
	(void)data;
	put(ptool_part_css, ptool_part_css_end);
}

static void put_js(struct json_object *data)
{
	(void)data;
	put(ptool_part_js, ptool_part_js_end);
}

static void put_library(struct json_object *data)
{
	(void)data;
	put(ptool_part_library, ptool_part_library_end);
}

static void put_licences(struct json_object *data)
{
	(void)data;
	put_escaped(ptool_part_licences, ptool_part_licences_end, in_html);
}

static void put_data(struct json_object *data)
{
	const char *text;

	text = json_object_to_json_string_ext(data,
					      JSON_C_TO_STRING_NOSLASHESCAPE);
	put_escaped(text, text + strlen(text), in_json);
}

/* what page.html has in its place */
static const struct {
	const char *mark;
	void (*put)(struct json_object *data);
} places[] = {
	{ "{{css}}", put_css },
	{ "{{data}}", put_data },
	{ "{{library}}", put_library },
	{ "{{licences}}", put_licences },
	{ "{{js}}", put_js },
};

/* the bytes of the mark at a place, which is filled; 0 where there is none */
static size_t fill(const char *at, const char *end, struct json_object *data)
{
	size_t i, length;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		length = strlen(places[i].mark);
		if ((size_t)(end - at) < length ||
		    memcmp(at, places[i].mark, length))
			continue;
		places[i].put(data);
		return length;
	}
	return 0;
}

const char *ptool_html_feature(void)
{
	return "page";
}

int ptool_html_check(void)
{
	return 0;
}

void ptool_html_print(struct json_object *data)
{
	const char *at = ptool_part_html;
	size_t length;

	while (at < ptool_part_html_end) {
		length = fill(at, ptool_part_html_end, data);
		if (!length)
			putchar(*at++);
		at += length;
	}
}
