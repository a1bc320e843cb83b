// SPDX-License-Identifier: GPL-2.0
/* rows: the kinds of calls, steps and hooks that the benchmark times */
#include <stddef.h>

#include "recording_path.h"
#include "rows.h"
#include "../returns.h"

/* calls in a function, so that what the function itself takes is a small part of each */
#define TIMES	8

/* callers above a function whose return is changed */
#define CALLERS	4

/* packets that a NIC's poll returns */
#define POLLED	3

static function_t make_plain(void)
{
	return function_make(NULL, NULL, 0);
}

static void compare(struct comparison *c, function_t with, function_t without)
{
	*c = (struct comparison){
		.with.call = with, .without.call = without, .per = 1, .one = with,
	};
}

/* @one is called by @with, @times times */
static void compare_callees(struct comparison *c, function_t with, function_t without,
			    const void *one, unsigned int times)
{
	compare(c, with, without);
	c->one = one;
	c->per = times;
}

/* the packet's path begins before the call, and ends after it */
static void put_on_way(struct bench_way *way)
{
	way->before = path_packet_arrives;
	way->after = path_packet_leaves;
}

static void make_clock(struct comparison *c)
{
	compare(c, function_make(entry_clock, NULL, 0), make_plain());
	put_call(entry_clock_call, function_body(c->with.call));
}

static void make_floor(struct comparison *c)
{
	compare(c, function_make(entry_floor, NULL, 0), make_plain());
	put_call(entry_floor_call, function_body(c->with.call));
}

static void make_timed(struct comparison *c)
{
	compare(c, function_make_timed(0, NULL, 0, NULL), make_plain());
}

static void make_untimed(struct comparison *c)
{
	unsigned int slot;

	compare(c, function_make_timed(1, NULL, 0, &slot), make_plain());
	path_never_due(slot);
}

static function_t make_plain_poll(void)
{
	function_t poll = make_plain();

	function_return(poll, POLLED);
	return poll;
}

static void make_poll(struct comparison *c)
{
	compare(c, function_make_poll(0, POLLED, NULL), make_plain_poll());
}

static void make_nested_poll(struct comparison *c)
{
	function_t poll = function_make_poll(1, POLLED, NULL);

	compare_callees(c, function_make_timed(0, poll, TIMES, NULL),
			function_make_timed(0, make_plain_poll(), TIMES, NULL), poll, TIMES);
}

static void make_callee(struct comparison *c)
{
	function_t callee = function_make_timed(0, NULL, 0, NULL);

	compare_callees(c, function_make_timed(0, callee, TIMES, NULL),
			function_make_timed(0, make_plain(), TIMES, NULL), callee, TIMES);
}

/* a caller of one callee, and that callee, both timed */
static void make_caller(struct comparison *c)
{
	function_t callee = function_make_timed(0, NULL, 0, NULL);

	compare(c, function_make_timed(0, callee, 1, NULL), function_make(NULL, make_plain(), 1));
}

static void make_step(struct comparison *c)
{
	unsigned int slot;
	function_t callee = function_make_timed(1, NULL, 0, &slot);

	path_add_step(slot);
	compare_callees(c, function_make(NULL, callee, TIMES),
			function_make(NULL, make_plain(), TIMES), callee, TIMES);
	put_on_way(&c->with);
	put_on_way(&c->without);
}

static void make_timed_step(struct comparison *c)
{
	unsigned int slot;
	function_t callee = function_make_timed(0, NULL, 0, &slot);

	path_add_step(slot);
	compare_callees(c, function_make_timed(0, callee, TIMES, NULL),
			function_make_timed(0, make_plain(), TIMES, NULL), callee, TIMES);
	put_on_way(&c->with);
	put_on_way(&c->without);
}

static void make_arrival(struct comparison *c)
{
	compare(c, path_packet_arrives, path_packet_comes);
	c->with.after = path_packet_leaves;
	c->one = path_hook(PATH_ARRIVAL);
}

static void make_xmit(struct comparison *c)
{
	compare(c, path_packet_leaves, path_packet_goes);
	put_on_way(&c->without);
	c->with.before = path_packet_arrives;
	c->one = path_hook(PATH_XMIT);
}

static void make_consumption(struct comparison *c)
{
	compare(c, path_packet_is_consumed, path_packet_is_kept);
	put_on_way(&c->without);
	c->with.before = path_packet_arrives;
	c->one = path_hook(PATH_CONSUME);
}

static function_t make_callers(function_t callee)
{
	int i;

	for (i = 0; i < CALLERS; i++)
		callee = function_make(NULL, callee, 1);
	return callee;
}

static void make_way(struct comparison *c, void (*changed)(void))
{
	compare(c, make_callers((function_t)changed), make_callers((function_t)plain_function));
	c->one = changed;
}

static void make_spent(struct comparison *c)
{
	make_way(c, spent_function);
}

static void make_jumped(struct comparison *c)
{
	make_way(c, jumped_function);
}

static void make_left_out(struct comparison *c)
{
	make_way(c, left_out_function);
}

static void make_replaced(struct comparison *c)
{
	make_way(c, replaced_function);
}

#define TRACED	.nesting = 1, .tracing = 1

const struct bench_row rows[] = {
	{ .name = "two readings of the clock", .make = make_clock },
	{ .name = "the floor: and one record", .make = make_floor },
	{ .name = "flat", .make = make_timed },
	{ .name = "sampled, not timed", .make = make_untimed },
	{ .name = "nested, callee", .nesting = 1, .make = make_callee },
	{ .name = "nested, root", .nesting = 1, .make = make_timed },
	{ .name = "nested, root with a callee", .nesting = 1, .make = make_caller },
	{ .name = "nested, callee, tracing", TRACED, .make = make_callee },
	{ .name = "poll of 3 packets, flat", .make = make_poll },
	{ .name = "poll of 3 packets, callee", .nesting = 1, .make = make_nested_poll },
	{ .name = "step", TRACED, .make = make_step },
	{ .name = "step, displaced", TRACED, .displaced = 1, .make = make_step },
	{ .name = "step and timed callee", TRACED, .make = make_timed_step },
	{ .name = "path begins", TRACED, .make = make_arrival },
	{ .name = "path begins, displaced", TRACED, .displaced = 1, .make = make_arrival },
	{ .name = "path ends: sent", TRACED, .make = make_xmit },
	{ .name = "sent, displaced", TRACED, .displaced = 1, .make = make_xmit },
	{ .name = "path ends: consumed", TRACED, .make = make_consumption },
	{ .name = "consumed, displaced", TRACED, .displaced = 1, .make = make_consumption },
	{ .name = "way: spent (pathtime)", .make = make_spent },
	{ .name = "way: jumped to (fexit)", .make = make_jumped },
	{ .name = "way: left out (fexit, old)", .make = make_left_out },
	{ .name = "way: replaced (kretprobe)", .make = make_replaced },
};

const struct bench_context contexts[] = { { "task", 0 }, { "softirq", 1 } };
const unsigned int contexts_count = sizeof(contexts) / sizeof(*contexts);

const unsigned int rows_count = sizeof(rows) / sizeof(*rows);

void row_select(const struct bench_row *row)
{
	path_set_nesting(row->nesting);
	path_set_displaced(row->displaced);
	path_set_tracing(row->tracing);
}
