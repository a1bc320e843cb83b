/* SPDX-License-Identifier: GPL-2.0 */
/* gzip: compresses answers, by zlib or, if built without it, not at all */
#ifndef _PATHTIME_GZIP_H
#define _PATHTIME_GZIP_H

#include "base/types.h"

/* NULL if it was not built in */
const char *ptool_gzip_feature(void);

/**
 * ptool_gzip() - Compress a text
 * @text: the text
 * @size: its size in bytes
 * @packed_size: set to the size of the result
 *
 * Return: the text in the format of RFC 1952, for free(); NULL if it cannot be
 * compressed.
 */
void *ptool_gzip(const void *text, size_t size, size_t *packed_size);

#endif /* _PATHTIME_GZIP_H */
