// SPDX-License-Identifier: GPL-2.0
/* error: error messages that end a command, and its exit status */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "base/error.h"
#include "base/out.h"
#include "base/text.h"

static bool json_errors;
static const char *program = "pathtime";

void ptool_error_program(const char *name)
{
	program = name;
}

void ptool_error_json(bool json)
{
	json_errors = json;
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
	ptool_text_clean(text);
	/* keep the order of output and error if both go to the same file */
	fflush(stdout);
	fprintf(stderr, "%s: %s\n", program, text);
	if (json_errors)
		print_json(text);
}

static char *format_text(const char *format, va_list arguments)
{
	char *text;

	if (vasprintf(&text, format, arguments) < 0)
		ptool_end_without_memory();
	return text;
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
	char *text;

	va_start(arguments, format);
	text = format_text(format, arguments);
	va_end(arguments);
	ptool_text_clean(text);
	fprintf(stderr, "%s: %s\n", program, text);
	free(text);
}

void ptool_print_warning(const char *text)
{
	ptool_note("%s", text);
}

void ptool_warn(ptool_warner *warner, const char *format, ...)
{
	va_list arguments;
	char *text;

	if (!warner)
		return;
	va_start(arguments, format);
	text = format_text(format, arguments);
	va_end(arguments);
	warner(text);
	free(text);
}

int ptool_usage_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
	fprintf(stderr, "Try '%s --help'.\n", program);
	return PTOOL_EXIT_USAGE;
}

int ptool_error_close_output(int status)
{
	bool failed = ferror(stdout);
	int error = failed ? ptool_out_error(stdout) : 0;

	if (fclose(stdout) && !error) {
		error = errno;
		failed = true;
	}
	if (!failed)
		return status;
	if (error != EPIPE)
		fprintf(stderr, "%s: standard output: %s\n", program,
			error ? strerror(error) : "an earlier write has failed, the output is incomplete");
	return PTOOL_EXIT_FAILURE;
}

static void set(struct ptool_reason *reason, const char *format,
		va_list arguments)
{
	vsnprintf(reason->text, sizeof(reason->text), format, arguments);
}

bool ptool_reason_set(struct ptool_reason *reason, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set(reason, format, arguments);
	va_end(arguments);
	return false;
}

int ptool_fail(struct ptool_reason *reason, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set(reason, format, arguments);
	va_end(arguments);
	return PTOOL_EXIT_FAILURE;
}

int ptool_fail_usage(struct ptool_reason *reason, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	set(reason, format, arguments);
	va_end(arguments);
	return PTOOL_EXIT_USAGE;
}

int ptool_report(int status, const struct ptool_reason *reason)
{
	if (!status || !*reason->text)
		return status;
	if (status == PTOOL_EXIT_USAGE)
		return ptool_usage_error("%s", reason->text);
	ptool_error("%s", reason->text);
	return status;
}

void ptool_end_without_memory(void)
{
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
