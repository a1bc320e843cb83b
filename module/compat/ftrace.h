/* SPDX-License-Identifier: GPL-2.0 */
/* compat: direct calls of <linux/ftrace.h> as the newest kernel has them */
#ifndef _PATHTIME_COMPAT_FTRACE_H
#define _PATHTIME_COMPAT_FTRACE_H

#include <linux/ftrace.h>

/* its name from 5.16 to 6.3; the filter is never freed with it */
#ifdef PTIME_HAS_register_ftrace_direct_multi
#define PTIME_HAS_DIRECT_OPS
#define register_ftrace_direct register_ftrace_direct_multi
#define unregister_ftrace_direct ptime_unregister_direct_multi

static inline int ptime_unregister_direct_multi(struct ftrace_ops *ops,
						unsigned long entry, bool free_filters)
{
	return unregister_ftrace_direct_multi(ops, entry);
}
#endif

#ifdef PTIME_HAS_DIRECT_OPS

/**
 * struct ptime_direct_site - where ftrace calls from
 * @ops: has @ip as its filter, while registered
 * @ip: the function's first instruction that ftrace may change
 */
struct ptime_direct_site {
	struct ftrace_ops ops;
	unsigned long ip;
};

static inline int ptime_direct_register(struct ptime_direct_site *site,
					unsigned long entry)
{
	int err;

	err = ftrace_set_filter_ip(&site->ops, site->ip, 0, 1);
	return err ?: register_ftrace_direct(&site->ops, entry);
}

/*
 * ftrace waits for all who may be looking at an ops that is not the kernel's own, two
 * RCU-tasks periods for each, and then forgets what it was told of it. Ours stay until
 * whoever ends them has waited once for many. So no waiting is needed here where nobody
 * looks: alone on its function, an entry is what the function calls. With others there,
 * ftrace goes through a list of ops, and must not find one that it has half forgotten. Who
 * comes to the function between that look and this is not seen.
 *
 * The filter stays: where it is freed with it, up to 6.12 at least, the next
 * registration frees it again.
 */
static inline int ptime_direct_unregister(struct ptime_direct_site *site,
					  unsigned long entry, bool is_alone)
{
	if (is_alone)
		site->ops.flags &= ~FTRACE_OPS_FL_DYNAMIC;
	return unregister_ftrace_direct(&site->ops, entry, false);
}

/* once nobody can be looking at the site any more */
static inline void ptime_direct_free(struct ptime_direct_site *site)
{
	ftrace_free_filter(&site->ops);
}

#else

/* before 5.16 there is one ftrace_ops for all direct calls, the kernel's own */
struct ptime_direct_site {
	unsigned long ip;
};

static inline int ptime_direct_register(struct ptime_direct_site *site,
					unsigned long entry)
{
	return register_ftrace_direct(site->ip, entry);
}

static inline int ptime_direct_unregister(struct ptime_direct_site *site,
					  unsigned long entry, bool is_alone)
{
	return unregister_ftrace_direct(site->ip, entry);
}

static inline void ptime_direct_free(struct ptime_direct_site *site)
{
}

#endif

#endif /* _PATHTIME_COMPAT_FTRACE_H */
