// SPDX-License-Identifier: GPL-2.0
/* prometheus: chooses the metrics of a model that Prometheus gets */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include "model/cost.h"
#include "model/netnames.h"
#include "output/prometheus.h"

#define NS_PER_MS	1000000ULL

/* the limit of OpenMetrics for the names and texts of an exemplar's labels, in characters */
#define EXEMPLAR_LEN	128

static const struct ptool_labels no_labels;

/**
 * struct exporting - a model on its way to Prometheus
 * @to: where it is written
 * @format: the format
 * @model: the model
 * @style: how to write it
 * @bucket_bits: exponent of the buckets per power of two of classic histograms
 */
struct exporting {
	struct ptool_sink *to;
	const struct ptool_exposition *format;
	const struct ptool_model *model;
	const struct ptool_prometheus_style *style;
	u32 bucket_bits;
};

static void begin(const struct exporting *by, const struct ptool_metric *metric)
{
	by->format->begin(by->to, metric);
}

static void end(const struct exporting *by)
{
	if (by->format->end)
		by->format->end(by->to);
}

static void put(const struct exporting *by, const struct ptool_metric *metric,
		const struct ptool_labels *labels, u64 value, u32 decimals)
{
	by->format->number(by->to, metric, labels,
			   (struct ptool_number){ value, decimals });
}

/* a metric that has one value */
static void put_one(const struct exporting *by,
		    const struct ptool_metric *metric,
		    const struct ptool_labels *labels, u64 value, u32 decimals)
{
	begin(by, metric);
	put(by, metric, labels, value, decimals);
	end(by);
}

static void put_histogram(const struct exporting *by,
			  const struct ptool_metric *metric,
			  const struct ptool_labels *labels,
			  const struct ptool_series *series,
			  const struct ptool_exemplar *exemplar)
{
	const struct ptool_histogram histogram = {
		.series = series,
		.hist_bits = by->model->hist_bits,
		.bucket_bits = by->bucket_bits,
		.exemplar = exemplar,
	};

	by->format->histogram(by->to, metric, labels, &histogram);
}

static void add_label(struct ptool_labels *labels, const char *name,
		      const char *text)
{
	labels->label[labels->count++] = (struct ptool_label){ name, text };
}

static struct ptool_labels labels_of(const struct ptool_probe *probe)
{
	return (struct ptool_labels){
		.count = 3,
		.label = {
			{ "group", probe->group },
			{ "module", probe->module },
			{ "function", probe->function },
		},
	};
}

/*
 * A rate needs a counter that starts at 0, so armed functions are printed even
 * without calls. Other functions without calls are not.
 */
static bool is_exported(const struct ptool_probe *probe)
{
	return probe->state == PTIME_STATE_ARMED || probe->counts.sum.calls;
}

static void put_outcomes(const struct exporting *by,
			 const struct ptool_metric *metric,
			 const struct ptool_probe *probe)
{
	u32 i;

	for (i = 0; i < probe->outcomes; i++) {
		struct ptool_labels labels = labels_of(probe);

		add_label(&labels, "outcome", probe->outcome[i].name);
		put_histogram(by, metric, &labels,
			      &probe->outcome[i].counts.sum, NULL);
	}
}

static void put_durations(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_call_duration_seconds", PTOOL_HISTOGRAM, "seconds",
		"Time of calls of a kernel function, by outcome."
	};
	const struct ptool_probe *probe = by->model->probe;

	begin(by, &metric);
	for (; probe < by->model->probe + by->model->probes; probe++)
		if (is_exported(probe))
			put_outcomes(by, &metric, probe);
	end(by);
}

/* get a number of a function, a count or a time in ns; returns false if unknown */
typedef bool family_value(u64 *value, const struct ptool_model *model,
			  const struct ptool_probe *probe);

static bool value_missed(u64 *value, const struct ptool_model *model,
			 const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->missed;
	return is_exported(probe);
}

static bool value_packets(u64 *value, const struct ptool_model *model,
			  const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->counts.sum.packets;
	return *value;
}

static bool value_backwards(u64 *value, const struct ptool_model *model,
			    const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->counts.sum.clock_backwards;
	return is_exported(probe);
}

static bool value_below(u64 *value, const struct ptool_model *model,
			const struct ptool_probe *probe)
{
	*value = probe->counts.sum.below_overhead;
	return model->has_below && is_exported(probe);
}

