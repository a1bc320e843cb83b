// SPDX-License-Identifier: GPL-2.0
/* json_path: converts the paths of packets, and the packets of interfaces, to JSON */
#include <math.h>
#include <stdlib.h>

#include <json-c/json.h>

#include "model/netnames.h"
#include "model/stats.h"
#include "output/format.h"
#include "output/json_util.h"
#include "output/rows.h"

/* null for the first step, and if they are not known */
static struct json_object *stage_object(const struct ptool_path *path, u32 i,
					const struct ptool_view *view)
{
	struct json_object *object;
	struct ptool_times times;

	if (!path->stage || !i)
		return NULL;
	object = json_object_new_object();
	ptool_times_choose(&times, &view->percentiles);
	ptool_json_add_times(object, &path->stage[i], PTIME_STAGE_BITS, &times);
	json_object_object_add(object, "buckets",
			       ptool_json_of_buckets(&path->stage[i],
						     PTIME_STAGE_BITS));
	return object;
}

static struct json_object *step_object(const struct ptool_path *path, u32 i,
				       const struct ptool_view *view)
{
	struct json_object *object = json_object_new_object();
	u64 total_ns = path->step[i].total_ns;

	ptool_json_add_text(object, "step", path->step[i].name);
	ptool_json_add_number(object, "total_ns", total_ns);
	ptool_json_add_known(object, "mean_ns", path->packets,
			     path->packets ? ptool_stats_per(total_ns, path->packets) : 0);
	json_object_object_add(object, "stage", stage_object(path, i, view));
	return object;
}

static void add_step_ns(struct json_object *to, const struct ptool_path *path,
			const u64 *step_ns)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < path->steps; i++)
		json_object_array_add(array, json_object_new_uint64(step_ns[i]));
	json_object_object_add(to, "step_ns", array);
}

static struct json_object *octave_object(const struct ptool_path *path, u32 i)
{
	struct json_object *object = json_object_new_object();
	const struct ptool_octave *octave = &path->octave[i];

	ptool_json_add_number(object, "from_ns", ptime_octave_low(i));
	ptool_json_add_known(object, "below_ns", i + 1 < PTIME_OCTAVES,
			     ptime_octave_low(i + 1));
	ptool_json_add_number(object, "packets", octave->packets);
	add_step_ns(object, path, octave->step_ns);
	return object;
}

/* NULL if they are not known */
static struct json_object *octaves_array(const struct ptool_path *path)
{
	struct json_object *array;
	u32 i;

	if (!path->octave)
		return NULL;
	array = json_object_new_array();
	for (i = 0; i < PTIME_OCTAVES; i++)
		if (path->octave[i].packets)
			json_object_array_add(array, octave_object(path, i));
	return array;
}

static struct json_object *steps_array(const struct ptool_path *path,
				       const struct ptool_view *view)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < path->steps; i++)
		json_object_array_add(array, step_object(path, i, view));
	return array;
}

static void add_stats(struct json_object *to, const struct ptool_model *model,
		      const struct ptool_path *path,
		      const struct ptool_view *view)
{
	const struct ptool_series *sum = &path->counts.sum;
	struct ptool_stats stats = ptool_stats_of(sum, model->hist_bits);
	struct ptool_times times;

	ptool_times_choose(&times, &view->percentiles);
	ptool_json_add_times(to, sum, model->hist_bits, &times);
	ptool_json_add_number(to, "total_ns", stats.total_ns);
	ptool_json_add_number(to, "overflowed", stats.overflowed);
	ptool_json_add_number(to, "clock_backwards", stats.clock_backwards);
}

static void add_interface(struct json_object *to, const char *key, u32 number,
			  u32 netns, const struct ptool_view *view)
{
	char name[PTOOL_NETNAME_LEN];

	ptool_net_interface(name, number, netns, view->netns);
	json_object_object_add(to, key, number ?
			       json_object_new_string(name) : NULL);
}

