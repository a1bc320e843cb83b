// SPDX-License-Identifier: GPL-2.0
/* test of making calls, sums and trees of captures, whole and mutilated */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "capture/import.h"
#include "model/breakdown.h"
#include "round_trip.h"
#include "tap.h"

#define TEXT_MAX	(256 * 1024)

/* the parts of a capture as text */
struct import_result {
	char text[TEXT_MAX];
	size_t length;
	u64 records;
	u32 faults;
	u32 changes;
};

static __printf(2, 3)
void say(struct import_result *result, const char *format, ...)
{
	size_t room = sizeof(result->text) - result->length;
	va_list arguments;

	va_start(arguments, format);
	result->length += vsnprintf(result->text + result->length, room, format,
				    arguments);
	va_end(arguments);
	if (result->length >= sizeof(result->text))
		result->length = sizeof(result->text) - 1;
}

/* "context a>b calls total self": the whole way to it */
static void say_node(struct import_result *result, const struct ptool_tree *tree,
		     const struct ptool_node *node)
{
	const char *name[64];
	u32 depth = 0, at = node - tree->node;

	for (; at != PTOOL_NO_NODE && depth < ARRAY_SIZE(name);
	     at = tree->node[at].parent)
		name[depth++] = tree->function[tree->node[at].function].name;
	say(result, "%s ", ptool_context_name(node->context));
	while (depth--)
		say(result, "%s%s", name[depth], depth ? ">" : "");
	say(result, " %llu %llu %llu", node->calls, node->total_ns,
	    node->self_ns);
	if (node->interrupt_ns)
		say(result, " interrupt %llu", node->interrupt_ns);
	if (node->unfinished)
		say(result, " unfinished %llu", node->unfinished);
	say(result, "\n");
}

/* total = self + interrupt + callees, for each node */
static u32 count_sums_that_differ(const struct ptool_tree *tree)
{
	u64 *sum = ptool_alloc(tree->nodes, sizeof(*sum));
	u32 i, faults = 0;

	for (i = tree->nodes; i--;) {
		const struct ptool_node *node = &tree->node[i];

		sum[i] += node->self_ns + node->interrupt_ns;
		faults += sum[i] != node->total_ns;
		if (node->parent == PTOOL_NO_NODE)
			continue;
		faults += node->parent >= i;
		sum[node->parent] += node->total_ns;
	}
	free(sum);
	return faults;
}

/* the rows of a breakdown add up to its total */
static u32 check_breakdown(const struct ptool_tree *tree)
{
	struct ptool_breakdown *breakdown = ptool_breakdown_new(tree, NULL);
	u64 sum, rows;
	u32 i, j, faults;

	if (!breakdown)
		return 0;
	sum = breakdown->self_ns + breakdown->interrupt_ns;
	faults = 0;
	for (i = 0; i < breakdown->groups; i++) {
		const struct ptool_breakdown_group *group =
			&breakdown->group[i];

		for (j = rows = 0; j < group->rows; j++)
			rows += breakdown->row[group->first + j].self_ns;
		faults += rows != group->self_ns;
		sum += rows;
	}
	faults += sum != breakdown->total_ns;
	ptool_breakdown_free(breakdown);
	return faults;
}

static int take(struct ptool_model *model, void *argument)
{
	struct import_result *result = argument;
	struct ptool_tree_row *row;
	u32 i, rows;

	if (model->segment)
		say(result, "[%s]\n", model->segment);
	row = ptool_tree_rows(model->tree, PTOOL_ORDER_OWN, &rows);
	for (i = 0; i < rows; i++)
		say_node(result, model->tree, &model->tree->node[row[i].node]);
	for (i = 0; i < model->warnings; i++)
		say(result, "%s %llu\n", model->warning[i].key,
		    model->warning[i].count);
	result->faults += rows != model->tree->nodes;
	result->faults += count_sums_that_differ(model->tree);
	result->faults += check_breakdown(model->tree);
	result->changes += round_trip_faults(model);
	free(row);
	ptool_model_free(model);
	return 0;
}

/* in pieces of @piece bytes, each in memory of its own */
static void import(struct import_result *result, const char *text, size_t size,
		   size_t piece)
{
	struct ptool_import *import = ptool_import_begin("test", NULL, take,
							 result);
	size_t begin = 0, end = 0, taken;
	bool ended;
	char *copy;

	result->length = 0;
	*result->text = '\0';
	do {
		ended = end == size;
		end = size - end > piece ? end + piece : size;
		copy = ptool_alloc(end - begin, 1);
		memcpy(copy, text + begin, end - begin);
		ptool_import_text(import, copy, end - begin, ended, &taken);
		free(copy);
		begin += taken;
	} while (!ended);
	result->records = ptool_import_end(import);
}

