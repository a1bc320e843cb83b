/* SPDX-License-Identifier: GPL-2.0 */
/* types: the kernel's short integer types, which hist.h needs, and bytes */
#ifndef _PATHTIME_TYPES_H
#define _PATHTIME_TYPES_H

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

typedef unsigned char u8;
typedef int s32;
typedef unsigned int u32;
typedef long long s64;
typedef unsigned long long u64;

#define __noreturn			__attribute__((__noreturn__))
#define __printf(format, first)	\
	__attribute__((__format__(__printf__, format, first)))

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/* a whole file or snapshot in memory, for free() */
struct ptool_bytes {
	char *data;
	size_t size;
};

#endif /* _PATHTIME_TYPES_H */
