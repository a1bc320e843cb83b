/* SPDX-License-Identifier: GPL-2.0 */
/* tap: results of C tests in the form prove(1) reads */
#ifndef _PATHTIME_TAP_H
#define _PATHTIME_TAP_H

#include <stdarg.h>
#include <stdio.h>

#include "base/types.h"

static int tap_tests, tap_failures;

/**
 * tap_diag() - say more about a result
 * @format: one line, as printf() takes it, without a newline
 */
static inline __printf(1, 2)
void tap_diag(const char *format, ...)
{
	va_list arguments;

	fputs("# ", stdout);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
}

/**
 * tap_ok() - report a result
 * @ok: whether the test passed
 * @format: what was tested, as printf() takes it
 *
 * Return: @ok, for the caller to say more of a failure.
 */
static inline __printf(2, 3)
bool tap_ok(bool ok, const char *format, ...)
{
	va_list arguments;

	printf("%sok %d - ", ok ? "" : "not ", ++tap_tests);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	tap_failures += !ok;
	return ok;
}

/* two numbers that should be the same */
#define tap_is(got, wanted, name)					\
do {									\
	unsigned long long got_ = (got), wanted_ = (wanted);		\
									\
	if (!tap_ok(got_ == wanted_, "%s", name))			\
		tap_diag("%s:%d: got %llu, wanted %llu", __FILE__,	\
			 __LINE__, got_, wanted_);			\
} while (0)

/**
 * tap_done() - report how many tests there were
 *
 * A test that dies before has no plan, which prove counts as a failure.
 *
 * Return: the exit status.
 */
static inline int tap_done(void)
{
	printf("1..%d\n", tap_tests);
	return tap_failures ? 1 : 0;
}

#endif /* _PATHTIME_TAP_H */