static bool value_cost(u64 *value, const struct ptool_model *model,
		       const struct ptool_probe *probe)
{
	struct ptool_cost cost = ptool_cost_of_probe(model, probe);

	*value = cost.overhead_ns;
	return cost.is_known;
}

static bool value_armed(u64 *value, const struct ptool_model *model,
			const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->state == PTIME_STATE_ARMED;
	return true;
}

static const struct family {
	struct ptool_metric metric;
	family_value *value;
	u32 decimals;
} families[] = {
	{ { "pathtime_missed_calls_total", PTOOL_COUNTER, NULL,
	    "Calls that were missed, on all CPUs." },
	  value_missed, 0 },
	{ { "pathtime_packets_total", PTOOL_COUNTER, NULL,
	    "Packets that calls handled, where that is known." },
	  value_packets, 0 },
	{ { "pathtime_clock_backwards_calls_total", PTOOL_COUNTER, NULL,
	    "Calls during which the clock ran backwards." },
	  value_backwards, 0 },
	{ { "pathtime_below_overhead_calls_total", PTOOL_COUNTER, NULL,
	    "Calls that took less than the probe overhead to be subtracted." },
	  value_below, 0 },
	{ { "pathtime_probe_overhead_seconds_total", PTOOL_COUNTER, "seconds",
	    "CPU time that the probe took, on all CPUs." },
	  value_cost, 9 },
	{ { "pathtime_probe_armed", PTOOL_GAUGE, NULL,
	    "Whether the function is timed." },
	  value_armed, 0 },
};

static void put_family(const struct exporting *by, const struct family *family)
{
	const struct ptool_probe *probe = by->model->probe;
	u64 value;

	begin(by, &family->metric);
	for (; probe < by->model->probe + by->model->probes; probe++) {
		struct ptool_labels labels = labels_of(probe);

		if (family->value(&value, by->model, probe))
			put(by, &family->metric, &labels, value,
			    family->decimals);
	}
	end(by);
}

/* the labels of a path, and their texts */
struct path_labels {
	struct ptool_labels labels;
	char name[PTOOL_PATH_LEN];
	char reason[PTIME_DROP_LEN];
};

static void name_path(struct path_labels *to, const struct ptool_path *path)
{
	ptool_path_name(to->name, path);
	if (!ptool_path_reason(to->reason, path))
		*to->reason = '\0';
	to->labels.count = 0;
	add_label(&to->labels, "path", to->name);
	add_label(&to->labels, "reason", to->reason);
}

/**
 * struct slowest - the slowest packet of a path as an exemplar, and its texts
 * @exemplar: the exemplar
 * @room: characters that further labels can have
 * @text: the texts, in the order of the labels
 */
struct slowest {
	struct ptool_exemplar exemplar;
	size_t room;
	char text[PTOOL_LABELS_MAX][PTOOL_NETNAME_LEN];
};

/* the text that the next label will have */
static char *next_text(struct slowest *slowest)
{
	return slowest->text[slowest->exemplar.labels.count];
}

/* a label with next_text(), unless there is no room for it */
static void add_fact(struct slowest *slowest, const char *name)
{
	char *text = next_text(slowest);
	size_t length = strlen(name) + strlen(text);

	if (length > slowest->room)
		return;
	slowest->room -= length;
	add_label(&slowest->exemplar.labels, name, text);
}

/* a label with a number; 0 is unknown */
static void add_known(struct slowest *slowest, const char *name, u32 number)
{
	if (!number)
		return;
	snprintf(next_text(slowest), PTOOL_NETNAME_LEN, "%u", number);
	add_fact(slowest, name);
}

static void add_interface(struct slowest *slowest, const char *name, u32 number,
			  u32 netns, const struct exporting *by)
{
	if (!number)
		return;
	ptool_net_interface(next_text(slowest), number, netns,
			    by->style->netns);
	add_fact(slowest, name);
}

