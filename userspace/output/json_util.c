// SPDX-License-Identifier: GPL-2.0
/* json_util: adds members to a JSON object; an unknown number is null, not 0 */
#include <math.h>
#include <stdio.h>

#include <json-c/json.h>

#include "model/stats.h"
#include "output/json_util.h"

void ptool_json_add_text(struct json_object *to, const char *key,
			 const char *text)
{
	json_object_object_add(to, key, json_object_new_string(text));
}

void ptool_json_add_number(struct json_object *to, const char *key, u64 number)
{
	json_object_object_add(to, key, json_object_new_uint64(number));
}

void ptool_json_add_known(struct json_object *to, const char *key, bool known,
			  u64 number)
{
	json_object_object_add(to, key, known ?
			       json_object_new_uint64(number) : NULL);
}

void ptool_json_add_times(struct json_object *to,
			  const struct ptool_stats *stats)
{
	ptool_json_add_known(to, "min_ns", stats->calls, stats->min_ns);
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)			\
	ptool_json_add_known(to, #_key "_ns", stats->calls, stats->_key##_ns);
#include <pathtime/percentiles.def>
	ptool_json_add_known(to, "max_ns", stats->calls, stats->max_ns);
	ptool_json_add_known(to, "mean_ns", stats->calls, stats->mean_ns);
}

/* as text, because json-c prints a double with all its digits */
void ptool_json_add_fraction(struct json_object *to, const char *key,
			     double number, int digits)
{
	char text[64];

	snprintf(text, sizeof(text), "%.*f", digits, number);
	json_object_object_add(to, key, isfinite(number) ?
			       json_object_new_double_s(number, text) : NULL);
}
