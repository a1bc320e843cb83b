// SPDX-License-Identifier: GPL-2.0
/* names: functions by module and name: as text, and an index of a table of them */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/names.h"

#define SLOTS_MIN	64

/* 32-bit FNV-1a */
#define FNV_BASIS	0x811c9dc5U
#define FNV_PRIME	0x01000193U

bool ptool_name_text(char *text, size_t size, const char *module,
		     const char *function)
{
	int length = snprintf(text, size, "%s%s%s", module,
			      *module ? ":" : "", function);

	return length < (int)size;
}

/* with the NUL, so that "a" + "bc" differs from "ab" + "c" */
static u32 hash_text(u32 hash, const char *text)
{
	do
		hash = (hash ^ (unsigned char)*text) * FNV_PRIME;
	while (*text++);
	return hash;
}

/* the slot of a function, or the empty slot where it belongs; the index is never full */
static u32 *slot_of(const struct ptool_names *names, const char *module,
		    const char *function)
{
	u32 at = hash_text(hash_text(FNV_BASIS, module), function);
	const char *its_module, *its_function;

	for (;; at++) {
		u32 *slot = &names->slot[at & (names->slots - 1)];

		if (!*slot)
			return slot;
		names->key(names->table, *slot - 1, &its_module, &its_function);
		if (!strcmp(its_function, function) &&
		    !strcmp(its_module, module))
			return slot;
	}
}

static void put(struct ptool_names *names, u32 index)
{
	const char *module, *function;
	u32 *slot;

	names->key(names->table, index, &module, &function);
	slot = slot_of(names, module, function);
	if (*slot)
		return;
	*slot = index + 1;
	names->names++;
}

static void grow(struct ptool_names *names)
{
	struct ptool_names former = *names;
	u32 i;

	names->slots = former.slots ? 2 * former.slots : SLOTS_MIN;
	names->slot = ptool_alloc(names->slots, sizeof(*names->slot));
	names->names = 0;
	for (i = 0; i < former.slots; i++)
		if (former.slot[i])
			put(names, former.slot[i] - 1);
	free(former.slot);
}

void ptool_names_begin(struct ptool_names *names, ptool_names_key *key,
		       const void *table)
{
	*names = (struct ptool_names){ .key = key, .table = table };
}

void ptool_names_add(struct ptool_names *names, u32 index)
{
	if (2 * names->names >= names->slots)
		grow(names);
	put(names, index);
}

u32 ptool_names_find(const struct ptool_names *names, const char *module,
		     const char *function)
{
	/* of an empty slot, 0 - 1 is PTOOL_NO_NAME */
	return names->slots ? *slot_of(names, module, function) - 1 :
			      PTOOL_NO_NAME;
}

/* a table whose functions are to be found by their names alone */
struct functions {
	ptool_names_key *key;
	const void *table;
};

static void key_of_function(const void *table, u32 index, const char **module,
			    const char **function)
{
	const struct functions *of = table;

	of->key(of->table, index, module, function);
	*module = "";
}

bool *ptool_names_repeated(ptool_names_key *key, const void *table, u32 count)
{
	struct functions of = { .key = key, .table = table };
	bool *repeated = ptool_alloc(count, sizeof(*repeated));
	const char *module, *function;
	struct ptool_names names;
	u32 i, first;

	ptool_names_begin(&names, key_of_function, &of);
	for (i = 0; i < count; i++) {
		key_of_function(&of, i, &module, &function);
		first = ptool_names_find(&names, module, function);
		if (first == PTOOL_NO_NAME) {
			ptool_names_add(&names, i);
			continue;
		}
		repeated[first] = true;
		repeated[i] = true;
	}
	ptool_names_free(&names);
	return repeated;
}

void ptool_names_free(struct ptool_names *names)
{
	free(names->slot);
}
