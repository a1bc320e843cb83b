// SPDX-License-Identifier: GPL-2.0
/* out: where writers print to: a stream, the width of its lines, and its colours */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/out.h"

static const char *const whens[] = {
	[PTOOL_COLOR_AUTO]   = "auto",
	[PTOOL_COLOR_ALWAYS] = "always",
	[PTOOL_COLOR_NEVER]  = "never",
};

static const char *const sequences[] = {
	[PTOOL_PLAIN]  = "\033[0m",
	[PTOOL_BOLD]   = "\033[1m",
	[PTOOL_RED]    = "\033[31m",
	[PTOOL_YELLOW] = "\033[33m",
	[PTOOL_CYAN]   = "\033[36m",
};

bool ptool_color_parse(const char *name, enum ptool_color_when *when)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(whens); i++) {
		if (strcmp(name, whens[i]))
			continue;
		*when = i;
		return true;
	}
	return false;
}

int ptool_out_width(int columns)
{
	/* leave one column free: some terminals wrap when the last one is used */
	return columns > PTOOL_OUT_WIDTH ? columns - 1 : PTOOL_OUT_WIDTH;
}

static bool wants_color(enum ptool_color_when when)
{
	const char *no_color = getenv("NO_COLOR");

	return when == PTOOL_COLOR_ALWAYS ||
	       (when == PTOOL_COLOR_AUTO && isatty(STDOUT_FILENO) &&
		(!no_color || !*no_color));
}

void ptool_out_fit(struct ptool_out *out)
{
	struct winsize size = { 0 };

	if (out->file != stdout)
		return;
	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	out->width = ptool_out_width(size.ws_col);
}

struct ptool_out ptool_out_standard(enum ptool_color_when when)
{
	struct ptool_out out = {
		.file = stdout,
		.has_color = wants_color(when),
	};

	ptool_out_fit(&out);
	return out;
}

const char *ptool_color(const struct ptool_out *out, enum ptool_color color)
{
	return out->has_color ? sequences[color] : "";
}

size_t ptool_color_of(const char *text, enum ptool_color *color)
{
	size_t i, length;

	for (i = 0; i < ARRAY_SIZE(sequences); i++) {
		length = strlen(sequences[i]);
		if (strncmp(text, sequences[i], length))
			continue;
		*color = i;
		return length;
	}
	return 0;
}

/*
 * Length of the first words of @text that fit into @width. If the first word
 * alone does not fit, only its first part.
 */
static size_t fitting(const char *text, size_t width)
{
	size_t length = strcspn(text, " "), next = length;

	while (text[next]) {
		next += 1 + strcspn(text + next + 1, " ");
		if (next > width)
			break;
		length = next;
	}
	return length < width ? length : width;
}

void ptool_print_wrapped(const struct ptool_out *out, int indent,
			 const char *format, ...)
{
	size_t width = out->width - indent;
	char line[1024], *text = line;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	while (*text) {
		size_t length = fitting(text, width);

		fprintf(out->file, "%*s%.*s\n", indent, "", (int)length, text);
		text += length;
		text += strspn(text, " ");
	}
}