static const struct {
	const char *name;
	const char *text;
	const char *wanted;
} cases[] = {
	{ "callees",
	  " 0)               |  a() {\n"
	  " 0)   0.100 us    |    b();\n"
	  " 0)               |    c() {\n"
	  " 0)   0.200 us    |      b();\n"
	  " 0)   0.500 us    |    }\n"
	  " 0)   0.110 us    |    b();\n"
	  " 0)   1.000 us    |  }\n",
	  "task a 1 1000 290\ntask a>c 1 500 300\ntask a>c>b 1 200 200\ntask a>b 2 210 210\n" },
	{ "recursion",
	  "0) | a() { 0) | a() { 0) 0.1 us | a(); 0) 0.3 us | } 0) 0.7 us | }",
	  "task a 1 700 400\ntask a>a 1 300 200\ntask a>a>a 1 100 100\n" },
	{ "CPUs by turns",
	  "0) | a() {\n1) | b() {\n0) 0.1 us | c();\n1) 0.2 us | c();\n"
	  "0) 1.0 us | }\n1) 2.0 us | }\n",
	  "task b 1 2000 1800\ntask b>c 1 200 200\ntask a 1 1000 900\ntask a>c 1 100 100\n" },
	{ "a switch",
	  "0) | a() {\n0) x-1 => y-2\n0) | b() {\n0) y-2 => x-1\n0) 1.0 us | }\n"
	  "0) x-1 => y-2\n0) 2.0 us | }\n",
	  "task b 1 2000 2000\ntask a 1 1000 1000\n" },
	{ "a task on another CPU",
	  "0) x-1 | | a() {\n0) y-2 | | b() {\n1) x-1 | 0.1 us | c();\n"
	  "1) x-1 | 1.0 us | }\n0) y-2 | 2.0 us | }\n",
	  "task b 1 2000 2000\ntask a 1 1000 900\ntask a>c 1 100 100\n" },
	{ "each CPU has an idle task",
	  "0) <idle>-0 | | a() {\n1) <idle>-0 | | b() {\n0) <idle>-0 | 1.0 us | }\n"
	  "1) <idle>-0 | 2.0 us | }\n",
	  "task b 1 2000 2000\ntask a 1 1000 1000\n" },
	/* interrupts */
	{ "an interrupt",
	  "0) | a() {\n0) ==========> |\n0) | irq() {\n0) 0.1 us | b();\n"
	  "0) 0.4 us | }\n0) <========== |\n0) 0.2 us | c();\n0) 1.0 us | }\n",
	  "task a 1 1000 400 interrupt 400\ntask a>c 1 200 200\nhardirq irq 1 400 300\nhardirq irq>b 1 100 100\n" },
	{ "an interrupt in no call",
	  "0) ==========> |\n0) 0.4 us | irq();\n0) <========== |\n0) 0.2 us | c();\n",
	  "task c 1 200 200\nhardirq irq 1 400 400\n" },
	{ "a softirq at an interrupt's end",
	  "0) | a() {\n0) ==========> |\n0) | irq() {\n0) | __do_softirq() {\n"
	  "0) 0.1 us | b();\n0) 0.3 us | }\n0) 0.4 us | }\n0) <========== |\n0) 1.0 us | }\n",
	  "task a 1 1000 600 interrupt 400\nsoftirq __do_softirq 1 300 200\nsoftirq __do_softirq>b 1 100 100\nhardirq irq 1 400 100 interrupt 300\n" },
	{ "a softirq that a task runs is seen below it",
	  "0) | a() {\n0) 0.3 us | __do_softirq();\n0) 1.0 us | }\n",
	  "task a 1 1000 700\ntask a>__do_softirq 1 300 300\n" },
	{ "context by latency",
	  "0) ..s1 | 0.3 us | a();\n0) d.h1 | 0.2 us | b();\n0) d..1 | 0.1 us | c();\n",
	  "task c 1 100 100\nsoftirq a 1 300 300\nhardirq b 1 200 200\n" },
	{ "an arrow out is lost, and the indentation tells",
	  "0) | a() {\n0) |  b() {\n0) ==========> |\n0) |   irq() {\n0) 0.4 us |   }\n"
	  "0) 0.6 us |  }\n0) 1.0 us | }\n",
	  "task a 1 1000 400\ntask a>b 1 600 200 interrupt 400\nhardirq irq 1 400 400\narrows 1\n" },
	{ "an arrow in is lost", "0) 0.1 us | a();\n0) <========== |\n",
	  "task a 1 100 100\narrows 1\n" },
	{ "an interrupt before the end of a call is written",
	  "0)           |  a() {\n0)           |    b() {\n0)           |    irq() {\n"
	  "0) 0.300 us  |      d();\n0) 0.400 us  |    }\n0) 0.030 us  |    } /* b */\n"
	  "0) 1.000 us  |  }\n",
	  "task a 1 1000 570\ntask a>irq 1 400 100\ntask a>irq>d 1 300 300\ntask a>b 1 30 30\n" },
	/* lost lines */
	{ "a brace, and the indentation tells",
	  "0)          |  a() {\n0)          |    b() {\n0) 0.1 us   |      c();\n"
	  "0) 0.2 us   |    d();\n0) 1.0 us   |  }\n",
	  "task a 1 1000 700\ntask a>d 1 200 200\ntask a>b 1 100 0 unfinished 1\ntask a>b>c 1 100 100\nunfinished 1\n" },
	{ "a brace, and a comment tells",
	  "0) | a() { 0) | b() { 0) 0.1 us | c(); 0) 1.0 us | } /* a */ 0) 0.2 us | d();",
	  "task a 1 1000 900\ntask a>b 1 100 0 unfinished 1\ntask a>b>c 1 100 100\ntask d 1 200 200\nunfinished 1\n" },
	{ "the beginning",
	  "0) 0.1 us   |      c();\n0) 0.7 us   |    } /* b */\n0) 1.0 us   |  }\n"
	  "0) 0.2 us   |  d();\n",
	  "task d 1 200 200\ntask c 1 100 100\nunmatched_ends 2\nnamed 1\n" },
	{ "an opening, and the time tells",
	  "0) | a() { 0) 5.0 us | b(); 0) 0.1 us | } 0) 9.0 us | }",
	  "task a 1 9000 4000\ntask a>b 1 5000 5000\nunmatched_ends 1\n" },
	{ "the end", "0) | a() { 0) 0.1 us | b();",
	  "task a 1 100 0 unfinished 1\ntask a>b 1 100 100\nunfinished 1\n" },
	{ "a duration", "0) | a() { 0) | b(); 0) | }",
	  "task a 1 0 0 unfinished 1\ntask a>b 1 0 0 unfinished 1\nuntimed 2\n" },
	{ "times that cannot be", "0) | a() { 0) 5.0 us | b(); 0) 4.5 us | }",
	  "task a 1 5000 0\ntask a>b 1 5000 5000\nshort 1\n" },
	/* parts */
	{ "marks",
	  "### One ### text 0) 0.1 us | a(); ### One, end ### ### Two 0) 0.2 us | b();",
	  "[One]\ntask a 1 100 100\nother_text 1\n[Two]\ntask b 1 200 200\n" },
	{ "text before the first mark",
	  "0) 0.3 us | c();\n### One\n0) 0.1 us | a();\n",
	  "task c 1 300 300\n[One]\ntask a 1 100 100\n" },
	{ "a mark in a call",
	  "### One\n0) | a() {\n### at b\n0) 0.1 us | b();\n0) 1.0 us | }\n### Two\n0) 0.2 us | b();\n",
	  "[One]\ntask a 1 1000 900\ntask a>b 1 100 100\nmarks_inside 1\n[Two]\ntask b 1 200 200\n" },
	{ "a mark that says end, in a call",
	  "### One\n0) | a() {\n### One, end\n### Two\n0) 0.2 us | b();\n",
	  "[One]\ntask a 1 0 0 unfinished 1\nunfinished 1\n[Two]\ntask b 1 200 200\n" },
	{ "a mark in a call that was not ended, and the indentation tells",
	  "### One\n0)       |  a() {\n0) 0.1 us |    b();\n### Two\n0) 0.2 us |  b();\n",
	  "[One]\ntask a 1 100 0 unfinished 1\ntask a>b 1 100 100\nunfinished 1\n[Two]\ntask b 1 200 200\n" },
	{ "several marks", "### One\n### One: first\n0) 0.1 us | a();\n",
	  "[One]\ntask a 1 100 100\n" },
	{ "marks of parts without calls", "### One\n### Two\n0) 0.1 us | a();\n",
	  "[Two]\ntask a 1 100 100\n" },
};

