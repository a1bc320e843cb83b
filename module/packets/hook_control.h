/* SPDX-License-Identifier: GPL-2.0 */
/* hook_control: the hooks that packet tracing registers */
#ifndef _PATHTIME_HOOK_CONTROL_H
#define _PATHTIME_HOOK_CONTROL_H

#include <linux/kprobes.h>
#include <linux/types.h>

struct tracepoint;

/**
 * struct ptime_tracepoint_hook - a hook on a tracepoint
 * @name: name of the tracepoint
 * @probe: the hook
 * @is_wanted: tells whether these parameters need the hook; NULL if all do
 * @tracepoint: the tracepoint; NULL if the kernel lacks it, or if the hook is not wanted
 */
struct ptime_tracepoint_hook {
	const char *name;
	void *probe;
	bool (*is_wanted)(void);
	struct tracepoint *tracepoint;
};

/**
 * struct ptime_return_hook - a hook on a function that may return another packet than its own
 * @rp: the kretprobe
 * @registered: the kernel has it
 */
struct ptime_return_hook {
	struct kretprobe rp;
	bool registered;
};

extern struct ptime_tracepoint_hook ptime_tracepoint_hooks[];
extern const size_t ptime_tracepoint_hooks_count;
extern struct ptime_return_hook ptime_return_hooks[];
extern const size_t ptime_return_hooks_count;

/* packet tracing is on; see ptime_hooks_set_tracing() */
extern bool ptime_hooks_tracing;

void ptime_hooks_check_types(void);
void ptime_hooks_set_tracing(bool on);

#endif /* _PATHTIME_HOOK_CONTROL_H */
