// SPDX-License-Identifier: GPL-2.0
/* html_page: writes the page from its parts, the chart library and the data */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/types.h"
#include "output/html.h"

/*
 * Embed a file, with symbols at its start and its end. The assembler finds the
 * file in page/ by the -I of features.mk. objcopy would need the machine's
 * format, and would name the symbols after the file's path.
 */
#define PART(name, file)						\
	asm(".pushsection .rodata\n"					\
	    ".globl ptool_page_" #name ", ptool_page_" #name "_end\n"	\
	    ".hidden ptool_page_" #name ", ptool_page_" #name "_end\n"	\
	    "ptool_page_" #name ":\n"					\
	    ".incbin \"" file "\"\n"					\
	    "ptool_page_" #name "_end:\n"				\
	    ".popsection\n");						\
	extern const char ptool_page_##name[];				\
	extern const char ptool_page_##name##_end[]

PART(html, "page.html");
PART(css, "page.css");
PART(js, "page.js");
PART(library, "echarts/echarts.min.js");
PART(licences, "echarts/licences");

/* a character with a special meaning, and its replacement */
struct escape {
	char character;
	const char *text;
};

static const struct escape in_html[] = {
	{ '<', "&lt;" }, { '&', "&amp;" }, { '\0', NULL }
};

static const char *escaped(char character, const struct escape *escape)
{
	while (escape->text && escape->character != character)
		escape++;
	return escape->text;
}

static void put(FILE *to, const char *at, const char *end)
{
	fwrite(at, 1, (size_t)(end - at), to);
}

static void put_escaped(FILE *to, const char *at, const char *end,
			const struct escape *escapes)
{
	const char *text;

	for (; at < end; at++) {
		text = escaped(*at, escapes);
		if (text)
			fputs(text, to);
		else
			fputc(*at, to);
	}
}

static void put_css(FILE *to, const struct ptool_page *page)
{
	(void)page;
	put(to, ptool_page_css, ptool_page_css_end);
}

static void put_js(FILE *to, const struct ptool_page *page)
{
	(void)page;
	put(to, ptool_page_js, ptool_page_js_end);
}

static void put_library(FILE *to, const struct ptool_page *page)
{
	(void)page;
	put(to, ptool_page_library, ptool_page_library_end);
}

static void put_licences(FILE *to, const struct ptool_page *page)
{
	(void)page;
	put_escaped(to, ptool_page_licences, ptool_page_licences_end, in_html);
}

/*
 * In JSON, "<" occurs only within strings. Escaped, no string can end the
 * script element or open another one.
 */
static ssize_t write_json(void *cookie, const char *text, size_t size)
{
	const char *end = text + size, *at;
	FILE *to = cookie;

	while ((at = memchr(text, '<', (size_t)(end - text)))) {
		put(to, text, at);
		fputs("\\u003c", to);
		text = at + 1;
	}
	put(to, text, end);
	return ferror(to) ? 0 : (ssize_t)size;
}

static void put_data(FILE *to, const struct ptool_page *page)
{
	static const cookie_io_functions_t functions = { .write = write_json };
	FILE *escaping = fopencookie(to, "w", functions);

	if (!escaping)
		ptool_end_without_memory();
	ptool_html_print_data(escaping, page);
	fclose(escaping);
}

/* marks in page.html, and what replaces them */
static const struct {
	const char *mark;
	void (*put)(FILE *to, const struct ptool_page *page);
} places[] = {
	{ "{{css}}", put_css },
	{ "{{data}}", put_data },
	{ "{{library}}", put_library },
	{ "{{licences}}", put_licences },
	{ "{{js}}", put_js },
};

/* replace the mark at @at; returns its length, 0 if there is none */
static size_t fill(FILE *to, const char *at, const char *end,
		   const struct ptool_page *page)
{
	size_t i, length;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		length = strlen(places[i].mark);
		if ((size_t)(end - at) < length ||
		    memcmp(at, places[i].mark, length))
			continue;
		places[i].put(to, page);
		return length;
	}
	return 0;
}

const char *ptool_html_feature(void)
{
	return "page";
}

int ptool_html_check(struct ptool_reason *why)
{
	(void)why;
	return 0;
}

void ptool_html_print(const struct ptool_out *out, const struct ptool_page *page)
{
	const char *at = ptool_page_html;
	size_t length;

	while (at < ptool_page_html_end) {
		length = fill(out->file, at, ptool_page_html_end, page);
		if (!length)
			fputc(*at++, out->file);
		at += length;
	}
}
