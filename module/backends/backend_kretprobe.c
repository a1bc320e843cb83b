// SPDX-License-Identifier: GPL-2.0
/* backend kretprobe: works on every kernel that has CONFIG_KRETPROBES */
#include <linux/build_bug.h>
#include <linux/err.h>
#include <linux/kconfig.h>
#include <linux/limits.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "backends/backend.h"
#include "backends/hit.h"
#include "compat/kprobes.h"
#include "kernel/canary.h"
#include "kernel/resolve.h"
#include "packets/skbpath.h"
#include "record/sample.h"

/**
 * struct kret - a function's probe
 * @rp: the kernel's
 * @hit: the function's series; &ptime_hit_ended where it is not timed
 * @note: what the function tells of packets
 * @key: the function's part of a key
 * @turn: which call is timed next
 */
struct kret {
	struct kretprobe rp;
	const struct ptime_hit *hit;
	const struct ptime_note *note;
	u32 key;
	struct ptime_turn __percpu *turn;
};

/**
 * struct nested_call - a call, with nesting; else there is its frame only
 * @frame: as every backend keeps it
 * @sp: the kernel's stack pointer at its beginning
 */
struct nested_call {
	struct ptime_frame frame;
	unsigned long sp;
};

static_assert(!offsetof(struct kret, rp));

/* asked once in each handler, as the probe may end at any moment; see is_gone() */
static __always_inline const struct kret *kret_of(struct kretprobe_instance *ri)
{
	return container_of(get_kretprobe(ri), struct kret, rp);
}

/* has the probe ended? A rethook keeps it */
static __always_inline bool is_gone(const struct kret *kret)
{
	return !IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK) && unlikely(!kret);
}

/* by the clock that is rare: tail calls, so that the usual way saves no register */
static noinline notrace int enter_local_clock(struct kretprobe_instance *ri)
{
	((struct ptime_frame *)ri->data)->start = ptime_clock_local();
	return 0;
}
NOKPROBE_SYMBOL(enter_local_clock);

static noinline notrace int leave_local_clock(struct kretprobe_instance *ri,
					      struct pt_regs *regs)
{
	u64 now = ptime_clock_local();
	const struct kret *kret = kret_of(ri);

	if (!is_gone(kret))
		ptime_hit_record(kret->hit, PTIME_COST_KRETPROBE,
				 ((struct ptime_frame *)ri->data)->start,
				 regs_return_value(regs), now);
	return 0;
}
NOKPROBE_SYMBOL(leave_local_clock);

static notrace int enter(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (!ptime_clock_is_counter())
		return enter_local_clock(ri);
	((struct ptime_frame *)ri->data)->start = ptime_clock_ticks();
	return 0;
}
NOKPROBE_SYMBOL(enter);

/* of a call for which this is not 0 the kernel does not take the return */
static notrace int enter_sampled(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	return !is_gone(kret) && ptime_sample_takes(kret->turn) ? enter(ri, regs) : 1;
}
NOKPROBE_SYMBOL(enter_sampled);

static notrace int leave(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret;
	u64 now;

	if (!ptime_clock_is_counter())
		return leave_local_clock(ri, regs);
	now = ptime_clock_ticks();
	kret = kret_of(ri);
	if (!is_gone(kret))
		ptime_hit_record(kret->hit, PTIME_COST_KRETPROBE,
				 ((struct ptime_frame *)ri->data)->start,
				 regs_return_value(regs), now);
	return 0;
}
NOKPROBE_SYMBOL(leave);

/* so that the usual way saves no register, here either */
static noinline notrace int enter_rare(struct kretprobe_instance *ri, u32 key)
{
	struct nested_call *call = (struct nested_call *)ri->data;

	if (!call->frame.open)
		call->frame.open = ptime_context_enter_rare(key, call->sp);
	call->frame.start = ptime_clock_now();
	return 0;
}
NOKPROBE_SYMBOL(enter_rare);

