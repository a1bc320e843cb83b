// SPDX-License-Identifier: GPL-2.0
/* round_trip: is the model of a capture the same when it is read from a snapshot? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "round_trip.h"
#include "snapshot/snapshot.h"

static u32 differs(bool is_same, const char *what, u32 number)
{
	if (!is_same)
		printf("# %s %u is another one in its snapshot\n", what,
		       number);
	return !is_same;
}

static bool is_same_histogram(const struct ptool_series *one,
			      const struct ptool_series *other)
{
	u32 i;

	if (one->cpu != other->cpu || one->buckets != other->buckets ||
	    one->calls != other->calls || one->total_ns != other->total_ns)
		return false;
	for (i = 0; i < one->buckets; i++)
		if (one->bucket[i].bucket != other->bucket[i].bucket ||
		    one->bucket[i].calls != other->bucket[i].calls)
			return false;
	return true;
}

static bool is_same_series(const struct ptool_series *one,
			   const struct ptool_series *other)
{
	return is_same_histogram(one, other) && one->min_ns == other->min_ns &&
	       one->max_ns == other->max_ns;
}

/* the shortest and the longest self time are not in a snapshot */
static bool is_same_probe(const struct ptool_probe *one,
			  const struct ptool_probe *other)
{
	u32 i;

	if (one->id != other->id || one->state != other->state ||
	    one->missed != other->missed || one->outcomes != other->outcomes ||
	    strcmp(one->group, other->group) ||
	    strcmp(one->module, other->module) ||
	    strcmp(one->function, other->function) ||
	    strcmp(one->backend, other->backend) ||
	    strcmp(one->outcome->name, other->outcome->name) ||
	    one->counts.cpus != other->counts.cpus ||
	    !is_same_series(&one->counts.sum, &other->counts.sum) ||
	    !is_same_histogram(&one->self.sum, &other->self.sum))
		return false;
	for (i = 0; i < one->counts.cpus; i++)
		if (!is_same_series(&one->counts.cpu[i],
				    &other->counts.cpu[i]) ||
		    !is_same_histogram(&one->self.cpu[i], &other->self.cpu[i]))
			return false;
	return true;
}

/* only the callees are left of calls without an end */
static bool is_same_node(const struct ptool_node *one,
			 const struct ptool_node *other)
{
	return one->function == other->function &&
	       one->parent == other->parent &&
	       one->context == other->context &&
	       one->calls - one->unfinished == other->calls &&
	       !!one->unfinished_ns == other->unfinished &&
	       one->total_ns == other->total_ns &&
	       one->self_ns == other->self_ns &&
	       one->interrupt_ns == other->interrupt_ns;
}

static u32 compare(const struct ptool_model *one,
		   const struct ptool_model *other)
{
	u32 i, faults;

	faults = differs(one->probes == other->probes &&
			 one->tree->nodes == other->tree->nodes &&
			 one->hist_bits == other->hist_bits &&
			 one->sample == other->sample &&
			 one->running == other->running &&
			 one->has_raw == other->has_raw &&
			 !strcmp(one->clock, other->clock) &&
			 !strcmp(one->version, other->version) &&
			 !strcmp(one->kernel, other->kernel), "head", 0);
	for (i = 0; !faults && i < one->probes; i++)
		faults += differs(is_same_probe(&one->probe[i],
						&other->probe[i]), "probe", i);
	for (i = 0; !faults && i < one->tree->nodes; i++)
		faults += differs(is_same_node(&one->tree->node[i],
					       &other->tree->node[i]),
				  "node", i);
	return faults;
}

u32 round_trip_faults(const struct ptool_model *model)
{
	struct ptool_model *decoded;
	struct ptool_reason why;
	struct ptool_bytes bytes;
	u32 faults = 1;

	ptool_snapshot_encode(model, &bytes);
	decoded = ptool_snapshot_decode(bytes.data, bytes.size, &why);
	if (decoded)
		faults = compare(model, decoded);
	else
		printf("# %s\n", why.text);
	ptool_model_free(decoded);
	free(bytes.data);
	return faults;
}
