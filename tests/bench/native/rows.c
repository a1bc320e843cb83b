// SPDX-License-Identifier: GPL-2.0
/* rows: the kinds of calls and steps that the benchmark times */
#include <stddef.h>

#include "recording_path.h"
#include "rows.h"

/* calls in a function, so that what the function itself takes is a small part of each */
#define TIMES	8

static function_t make_plain(void)
{
	return function_make(NULL, NULL, 0);
}

static void make_clock(struct comparison *c)
{
	*c = (struct comparison){ function_make(entry_clock, NULL, 0), make_plain(), 1 };
	put_call(entry_clock_call, function_body(c->with));
}

static void make_floor(struct comparison *c)
{
	*c = (struct comparison){ function_make(entry_floor, NULL, 0), make_plain(), 1 };
	put_call(entry_floor_call, function_body(c->with));
}

static void make_timed(struct comparison *c)
{
	*c = (struct comparison){ function_make_timed(0, NULL, 0, NULL), make_plain(), 1 };
}

static void make_untimed(struct comparison *c)
{
	unsigned int slot;

	*c = (struct comparison){ function_make_timed(1, NULL, 0, &slot), make_plain(), 1 };
	path_never_due(slot);
}

static void make_callee(struct comparison *c)
{
	function_t callee = function_make_timed(0, NULL, 0, NULL);

	*c = (struct comparison){
		function_make_timed(0, callee, TIMES, NULL),
		function_make_timed(0, make_plain(), TIMES, NULL), TIMES,
	};
}

/* a caller of one callee, and that callee, both timed */
static void make_caller(struct comparison *c)
{
	function_t callee = function_make_timed(0, NULL, 0, NULL);

	*c = (struct comparison){
		function_make_timed(0, callee, 1, NULL), function_make(NULL, make_plain(), 1), 1,
	};
}

static void make_step(struct comparison *c)
{
	unsigned int slot;
	function_t callee = function_make_timed(1, NULL, 0, &slot);

	path_add_step(slot);
	*c = (struct comparison){
		function_make(NULL, callee, TIMES), function_make(NULL, make_plain(), TIMES), TIMES,
	};
}

static void make_timed_step(struct comparison *c)
{
	unsigned int slot;
	function_t callee = function_make_timed(0, NULL, 0, &slot);

	path_add_step(slot);
	*c = (struct comparison){
		function_make_timed(0, callee, TIMES, NULL),
		function_make_timed(0, make_plain(), TIMES, NULL), TIMES,
	};
}

const struct bench_row rows[] = {
	{ .name = "two readings of the clock", .make = make_clock },
	{ .name = "the floor: and one record", .make = make_floor },
	{ .name = "flat", .make = make_timed },
	{ .name = "sampled, not timed", .make = make_untimed },
	{ .name = "nested, callee", .nesting = 1, .make = make_callee },
	{ .name = "nested, root", .nesting = 1, .make = make_timed },
	{ .name = "nested, root with a callee", .nesting = 1, .make = make_caller },
	{ .name = "nested, callee, tracing", .nesting = 1, .tracing = 1, .make = make_callee },
	{ .name = "step", .nesting = 1, .tracing = 1, .road = 1, .make = make_step },
	{ .name = "step, a record displaced", .nesting = 1, .tracing = 1, .displaced = 1,
	  .road = 1, .make = make_step },
	{ .name = "step and timed callee", .nesting = 1, .tracing = 1, .road = 1,
	  .make = make_timed_step },
};

const unsigned int rows_count = sizeof(rows) / sizeof(*rows);

void row_select(const struct bench_row *row)
{
	path_set_nesting(row->nesting);
	path_set_tracing(row->tracing);
	path_set_displaced(row->displaced);
}
