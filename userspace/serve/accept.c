// SPDX-License-Identifier: GPL-2.0
/* accept: which of several forms of an answer a client asks for (RFC 9110, 12.4 and 12.5) */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "serve/accept.h"

#define BLANKS		" \t"
#define WEIGHT_MAX	1000

/* size of a media type without parameters, including the NUL */
#define TYPE_LEN	64

/* a part of a header, without the blanks around it */
struct part {
	const char *text;
	size_t length;
};

/* find @end, but not in a quoted string */
static const char *find_end(const char *text, size_t length, char end)
{
	bool is_quoted = false;
	size_t i;

	for (i = 0; i < length; i++) {
		if (text[i] == '"')
			is_quoted = !is_quoted;
		else if (is_quoted && text[i] == '\\')
			i++;
		else if (!is_quoted && text[i] == end)
			return text + i;
	}
	return NULL;
}

/* take the next part that ends at @end; *@at is NULL after the last one */
static struct part next_part(const char **at, size_t *left, char end)
{
	const char *stop = find_end(*at, *left, end);
	struct part part = {
		.text = *at,
		.length = stop ? (size_t)(stop - *at) : *left,
	};

	*left -= part.length + !!stop;
	*at = stop ? stop + 1 : NULL;
	while (part.length && strchr(BLANKS, *part.text)) {
		part.text++;
		part.length--;
	}
	while (part.length && strchr(BLANKS, part.text[part.length - 1]))
		part.length--;
	return part;
}

/* take the next character of a part, without the quotes of a quoted string; 0 at its end */
static char next_char(struct part *part)
{
	while (part->length && *part->text == '"') {
		part->text++;
		part->length--;
	}
	if (part->length > 1 && *part->text == '\\') {
		part->text++;
		part->length--;
	}
	if (!part->length)
		return '\0';
	part->length--;
	return *part->text++;
}

/* a value is the same with quotes and without: version="0.0.4" (RFC 9110, 5.6.6) */
static bool is_same(struct part a, struct part b)
{
	char one, other;

	do {
		one = next_char(&a);
		other = next_char(&b);
	} while (one && tolower((unsigned char)one) ==
			tolower((unsigned char)other));
	return one == other;
}

/* a weight is 0 or 1 with up to three decimals; anything else weighs nothing */
static int weight_of(struct part part)
{
	int weight = 0, digit = WEIGHT_MAX;
	size_t i;

	for (i = 0; i < part.length; i++) {
		char c = part.text[i];

		if (i == 1 && c == '.')
			continue;
		if (c < '0' || c > '9' || (!i && c > '1') || !digit)
			return 0;
		weight += (c - '0') * digit;
		digit /= 10;
	}
	return weight <= WEIGHT_MAX ? weight : 0;
}

static bool is_weight(struct part *part)
{
	if (part->length < 2 || strncasecmp(part->text, "q=", 2))
		return false;
	part->text += 2;
	part->length -= 2;
	return true;
}

/* whether a form of the header has a parameter of @name; notes its weight on the way */
static bool has_parameter(struct part form, struct part wanted, int *weight)
{
	const char *at = form.text;
	size_t left = form.length;
	bool is_first = true, is_found = false;

	while (at) {
		struct part part = next_part(&at, &left, ';');

		if (!is_first && is_weight(&part))
			*weight = weight_of(part);
		else
			is_found |= is_same(part, wanted);
		is_first = false;
	}
	return is_found;
}

/* the type, or the encoding, is a parameter like the others */
static bool is_named(struct part form, const char *name, int *weight)
{
	size_t left = strlen(name);

	do {
		if (!has_parameter(form, next_part(&name, &left, ';'), weight))
			return false;
	} while (name);
	return true;
}

int ptool_accept_weight(const char *header, const char *name)
{
	size_t left = strlen(header);

	do {
		int weight = WEIGHT_MAX;

		if (is_named(next_part(&header, &left, ','), name, &weight))
			return weight;
	} while (header);
	return PTOOL_ACCEPT_UNNAMED;
}

/* the weight of the first name that the header has: exact names come before wildcards */
static int weight_of_first(const char *header, const char *const *names,
			   size_t count)
{
	int weight = PTOOL_ACCEPT_UNNAMED;
	size_t i;

	for (i = 0; i < count && weight < 0; i++)
		weight = ptool_accept_weight(header, names[i]);
	return weight;
}

bool ptool_accept_gzip(const char *header)
{
	static const char *const names[] = { "gzip", "x-gzip", "*" };
	int weight = weight_of_first(header, names, ARRAY_SIZE(names));

	return weight > 0 && weight >= ptool_accept_weight(header, "identity");
}

static int weight_of_default(const char *header, const char *type)
{
	char bare[TYPE_LEN];
	const char *const names[] = { type, bare, "*/*" };

	snprintf(bare, sizeof(bare), "%.*s", (int)strcspn(type, ";"), type);
	return weight_of_first(header, names, ARRAY_SIZE(names));
}

size_t ptool_accept_choose(const char *header, const char *const *types)
{
	int most = weight_of_default(header, types[0]);
	size_t i, best = 0;

	for (i = 1; types[i]; i++) {
		int weight = ptool_accept_weight(header, types[i]);

		if (weight <= 0 || weight < most)
			continue;
		most = weight;
		best = i;
	}
	return best;
}
