// SPDX-License-Identifier: GPL-2.0
/* table_slowest: prints the slowest packets of a path */
#include <stdio.h>

#include "model/netnames.h"
#include "output/format.h"
#include "output/table_slowest.h"
#include "output/line.h"

#define INDENT		4

/* Readings of several machines have no common time, so there is no age. */
static void add_age(struct ptool_line *line, const struct ptool_model *model,
		    const struct ptool_slow *slow)
{
	char age[PTOOL_NUMBER_LEN];

	if (!model->time_ns)
		return;
	ptool_span_text(age, ptool_grown(model->time_ns, slow->end_ns));
	ptool_line_add(line, ", %s ago", age);
}

static void add_interfaces(struct ptool_line *line,
			   const struct ptool_view *view,
			   const struct ptool_slow *slow)
{
	char name[PTOOL_NETNAME_LEN];

	if (slow->in) {
		ptool_net_interface(name, slow->in, slow->netns, view->netns);
		ptool_line_add(line, ", in %s", name);
	}
	if (slow->out) {
		ptool_net_interface(name, slow->out, slow->netns, view->netns);
		ptool_line_add(line, ", out %s", name);
	}
}

/* With anonymize=1, the module keeps no protocols and no ports. */
static void add_flow(struct ptool_line *line, const struct ptool_slow *slow)
{
	char name[PTOOL_NETNAME_LEN], length[PTOOL_NUMBER_LEN];

	if (slow->protocol) {
		ptool_net_protocol(name, slow->protocol);
		ptool_line_add(line, ", %s", name);
	}
	if (slow->transport) {
		ptool_net_transport(name, slow->transport);
		ptool_line_add(line, " %s", name);
	}
	if (slow->source || slow->destination)
		ptool_line_add(line, " %u > %u", slow->source,
			       slow->destination);
	ptool_count_text(length, slow->length, PTOOL_NUMBER_LEN);
	ptool_line_add(line, ", %s bytes", length);
}

/* the CPU of the first step; add_stages() has the others */
static void add_cpu(struct ptool_line *line, const struct ptool_slow *slow)
{
	if (slow->has_cpus)
		ptool_line_add(line, ", CPU %u", slow->step_cpu[0]);
}

/* with waits=irq */
static void add_interrupts(struct ptool_line *line,
			   const struct ptool_slow *slow, enum ptool_unit unit)
{
	char time[PTOOL_NUMBER_LEN];

	if (slow->irq == PTIME_SLOW_IRQ_UNKNOWN)
		return;
	ptool_time_text(time, slow->irq_ns, unit, PTOOL_NUMBER_LEN);
	ptool_line_add(line, ", %s%s in interrupts",
		       slow->irq == PTIME_SLOW_IRQ_PART ? "at least " : "",
		       time);
}

static void add_stages(struct ptool_line *line, const struct ptool_path *path,
		       const struct ptool_slow *slow, enum ptool_unit unit)
{
	char time[PTOOL_NUMBER_LEN];
	u32 i;

	for (i = 1; i < path->steps; i++) {
		ptool_time_text(time, slow->step_ns[i], unit, PTOOL_NUMBER_LEN);
		ptool_line_add(line, "%s %s > %s %s", i > 1 ? "," : ":",
			       path->step[i - 1].name, path->step[i].name,
			       time);
		if (slow->step_cpu[i] != slow->step_cpu[i - 1])
			ptool_line_add(line, " on CPU %u", slow->step_cpu[i]);
	}
}

void ptool_table_slowest(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view,
			 const struct ptool_path *path, enum ptool_unit unit)
{
	char text[PTOOL_WRAPPED_MAX], total[PTOOL_NUMBER_LEN];
	u32 i;

	for (i = 0; i < path->slowest; i++) {
		const struct ptool_slow *slow = &path->slow[i];
		struct ptool_line line = { .at = text, .room = sizeof(text) };

		ptool_time_text(total, slow->total_ns, unit, PTOOL_NUMBER_LEN);
		ptool_line_add(&line, "%s", total);
		add_age(&line, model, slow);
		add_interfaces(&line, view, slow);
		add_flow(&line, slow);
		add_cpu(&line, slow);
		add_interrupts(&line, slow, unit);
		add_stages(&line, path, slow, unit);
		ptool_print_wrapped(out, INDENT, "%s", text);
	}
}