static notrace int enter_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct nested_call *call = (struct nested_call *)ri->data;
	const struct kret *kret = kret_of(ri);
	u32 key;

	if (is_gone(kret))
		return 1;
	key = kret->key;
	call->sp = kernel_stack_pointer(regs);
	call->frame.open = ptime_context_enter_usual(key, call->sp);
	if (unlikely(!call->frame.open) || !ptime_clock_is_counter())
		return enter_rare(ri, key);
	call->frame.start = ptime_clock_ticks();
	return 0;
}
NOKPROBE_SYMBOL(enter_nested);

static noinline notrace int leave_rare(struct kretprobe_instance *ri, struct pt_regs *regs,
				       u64 ticks, const struct ptime_hit *hit)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;

	ptime_hit_record_rare(hit, PTIME_COST_KRETPROBE, call->frame.open, call->sp,
			      regs_return_value(regs), ticks);
	return 0;
}
NOKPROBE_SYMBOL(leave_rare);

static noinline notrace int leave_nested_local_clock(struct kretprobe_instance *ri,
						     struct pt_regs *regs)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;
	u64 now = ptime_clock_local();
	const struct kret *kret = kret_of(ri);

	if (is_gone(kret))
		return 0;
	return leave_rare(ri, regs, ptime_hit_ticks(PTIME_COST_KRETPROBE, &call->frame, now),
			  kret->hit);
}
NOKPROBE_SYMBOL(leave_nested_local_clock);

static noinline notrace int leave_poll(struct kretprobe_instance *ri, struct pt_regs *regs,
				       u64 ticks, const struct ptime_hit *hit)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;

	return likely(ptime_hit_record_poll(hit, PTIME_COST_KRETPROBE, call->frame.open, call->sp,
					    regs_return_value(regs), ticks)) ?
	       0 : leave_rare(ri, regs, ticks, hit);
}
NOKPROBE_SYMBOL(leave_poll);

static noinline notrace int leave_caller(struct kretprobe_instance *ri, struct pt_regs *regs,
					 u64 ticks, const struct ptime_hit *hit,
					 struct ptime_percpu_hist __percpu *hist)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;

	if (unlikely(hist == &ptime_percpu_hist_none))
		return leave_poll(ri, regs, ticks, hit);
	return likely(ptime_hit_record_caller(hist, PTIME_COST_KRETPROBE, call->frame.open,
					      call->sp, ticks)) ?
	       0 : leave_rare(ri, regs, ticks, hit);
}
NOKPROBE_SYMBOL(leave_caller);

/* an interrupt ended in the call after it was looked at */
static noinline notrace int leave_late(struct ptime_open *open)
{
	ptime_context_hand_on(open);
	return 0;
}
NOKPROBE_SYMBOL(leave_late);

static notrace int leave_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;
	struct ptime_open *open = call->frame.open;
	struct ptime_percpu_hist __percpu *hist;
	const struct kret *kret;
	u64 now, ticks;

	if (!ptime_clock_is_counter())
		return leave_nested_local_clock(ri, regs);
	now = ptime_clock_ticks();
	kret = kret_of(ri);
	if (is_gone(kret))
		return 0;
	hist = ptime_hit_series(kret->hit, regs_return_value(regs));
	ticks = ptime_hit_ticks(PTIME_COST_KRETPROBE, &call->frame, now);
	if (unlikely(!ptime_hit_record_usual(hist, PTIME_COST_KRETPROBE, open, call->sp, ticks)))
		return leave_caller(ri, regs, ticks, kret->hit, hist);
	return ptime_context_is_late(open) ? leave_late(open) : 0;
}
NOKPROBE_SYMBOL(leave_nested);

static __always_inline void take_note(const struct kret *kret, struct pt_regs *regs)
{
	const struct ptime_note *note = kret->note;

	ptime_skbpath_note(note, regs_get_kernel_argument(regs, note->skb),
			   note->test == PTIME_NOTE_NO_TEST ? 0 :
			   regs_get_kernel_argument(regs, note->test));
}

