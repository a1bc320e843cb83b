// SPDX-License-Identifier: GPL-2.0
/* table_doctor: prints the doctor's results as text */
#include <stdio.h>
#include <string.h>

#include <pathtime/version.h>

#include "doctor/doctor.h"
#include "output/table.h"

#define STATE_WIDTH	4
#define NAME_WIDTH	17
#define COUNT_WIDTH	10

/* lines below a check are aligned with its name */
#define INDENT		(STATE_WIDTH + 2)

static const struct {
	const char *name;
	enum ptool_color color;
} states[] = {
	[PTOOL_HEALTH_OK]   = { "ok",   PTOOL_PLAIN },
	[PTOOL_HEALTH_NOTE] = { "note", PTOOL_YELLOW },
	[PTOOL_HEALTH_FAIL] = { "FAIL", PTOOL_RED },
};

static void print_start(const struct ptool_out *out, enum ptool_health state,
			const char *name)
{
	enum ptool_color color = states[state].color;

	fprintf(out->file, "%s%-*s%s  %-*s",
		color ? ptool_color(out, color) : "", STATE_WIDTH,
		states[state].name, color ? ptool_color(out, PTOOL_PLAIN) : "",
		NAME_WIDTH, name);
}

static void print_value(const struct ptool_out *out,
			const struct ptool_check *check)
{
	int name = strlen(check->name), value = strlen(check->value);

	name = name > NAME_WIDTH ? name : NAME_WIDTH;
	if (INDENT + name + 2 + value <= out->width) {
		fprintf(out->file, "  %s\n", check->value);
		return;
	}
	fputc('\n', out->file);
	ptool_print_wrapped(out, INDENT, "%s", check->value);
}

static void print_check(const struct ptool_out *out,
			const struct ptool_check *check)
{
	print_start(out, check->state, check->name);
	print_value(out, check);
	if (*check->reason)
		ptool_print_wrapped(out, INDENT, "%s", check->reason);
	if (*check->fix)
		ptool_print_wrapped(out, INDENT, "-> %s", check->fix);
}

static void print_names(const struct ptool_out *out, const char *what,
			const struct ptool_name_list *names)
{
	char text[1024];
	size_t length = 0;
	u32 i;

	if (!names->names)
		return;
	for (i = 0; i < names->names && length < sizeof(text); i++)
		length += snprintf(text + length, sizeof(text) - length, " %s",
				   names->name[i]);
	ptool_print_wrapped(out, INDENT, "%s%s", what, text);
}

static void print_count(const struct ptool_out *out,
			const struct ptool_coverage *group,
			enum ptool_level level)
{
	char text[PTOOL_NUMBER_LEN];

	snprintf(text, sizeof(text), "%u of %u", group->found[level],
		 group->all[level]);
	fprintf(out->file, "  %*s", COUNT_WIDTH, text);
}

static void print_group(const struct ptool_out *out,
			const struct ptool_coverage *group)
{
	print_start(out, ptool_health_of(group), group->group);
	print_count(out, group, PTOOL_LANDMARK);
	print_count(out, group, PTOOL_DETAIL);
	fputc('\n', out->file);
	print_names(out, "modules not loaded:", &group->not_loaded);
	print_names(out, "not in this kernel:", &group->missing);
}

static void print_groups(const struct ptool_out *out,
			 const struct ptool_doctor *doctor)
{
	u32 i;

	if (!doctor->groups)
		return;
	fprintf(out->file, "\n%s%*s%-*s  %*s  %*s%s\n",
		ptool_color(out, PTOOL_BOLD), INDENT, "", NAME_WIDTH, "GROUP",
		COUNT_WIDTH, "LANDMARKS", COUNT_WIDTH, "DETAIL",
		ptool_color(out, PTOOL_PLAIN));
	for (i = 0; i < doctor->groups; i++)
		print_group(out, &doctor->group[i]);
}

void ptool_doctor_print_table(const struct ptool_out *out,
			      const struct ptool_doctor *doctor)
{
	u32 i;

	ptool_print_wrapped(out, 0, "pathtime %s, Linux %s", PTIME_VERSION,
			    doctor->machine.release);
	fputc('\n', out->file);
	for (i = 0; i < doctor->checks; i++)
		print_check(out, &doctor->check[i]);
	print_groups(out, doctor);
	fprintf(out->file, "\npathtime %s run here: failed %u, notes %u\n",
		doctor->failures ? "cannot" : "can", doctor->failures,
		doctor->notes);
}
