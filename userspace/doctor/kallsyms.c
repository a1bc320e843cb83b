// SPDX-License-Identifier: GPL-2.0
/* kallsyms: lists the functions of the running kernel and its modules */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "base/system.h"
#include "base/text.h"
#include "doctor/kallsyms.h"
#include "model/names.h"

/* more differences than this are another name */
#define ERRORS_MOST	2

/* "[module:]function", split. An empty module matches the kernel and all modules. */
struct parts {
	char module[PTIME_MODULE_LEN];
	const char *function;
};

static void split(const char *name, struct parts *parts)
{
	const char *colon = strchr(name, ':');
	char *dash;

	snprintf(parts->module, sizeof(parts->module), "%.*s",
		 colon ? (int)(colon - name) : 0, name);
	/* the kernel writes a module's name with underscores */
	while ((dash = strchr(parts->module, '-')))
		*dash = '_';
	parts->function = colon ? colon + 1 : name;
}

static bool is_in(const struct ptool_symbol *symbol, const struct parts *parts)
{
	return !*parts->module || !strcmp(symbol->module, parts->module);
}

static bool starts(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* Some text symbols are not the start of a function. */
static bool is_function(const struct ptool_symbol *symbol)
{
	return !starts(symbol->name, "__pfx_") &&
	       !starts(symbol->name, "__cfi_") &&
	       !strstr(symbol->name, ".cold") &&
	       /* code generated at run time: trampolines, BPF programs */
	       !starts(symbol->module, "__builtin__") &&
	       strcmp(symbol->module, "bpf");
}

/* parses "ADDRESS TYPE NAME", followed by "\t[MODULE]" in a module */
static bool parse_line(char *line, struct ptool_symbol *symbol)
{
	char *type = strchr(line, ' '), *module;

	if (!type || !type[1] || !strchr("tTwW", type[1]) || type[2] != ' ')
		return false;
	symbol->name = type + 3;
	symbol->module = "";
	symbol->times = 1;
	module = strchr(type + 3, '\t');
	if (module) {
		*module++ = '\0';
		module += *module == '[';
		module[strcspn(module, "]")] = '\0';
		symbol->module = module;
	}
	return is_function(symbol);
}

static int compare(const void *a, const void *b)
{
	const struct ptool_symbol *left = a, *right = b;
	int order = strcmp(left->name, right->name);

	return order ? order : strcmp(left->module, right->module);
}

static void merge_equal(struct ptool_kallsyms *kallsyms)
{
	struct ptool_symbol *symbol = kallsyms->symbol, *last = symbol;
	size_t i;

	for (i = 1; i < kallsyms->symbols; i++) {
		if (compare(last, &symbol[i]))
			*++last = symbol[i];
		else
			last->times++;
	}
	if (kallsyms->symbols)
		kallsyms->symbols = last - symbol + 1;
}

static size_t count_lines(const char *text)
{
	size_t lines = 1;

	while ((text = strchr(text, '\n'))) {
		lines++;
		text++;
	}
	return lines;
}

void ptool_kallsyms_parse(struct ptool_kallsyms *kallsyms, char *text)
{
	char *rest = text, *line;

	kallsyms->text = text;
	kallsyms->symbols = 0;
	kallsyms->symbol = ptool_alloc(count_lines(text),
				       sizeof(*kallsyms->symbol));
	while ((line = strsep(&rest, "\n")))
		if (parse_line(line, &kallsyms->symbol[kallsyms->symbols]))
			kallsyms->symbols++;
	qsort(kallsyms->symbol, kallsyms->symbols, sizeof(*kallsyms->symbol),
	      compare);
	merge_equal(kallsyms);
}

bool ptool_kallsyms_load(struct ptool_kallsyms *kallsyms)
{
	char *text = ptool_system_read(PTOOL_KALLSYMS_FILE);

	if (text)
		ptool_kallsyms_parse(kallsyms, text);
	return text;
}

void ptool_kallsyms_free(struct ptool_kallsyms *kallsyms)
{
	free(kallsyms->symbol);
	free(kallsyms->text);
}

const struct ptool_symbol *
ptool_kallsyms_find(const struct ptool_kallsyms *kallsyms, const char *module,
		    const char *name)
{
	struct ptool_symbol wanted = { .name = name, .module = module };

	return bsearch(&wanted, kallsyms->symbol, kallsyms->symbols,
		       sizeof(wanted), compare);
}

bool ptool_kallsyms_has_module(const struct ptool_kallsyms *kallsyms,
			       const char *module)
{
	size_t i;

	for (i = 0; i < kallsyms->symbols; i++)
		if (!strcmp(kallsyms->symbol[i].module, module))
			return true;
	return false;
}

/* find the functions for which @test is true, in the order of @kallsyms */
static void find_all(const struct ptool_kallsyms *kallsyms,
		     const struct parts *parts,
		     bool (*test)(const struct ptool_symbol *symbol,
				  const struct parts *parts),
		     struct ptool_found *found)
{
	size_t i;

	found->symbols = 0;
	found->symbol = ptool_alloc(kallsyms->symbols, sizeof(*found->symbol));
	for (i = 0; i < kallsyms->symbols; i++)
		if (test(&kallsyms->symbol[i], parts))
			found->symbol[found->symbols++] = &kallsyms->symbol[i];
}

static bool matches(const struct ptool_symbol *symbol,
		    const struct parts *parts)
{
	return !fnmatch(parts->function, symbol->name, 0) &&
	       (!*parts->module || !fnmatch(parts->module, symbol->module, 0));
}

void ptool_kallsyms_match(const struct ptool_kallsyms *kallsyms,
			  const char *pattern, struct ptool_found *found)
{
	struct parts parts;

	split(pattern, &parts);
	find_all(kallsyms, &parts, matches, found);
}

/* one or more suffixes: ".isra.0.constprop.3" */
static bool is_suffix(const char *text)
{
	static const char *const kinds[] = { ".isra.", ".constprop.", ".part." };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		const char *number = text + strlen(kinds[i]);

		if (!starts(text, kinds[i]) || !isdigit((unsigned char)*number))
			continue;
		text = number + strspn(number, "0123456789");
		return !*text || is_suffix(text);
	}
	return false;
}

