/* SPDX-License-Identifier: GPL-2.0 */
/* ids: an index of a table by the module's number of each probe */
#ifndef _PATHTIME_IDS_H
#define _PATHTIME_IDS_H

#include "base/types.h"

/* result of ptool_ids_find() if there is no such id */
#define PTOOL_NO_ID	(~0U)

/**
 * struct ptool_ids - an index of a table by id
 * @slots: size of the hash table, a power of two, at least twice the ids
 * @slot: an id, and the number of its row, plus 1; 0 if the slot is empty
 */
struct ptool_ids {
	u32 slots;
	struct ptool_ids_slot {
		u64 id;
		u32 row;
	} *slot;
};

/**
 * ptool_ids_begin() - Begin an index without ids
 * @ids: initialized for ptool_ids_free()
 * @count: number of ids that will be added, at most
 */
void ptool_ids_begin(struct ptool_ids *ids, u32 count);

/**
 * ptool_ids_add() - Add an id
 * @ids: the index
 * @id: the id; if the index has it already, the first one stays
 * @row: its row in the table
 */
void ptool_ids_add(struct ptool_ids *ids, u64 id, u32 row);

/**
 * ptool_ids_find() - Find an id
 * @ids: the index
 * @id: the id
 *
 * Return: its row in the table, or PTOOL_NO_ID.
 */
u32 ptool_ids_find(const struct ptool_ids *ids, u64 id);

void ptool_ids_free(struct ptool_ids *ids);

#endif /* _PATHTIME_IDS_H */
