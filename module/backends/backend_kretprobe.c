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
#include "backends/record.h"
#include "compat/kprobes.h"
#include "kernel/canary.h"
#include "kernel/resolve.h"
#include "packets/hooks.h"
#include "record/sample.h"

/**
 * struct kret - a function's probe
 * @rp: the kernel's kretprobe
 * @recorder: what its calls are counted in; &ptime_recorder_ended if the function is not timed
 * @hook: the function's step hook, or NULL
 * @key: the function's part of a node's key
 * @turn: which call is timed next, with sample=
 */
struct kret {
	struct kretprobe rp;
	const struct ptime_recorder *recorder;
	const struct ptime_step_hook *hook;
	u32 key;
	struct ptime_turn __percpu *turn;
};

/**
 * struct nested_call - data of an instance, with nesting; without, struct ptime_timing
 * @timing: what every backend keeps
 * @sp: the kernel's stack pointer at the entry
 */
struct nested_call {
	struct ptime_timing timing;
	unsigned long sp;
};

static_assert(!offsetof(struct kret, rp));

/* call this once per handler: the probe may end at any moment, see is_gone() */
static __always_inline const struct kret *kret_of(struct kretprobe_instance *ri)
{
	return container_of(get_kretprobe(ri), struct kret, rp);
}

/* has the probe ended? A rethook keeps the pointer */
static __always_inline bool is_gone(const struct kret *kret)
{
	return !IS_ENABLED(CONFIG_KRETPROBE_ON_RETHOOK) && unlikely(!kret);
}

/* The local clock is the slow path: a tail call, so that the fast path saves no register. */
static noinline notrace int kret_enter_local_clock(struct kretprobe_instance *ri)
{
	((struct ptime_timing *)ri->data)->start = ptime_clock_local();
	return 0;
}
NOKPROBE_SYMBOL(kret_enter_local_clock);

static noinline notrace int kret_leave_local_clock(struct kretprobe_instance *ri,
						   struct pt_regs *regs)
{
	u64 now = ptime_clock_local();
	const struct kret *kret = kret_of(ri);

	if (!is_gone(kret))
		ptime_record(kret->recorder, PTIME_COST_KRETPROBE,
			     ((struct ptime_timing *)ri->data)->start, regs_return_value(regs),
			     now);
	return 0;
}
NOKPROBE_SYMBOL(kret_leave_local_clock);

static notrace int kret_enter(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	if (!ptime_clock_is_counter())
		return kret_enter_local_clock(ri);
	((struct ptime_timing *)ri->data)->start = ptime_clock_ticks();
	return 0;
}
NOKPROBE_SYMBOL(kret_enter);

/* if this does not return 0, the kernel does not call us at the return */
static notrace int kret_enter_sampled(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	return !is_gone(kret) && ptime_sample_takes(kret->turn) ? kret_enter(ri, regs) : 1;
}
NOKPROBE_SYMBOL(kret_enter_sampled);

static notrace int kret_leave(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret;
	u64 now;

	if (!ptime_clock_is_counter())
		return kret_leave_local_clock(ri, regs);
	now = ptime_clock_ticks();
	kret = kret_of(ri);
	if (!is_gone(kret))
		ptime_record(kret->recorder, PTIME_COST_KRETPROBE,
			     ((struct ptime_timing *)ri->data)->start, regs_return_value(regs),
			     now);
	return 0;
}
NOKPROBE_SYMBOL(kret_leave);

/* a separate function, so that kret_enter_nested() saves no register */
static noinline notrace int kret_enter_slow(struct kretprobe_instance *ri, u32 key)
{
	struct nested_call *call = (struct nested_call *)ri->data;

	if (!call->timing.frame)
		call->timing.frame = ptime_shadow_enter_slow(key, call->sp);
	call->timing.start = ptime_clock_now();
	return 0;
}
NOKPROBE_SYMBOL(kret_enter_slow);

static notrace int kret_enter_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct nested_call *call = (struct nested_call *)ri->data;
	const struct kret *kret = kret_of(ri);
	u32 key;

	if (is_gone(kret))
		return 1;
	key = kret->key;
	call->sp = kernel_stack_pointer(regs);
	call->timing.frame = ptime_shadow_enter_fast(key, call->sp);
	if (unlikely(!call->timing.frame) || !ptime_clock_is_counter())
		return kret_enter_slow(ri, key);
	call->timing.start = ptime_clock_ticks();
	return 0;
}
NOKPROBE_SYMBOL(kret_enter_nested);

static noinline notrace int kret_leave_slow(struct kretprobe_instance *ri, struct pt_regs *regs,
					    u64 ticks, const struct ptime_recorder *recorder)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;

	ptime_record_slow(recorder, PTIME_COST_KRETPROBE, call->timing.frame, call->sp,
			  regs_return_value(regs), ticks);
	return 0;
}
NOKPROBE_SYMBOL(kret_leave_slow);

