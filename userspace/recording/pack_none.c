// SPDX-License-Identifier: GPL-2.0
/* pack_none: reports that pathtime was built without zstd */
#include "recording/pack.h"

const char *ptool_pack_feature(void)
{
	return NULL;
}

int ptool_pack_check(const char *command, struct ptool_reason *why)
{
	return ptool_fail(why,
			  "%s: recordings are packed with zstd, which this pathtime was built without: TOOL_FEATURES must include zstd",
			  command);
}

size_t ptool_pack_room(size_t size)
{
	return size;
}

size_t ptool_pack(void *to, size_t room, const void *from, size_t size,
		  struct ptool_reason *why)
{
	(void)to;
	(void)room;
	(void)from;
	(void)size;
	ptool_reason_set(why, "built without zstd");
	return 0;
}

bool ptool_unpack(void *to, size_t size, const void *from, size_t packed,
		  struct ptool_reason *why)
{
	(void)to;
	(void)size;
	(void)from;
	(void)packed;
	return ptool_reason_set(why, "built without zstd");
}
