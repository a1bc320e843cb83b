// SPDX-License-Identifier: GPL-2.0
/* top_frame: lays out the live views on a screen, line by line */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/time.h"
#include "top/top.h"

/* minimum number of lines for rows; on a smaller screen, head and foot are dropped */
#define ROWS_LEAST	6

/**
 * struct sheet - the parts of a screen
 * @top: the views
 * @columns: number of columns of the screen
 * @frame: the frame to fill
 * @head: lines above the rows
 * @foot: lines below the rows
 * @notes: messages below the foot
 */
struct sheet {
	struct ptool_top *top;
	u32 columns;
	struct ptool_frame *frame;
	struct ptool_lines head;
	struct ptool_lines foot;
	struct ptool_lines notes;
};

void ptool_frame_add(struct ptool_frame *frame, enum ptool_frame_style style,
		     const char *text)
{
	size_t size = strlen(text) + 1;
	struct ptool_frame_line *line;

	frame->line = ptool_realloc(frame->line, frame->lines + 1,
				    sizeof(*frame->line));
	line = &frame->line[frame->lines++];
	line->style = style;
	line->text = memcpy(ptool_alloc(size, 1), text, size);
}

void ptool_frame_free(struct ptool_frame *frame)
{
	u32 i;

	for (i = 0; i < frame->lines; i++)
		free(frame->line[i].text);
	free(frame->line);
	memset(frame, 0, sizeof(*frame));
}

typedef void print_part(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view);

static void begin_lines(const struct sheet *sheet, struct ptool_lines *lines)
{
	ptool_lines_begin(lines, ptool_out_width((int)sheet->columns),
			  sheet->top->has_color);
}

static void print(const struct sheet *sheet, struct ptool_lines *lines,
		  print_part *part)
{
	begin_lines(sheet, lines);
	if (part)
		part(&lines->out, ptool_top_model(sheet->top),
		     &sheet->top->view);
	ptool_lines_end(lines);
}

static void print_notes(struct sheet *sheet)
{
	struct ptool_lines *notes = &sheet->notes;

	begin_lines(sheet, notes);
	ptool_print_wrapped(&notes->out, 0, "%s", sheet->top->trouble);
	ptool_print_wrapped(&notes->out, 0, "%s", sheet->top->message);
	ptool_lines_end(notes);
}

static void print_parts(struct sheet *sheet)
{
	struct ptool_top *top = sheet->top;
	const struct ptool_parts *parts = ptool_top_views[top->shown].parts;
	const char *filter = ptool_top_choice(top)->filter;

	top->view.order = top->order[top->shown];
	top->view.filter = *filter ? filter : NULL;
	top->view.only = top->shown == PTOOL_TOP_HIST ?
			 ptool_top_choice(top)->id : 0;
	ptool_lines_free(&top->rows);
	print(sheet, &top->rows, parts->rows);
	print(sheet, &sheet->head, parts->head);
	print(sheet, &sheet->foot, parts->foot);
	print_notes(sheet);
}

static void free_parts(struct sheet *sheet)
{
	ptool_lines_free(&sheet->head);
	ptool_lines_free(&sheet->foot);
	ptool_lines_free(&sheet->notes);
}

/* describe order and filter: every view that can be sorted can be filtered */
static void order_text(char *text, size_t size, struct ptool_top *top)
{
	const char *filter = ptool_top_choice(top)->filter;
	const struct ptool_order *order = &top->order[top->shown];

	snprintf(text, size, ", by %s%s%s%s",
		 ptool_statistic_of(order->column).title,
		 order->is_reversed ? " reversed" : "",
		 *filter ? ", with " : "", filter);
}

static void table_title(char *text, size_t size, struct ptool_top *top)
{
	char span[PTOOL_NUMBER_LEN], order[64 + PTIME_FUNCTION_LEN] = "";

	ptool_span_text(span, ptool_time_ns(top->interval));
	if (ptool_top_views[top->shown].columns)
		order_text(order, sizeof(order), top);
	snprintf(text, size, "%spathtime: %s %s, every %s%s",
		 top->is_paused ? "PAUSED " : "",
		 ptool_top_views[top->shown].name,
		 ptool_top_model(top)->per_second ? "per second" :
						    "since the counts began",
		 span, order);
}

/* a view without a head is no table, and does not cover a span of time */
static void add_title(struct sheet *sheet)
{
	struct ptool_top *top = sheet->top;
	const struct ptool_top_view *view = &ptool_top_views[top->shown];
	char text[320];

	if (view->parts->head)
		table_title(text, sizeof(text), top);
	else
		snprintf(text, sizeof(text), "pathtime: %s", view->name);
	ptool_frame_add(sheet->frame, PTOOL_FRAME_BAR, text);
}

