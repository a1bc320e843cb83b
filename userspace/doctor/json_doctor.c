// SPDX-License-Identifier: GPL-2.0
/* json_doctor: writes the doctor's results as one JSON document */
#include <stdio.h>

#include <json-c/json.h>

#include <pathtime/version.h>

#include "doctor/doctor.h"
#include "output/json_util.h"

static const char *const states[] = {
	[PTOOL_HEALTH_OK]   = "ok",
	[PTOOL_HEALTH_NOTE] = "note",
	[PTOOL_HEALTH_FAIL] = "fail",
};

static void add_text(struct json_object *to, const char *key, const char *text)
{
	json_object_object_add(to, key, json_object_new_string(text));
}

static struct json_object *check_object(const struct ptool_check *check)
{
	struct json_object *object = json_object_new_object();

	add_text(object, "name", check->name);
	add_text(object, "state", states[check->state]);
	add_text(object, "value", check->value);
	add_text(object, "reason", check->reason);
	add_text(object, "fix", check->fix);
	return object;
}

static void add_count(struct json_object *to, const char *key,
		      const struct ptool_coverage *group,
		      enum ptool_level level)
{
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "found",
			       json_object_new_uint64(group->found[level]));
	json_object_object_add(object, "all",
			       json_object_new_uint64(group->all[level]));
	json_object_object_add(to, key, object);
}

static void add_names(struct json_object *to, const char *key,
		      const struct ptool_name_list *names)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < names->names; i++)
		json_object_array_add(array,
				      json_object_new_string(names->name[i]));
	json_object_object_add(to, key, array);
}

static struct json_object *group_object(const struct ptool_coverage *group)
{
	struct json_object *object = json_object_new_object();

	add_text(object, "group", group->group);
	add_text(object, "state", states[ptool_health_of(group)]);
	add_count(object, "landmarks", group, PTOOL_LANDMARK);
	add_count(object, "detail", group, PTOOL_DETAIL);
	add_names(object, "not_loaded", &group->not_loaded);
	add_names(object, "missing", &group->missing);
	return object;
}

static struct json_object *doctor_object(const struct ptool_doctor *doctor)
{
	struct json_object *object = json_object_new_object();
	struct json_object *checks = json_object_new_array();
	struct json_object *groups = json_object_new_array();
	u32 i;

	ptool_json_add_number(object, "format", PTOOL_JSON_FORMAT);
	add_text(object, "version", PTIME_VERSION);
	add_text(object, "kernel", doctor->machine.release);
	json_object_object_add(object, "able",
			       json_object_new_boolean(!doctor->failures));
	for (i = 0; i < doctor->checks; i++)
		json_object_array_add(checks, check_object(&doctor->check[i]));
	json_object_object_add(object, "checks", checks);
	for (i = 0; i < doctor->groups; i++)
		json_object_array_add(groups, group_object(&doctor->group[i]));
	json_object_object_add(object, "groups", groups);
	return object;
}

void ptool_doctor_print_json(const struct ptool_out *out,
			     const struct ptool_doctor *doctor)
{
	ptool_json_print_document(out, doctor_object(doctor));
}
