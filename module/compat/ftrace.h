/* SPDX-License-Identifier: GPL-2.0 */
/* compat: direct calls of <linux/ftrace.h> as the newest kernel has them */
#ifndef _PATHTIME_COMPAT_FTRACE_H
#define _PATHTIME_COMPAT_FTRACE_H

#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/kernel.h>

/* the functions' names from 5.16 to 6.3; these never free the filter */
#ifdef PTIME_HAS_register_ftrace_direct_multi
#define PTIME_HAS_DIRECT_OPS
#define register_ftrace_direct register_ftrace_direct_multi
#define unregister_ftrace_direct ptime_unregister_direct_multi
#define modify_ftrace_direct modify_ftrace_direct_multi
#define modify_ftrace_direct_nolock modify_ftrace_direct_multi_nolock

static inline int ptime_unregister_direct_multi(struct ftrace_ops *ops,
						unsigned long entry, bool free_filters)
{
	return unregister_ftrace_direct_multi(ops, entry);
}
#endif

/**
 * ptime_direct_is_dead() - Check whether ftrace has shut itself down
 *
 * The kernel exports no function for this. ftrace_set_filter_ip() returns -ENODEV in that case
 * before it checks anything else. Otherwise it fails, because no function is named, and leaves
 * nothing to be freed.
 *
 * Context: process, may sleep.
 * Return: true if it has; it does not start again before the machine is rebooted.
 */
static inline bool ptime_direct_is_dead(void)
{
	struct ftrace_ops ops = { };

	return ftrace_set_filter_ip(&ops, 0, 0, 0) == -ENODEV;
}

#ifdef PTIME_HAS_DIRECT_OPS

/**
 * struct ptime_direct_site - a function that ftrace calls from
 * @ops: has @ip as its filter while registered
 * @ip: the first instruction of the function that ftrace may change
 * @make_way: called before a live patch gets the function, with direct_mutex held; may sleep.
 *	Returns 0 if the direct call now goes on to the function that the patch sets, or -errno
 *	to refuse the patch. Before 6.0 ftrace refuses it and calls nobody.
 */
struct ptime_direct_site {
	struct ftrace_ops ops;
	unsigned long ip;
	int (*make_way)(struct ptime_direct_site *site);
};

#ifdef PTIME_HAS_ops_func

/* a function with a live patch gets no direct call, which would run the unpatched body */
static inline int ptime_direct_share(struct ftrace_ops *ops, unsigned long ip,
				     enum ftrace_ops_cmd cmd)
{
	struct ptime_direct_site *site = container_of(ops, struct ptime_direct_site, ops);

	if (cmd == FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF)
		return -EBUSY;
	if (cmd == FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER)
		return site->make_way(site);
	return 0;
}

#ifdef PTIME_HAS_OPS_FUNC_IP
#define ptime_direct_ops_func ptime_direct_share
#else
static inline int ptime_direct_ops_func(struct ftrace_ops *ops, enum ftrace_ops_cmd cmd)
{
	return ptime_direct_share(ops, 0, cmd);
}
#endif

static inline int ptime_direct_modify_nolock(struct ptime_direct_site *site, unsigned long to)
{
	return modify_ftrace_direct_nolock(&site->ops, to);
}

static inline void ptime_direct_set_ops_func(struct ptime_direct_site *site)
{
	site->ops.ops_func = ptime_direct_ops_func;
}

#else

static inline int ptime_direct_modify_nolock(struct ptime_direct_site *site, unsigned long to)
{
	return -EOPNOTSUPP;
}

static inline void ptime_direct_set_ops_func(struct ptime_direct_site *site)
{
}

#endif

static inline int ptime_direct_register(struct ptime_direct_site *site,
					unsigned long entry)
{
	int err;

	ptime_direct_set_ops_func(site);
	err = ftrace_set_filter_ip(&site->ops, site->ip, 0, 1);
	return err ?: register_ftrace_direct(&site->ops, entry);
}

/*
 * ftrace waits for RCU tasks before it forgets an ops, because a CPU may be in its list of
 * ops. It does so for each ops, with ftrace_lock held.
 *
 * The filter is not freed here. If it is, the next registration frees it again, up to 6.12 at
 * least.
 */
static inline int ptime_direct_unregister(struct ptime_direct_site *site,
					  unsigned long entry)
{
	return unregister_ftrace_direct(&site->ops, entry, false);
}

static inline int ptime_direct_modify(struct ptime_direct_site *site, unsigned long from,
				      unsigned long to)
{
	return modify_ftrace_direct(&site->ops, to);
}

/* when no CPU can be using the site any more */
static inline void ptime_direct_free(struct ptime_direct_site *site)
{
	ftrace_free_filter(&site->ops);
}

#else

/* before 5.16 there is one ftrace_ops for all direct calls, the kernel's own */
struct ptime_direct_site {
	unsigned long ip;
	int (*make_way)(struct ptime_direct_site *site);
};

static inline int ptime_direct_modify_nolock(struct ptime_direct_site *site, unsigned long to)
{
	return -EOPNOTSUPP;
}

static inline int ptime_direct_register(struct ptime_direct_site *site,
					unsigned long entry)
{
	return register_ftrace_direct(site->ip, entry);
}

/* waits for RCU tasks, with direct_mutex held */
static inline int ptime_direct_unregister(struct ptime_direct_site *site,
					  unsigned long entry)
{
	return unregister_ftrace_direct(site->ip, entry);
}

static inline int ptime_direct_modify(struct ptime_direct_site *site, unsigned long from,
				      unsigned long to)
{
	return modify_ftrace_direct(site->ip, from, to);
}

static inline void ptime_direct_free(struct ptime_direct_site *site)
{
}

#endif

#endif /* _PATHTIME_COMPAT_FTRACE_H */