static u32 count_lines(const struct ptool_lines *lines)
{
	u32 i, count = 0;

	for (i = 0; i < lines->lines; i++)
		count += *lines->line[i] != '\0';
	return count;
}

/* drop blank lines, which only matter on paper; keep the last @most of the others */
static void add_lines(struct sheet *sheet, const struct ptool_lines *lines,
		      u32 most)
{
	u32 i, skip = count_lines(lines);

	skip -= most < skip ? most : skip;
	for (i = 0; i < lines->lines; i++) {
		if (!*lines->line[i])
			continue;
		if (skip)
			skip--;
		else
			ptool_frame_add(sheet->frame, PTOOL_FRAME_PLAIN,
					lines->line[i]);
	}
}

static u32 distance(u32 one, u32 other)
{
	return one > other ? one - other : other - one;
}

/* of the rows with the chosen id, choose the nearest to the last position, or the first row */
static void find_chosen(struct ptool_top *top)
{
	struct ptool_top_choice *choice = ptool_top_choice(top);
	u32 i, best = 0;
	bool found = false;

	for (i = 0; i < top->rows.marks && choice->is_followed; i++) {
		if (top->rows.mark[i].id != choice->id)
			continue;
		if (!found || distance(i, choice->place) <
			      distance(best, choice->place))
			best = i;
		found = true;
	}
	if (top->rows.marks) {
		choice->place = best;
		choice->id = top->rows.mark[best].id;
	}
}

/* find the last line of a row that begins at @line, as far as it fits on the screen */
static u32 last_line(const struct ptool_top *top, u32 place, u32 line)
{
	u32 next = place + 1 < top->rows.marks ?
		   top->rows.mark[place + 1].line : top->rows.lines;

	return next - line > top->room ? line + top->room - 1 : next - 1;
}

/* keep the chosen row on the screen, with no more blank lines below the rows than necessary */
static void scroll(struct ptool_top *top)
{
	u32 lines = top->rows.lines, place = ptool_top_choice(top)->place;
	u32 line, last;

	if (top->rows.marks && top->room) {
		line = top->rows.mark[place].line;
		last = last_line(top, place, line);
		line = place ? line : 0;
		if (last >= top->first + top->room)
			top->first = last + 1 - top->room;
		if (line < top->first)
			top->first = line;
	}
	if (top->first + top->room > lines)
		top->first = lines > top->room ? lines - top->room : 0;
}

static void add_rows(struct sheet *sheet)
{
	struct ptool_top *top = sheet->top;
	const struct ptool_lines *rows = &top->rows;
	u32 place = ptool_top_choice(top)->place;
	u32 i, chosen = rows->marks ? rows->mark[place].line : ~0U;

	for (i = top->first; i < top->first + top->room; i++)
		ptool_frame_add(sheet->frame, i == chosen ?
				PTOOL_FRAME_CHOSEN : PTOOL_FRAME_PLAIN,
				i < rows->lines ? rows->line[i] :
				i || rows->lines ? "" :
				ptool_top_views[top->shown].nothing);
}

static void add_prompt(struct sheet *sheet)
{
	char text[256];

	ptool_top_prompt(sheet->top, text, sizeof(text));
	ptool_frame_add(sheet->frame, sheet->top->question ?
			PTOOL_FRAME_PLAIN : PTOOL_FRAME_BAR, text);
}

/* on a small screen, drop the foot first, then the head except for its column titles */
static void fill(struct sheet *sheet, u32 room)
{
	u32 head = count_lines(&sheet->head), foot = count_lines(&sheet->foot);
	u32 notes = count_lines(&sheet->notes);

	notes = notes < room ? notes : room;
	room -= notes;
	if (room < head + foot + ROWS_LEAST)
		foot = 0;
	if (room < head + ROWS_LEAST)
		head = head && room > 1;
	sheet->top->room = room - head - foot;
	find_chosen(sheet->top);
	scroll(sheet->top);
	add_lines(sheet, &sheet->head, head);
	add_rows(sheet);
	add_lines(sheet, &sheet->foot, foot);
	add_lines(sheet, &sheet->notes, notes);
}

void ptool_top_frame(struct ptool_top *top, u32 lines, u32 columns,
		     struct ptool_frame *frame)
{
	struct sheet sheet = {
		.top = top,
		.columns = columns,
		.frame = frame,
	};

	memset(frame, 0, sizeof(*frame));
	print_parts(&sheet);
	if (lines > 0)
		add_title(&sheet);
	fill(&sheet, lines > 2 ? lines - 2 : 0);
	if (lines > 1)
		add_prompt(&sheet);
	free_parts(&sheet);
}
