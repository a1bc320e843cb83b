// SPDX-License-Identifier: GPL-2.0
/* test of names: functions as text, and an index that finds each of many by module and name */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/names.h"
#include "tap.h"

#define MANY	5000

struct named_function {
	char module[16];
	char function[16];
};

static struct named_function table[MANY];

static void key(const void *functions, u32 index, const char **module,
		const char **function)
{
	const struct named_function *of = functions;

	*module = of[index].module;
	*function = of[index].function;
}

static void fill(void)
{
	u32 i;

	for (i = 0; i < MANY; i++) {
		snprintf(table[i].module, sizeof(table[i].module), "%s",
			 i % 2 ? "esp4" : "");
		snprintf(table[i].function, sizeof(table[i].function), "f%u",
			 i / 2);
	}
}

static u32 found_in_place(const struct ptool_names *names)
{
	u32 i, found = 0;

	for (i = 0; i < MANY; i++)
		found += ptool_names_find(names, table[i].module,
					  table[i].function) == i;
	return found;
}

static void test_index(void)
{
	struct ptool_names names;
	u32 i;

	fill();
	ptool_names_begin(&names, key, table);
	tap_is(ptool_names_find(&names, "", "f0"), PTOOL_NO_NAME,
	       "nothing is in an empty index");
	for (i = 0; i < MANY; i++)
		ptool_names_add(&names, i);
	tap_is(names.names, MANY, "all are in the index");
	tap_is(found_in_place(&names), MANY, "each is found where it is");
	tap_is(ptool_names_find(&names, "esp6", "f0"), PTOOL_NO_NAME,
	       "none in another module");
	tap_is(ptool_names_find(&names, "esp", "4f0"), PTOOL_NO_NAME,
	       "none whose parts are divided at another place");
	memcpy(&table[7], &table[3], sizeof(table[3]));
	ptool_names_free(&names);
	ptool_names_begin(&names, key, table);
	for (i = 0; i < 8; i++)
		ptool_names_add(&names, i);
	tap_is(ptool_names_find(&names, table[7].module, table[7].function), 3,
	       "of two of one name the first is found");
	tap_is(names.names, 7, "and only that one is in the index");
	ptool_names_free(&names);
}

/* how often names were asked for */
static u32 asked;

static void key_counted(const void *functions, u32 index, const char **module,
			const char **function)
{
	asked++;
	key(functions, index, module, function);
}

static u32 repeated(u32 count)
{
	bool *is_repeated = ptool_names_repeated(key_counted, table, count);
	u32 i, sum = 0;

	for (i = 0; i < count; i++)
		sum += is_repeated[i];
	free(is_repeated);
	return sum;
}

static void test_repeated(void)
{
	bool *is_repeated;

	fill();
	tap_is(repeated(0), 0, "no functions");
	tap_is(repeated(MANY), MANY, "each name is in two modules");
	/* 4 or 5 for each function; each with each would be 25 million */
	if (!tap_ok(asked < 10 * MANY, "no function is compared with all"))
		tap_diag("%u names read for %u functions", asked, MANY);
	memcpy(table[2].function, "g", sizeof("g"));
	memcpy(table[7].module, table[6].module, sizeof(table[7].module));
	is_repeated = ptool_names_repeated(key, table, 9);
	tap_ok(is_repeated[0] && is_repeated[1], "a name in two modules");
	tap_ok(!is_repeated[2] && !is_repeated[3], "two names");
	tap_ok(is_repeated[6] && is_repeated[7], "twice in one module");
	tap_ok(!is_repeated[8], "the other one is not in this table");
	free(is_repeated);
}

static void test_text(void)
{
	char text[12];

	tap_ok(ptool_name_text(text, sizeof(text), "", "udp_rcv") &&
	       !strcmp(text, "udp_rcv"), "a function of the kernel");
	tap_ok(ptool_name_text(text, sizeof(text), "esp4", "output") &&
	       !strcmp(text, "esp4:output"), "a function of a module that just fits");
	tap_ok(!ptool_name_text(text, sizeof(text), "esp4", "output2") &&
	       !strcmp(text, "esp4:output"), "one that is cut");
}

int main(void)
{
	test_index();
	test_repeated();
	test_text();
	return tap_done();
}