static bool is_copy(const struct ptool_symbol *symbol,
		    const struct parts *parts)
{
	return starts(symbol->name, parts->function) && is_in(symbol, parts) &&
	       is_suffix(symbol->name + strlen(parts->function));
}

void ptool_kallsyms_copies(const struct ptool_kallsyms *kallsyms,
			   const char *name, struct ptool_found *found)
{
	struct parts parts;

	split(name, &parts);
	find_all(kallsyms, &parts, is_copy, found);
}

static bool is_near(const struct ptool_symbol *symbol,
		    const struct parts *parts)
{
	return is_in(symbol, parts) &&
	       strcasestr(symbol->name, parts->function);
}

/* a typing error or two */
static bool is_misspelt(const struct ptool_symbol *symbol,
			const struct parts *parts)
{
	return is_in(symbol, parts) &&
	       ptool_text_distance(symbol->name, parts->function, ERRORS_MOST) <=
	       ERRORS_MOST;
}

static int compare_lengths(const void *a, const void *b)
{
	const struct ptool_symbol *const *left = a, *const *right = b;
	size_t left_length = strlen((*left)->name);
	size_t right_length = strlen((*right)->name);

	if (left_length != right_length)
		return left_length < right_length ? -1 : 1;
	return compare(*left, *right);
}

void ptool_kallsyms_near(const struct ptool_kallsyms *kallsyms,
			 const char *name, struct ptool_found *found)
{
	char function[PTIME_FUNCTION_LEN];
	struct parts parts;

	split(name, &parts);
	/* ignore the suffix: functions with another one are suggested, too */
	snprintf(function, sizeof(function), "%.*s",
		 (int)strcspn(parts.function, "."), parts.function);
	parts.function = function;
	find_all(kallsyms, &parts, is_near, found);
	if (!found->symbols) {
		free(found->symbol);
		find_all(kallsyms, &parts, is_misspelt, found);
	}
	if (!found->symbols && *parts.module) {
		free(found->symbol);
		*parts.module = '\0';
		find_all(kallsyms, &parts, is_near, found);
	}
	qsort(found->symbol, found->symbols, sizeof(*found->symbol),
	      compare_lengths);
}

void ptool_symbol_name(char *name, size_t size,
		       const struct ptool_symbol *symbol)
{
	if (!ptool_name_text(name, size, symbol->module, symbol->name))
		*name = '\0';
}
