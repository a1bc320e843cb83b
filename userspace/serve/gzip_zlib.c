// SPDX-License-Identifier: GPL-2.0
/* gzip_zlib: compresses answers by zlib */
#include <stdlib.h>
#include <zlib.h>

#include "serve/gzip.h"

/* the fastest level: higher ones save little, and take several times as long */
#define LEVEL		Z_BEST_SPEED
/* the largest window; 16 more ask for gzip in place of zlib's own format */
#define WINDOW_BITS	(MAX_WBITS + 16)
/* zlib counts in 32 bits */
#define SIZE_LIMIT	0x7fffffff
/* the default of zlib */
#define MEMORY_LEVEL	8

const char *ptool_gzip_feature(void)
{
	return "zlib";
}

static bool pack(z_stream *stream, void *packed, size_t bound)
{
	stream->next_out = packed;
	stream->avail_out = bound;
	return deflate(stream, Z_FINISH) == Z_STREAM_END;
}

void *ptool_gzip(const void *text, size_t size, size_t *packed_size)
{
	z_stream stream = { .next_in = (void *)text, .avail_in = size };
	size_t bound;
	void *packed;

	if (size > SIZE_LIMIT ||
	    deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	bound = deflateBound(&stream, size);
	packed = malloc(bound);
	if (packed && !pack(&stream, packed, bound)) {
		free(packed);
		packed = NULL;
	}
	*packed_size = stream.total_out;
	deflateEnd(&stream);
	return packed;
}