static noinline notrace int kret_leave_nested_local_clock(struct kretprobe_instance *ri,
							  struct pt_regs *regs)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;
	u64 now = ptime_clock_local();
	const struct kret *kret = kret_of(ri);

	if (is_gone(kret))
		return 0;
	return kret_leave_slow(ri, regs,
			       ptime_record_ticks(PTIME_COST_KRETPROBE, &call->timing, now),
			       kret->recorder);
}
NOKPROBE_SYMBOL(kret_leave_nested_local_clock);

static noinline notrace int kret_leave_poll(struct kretprobe_instance *ri, struct pt_regs *regs,
					    u64 ticks, const struct ptime_recorder *recorder)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;

	return likely(ptime_record_poll(recorder, PTIME_COST_KRETPROBE, call->timing.frame,
					call->sp, regs_return_value(regs), ticks)) ?
	       0 : kret_leave_slow(ri, regs, ticks, recorder);
}
NOKPROBE_SYMBOL(kret_leave_poll);

static noinline notrace int kret_leave_caller(struct kretprobe_instance *ri, struct pt_regs *regs,
					      u64 ticks, const struct ptime_recorder *recorder,
					      struct ptime_percpu_hist __percpu *hist)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;

	if (unlikely(hist == &ptime_percpu_hist_none))
		return kret_leave_poll(ri, regs, ticks, recorder);
	return likely(ptime_record_caller(hist, PTIME_COST_KRETPROBE, call->timing.frame,
					      call->sp, ticks)) ?
	       0 : kret_leave_slow(ri, regs, ticks, recorder);
}
NOKPROBE_SYMBOL(kret_leave_caller);

/* an interrupt ended in the call after ptime_record_fast() had looked at the frame */
static noinline notrace int kret_leave_late(struct ptime_frame *frame)
{
	ptime_shadow_hand_on(frame);
	return 0;
}
NOKPROBE_SYMBOL(kret_leave_late);

static notrace int kret_leave_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct nested_call *call = (const struct nested_call *)ri->data;
	struct ptime_frame *frame = call->timing.frame;
	struct ptime_percpu_hist __percpu *hist;
	const struct kret *kret;
	u64 now, ticks;

	if (!ptime_clock_is_counter())
		return kret_leave_nested_local_clock(ri, regs);
	now = ptime_clock_ticks();
	kret = kret_of(ri);
	if (is_gone(kret))
		return 0;
	hist = ptime_recorder_series(kret->recorder, regs_return_value(regs));
	ticks = ptime_record_ticks(PTIME_COST_KRETPROBE, &call->timing, now);
	if (unlikely(!ptime_record_fast(hist, PTIME_COST_KRETPROBE, frame, call->sp, ticks)))
		return kret_leave_caller(ri, regs, ticks, kret->recorder, hist);
	return ptime_shadow_is_late(frame) ? kret_leave_late(frame) : 0;
}
NOKPROBE_SYMBOL(kret_leave_nested);

static __always_inline void take_hook(const struct kret *kret, struct pt_regs *regs)
{
	const struct ptime_step_hook *hook = kret->hook;

	ptime_hooks_step(hook, regs_get_kernel_argument(regs, hook->skb),
			 hook->test == PTIME_HOOK_NO_TEST ? 0 :
			   regs_get_kernel_argument(regs, hook->test));
}

static notrace int kret_enter_hooked(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	if (is_gone(kret))
		return 1;
	take_hook(kret, regs);
	return kret_enter(ri, regs);
}
NOKPROBE_SYMBOL(kret_enter_hooked);

static notrace int kret_enter_hooked_nested(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	if (is_gone(kret))
		return 1;
	take_hook(kret, regs);
	return kret_enter_nested(ri, regs);
}
NOKPROBE_SYMBOL(kret_enter_hooked_nested);

/* returns 1, so that the kernel does not call us at the return */
static notrace int kret_enter_steps_only(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct kret *kret = kret_of(ri);

	if (!is_gone(kret))
		take_hook(kret, regs);
	return 1;
}
NOKPROBE_SYMBOL(kret_enter_steps_only);

static kretprobe_handler_t kret_entry_handler(bool timed, bool hooked)
{
	if (!timed)
		return kret_enter_steps_only;
	if (hooked)
		return ptime_nesting ? kret_enter_hooked_nested : kret_enter_hooked;
	if (ptime_nesting)
		return kret_enter_nested;
	return ptime_sample_is_on() ? kret_enter_sampled : kret_enter;
}

/*
 * __switch_to() returns in another task than it was called in. That task has no instance with the
 * return address, so the kernel would panic. The kernel keeps a list of such functions
 * (kretprobe_blacklist), but compares the probe's address with the symbol's. The two differ if
 * the symbol begins with ENDBR, as on 6.12.
 */
static bool changes_task(const char *function)
{
	return !strcmp(function, "__switch_to");
}

/**
 * ptime_kretprobe_fits() - Check whether a function can have a kretprobe
 * @symbol: the function
 *
 * Context: any.
 * Return: false if calls of the function do not return to where they came from.
 */
bool ptime_kretprobe_fits(const struct ptime_symbol *symbol)
{
	return !changes_task(symbol->function);
}

static void kret_free(struct kret *kret)
{
	free_percpu(kret->turn);
	kfree(kret);
}