static notrace int enter_noted(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	if (is_gone(kret))
		return 1;
	take_note(kret, regs);
	return enter(ri, regs);
}
NOKPROBE_SYMBOL(enter_noted);

static notrace int enter_noted_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	if (is_gone(kret))
		return 1;
	take_note(kret, regs);
	return enter_nested(ri, regs);
}
NOKPROBE_SYMBOL(enter_noted_nested);

/* the kernel does not take the return */
static notrace int enter_steps_only(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	if (!is_gone(kret))
		take_note(kret, regs);
	return 1;
}
NOKPROBE_SYMBOL(enter_steps_only);

static kretprobe_handler_t entry_handler(bool timed, bool noted)
{
	if (!timed)
		return enter_steps_only;
	if (noted)
		return ptime_nesting ? enter_noted_nested : enter_noted;
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
	kret->hit = hit ?: &ptime_hit_ended;
	kret->note = symbol->note;
	kret->key = ptime_calltree_function_key(kret->hit->function);
	kret->rp.kp.addr = symbol->address;
	kret->rp.kp.flags = armed ? 0 : KPROBE_FLAG_DISABLED;
	kret->rp.entry_handler = entry_handler(hit, symbol->note);
	kret->rp.handler = ptime_nesting ? leave_nested : leave;
	kret->rp.data_size = ptime_nesting ? sizeof(struct nested_call) :
					     sizeof(struct ptime_frame);
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

/* the function may be that of a module that has gone since */
static bool runs(const void *handle)
{
	const struct kret *kret = handle;

	return !(READ_ONCE(kret->rp.kp.flags) & KPROBE_FLAG_GONE);
}

/* Each call reads the handler again, which finds the hit and the key that it needs. */
static int retarget(void *handle, const struct ptime_symbol *symbol, const struct ptime_hit *hit)
{
	struct kret *kret = handle;

	WRITE_ONCE(kret->hit, hit);
	WRITE_ONCE(kret->key, ptime_calltree_function_key(hit->function));
	smp_wmb();	/* before a call is timed */
	WRITE_ONCE(kret->rp.entry_handler, entry_handler(hit, symbol->note));
	return 0;
}

static notrace int enter_nothing(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 1;
}
NOKPROBE_SYMBOL(enter_nothing);

static void mute(void *handle)
{
	struct kret *kret = handle;

	WRITE_ONCE(kret->rp.entry_handler, enter_nothing);
}

/*
 * After unregistering, calls under way return through the kernel's trampoline
 * without calling us, and hold no reference to the kretprobe. One that the kernel cannot take
 * out stays: the kernel still has it.
 *
 * Each is disabled on its own, as unregister_kretprobes() would take all of them out of the code
 * without giving up the CPU. It would also try again to take out one that cannot be, and the kernel
 * counts such a try twice (__disarm_kprobe_ftrace()).
 */
static void detach(void **handles, u64 *misses, bool *kept, unsigned int count)
{
	struct kretprobe *rps[PTIME_DETACH_MAX];
	unsigned int i, disabled = 0;
	struct kret *kret;

	for (i = 0; i < count; i++) {
		kret = handles[i];
		kept[i] = disable_kretprobe(&kret->rp);
		if (!kept[i])
			rps[disabled++] = &kret->rp;
		cond_resched();
	}
	unregister_kretprobes(rps, disabled);
	for (i = 0; i < count; i++) {
		kret = handles[i];
		ptime_context_forget(kret->hit->function);
		misses[i] = missed(kret);
		cond_resched();
	}
}

static void free_handle(void *handle)
{
	free_kret(handle);
}

const struct ptime_backend ptime_backend_kretprobe = {
	.name		= "kretprobe",
	.kind		= PTIME_COST_KRETPROBE,
	.most_arguments	= UINT_MAX,
	.attach		= attach,
	.arm		= arm,
	.disarm		= disarm,
	.retarget	= retarget,
	.mute		= mute,
	.detach		= detach,
	.free		= free_handle,
	.missed		= missed,
	.silence	= silence,
	.runs		= runs,
};
