// SPDX-License-Identifier: GPL-2.0
/* ids: an index of a table by the module's number of each probe */
#include <stdlib.h>

#include "base/error.h"
#include "model/ids.h"

#define SLOTS_MIN	64

void ptool_ids_begin(struct ptool_ids *ids, u32 count)
{
	ids->slots = SLOTS_MIN;
	while (ids->slots / 2 < count)
		ids->slots *= 2;
	ids->slot = ptool_alloc(ids->slots, sizeof(*ids->slot));
}

/* Mix all bits: the ids of a hostile file must not all begin at one slot. */
static u32 hash_of(u64 id)
{
	id = (id ^ id >> 32) * 0x9e3779b97f4a7c15ULL;
	id = (id ^ id >> 29) * 0xbf58476d1ce4e5b9ULL;
	return (u32)(id >> 32);
}

/* the slot of an id, or the empty slot where it belongs; the index is never full */
static struct ptool_ids_slot *slot_of(const struct ptool_ids *ids, u64 id)
{
	u32 at = hash_of(id);

	for (;; at++) {
		struct ptool_ids_slot *slot = &ids->slot[at & (ids->slots - 1)];

		if (!slot->row || slot->id == id)
			return slot;
	}
}

void ptool_ids_add(struct ptool_ids *ids, u64 id, u32 row)
{
	struct ptool_ids_slot *slot = slot_of(ids, id);

	if (slot->row)
		return;
	slot->id = id;
	slot->row = row + 1;
}

u32 ptool_ids_find(const struct ptool_ids *ids, u64 id)
{
	/* of an empty slot, 0 - 1 is PTOOL_NO_ID */
	return slot_of(ids, id)->row - 1;
}

void ptool_ids_free(struct ptool_ids *ids)
{
	free(ids->slot);
}
