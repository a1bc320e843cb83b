/* SPDX-License-Identifier: GPL-2.0 */
/* member: what is added to a JSON object; what is not known is null, not 0 */
#ifndef _PTIME_MEMBER_H
#define _PTIME_MEMBER_H

#include <stdbool.h>

#include "base/types.h"

struct json_object;

/**
 * ptool_member_text() - add a text
 * @to: the object
 * @key: the member's name
 * @text: what it is
 */
void ptool_member_text(struct json_object *to, const char *key,
		       const char *text);

/**
 * ptool_member_number() - add a whole number
 * @to: the object
 * @key: the member's name
 * @number: what it is
 */
void ptool_member_number(struct json_object *to, const char *key, u64 number);

/**
 * ptool_member_known() - add a whole number, or null
 * @to: the object
 * @key: the member's name
 * @known: it is known; a time of no calls is not
 * @number: what it is, where it is known
 */
void ptool_member_known(struct json_object *to, const char *key, bool known,
			u64 number);

/**
 * ptool_member_fraction() - add a fraction, or null
 * @to: the object
 * @key: the member's name
 * @number: what it is; NAN or INFINITY, which JSON does not know, for null
 * @digits: those behind the point
 */
void ptool_member_fraction(struct json_object *to, const char *key,
			   double number, int digits);

#endif /* _PTIME_MEMBER_H */
