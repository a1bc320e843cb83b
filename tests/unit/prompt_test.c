// SPDX-License-Identifier: GPL-2.0
/* test of reading which of a list a person wants */
#include <stdio.h>
#include <string.h>

#include "base/prompt.h"
#include "tap.h"

#define COUNT	12

static const struct {
	const char *answer;
	bool valid;
	const char *chosen;
} answers[] = {
	{ "", true, "............" },
	{ "\n", true, "............" },
	{ "1\n", true, "1..........." },
	{ "12\n", true, "...........1" },
	{ "1 3,5\n", true, "1.1.1......." },
	{ " 2 ,  2\t\n", true, ".1.........." },
	{ "a\n", true, "111111111111" },
	{ "3 a\n", true, "111111111111" },
	{ "007\n", true, "......1....." },
	{ "0\n", false, NULL },
	{ "13\n", false, NULL },
	{ "-1\n", false, NULL },
	{ "+1\n", false, NULL },
	{ "1-3\n", false, NULL },
	{ "all\n", false, NULL },
	{ "1x\n", false, NULL },
	{ "18446744073709551617\n", false, NULL },
};

static void test_answer(size_t i)
{
	char answer[64], text[COUNT + 1] = "";
	bool chosen[COUNT] = { false };
	size_t n;

	snprintf(answer, sizeof(answer), "%s", answers[i].answer);
	tap_is(ptool_prompt_parse(answer, COUNT, chosen), answers[i].valid,
	       answers[i].valid ? "an answer" : "no answer");
	for (n = 0; n < COUNT; n++)
		text[n] = chosen[n] ? '1' : '.';
	if (answers[i].valid && !tap_ok(!strcmp(text, answers[i].chosen),
					"%s", answers[i].chosen))
		tap_diag("got %s", text);
}

int main(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(answers); i++)
		test_answer(i);
	return tap_done();
}
