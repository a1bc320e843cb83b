// SPDX-License-Identifier: GPL-2.0
/* gzip_none: compresses nothing, as pathtime-exporter was built without zlib */
#include "serve/gzip.h"

const char *ptool_gzip_feature(void)
{
	return NULL;
}

void *ptool_gzip(const void *text, size_t size, size_t *packed_size)
{
	(void)text;
	(void)size;
	(void)packed_size;
	return NULL;
}
