/* SPDX-License-Identifier: GPL-2.0 */
/* compat: direct calls of <linux/ftrace.h> as the newest kernel has them */
#ifndef _PATHTIME_COMPAT_FTRACE_H
#define _PATHTIME_COMPAT_FTRACE_H

#include <linux/ftrace.h>

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
	if (err)
		return err;
	err = register_ftrace_direct(&site->ops, entry);
	if (err)
		ftrace_free_filter(&site->ops);
	return err;
}

static inline int ptime_direct_unregister(struct ptime_direct_site *site,
					  unsigned long entry)
{
	return unregister_ftrace_direct(&site->ops, entry, true);
}

#else

/* before 6.4 there is one ftrace_ops for all direct calls, the kernel's own */
struct ptime_direct_site {
	unsigned long ip;
};

static inline int ptime_direct_register(struct ptime_direct_site *site,
					unsigned long entry)
{
	return register_ftrace_direct(site->ip, entry);
}

static inline int ptime_direct_unregister(struct ptime_direct_site *site,
					  unsigned long entry)
{
	return unregister_ftrace_direct(site->ip, entry);
}

#endif

#endif /* _PATHTIME_COMPAT_FTRACE_H */
