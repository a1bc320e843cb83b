// SPDX-License-Identifier: GPL-2.0
/* out: where writers print to: a stream, the width of its lines, and its colours */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/out.h"

/* the most columns that a terminal can report */
#define PTOOL_COLUMNS_MAX	65535

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
	if (columns <= 0)
		return PTOOL_OUT_WIDTH;
	/* leave one column free: some terminals wrap when the last one is used */
	return columns > PTOOL_OUT_LEAST ? columns - 1 : PTOOL_OUT_LEAST;
}

/* COLUMNS as a shell sets it; 0 if it is not a number of columns */
static int columns_wanted(void)
{
	const char *text = getenv("COLUMNS");
	char *end;
	long columns;

	if (!text || *text < '0' || *text > '9')
		return 0;
	columns = strtol(text, &end, 10);
	return *end || columns > PTOOL_COLUMNS_MAX ? 0 : (int)columns;
}

int ptool_out_width_of(int fd)
{
	struct winsize size = { 0 };
	int columns;

	if (!isatty(fd))
		return PTOOL_OUT_WIDTH;
	columns = columns_wanted();
	if (!columns && !ioctl(fd, TIOCGWINSZ, &size))
		columns = size.ws_col;
	return ptool_out_width(columns);
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
	if (out->file == stdout)
		out->width = ptool_out_width_of(STDOUT_FILENO);
}

int ptool_out_error(FILE *file)
{
	return write(fileno(file), "\n", 1) < 0 ? errno : 0;
}

struct ptool_out ptool_out_standard(enum ptool_color_when when, bool is_wide)
{
	struct ptool_out out = {
		.file = stdout,
		/* programs that read a pipe or a file search it for whole names */
		.is_wide = is_wide || !isatty(STDOUT_FILENO),
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
 * alone does not fit, only its first part, unless it may be a name to keep whole.
 */
static size_t fitting(const char *text, size_t width, bool is_wide)
{
	size_t length = strcspn(text, " "), next = length;

	while (text[next]) {
		next += 1 + strcspn(text + next + 1, " ");
		if (next > width)
			break;
		length = next;
	}
	return length < width || is_wide ? length : width;
}

void ptool_print_wrapped(const struct ptool_out *out, int indent,
			 const char *format, ...)
{
	size_t width = out->width - indent;
	char line[PTOOL_WRAPPED_MAX], *text = line;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	while (*text) {
		size_t length = fitting(text, width, out->is_wide);

		fprintf(out->file, "%*s%.*s\n", indent, "", (int)length, text);
		text += length;
		text += strspn(text, " ");
	}
}
