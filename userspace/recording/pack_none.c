// SPDX-License-Identifier: GPL-2.0
/* pack, where the build leaves zstd out: says so */
#include "recording/pack.h"

const char *ptime_pack_feature(void)
{
	return NULL;
}

int ptime_pack_check(const char *command)
{
	return ptime_error("%s: recordings are packed with zstd, which this pathtime was built without (TOOL_FEATURES=zstd has it)",
			   command);
}

size_t ptime_pack_room(size_t size)
{
	return size;
}

size_t ptime_pack(void *to, size_t room, const void *from, size_t size,
		  struct ptime_reason *why)
{
	(void)to;
	(void)room;
	(void)from;
	(void)size;
	ptime_reason_set(why, "built without zstd");
	return 0;
}

bool ptime_unpack(void *to, size_t size, const void *from, size_t packed,
		  struct ptime_reason *why)
{
	(void)to;
	(void)size;
	(void)from;
	(void)packed;
	return ptime_reason_set(why, "built without zstd");
}
