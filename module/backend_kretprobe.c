// SPDX-License-Identifier: GPL-2.0
/* backend kretprobe: works on every kernel that has CONFIG_KRETPROBES */
#include <linux/err.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "backend.h"
#include "canary.h"
#include "compat/kprobes.h"
#include "hit.h"
#include "resolve.h"
#include "sample.h"

struct kret {
	struct kretprobe rp;
	const struct ptime_hit *hit;
	struct ptime_turn __percpu *turn;
};

static __always_inline const struct kret *kret_of(struct kretprobe_instance *ri)
{
	return container_of(get_kretprobe(ri), struct kret, rp);
}

/* by the clock that is rare: tail calls, so that the usual way saves no register */
static noinline notrace int enter_local_clock(struct kretprobe_instance *ri)
{
	((struct ptime_frame *)ri->data)->start = ptime_hit_local_clock();
	return 0;
}
NOKPROBE_SYMBOL(enter_local_clock);

static noinline notrace int leave_local_clock(struct kretprobe_instance *ri,
					      struct pt_regs *regs)
{
	u64 now = ptime_hit_local_clock();

	ptime_hit_record(kret_of(ri)->hit, ((struct ptime_frame *)ri->data)->start,
			 regs_return_value(regs), now);
	return 0;
}
NOKPROBE_SYMBOL(leave_local_clock);

static notrace int enter(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (!ptime_clock_is_counter())
		return enter_local_clock(ri);
	((struct ptime_frame *)ri->data)->start = get_cycles();
	return 0;
}
NOKPROBE_SYMBOL(enter);

/* of a call for which this is not 0 the kernel does not take the return */
static notrace int enter_sampled(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return ptime_sample_takes(kret_of(ri)->turn) ? enter(ri, regs) : 1;
}
NOKPROBE_SYMBOL(enter_sampled);

static notrace int leave(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	u64 now;

	if (!ptime_clock_is_counter())
		return leave_local_clock(ri, regs);
	now = get_cycles();
	ptime_hit_record(kret_of(ri)->hit, ((struct ptime_frame *)ri->data)->start,
			 regs_return_value(regs), now);
	return 0;
}
NOKPROBE_SYMBOL(leave);

static notrace int enter_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct ptime_frame *frame = (struct ptime_frame *)ri->data;

	frame->open = ptime_context_enter(frame, kret_of(ri)->hit->function,
					  kernel_stack_pointer(regs));
	frame->start = ptime_hit_now();
	return 0;
}
NOKPROBE_SYMBOL(enter_nested);

static notrace int leave_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	u64 now = ptime_hit_now();

	ptime_hit_record_nested(kret_of(ri)->hit, (const struct ptime_frame *)ri->data,
				regs_return_value(regs), now);
	return 0;
}
NOKPROBE_SYMBOL(leave_nested);

static kretprobe_handler_t entry_handler(void)
{
	if (ptime_nesting)
		return enter_nested;
	return ptime_sample_is_on() ? enter_sampled : enter;
}

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

static void free_kret(struct kret *kret)
{
	free_percpu(kret->turn);
	kfree(kret);
}

static void *attach(const struct ptime_symbol *symbol, const struct ptime_hit *hit,
		    unsigned int maxactive, bool armed, const char **why)
{
	struct kret *kret;
	int err = -ENOMEM;

	if (changes_task(symbol->function))
		return ERR_PTR(-EINVAL);
	kret = kzalloc(sizeof(*kret), GFP_KERNEL);
	if (!kret)
		return ERR_PTR(-ENOMEM);
	kret->turn = alloc_percpu(struct ptime_turn);
	if (!kret->turn)
		goto err_free;
	ptime_sample_begin(kret->turn);
	kret->hit = hit;
	kret->rp.kp.addr = symbol->address;
	kret->rp.kp.flags = armed ? 0 : KPROBE_FLAG_DISABLED;
	kret->rp.entry_handler = entry_handler();
	kret->rp.handler = ptime_nesting ? leave_nested : leave;
	kret->rp.data_size = sizeof(struct ptime_frame);
	kret->rp.maxactive = maxactive;
	err = register_kretprobe(&kret->rp);
	if (err)
		goto err_free;
	return kret;

err_free:
	free_kret(kret);
	return ERR_PTR(err);
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
 * Both counts are of calls that enter() never saw, so they are no part of any
 * block that is sampled, and nothing to be multiplied.
 *
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
		ptime_context_forget(((struct kret *)handles[i])->hit->function);
		misses[i] = missed(handles[i]);
		free_kret(handles[i]);
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