static void test_cases(void)
{
	static struct import_result result;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		import(&result, cases[i].text, strlen(cases[i].text), ~0UL);
		if (!tap_ok(!strcmp(result.text, cases[i].wanted), "%s",
			    cases[i].name))
			tap_diag("got '%s', wanted '%s'", result.text,
				 cases[i].wanted);
		tap_is(result.faults, 0, "all adds up");
		tap_is(result.changes, 0, "its snapshot has all of it");
	}
}

/* all cases one after another, often enough to need several pieces */
static char *make_text(size_t *size)
{
	char *text = ptool_alloc(1 << 20, 1);
	size_t i, length = 0;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		length += sprintf(text + length, "### Case %zu ###\n%s\n", i,
				  cases[i].text);
	*size = length;
	return text;
}

static void fold(char *text)
{
	for (; *text; text++)
		if (*text == '\n')
			*text = ' ';
}

static void test_pieces(bool folded)
{
	static const size_t pieces[] = { 1, 2, 3, 7, 64, 1000, 2049, 5000 };
	static struct import_result whole, parted;
	size_t size, i, differ = 0;
	char *text = make_text(&size);

	if (folded)
		fold(text);
	import(&whole, text, size, ~0UL);
	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		import(&parted, text, size, pieces[i]);
		if (!strcmp(whole.text, parted.text) &&
		    whole.records == parted.records)
			continue;
		tap_diag("pieces of %zu differ", pieces[i]);
		differ++;
	}
	tap_ok(whole.records > 100, "%llu records", whole.records);
	tap_is(differ, 0, folded ? "pieces make no difference, on one line" :
	       "pieces make no difference");
	free(text);
}