/* With anonymize=1, the module keeps no protocols, ports and namespaces. */
static void add_facts(struct slowest *slowest, const struct ptool_slow *slow,
		      const struct exporting *by)
{
	add_interface(slowest, "in", slow->in, slow->netns, by);
	add_interface(slowest, "out", slow->out, slow->netns, by);
	if (slow->protocol) {
		ptool_net_protocol(next_text(slowest), slow->protocol);
		add_fact(slowest, "protocol");
	}
	if (slow->transport) {
		ptool_net_transport(next_text(slowest), slow->transport);
		add_fact(slowest, "transport");
	}
	add_known(slowest, "source_port", slow->source);
	add_known(slowest, "destination_port", slow->destination);
	add_known(slowest, "bytes", slow->length);
	add_known(slowest, "netns", slow->netns);
}

/*
 * There is one exemplar for each path. A slower packet that replaces it ended
 * later, and Prometheus takes exemplars of a series in the order of their times
 * only. The slowest packets are of all CPUs.
 */
static bool find_slowest(struct slowest *slowest, const struct ptool_path *path,
			 const struct exporting *by)
{
	const struct ptool_slow *slow = path->slow;

	if (!path->slowest || !by->style->start_ns || by->model->some_cpus)
		return false;
	slowest->room = EXEMPLAR_LEN;
	slowest->exemplar = (struct ptool_exemplar){
		.value_ns = slow->total_ns,
		.time_ms = (by->style->start_ns + slow->end_ns -
			    by->model->since_ns) / NS_PER_MS,
	};
	add_facts(slowest, slow, by);
	return true;
}

static void put_path_durations(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_path_duration_seconds", PTOOL_HISTOGRAM, "seconds",
		"Time of packets from the first step of their path to the last."
	};
	const struct ptool_path *path = by->model->paths->path;
	const struct ptool_path *last = path + by->model->paths->paths;
	struct slowest slowest;
	struct path_labels of;

	begin(by, &metric);
	for (; path < last; path++) {
		bool is_known = find_slowest(&slowest, path, by);

		name_path(&of, path);
		put_histogram(by, &metric, &of.labels, &path->counts.sum,
			      is_known ? &slowest.exemplar : NULL);
	}
	end(by);
}

static void put_path_bytes(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_path_bytes_total", PTOOL_COUNTER, "bytes",
		"Lengths of the packets of a path, on all CPUs."
	};
	const struct ptool_paths *paths = by->model->paths;
	struct path_labels of;
	u32 i;

	begin(by, &metric);
	for (i = 0; i < paths->paths; i++) {
		name_path(&of, &paths->path[i]);
		put(by, &metric, &of.labels, paths->path[i].packet_bytes, 0);
	}
	end(by);
}

/* A path can have a step twice, so the position is a label, too. */
static void put_steps(const struct exporting *by,
		      const struct ptool_metric *metric,
		      const struct ptool_path *path)
{
	struct path_labels of;
	char position[sizeof("4294967295")];
	u32 i;

	name_path(&of, path);
	for (i = 1; i < path->steps; i++) {
		struct ptool_labels labels = of.labels;

		snprintf(position, sizeof(position), "%u", i + 1);
		add_label(&labels, "position", position);
		add_label(&labels, "step", path->step[i].name);
		put(by, metric, &labels, path->step[i].total_ns, 9);
	}
}

static void put_path_steps(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_path_step_seconds_total", PTOOL_COUNTER, "seconds",
		"Time that packets of a path took since the step before, on all CPUs."
	};
	const struct ptool_paths *paths = by->model->paths;
	u32 i;

	begin(by, &metric);
	for (i = 0; i < paths->paths; i++)
		put_steps(by, &metric, &paths->path[i]);
	end(by);
}

static void put_path_losses(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_packets_without_path_total", PTOOL_COUNTER, NULL,
		"Packets that are in no path, or not followed behind it, on all CPUs, by reason."
	};
	u32 i;

	begin(by, &metric);
	for (i = 0; i < PTIME_PATH_LOSSES; i++) {
		struct ptool_labels labels = { 0 };

		add_label(&labels, "reason", ptool_path_loss_key(i));
		put(by, &metric, &labels, by->model->paths->losses[i], 0);
	}
	end(by);
}

/*
 * An interface of this namespace can have a name such as 3@4026532281. The label
 * netns distinguishes it from interface 3 of another namespace.
 */