static void add_protocols(struct json_object *to, const struct ptool_slow *slow)
{
	char name[PTOOL_NETNAME_LEN];

	ptool_net_protocol(name, slow->protocol);
	json_object_object_add(to, "protocol", slow->protocol ?
			       json_object_new_string(name) : NULL);
	ptool_net_transport(name, slow->transport);
	json_object_object_add(to, "transport", slow->transport ?
			       json_object_new_string(name) : NULL);
	ptool_json_add_known(to, "source_port", slow->source, slow->source);
	ptool_json_add_known(to, "destination_port", slow->destination,
			     slow->destination);
}

static struct json_object *step_cpu_array(const struct ptool_path *path,
					  const struct ptool_slow *slow)
{
	struct json_object *array;
	u32 i;

	if (!slow->has_cpus)
		return NULL;
	array = json_object_new_array();
	for (i = 0; i < path->steps; i++)
		json_object_array_add(array,
				      json_object_new_uint64(slow->step_cpu[i]));
	return array;
}

static void add_interrupts(struct json_object *to,
			   const struct ptool_slow *slow)
{
	bool is_known = slow->irq != PTIME_SLOW_IRQ_UNKNOWN;

	json_object_object_add(to, "irq_ns", is_known ?
			       json_object_new_uint64(slow->irq_ns) : NULL);
	json_object_object_add(to, "irq_is_whole", is_known ?
			       json_object_new_boolean(slow->irq == PTIME_SLOW_IRQ_WHOLE) :
			       NULL);
}

static struct json_object *slow_object(const struct ptool_path *path, u32 i,
				       const struct ptool_view *view)
{
	const struct ptool_slow *slow = &path->slow[i];
	struct json_object *object = json_object_new_object();

	ptool_json_add_number(object, "total_ns", slow->total_ns);
	add_step_ns(object, path, slow->step_ns);
	json_object_object_add(object, "step_cpu", step_cpu_array(path, slow));
	add_interrupts(object, slow);
	ptool_json_add_number(object, "end_ns", slow->end_ns);
	add_interface(object, "in", slow->in, slow->netns, view);
	add_interface(object, "out", slow->out, slow->netns, view);
	ptool_json_add_known(object, "netns", slow->netns, slow->netns);
	add_protocols(object, slow);
	ptool_json_add_number(object, "bytes", slow->length);
	return object;
}

static struct json_object *slowest_array(const struct ptool_path *path,
					 const struct ptool_view *view)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < path->slowest; i++)
		json_object_array_add(array, slow_object(path, i, view));
	return array;
}

static struct json_object *cpus_array(const struct ptool_counts *counts)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		struct json_object *object = json_object_new_object();

		ptool_json_add_number(object, "cpu", counts->cpu[i].cpu);
		ptool_json_add_number(object, "packets", counts->cpu[i].calls);
		ptool_json_add_number(object, "total_ns",
				      counts->cpu[i].total_ns);
		json_object_array_add(array, object);
	}
	return array;
}

static void add_names(struct json_object *to, const struct ptool_path *path,
		      const struct ptool_view *view)
{
	char name[PTOOL_PATH_LEN], reason[PTIME_DROP_LEN];

	ptool_path_name(name, path);
	ptool_json_add_text(to, "path", name);
	json_object_object_add(to, "steps", steps_array(path, view));
	json_object_object_add(to, "reason", ptool_path_reason(reason, path) ?
			       json_object_new_string(reason) : NULL);
}

static struct json_object *path_object(const struct ptool_model *model,
				       const struct ptool_path *path,
				       const struct ptool_view *view)
{
	struct json_object *object = json_object_new_object();
	const struct ptool_series *sum = &path->counts.sum;
	u64 all = ptool_paths_packets(model->paths);

	add_names(object, path, view);
	ptool_json_add_number(object, "packets", sum->calls);
	ptool_json_add_number(object, "packets_on_all_cpus", path->packets);
	ptool_json_add_number(object, "bytes", path->packet_bytes);
	ptool_json_add_fraction(object, "share",
				all && !ptool_path_is_behind(path) ?
				(double)sum->calls / (double)all : NAN, 6);
	add_stats(object, model, path, view);
	json_object_object_add(object, "octaves", octaves_array(path));
	json_object_object_add(object, "slowest", slowest_array(path, view));
	json_object_object_add(object, "cpus", cpus_array(&path->counts));
	json_object_object_add(object, "buckets",
			       ptool_json_of_buckets(sum, model->hist_bits));
	return object;
}

