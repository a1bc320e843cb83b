/* SPDX-License-Identifier: GPL-2.0 */
/* jump_label: stands in for the kernel's */
#ifndef _PATHTIME_BENCH_JUMP_LABEL_H
#define _PATHTIME_BENCH_JUMP_LABEL_H

#include <stdbool.h>

#define DECLARE_STATIC_KEY_FALSE(_name)	extern bool _name
#define static_branch_likely(_key)	__builtin_expect(*(_key), 1)

#endif /* _PATHTIME_BENCH_JUMP_LABEL_H */