static void *kret_attach(const struct ptime_symbol *symbol, const struct ptime_recorder *recorder,
			 unsigned int maxactive, bool armed, const char **why)
{
	struct kret *kret;
	int err = -ENOMEM;

	if (!ptime_kretprobe_fits(symbol))
		return ERR_PTR(-EINVAL);
	kret = kzalloc(sizeof(*kret), GFP_KERNEL);
	if (!kret)
		return ERR_PTR(-ENOMEM);
	kret->turn = alloc_percpu(struct ptime_turn);
	if (!kret->turn)
		goto err_free;
	ptime_sample_begin(kret->turn);
	kret->recorder = recorder ?: &ptime_recorder_ended;
	kret->hook = symbol->hook;
	kret->key = ptime_cct_function_key(kret->recorder->function);
	kret->rp.kp.addr = symbol->address;
	kret->rp.kp.flags = armed ? 0 : KPROBE_FLAG_DISABLED;
	kret->rp.entry_handler = kret_entry_handler(recorder, symbol->hook);
	kret->rp.handler = ptime_nesting ? kret_leave_nested : kret_leave;
	kret->rp.data_size = ptime_nesting ? sizeof(struct nested_call) :
					     sizeof(struct ptime_timing);
	kret->rp.maxactive = maxactive;
	err = register_kretprobe(&kret->rp);
	if (err)
		goto err_free;
	return kret;

err_free:
	kret_free(kret);
	return ERR_PTR(err);
}

static int kret_arm(void *handle)
{
	struct kret *kret = handle;

	return enable_kretprobe(&kret->rp);
}

static int kret_disarm(void *handle)
{
	struct kret *kret = handle;

	return disable_kretprobe(&kret->rp);
}

/*
 * Both counts are of calls that kret_enter() never saw. They belong to no sampled block, so they
 * must not be multiplied by sample=.
 *
 * The kernel counts a call without a free instance in rp.nmissed. It counts a call that came while
 * this CPU was in another probe's handler in kp.nmissed. Both are plain increments: if CPUs miss
 * at the same moment, counts may be lost.
 */
static u64 kret_missed(const void *handle)
{
	const struct kret *kret = handle;

	return (u64)(unsigned int)READ_ONCE(kret->rp.nmissed) + READ_ONCE(kret->rp.kp.nmissed);
}

/* While kprobes/enabled is 0, the kernel does not enable a kretprobe, but returns success. */
static const char *kret_inactive_reason(const void *handle)
{
	const struct kret *kret = handle;

	return ptime_canary_reason(true, kret->rp.kp.flags & KPROBE_FLAG_FTRACE) ?:
	       kret->rp.kp.flags & KPROBE_FLAG_DISABLED ?
	       "was started while kprobes/enabled was 0: start again" : NULL;
}

/* the function may have been in a module that is gone */
static bool kret_runs(const void *handle)
{
	const struct kret *kret = handle;

	return !(READ_ONCE(kret->rp.kp.flags) & KPROBE_FLAG_GONE);
}

/* Every call reads the handler. The new one may run at once, and needs recorder and key. */
static int kret_retarget(void *handle, const struct ptime_symbol *symbol,
			 const struct ptime_recorder *recorder)
{
	struct kret *kret = handle;

	WRITE_ONCE(kret->recorder, recorder);
	WRITE_ONCE(kret->key, ptime_cct_function_key(recorder->function));
	smp_wmb();	/* recorder and key come before the handler that uses them */
	WRITE_ONCE(kret->rp.entry_handler, kret_entry_handler(recorder, symbol->hook));
	return 0;
}

static notrace int kret_enter_nothing(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 1;
}
NOKPROBE_SYMBOL(kret_enter_nothing);

static void kret_mute(void *handle)
{
	struct kret *kret = handle;

	WRITE_ONCE(kret->rp.entry_handler, kret_enter_nothing);
}

/*
 * After unregistering, active calls return through the kernel's trampoline without calling us, and
 * hold no reference to the kretprobe. A probe that the kernel cannot disable stays, because the
 * kernel still has it.
 *
 * Each probe is disabled on its own. unregister_kretprobes() would take all of them out of the
 * code without giving up the CPU. It would also try again to take out a probe that could not be
 * disabled, and the kernel counts such a try twice (__disarm_kprobe_ftrace()).
 */
static void kret_detach(void **handles, u64 *misses, bool *kept, unsigned int count)
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
		ptime_shadow_forget(kret->recorder->function);
		misses[i] = kret_missed(kret);
		cond_resched();
	}
}

static void kret_free_handle(void *handle)
{
	kret_free(handle);
}

const struct ptime_backend ptime_backend_kretprobe = {
	.name		= "kretprobe",
	.kind		= PTIME_COST_KRETPROBE,
	.most_arguments	= UINT_MAX,
	.attach		= kret_attach,
	.arm		= kret_arm,
	.disarm		= kret_disarm,
	.retarget	= kret_retarget,
	.mute		= kret_mute,
	.detach		= kret_detach,
	.free		= kret_free_handle,
	.missed		= kret_missed,
	.inactive_reason	= kret_inactive_reason,
	.runs		= kret_runs,
};