struct json_object *ptool_json_of_paths(const struct ptool_model *model,
					const struct ptool_view *view,
					u32 *left_out)
{
	struct ptool_path_rows rows = ptool_rows_of_paths(model, view,
							  !view->limit);
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < rows.rows; i++)
		json_object_array_add(array,
				      path_object(model, rows.path[i], view));
	*left_out = rows.left_out;
	free(rows.path);
	return array;
}

struct json_object *ptool_json_of_path_filter(const struct ptool_paths *paths,
					      const struct ptool_view *view)
{
	const struct ptool_path_filter *filter = &paths->filter;
	struct json_object *object = json_object_new_object();
	char name[PTOOL_NETNAME_LEN];

	add_interface(object, "in", filter->in, filter->netns, view);
	add_interface(object, "out", filter->out, filter->netns, view);
	ptool_net_transport(name, filter->transport);
	json_object_object_add(object, "proto", filter->transport ?
			       json_object_new_string(name) : NULL);
	ptool_json_add_known(object, "netns", filter->netns, filter->netns);
	json_object_object_add(object, "differs",
			       json_object_new_boolean(paths->filters_differ));
	return object;
}

struct json_object *ptool_json_of_timed_waits(const struct ptool_paths *paths)
{
	struct json_object *array;
	const char *name;
	int wait;

	if (!paths->knows_waits)
		return NULL;
	array = json_object_new_array();
	for (wait = 0; wait < PTIME_TIMED_WAITS; wait++) {
		name = ptool_path_wait_name(wait);
		if (paths->timed[wait])
			json_object_array_add(array, json_object_new_string(name));
	}
	return array;
}

struct json_object *ptool_json_of_path_losses(const struct ptool_paths *paths)
{
	struct json_object *object = json_object_new_object();
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++)
		ptool_json_add_number(object, ptool_path_loss_key(i),
				      paths->losses[i]);
	return object;
}

static struct json_object *
losses_object(const struct ptool_interface *interface)
{
	struct json_object *object = json_object_new_object();
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++)
		if (ptool_account_is_loss(i))
			ptool_json_add_number(object, ptool_account_fate(i),
					      interface->packets[i]);
	return object;
}

/* @losses: NULL for packets that were sent */
static struct json_object *fates_object(const struct ptool_fates *fates,
					struct json_object *losses)
{
	struct json_object *object = json_object_new_object();

	ptool_json_add_number(object, "packets", fates->packets);
	ptool_json_add_number(object, "in_paths", fates->in_paths);
	if (losses)
		json_object_object_add(object, "losses", losses);
	ptool_json_add_number(object, "protocol", fates->protocol);
	ptool_json_add_number(object, "filtered", fates->filtered);
	ptool_json_add_number(object, "no_record", fates->no_record);
	return object;
}

static struct json_object *
interface_object(const struct ptool_interface *interface,
		 const struct ptool_view *view)
{
	struct ptool_fates received = ptool_interface_received(interface);
	struct ptool_fates sent = ptool_interface_sent(interface);
	struct json_object *object = json_object_new_object();
	char name[PTOOL_NETNAME_LEN];

	ptool_interface_name(name, interface, view->netns);
	ptool_json_add_text(object, "interface", name);
	ptool_json_add_known(object, "ifindex", interface->ifindex,
			     interface->ifindex);
	ptool_json_add_known(object, "netns", interface->netns,
			     interface->netns);
	json_object_object_add(object, "received",
			       fates_object(&received, losses_object(interface)));
	json_object_object_add(object, "sent", fates_object(&sent, NULL));
	return object;
}

struct json_object *ptool_json_of_interfaces(const struct ptool_paths *paths,
					     const struct ptool_view *view)
{
	const struct ptool_interface **sorted =
		ptool_interfaces_sorted(&paths->interfaces, view->netns);
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < paths->interfaces.count; i++)
		json_object_array_add(array, interface_object(sorted[i], view));
	free(sorted);
	return array;
}