static void test_prefixes(void)
{
	static struct import_result result;
	size_t size, all;
	char *text = make_text(&all);
	u32 faults = 0;

	for (size = 0; size <= all; size++) {
		import(&result, text, size, ~0UL);
		faults += result.faults;
	}
	tap_ok(size > 2000, "%zu beginnings", size);
	tap_is(faults, 0, "all adds up in each");
	tap_is(result.changes, 0, "the snapshot of each has all of it");
	free(text);
}

static u32 draw(u32 below)
{
	static u64 state = 1;

	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (u32)(state >> 33) % below;
}

/* changes bytes: the ones that captures are made of, and any */
static void mutilate(char *text, size_t size)
{
	static const char bytes[] = "0123456789(){};|/* \n\t#=<>-.[]+!$us";
	u32 changes = 1 + draw(40);

	while (changes--) {
		size_t at = draw(size), length = 1 + draw(40);

		if (length > size - at)
			length = size - at;
		switch (draw(5)) {
		case 0:
			text[at] = draw(256);
			break;
		case 1:
			text[at] = bytes[draw(sizeof(bytes) - 1)];
			break;
		case 2:
			memset(text + at, ' ', length);
			break;
		case 3:
			memmove(text + at, text + draw(size - length + 1),
				length);
			break;
		case 4:
			text[at] ^= 1 << draw(8);
			break;
		}
	}
}

static void test_mutilated(void)
{
	static struct import_result result;
	size_t size;
	char *text = make_text(&size), *mutilated = ptool_alloc(size, 1);
	u32 i, faults = 0, found = 0;

	for (i = 0; i < 1500; i++) {
		memcpy(mutilated, text, size);
		mutilate(mutilated, size);
		import(&result, mutilated, size, 1 + draw(2 * size));
		faults += result.faults;
		found += result.records > 0;
	}
	tap_is(found, i, "records in each mutilated capture");
	tap_is(faults, 0, "all adds up in each");
	tap_is(result.changes, 0, "the snapshot of each has all of it");
	free(mutilated);
	free(text);
}

/* no memory for each of them: more calls open, and tasks, than are kept */
static void test_limits(void)
{
	static struct import_result result;
	size_t length = 0;
	char *text = ptool_alloc(1 << 20, 1);
	u32 i;

	for (i = 0; i < 600; i++)
		length += sprintf(text + length, "0) | f() {\n");
	for (i = 0; i < 600; i++)
		length += sprintf(text + length, "0) %u.0 us | }\n", i + 1);
	for (i = 1; i < 3000; i++)
		length += sprintf(text + length, "0) x-%u | | g() {\n", i);
	import(&result, text, length, ~0UL);
	tap_is(result.faults, 0, "all adds up beyond the limits");
	tap_is(result.changes, 0, "a snapshot has all of it there, too");
	tap_ok(strstr(result.text, "not_kept 88\n"), "calls that are too deep");
	tap_ok(strstr(result.text, "unfinished 2999\n"), "tasks beyond the limit");
	free(text);
}

int main(void)
{
	test_cases();
	test_pieces(false);
	test_pieces(true);
	test_prefixes();
	test_mutilated();
	test_limits();
	return tap_done();
}
