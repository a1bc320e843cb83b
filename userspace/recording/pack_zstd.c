// SPDX-License-Identifier: GPL-2.0
/* pack_zstd: compresses bytes by zstd */
#include <stdlib.h>

#include <zstd.h>

#include "recording/pack.h"

const char *ptool_pack_feature(void)
{
	return "zstd";
}

int ptool_pack_check(const char *command, struct ptool_reason *why)
{
	(void)command;
	(void)why;
	return 0;
}

size_t ptool_pack_room(size_t size)
{
	return ZSTD_compressBound(size);
}

size_t ptool_pack(void *to, size_t room, const void *from, size_t size,
		  struct ptool_reason *why)
{
	ZSTD_CCtx *context = ZSTD_createCCtx();
	size_t packed;

	if (!context) {
		ptool_reason_set(why, "out of memory");
		return 0;
	}
	ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
	packed = ZSTD_compress2(context, to, room, from, size);
	ZSTD_freeCCtx(context);
	if (!ZSTD_isError(packed))
		return packed;
	ptool_reason_set(why, "%s", ZSTD_getErrorName(packed));
	return 0;
}

bool ptool_unpack(void *to, size_t size, const void *from, size_t packed,
		  struct ptool_reason *why)
{
	size_t frame = ZSTD_findFrameCompressedSize(from, packed);
	size_t unpacked;

	if (ZSTD_isError(frame) || frame != packed ||
	    ZSTD_getFrameContentSize(from, packed) != size)
		return ptool_reason_set(why, "no zstd frame of the announced sizes");
	unpacked = ZSTD_decompress(to, size, from, packed);
	if (ZSTD_isError(unpacked))
		return ptool_reason_set(why, "%s",
					ZSTD_getErrorName(unpacked));
	return unpacked == size ||
	       ptool_reason_set(why, "%zu bytes instead of %zu", unpacked, size);
}
