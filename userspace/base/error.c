// SPDX-License-Identifier: GPL-2.0
/* error: error messages that end a command, and its exit status */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <json-c/json.h>

#include "base/error.h"

static bool json_errors;
static struct ptool_reason *kept;

void ptool_error_json(bool json)
{
	json_errors = json;
}

void ptool_error_keep(struct ptool_reason *reason)
{
	kept = reason;
}

static void print_json(const char *text)
{
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "error", json_object_new_string(text));
	puts(json_object_to_json_string_ext(object,
					    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}

static void print_error(const char *format, va_list arguments)
{
	char text[1024];

	vsnprintf(text, sizeof(text), format, arguments);
	if (kept) {
		ptool_reason_set(kept, "%s", text);
		return;
	}
	/* keep the order of output and error if both go to the same file */
	fflush(stdout);
	fprintf(stderr, "pathtime: %s\n", text);
	if (json_errors)
		print_json(text);
}

int ptool_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
	return PTOOL_EXIT_FAILURE;
}

void ptool_note(const char *format, ...)
{
	va_list arguments;

	fputs("pathtime: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
}

int ptool_usage_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
	if (!kept)
		fputs("Try 'pathtime --help'.\n", stderr);
	return PTOOL_EXIT_USAGE;
}

bool ptool_reason_set(struct ptool_reason *reason, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(reason->text, sizeof(reason->text), format, arguments);
	va_end(arguments);
	return false;
}

/* the process ends here, so a stored error would never be printed */
void ptool_end_without_memory(void)
{
	ptool_error_keep(NULL);
	exit(ptool_error("out of memory"));
}

void *ptool_alloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		ptool_end_without_memory();
	return memory;
}

void *ptool_realloc(void *memory, size_t count, size_t size)
{
	memory = reallocarray(memory, count, size);
	if (!memory)
		ptool_end_without_memory();
	return memory;
}
