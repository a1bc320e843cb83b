// SPDX-License-Identifier: GPL-2.0
/* lines: printed output as lines, for a screen that shows some of them */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/lines.h"

void ptool_lines_begin(struct ptool_lines *lines, int width, bool has_color)
{
	memset(lines, 0, sizeof(*lines));
	lines->out.file = open_memstream(&lines->text, &lines->size);
	if (!lines->out.file)
		ptool_end_without_memory();
	lines->out.width = width;
	lines->out.has_color = has_color;
	lines->out.lines = lines;
}

void ptool_mark(const struct ptool_out *out, u64 id)
{
	struct ptool_lines *lines = out->lines;
	struct ptool_mark *mark;

	if (!lines)
		return;
	lines->mark = ptool_realloc(lines->mark, lines->marks + 1,
				    sizeof(*lines->mark));
	mark = &lines->mark[lines->marks++];
	mark->id = id;
	mark->at = (size_t)ftello(out->file);
}

static void find_lines(struct ptool_lines *lines)
{
	char *text = lines->text, *end = text + lines->size;

	while (text < end) {
		lines->line = ptool_realloc(lines->line, lines->lines + 1,
					    sizeof(*lines->line));
		lines->line[lines->lines++] = text;
		text += strcspn(text, "\n");
		*text++ = '\0';
	}
}

static void find_marks(struct ptool_lines *lines)
{
	u32 i, line = 0;

	for (i = 0; i < lines->marks; i++) {
		struct ptool_mark *mark = &lines->mark[i];

		while (line < lines->lines &&
		       (size_t)(lines->line[line] - lines->text) < mark->at)
			line++;
		mark->line = line;
	}
}

void ptool_lines_end(struct ptool_lines *lines)
{
	if (ferror(lines->out.file) | fclose(lines->out.file))
		ptool_end_without_memory();
	find_lines(lines);
	find_marks(lines);
}

void ptool_lines_free(struct ptool_lines *lines)
{
	free(lines->text);
	free(lines->line);
	free(lines->mark);
	memset(lines, 0, sizeof(*lines));
}