static void put_interface(const struct exporting *by,
			  const struct ptool_metric *metric,
			  const struct ptool_interface *interface)
{
	char name[PTOOL_NETNAME_LEN], netns[sizeof("4294967295")];
	struct ptool_labels of = { 0 };
	u32 i;

	ptool_interface_name(name, interface, by->style->netns);
	add_label(&of, "interface", name);
	if (interface->netns && interface->netns != by->style->netns) {
		snprintf(netns, sizeof(netns), "%u", interface->netns);
		add_label(&of, "netns", netns);
	}
	for (i = 0; i < PTIME_ACCOUNTS; i++) {
		struct ptool_labels labels = of;

		add_label(&labels, "direction", ptool_account_direction(i));
		add_label(&labels, "fate", ptool_account_fate(i));
		put(by, metric, &labels, interface->packets[i], 0);
	}
}

/* An older module counts none. */
static void put_interfaces(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_interface_packets_total", PTOOL_COUNTER, NULL,
		"Packets that an interface received or was given to send, on all CPUs, by what became of them."
	};
	const struct ptool_interfaces *interfaces =
		&by->model->paths->interfaces;
	const struct ptool_interface **sorted;
	u32 i;

	if (!interfaces->count)
		return;
	sorted = ptool_interfaces_sorted(interfaces, by->style->netns);
	begin(by, &metric);
	for (i = 0; i < interfaces->count; i++)
		put_interface(by, &metric, sorted[i]);
	end(by);
	free(sorted);
}

static void put_other_paths(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_other_paths", PTOOL_GAUGE, NULL,
		"Paths that are added up as the path other."
	};

	put_one(by, &metric, &no_labels, by->style->other_paths, 0);
}

/*
 * Without packet tracing nothing is printed: zeros would mean that there were
 * no packets.
 */
static void put_paths(const struct exporting *by)
{
	if (!by->model->paths || !by->model->paths->max)
		return;
	put_path_bytes(by);
	put_path_steps(by);
	put_path_losses(by);
	put_interfaces(by);
	put_other_paths(by);
	put_path_durations(by);
}

static void put_up(const struct exporting *by, bool is_up)
{
	static const struct ptool_metric metric = {
		"pathtime_up", PTOOL_GAUGE, NULL,
		"Whether the module's counts could be read."
	};

	put_one(by, &metric, &no_labels, is_up, 0);
}

static void put_info(const struct exporting *by)
{
	static const struct ptool_metric info = {
		"pathtime_info", PTOOL_INFO, NULL,
		"Version of the module, its kernel and its clock."
	};
	static const struct ptool_metric sample = {
		"pathtime_sample", PTOOL_GAUGE, NULL,
		"One call in so many is timed; counts are estimates if more than 1."
	};
	struct ptool_labels labels = { 0 };

	add_label(&labels, "version", by->model->version);
	add_label(&labels, "kernel", by->model->kernel);
	add_label(&labels, "clock", by->model->clock);
	put_one(by, &info, &labels, 1, 0);
	put_one(by, &sample, &no_labels, by->model->sample, 0);
}

/* milliseconds, because two readings of the clocks differ in the digits below */
static void put_start(const struct exporting *by)
{
	static const struct ptool_metric metric = {
		"pathtime_counts_start_seconds", PTOOL_GAUGE, "seconds",
		"When the counts began, since 1970: load of the module, or reset."
	};

	if (by->style->start_ns)
		put_one(by, &metric, &no_labels,
			by->style->start_ns / NS_PER_MS, 3);
}

void ptool_prometheus_print(const struct ptool_out *out,
			    const struct ptool_exposition *format,
			    const struct ptool_model *model,
			    const struct ptool_prometheus_style *style)
{
	struct ptool_sink sink = { .file = out->file };
	const struct exporting by = {
		.to = &sink,
		.format = format,
		.model = model,
		.style = style,
		.bucket_bits = style->bucket_bits < model->hist_bits ?
			       style->bucket_bits : model->hist_bits,
	};
	size_t i;

	put_up(&by, true);
	put_info(&by);
	put_start(&by);
	for (i = 0; i < ARRAY_SIZE(families); i++)
		put_family(&by, &families[i]);
	put_durations(&by);
	put_paths(&by);
	if (format->finish)
		format->finish(&sink);
	ptool_wire_release(&sink.wire);
}

void ptool_prometheus_print_down(const struct ptool_out *out)
{
	struct ptool_sink sink = { .file = out->file };
	const struct exporting by = {
		.to = &sink,
		.format = &ptool_exposition_text,
	};

	put_up(&by, false);
}
