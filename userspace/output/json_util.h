/* SPDX-License-Identifier: GPL-2.0 */
/* json_util: adds members to a JSON object; an unknown number is null, not 0 */
#ifndef _PATHTIME_JSON_UTIL_H
#define _PATHTIME_JSON_UTIL_H

#include <stdbool.h>

#include "base/types.h"

struct json_object;
struct ptool_stats;

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
 * ptool_json_add_times() - add minimum, percentiles, maximum and mean
 * @to: the object
 * @stats: the times; without calls all of them are null
 */
void ptool_json_add_times(struct json_object *to,
			  const struct ptool_stats *stats);

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
