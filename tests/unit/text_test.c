// SPDX-License-Identifier: GPL-2.0
/* test of text: distances between words, and the nearest one */
#include <string.h>

#include "base/text.h"
#include "base/types.h"
#include "tap.h"

static const struct {
	const char *a;
	const char *b;
	size_t distance;
} words[] = {
	{ "", "", 0 },
	{ "", "ab", 2 },
	{ "summary", "summary", 0 },
	{ "sumary", "summary", 1 },
	{ "esp_outpt", "esp_output", 1 },
	{ "smumary", "summary", 1 },
	{ "kitten", "sitting", 3 },
	{ "ca", "abc", 3 },
	{ "tree", "paths", 9 },
};

static const char * const names[] = { "summary", "start", "stop", "tree" };

static const char *nearest(const char *wanted)
{
	struct ptool_nearest nearest;
	size_t i;

	ptool_nearest_begin(&nearest, wanted);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		ptool_nearest_try(&nearest, names[i]);
	return nearest.name ? nearest.name : "none";
}

int main(void)
{
	char longest[PTOOL_DISTANCE_LEN + 2];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		size_t most = words[i].distance > 8 ? 3 : 8;
		size_t wanted = words[i].distance > most ? most + 1 :
							   words[i].distance;

		tap_ok(ptool_text_distance(words[i].a, words[i].b, most) == wanted,
		       "from '%s' to '%s'", words[i].a, words[i].b);
		tap_ok(ptool_text_distance(words[i].b, words[i].a, most) == wanted,
		       "from '%s' to '%s'", words[i].b, words[i].a);
	}
	memset(longest, 'a', sizeof(longest));
	longest[PTOOL_DISTANCE_LEN] = '\0';
	tap_is(ptool_text_distance(longest, longest, 1), 0, "the longest word");
	longest[PTOOL_DISTANCE_LEN] = 'a';
	longest[sizeof(longest) - 1] = '\0';
	tap_is(ptool_text_distance(longest, longest, 1), 2, "a word that is too long");
	tap_ok(!strcmp(nearest("sumary"), "summary"), "sumary: summary");
	tap_ok(!strcmp(nearest("strat"), "start"), "strat: start");
	tap_ok(!strcmp(nearest("trees"), "tree"), "trees: tree");
	tap_ok(!strcmp(nearest("ab"), "none"), "ab: none");
	tap_ok(!strcmp(nearest("paths"), "none"), "paths: none");
	return tap_done();
}
