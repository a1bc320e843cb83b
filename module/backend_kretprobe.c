// SPDX-License-Identifier: GPL-2.0
/* backend kretprobe: works on every kernel that has CONFIG_KRETPROBES */
#include <linux/err.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "backend.h"
#include "canary.h"
#include "compat/kprobes.h"
#include "hit.h"
#include "resolve.h"

struct kret {
	struct kretprobe rp;
	const struct ptime_hit *hit;
};

static notrace int enter(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	ptime_hit_enter((struct ptime_frame *)ri->data);
	return 0;
}
NOKPROBE_SYMBOL(enter);

static notrace int leave(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = container_of(get_kretprobe(ri), struct kret, rp);

	ptime_hit_leave(kret->hit, (const struct ptime_frame *)ri->data,
			regs_return_value(regs));
	return 0;
}
NOKPROBE_SYMBOL(leave);

/*
 * It returns in another task than it was called in, where nobody finds the
 * return address: a panic. The kernel's own list of such functions
 * (kretprobe_blacklist) holds the symbol's address, which is not a probe's
 * where the symbol begins with ENDBR, as on 6.12.
 */
static bool changes_task(const char *function)
{
	return !strcmp(function, "__switch_to");
}

static void *attach(const struct ptime_symbol *symbol, const struct ptime_hit *hit,
		    unsigned int maxactive, bool armed, const char **why)
{
	struct kret *kret;
	int err;

	if (changes_task(symbol->function))
		return ERR_PTR(-EINVAL);
	kret = kzalloc(sizeof(*kret), GFP_KERNEL);
	if (!kret)
		return ERR_PTR(-ENOMEM);
	kret->hit = hit;
	kret->rp.kp.addr = symbol->address;
	kret->rp.kp.flags = armed ? 0 : KPROBE_FLAG_DISABLED;
	kret->rp.entry_handler = enter;
	kret->rp.handler = leave;
	kret->rp.data_size = sizeof(struct ptime_frame);
	kret->rp.maxactive = maxactive;
	err = register_kretprobe(&kret->rp);
	if (err) {
		kfree(kret);
		return ERR_PTR(err);
	}
	return kret;
}

static int arm(void *handle)
{
	struct kret *kret = handle;

	return enable_kretprobe(&kret->rp);
}

static int disarm(void *handle)
{
	struct kret *kret = handle;

	return disable_kretprobe(&kret->rp);
}

/*
 * The kernel counts a call without a free instance in one place and a call that
 * came while this CPU was in another probe's handler in the other. Both are
 * plain increments and may lose counts when CPUs miss at the same moment.
 */
static u64 missed(const void *handle)
{
	const struct kret *kret = handle;

	return (u64)(unsigned int)READ_ONCE(kret->rp.nmissed) + READ_ONCE(kret->rp.kp.nmissed);
}

/* The kernel takes no enabling while kprobes/enabled is 0, and says that it did. */
static const char *silence(const void *handle)
{
	const struct kret *kret = handle;

	return ptime_canary_silence(true, kret->rp.kp.flags & KPROBE_FLAG_FTRACE) ?:
	       kret->rp.kp.flags & KPROBE_FLAG_DISABLED ?
	       "was started while kprobes/enabled was 0: start again" : NULL;
}

/*
 * After unregistering, calls under way return through the kernel's trampoline
 * without calling us, and hold no reference to the kretprobe.
 */
static void detach(void **handles, u64 *misses, unsigned int count)
{
	struct kretprobe *rps[PTIME_DETACH_MAX];
	unsigned int i;

	for (i = 0; i < count; i++)
		rps[i] = &((struct kret *)handles[i])->rp;
	unregister_kretprobes(rps, count);
	for (i = 0; i < count; i++) {
		misses[i] = missed(handles[i]);
		kfree(handles[i]);
	}
}

const struct ptime_backend ptime_backend_kretprobe = {
	.name		= "kretprobe",
	.attach		= attach,
	.arm		= arm,
	.disarm		= disarm,
	.detach		= detach,
	.missed		= missed,
	.silence	= silence,
};
