/* SPDX-License-Identifier: GPL-2.0 */
/* json_util: adds members to a JSON object; an unknown number is null, not 0 */
#ifndef _PATHTIME_JSON_UTIL_H
#define _PATHTIME_JSON_UTIL_H

#include <stdbool.h>

#include "base/out.h"

struct json_object;
struct ptool_series;
struct ptool_times;
struct ptool_view;

/* format of all documents: higher if a key changes its name, its type or its meaning */
#define PTOOL_JSON_FORMAT	1

/**
 * typedef ptool_json_element - convert one element of an array to JSON
 * @argument: what the array is of
 * @index: index of the element
 *
 * Return: the element, for json_object_put().
 */
typedef struct json_object *ptool_json_element(const void *argument, u32 index);

/**
 * ptool_json_open() - print an object that continues with further members
 * @out: where to print
 * @object: its first members, at least one; released
 */
void ptool_json_open(const struct ptool_out *out, struct json_object *object);

/**
 * ptool_json_print_value() - print a value by itself
 * @out: where to print
 * @value: the value, or NULL for null; released
 * @depth: depth of the place, for the pretty form
 */
void ptool_json_print_value(const struct ptool_out *out,
			    struct json_object *value, int depth);

/**
 * ptool_json_print() - print a further member
 * @out: where to print, after ptool_json_open()
 * @key: name of the member
 * @value: its value, or NULL for null; released
 */
void ptool_json_print(const struct ptool_out *out, const char *key,
		      struct json_object *value);

/**
 * ptool_json_print_array() - print a further member that is an array
 * @out: where to print, after ptool_json_open()
 * @key: name of the member
 * @element: converts an element
 * @argument: its argument
 * @elements: number of elements
 *
 * Only one element is in memory at a time: as objects of the library, numbers
 * take fifty times as much as in the document.
 */
void ptool_json_print_array(const struct ptool_out *out, const char *key,
			    ptool_json_element *element, const void *argument,
			    u32 elements);

/**
 * ptool_json_print_left_out() - print how many rows of an array there are more
 * @out: where to print, after the array
 * @view: nothing is printed without a limit
 * @left_out: their number
 */
void ptool_json_print_left_out(const struct ptool_out *out,
			       const struct ptool_view *view, u32 left_out);

/* with a newline */
void ptool_json_close(const struct ptool_out *out);

/**
 * ptool_json_print_document() - print a whole object, with a newline
 * @out: where to print
 * @object: the object; released
 */
void ptool_json_print_document(const struct ptool_out *out,
			       struct json_object *object);

void ptool_json_add_text(struct json_object *to, const char *key,
			 const char *text);

void ptool_json_add_number(struct json_object *to, const char *key, u64 number);

/**
 * ptool_json_add_known() - add an integer, or null if it is unknown
 * @to: the object
 * @key: name of the member
 * @known: the number is known; a time without calls is not
 * @number: the number
 */
void ptool_json_add_known(struct json_object *to, const char *key, bool known,
			  u64 number);

/**
 * ptool_json_add_times() - add times of the calls of a series
 * @to: the object
 * @series: the series; without calls all of them are null
 * @hist_bits: exponent of its buckets per power of two
 * @times: which times
 */
void ptool_json_add_times(struct json_object *to,
			  const struct ptool_series *series, u32 hist_bits,
			  const struct ptool_times *times);

/**
 * ptool_json_add_fraction() - add a fraction, or null if it is not finite
 * @to: the object
 * @key: name of the member
 * @number: the number; JSON has no NAN and no INFINITY, so they are null
 * @digits: digits after the decimal point
 */
void ptool_json_add_fraction(struct json_object *to, const char *key,
			     double number, int digits);

#endif /* _PATHTIME_JSON_UTIL_H */
