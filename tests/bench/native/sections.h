/* SPDX-License-Identifier: GPL-2.0 */
/* sections: the sections of the module's objects that the kernel reads when it loads them */
#ifndef _PATHTIME_BENCH_SECTIONS_H
#define _PATHTIME_BENCH_SECTIONS_H

#include "base/types.h"

/* as the kernel has them */
#define __section(_name)	__attribute__((section(_name)))
#define __used			__attribute__((used))
#define __weak			__attribute__((weak))
#define __aligned(_bytes)	__attribute__((aligned(_bytes)))

/* variables of a CPU; the kernel's code has only their addresses */
#define PERCPU		__section("percpu") __used
/* called by the module, which keeps the stack aligned to 8 bytes */
#define FOR_MODULE	__attribute__((force_align_arg_pointer)) __used

struct static_call_site {
	s32 address;
	s32 key;
};

struct jump_entry {
	s32 code;
	s32 target;
	long key;
};

/* the linker knows where sections begin and end; the objects of a kernel may lack some */
extern char __start_percpu[], __stop_percpu[];
extern struct static_call_site __start_static_call_sites[] __weak;
extern struct static_call_site __stop_static_call_sites[] __weak;
extern struct jump_entry __start___jump_table[] __weak;
extern struct jump_entry __stop___jump_table[] __weak;
extern s32 __start_return_sites[] __weak;
extern s32 __stop_return_sites[] __weak;
extern unsigned long __start___mcount_loc[] __weak;
extern unsigned long __stop___mcount_loc[] __weak;

#endif /* _PATHTIME_BENCH_SECTIONS_H */
