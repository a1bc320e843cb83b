// SPDX-License-Identifier: GPL-2.0
/* backend direct: ftrace calls a trampoline of ours, which calls the function's body */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "backends/backend.h"
#include "backends/direct.h"
#include "backends/record.h"
#include "compat/ftrace.h"
#include "compat/rcupdate.h"
#include "kernel/canary.h"
#include "kernel/pin.h"
#include "kernel/resolve.h"
#include "kernel/wait.h"
#include "packets/hooks.h"
#include "record/clock.h"
#include "record/sample.h"

/**
 * struct direct - a function with a direct call
 * @site: where ftrace calls from
 * @slot: the trampoline's slot
 * @task: what the trampoline is for
 * @entry: the address that ftrace has; entry_of() may choose another by now
 * @armed: ftrace calls @entry
 * @gives_way: a live patch has the function, and the trampoline only returns
 * @changing: serializes changes of what ftrace calls
 * @refused: node in the list of direct calls that ftrace refused
 */
struct direct {
	struct ptime_direct_site site;
	unsigned int slot;
	enum ptime_direct_task task;
	unsigned long entry;
	bool armed;
	bool gives_way;
	struct mutex changing; /* of what ftrace calls */
	struct list_head refused;
};

/* slots in use; protected by direct_slots_mutex */
static bool slot_is_used[PTIME_DIRECT_SLOTS];
static DEFINE_MUTEX(direct_slots_mutex);

/* active calls of all slots */
static u32 __percpu *slot_calls_all;

/* direct calls that ftrace refused, until they can be freed; protected by direct_slots_mutex */
static LIST_HEAD(refused_calls);

/* direct calls that ftrace has; whether one was armed since the trampolines were last drained */
static atomic_t registered = ATOMIC_INIT(0);
static bool entered;

/* ftrace has shut itself down: it keeps all direct calls that it has */
static bool ftrace_is_dead;

/*
 * A call may begin on one CPU and return on another, so only the sum over all CPUs says anything.
 * If no call can enter the trampoline any more, the sum only falls while it is taken: 0 means
 * that no call is left.
 */
static unsigned int slot_calls(unsigned int number)
{
	u32 __percpu *all = READ_ONCE(ptime_direct_slots[number].calls);
	u32 calls = 0;
	int cpu;

	if (!all)
		return 0;
	for_each_possible_cpu(cpu)
		calls += READ_ONCE(*per_cpu_ptr(all, cpu));
	return calls;
}

static bool slot_is_free(unsigned int slot)
{
	return !slot_is_used[slot] && !slot_calls(slot);
}

/* a free slot, or PTIME_DIRECT_SLOTS if there is none */
static unsigned int find_slot(void)
{
	unsigned int slot = 0;

	while (slot < PTIME_DIRECT_SLOTS && !slot_is_free(slot))
		slot++;
	return slot;
}

/*
 * Functions in which the calling task may end, and those that unload this module. Their calls would
 * stay active for ever, so the module could never be unloaded. GCC's copies of them are no
 * better, so a name is compared up to its suffix.
 */
static bool always_returns(const char *function)
{
	size_t i, length = strcspn(function, ".@");
	static const char *const never[] = {
		"do_exit", "do_group_exit", "do_task_dead", "make_task_dead",
		"kthread_exit", "kthread_complete_and_exit", "complete_and_exit",
		"module_put_and_exit", "__module_put_and_kthread_exit",
		"rewind_stack_do_exit", "rewind_stack_and_make_dead",
		"__x64_sys_exit", "__x64_sys_exit_group", "__ia32_sys_exit",
		"__ia32_sys_exit_group", "get_signal", "arch_do_signal_or_restart",
		"kthread", "worker_thread", "smpboot_thread_fn", "ret_from_fork",
		"__switch_to", "__x64_sys_delete_module", "__ia32_sys_delete_module",
		"__do_sys_delete_module",
		"x64_sys_call", "ia32_sys_call", "syscall_exit_to_user_mode_work",
		"exit_to_user_mode_prepare", "exit_to_user_mode_loop",
		"syscall_trace_enter", "__secure_computing", "__seccomp_filter",
		"__seccomp_permit_syscall",
		"__arm64_sys_exit", "__arm64_sys_exit_group", "__arm64_sys_delete_module",
		"do_notify_resume", "do_signal", "do_el0_svc", "do_el0_svc_compat",
		"el0_svc_common", "invoke_syscall",
	};

	for (i = 0; i < ARRAY_SIZE(never); i++)
		if (strlen(never[i]) == length && !strncmp(never[i], function, length))
			return false;
	return true;
}

/* why this backend cannot time the function, or NULL */
static const char *why_unfit(const struct ptime_symbol *symbol)
{
	if (!ptime_clock_is_counter())
		return "the clock is not the CPU's counter";
	if (ptime_direct_calls_counted())
		return "the kernel counts calls (retbleed=stuff)";
	if (!always_returns(symbol->function))
		return "it does not always return";
	if (!ptime_direct_traced(symbol))
		return "ftrace cannot call from it";
	return NULL;
}

/* sampled trampolines also serve functions that only have a step hook */
static unsigned long entry_of(unsigned int slot, enum ptime_direct_task task)
{
	return task == PTIME_DIRECT_STEP || ptime_sample_is_on() ?
	       ptime_direct_sampled_trampolines[slot] : ptime_direct_trampolines[slot];
}

static int direct_arm(void *handle)
{
	struct direct *direct = handle;
	int err;

	if (direct->armed)
		return 0;
	/* first, so that the reaper does not undo the pin: it sees the count, or the pin */
	atomic_inc(&registered);
	smp_mb__after_atomic();	/* pairs with the smp_mb() in ptime_direct_drained() */
	err = ptime_pin();
	if (err) {
		atomic_dec(&registered);
		return err;
	}
	WRITE_ONCE(entered, true);
	mutex_lock(&direct->changing);
	direct->entry = entry_of(direct->slot, direct->task);
	direct->gives_way = false;
	err = ptime_direct_register(&direct->site, direct->entry);
	direct->armed = !err;
	mutex_unlock(&direct->changing);
	if (err)
		atomic_dec(&registered);
	return err;
}

/* ftrace waits for RCU tasks here, for each direct call, with its own locks held. */
static int direct_disarm(void *handle)
{
	struct direct *direct = handle;
	int err;

	if (!direct->armed)
		return 0;
	/* a dead ftrace would forget the trampoline, but still call it */
	if (ptime_direct_is_dead()) {
		WRITE_ONCE(ftrace_is_dead, true);
		return -ENODEV;
	}
	mutex_lock(&direct->changing);
	err = ptime_direct_unregister(&direct->site, direct->entry);
	direct->armed = !!err;
	mutex_unlock(&direct->changing);
	if (!err)
		atomic_dec(&registered);
	else if (ptime_direct_is_dead())
		WRITE_ONCE(ftrace_is_dead, true);
	return err;
}

/* a dead ftrace is reported as such, not as a probe that was kept */
static bool direct_runs(const void *handle)
{
	return READ_ONCE(((const struct direct *)handle)->armed) && !READ_ONCE(ftrace_is_dead);
}

#define WAYS_TRIES	50
#define WAYS_POLL_MS	1

static bool lock_changing(struct direct *direct)
{
	unsigned int tries;

	for (tries = 0; tries < WAYS_TRIES; tries++) {
		if (mutex_trylock(&direct->changing))
			return true;
		msleep(WAYS_POLL_MS);
	}
	return false;
}

/*
 * A live patch moves a task to the new function once the old one is not on the task's stack. On
 * x86 a task in a trampoline has the old function there: it is the return address of ftrace's
 * call. An arm64 trampoline keeps that address in no frame record. So no task may be in a
 * trampoline before the body when the patch comes.
 */
static void wait_for_bodies(void)
{
	if (IS_ENABLED(CONFIG_ARM64)) {
		synchronize_rcu_tasks();
		synchronize_rcu_tasks_rude();
	}
}

/*
 * A trampoline calls the original function and would bypass a live patch. Before ftrace adds the
 * patch, this switches the direct call to a trampoline that returns to the address that the patch
 * sets. Then the reaper removes the direct call.
 *
 * ftrace holds direct_mutex here. Other paths take direct_mutex while they hold @changing, so
 * this must not block on @changing: it retries mutex_trylock(), as BPF trampolines do
 * (bpf_tramp_ftrace_ops_func()). If the holder itself waits for direct_mutex, the patch fails
 * with -EAGAIN and has to be loaded again.
 */
static int direct_make_way(struct ptime_direct_site *site)
{
	struct direct *direct = container_of(site, struct direct, site);
	int err;

	if (!lock_changing(direct))
		return -EAGAIN;
	err = ptime_direct_modify_nolock(site, (unsigned long)ptime_direct_trampoline_none);
	if (!err) {
		direct->entry = (unsigned long)ptime_direct_trampoline_none;
		WRITE_ONCE(direct->gives_way, true);
		wait_for_bodies();
		ptime_backends_look();
	}
	mutex_unlock(&direct->changing);
	return err;
}

static bool direct_gives_way(const void *handle)
{
	return READ_ONCE(((const struct direct *)handle)->gives_way);
}

static void slot_begin(unsigned int number, const struct ptime_recorder *recorder,
		       const struct ptime_step_hook *hook)
{
	struct ptime_direct_slot *slot = &ptime_direct_slots[number];

	WRITE_ONCE(slot->hook, hook);
	WRITE_ONCE(slot->recorder, recorder);
	WRITE_ONCE(slot->key, ptime_cct_function_key(recorder->function));
}

static void slot_end(unsigned int number)
{
	struct ptime_direct_slot *slot = &ptime_direct_slots[number];

	WRITE_ONCE(slot->hook, NULL);
	WRITE_ONCE(slot->key, ptime_cct_function_key(PTIME_NO_FUNCTION));
	WRITE_ONCE(slot->recorder, &ptime_recorder_ended);
}

static enum ptime_direct_task task_of(const struct ptime_recorder *recorder)
{
	return recorder ? PTIME_DIRECT_TIME : PTIME_DIRECT_STEP;
}

/*
 * The counts of calls are next to each other, as a packet passes many slots. They stay until
 * unload: a call may be active in a slot's last function.
 */
static int alloc_slots(void)
{
	if (!slot_calls_all)
		slot_calls_all = __alloc_percpu(PTIME_DIRECT_SLOTS * sizeof(u32), SMP_CACHE_BYTES);
	if (!ptime_direct_turns && ptime_sample_is_on())
		ptime_direct_turns = __alloc_percpu(PTIME_DIRECT_SLOTS * sizeof(struct ptime_turn),
						    SMP_CACHE_BYTES);
	return slot_calls_all && (ptime_direct_turns || !ptime_sample_is_on()) ? 0 : -ENOMEM;
}

static int take_slot(unsigned int *slot)
{
	int err = -ENOSPC;

	mutex_lock(&direct_slots_mutex);
	*slot = find_slot();
	if (*slot < PTIME_DIRECT_SLOTS)
		err = alloc_slots();
	if (!err) {
		WRITE_ONCE(ptime_direct_slots[*slot].calls, slot_calls_all + *slot);
		slot_is_used[*slot] = true;
	}
	mutex_unlock(&direct_slots_mutex);
	return err;
}

static void give_slot_back(unsigned int slot)
{
	mutex_lock(&direct_slots_mutex);
	slot_is_used[slot] = false;
	mutex_unlock(&direct_slots_mutex);
}

static void free_direct(struct direct *direct)
{
	give_slot_back(direct->slot);
	ptime_direct_free(&direct->site);
	kfree(direct);
}

/* ftrace may have had the site in its lists for a moment, so it is freed after the next wait */
static void direct_put_refused(struct direct *direct)
{
	mutex_lock(&direct_slots_mutex);
	list_add(&direct->refused, &refused_calls);
	mutex_unlock(&direct_slots_mutex);
}

static void direct_take_refused(struct list_head *list)
{
	mutex_lock(&direct_slots_mutex);
	list_splice_init(&refused_calls, list);
	mutex_unlock(&direct_slots_mutex);
}

static void direct_free_list(struct list_head *list)
{
	struct direct *direct, *next;

	list_for_each_entry_safe(direct, next, list, refused)
		free_direct(direct);
}

static void *direct_attach(const struct ptime_symbol *symbol, const struct ptime_recorder *recorder,
			   unsigned int maxactive, bool armed, const char **why)
{
	struct direct *direct;
	int err;

	*why = why_unfit(symbol);
	if (*why)
		return ERR_PTR(-EOPNOTSUPP);
	direct = kzalloc(sizeof(*direct), GFP_KERNEL);
	if (!direct)
		return ERR_PTR(-ENOMEM);
	err = take_slot(&direct->slot);
	if (err) {
		kfree(direct);
		*why = err == -ENOSPC ? "all trampolines are in use" : NULL;
		return ERR_PTR(err);
	}
	mutex_init(&direct->changing);
	direct->site.ip = (unsigned long)symbol->address;
	direct->site.make_way = direct_make_way;
	direct->task = task_of(recorder);
	ptime_direct_set_body(direct->slot, symbol);
	if (ptime_sample_is_on())
		ptime_sample_begin(&ptime_direct_turns[direct->slot]);
	slot_begin(direct->slot, recorder ?: &ptime_recorder_ended, symbol->hook);
	err = armed ? direct_arm(direct) : 0;
	if (!err)
		return direct;
	slot_end(direct->slot);
	direct_put_refused(direct);
	if (err == -EBUSY)
		*why = "it has another direct call or a live patch, or ftrace is off";
	else if (err == -ENODEV)
		*why = "ftrace has shut itself down";
	return ERR_PTR(err);
}

/*
 * Only for a probe whose function is not timed. Its trampoline keeps no calls, so none is active.
 * The flowtable hook's trampoline does keep them: a call that is active now is counted as
 * unlinked.
 */
static int direct_retarget(void *handle, const struct ptime_symbol *symbol,
			   const struct ptime_recorder *recorder)
{
	struct direct *direct = handle;
	enum ptime_direct_task task = task_of(recorder);
	unsigned long entry = entry_of(direct->slot, task);
	int err = 0;

	mutex_lock(&direct->changing);
	slot_begin(direct->slot, recorder, symbol->hook);
	if (direct->gives_way)
		err = -EBUSY;
	else if (direct->armed && entry != direct->entry)
		err = ptime_direct_modify(&direct->site, direct->entry, entry);
	if (err) {
		slot_begin(direct->slot,
			   ptime_step_hook_recorder(symbol->hook) ?: &ptime_recorder_ended,
			   symbol->hook);
	} else {
		direct->entry = entry;
		direct->task = task;
	}
	mutex_unlock(&direct->changing);
	return err;
}

static void direct_mute(void *handle)
{
	slot_end(((struct direct *)handle)->slot);
}

/* no call is missed: all that a call needs is in its own stack frame */
static u64 direct_missed(const void *handle)
{
	return 0;
}

static const char *direct_inactive_reason(const void *handle)
{
	return ptime_canary_reason(false, true);
}

/*
 * Active calls stay in their functions and return through their trampolines, uncounted. If ftrace
 * has shut itself down it still has the site, so the site and its probe stay.
 */
static void direct_detach(void **handles, u64 *misses, bool *kept, unsigned int count)
{
	struct direct *direct;
	unsigned int i;

	for (i = 0; i < count; i++) {
		direct = handles[i];
		kept[i] = direct_disarm(direct);
		slot_end(direct->slot);
		misses[i] = 0;
	}
	if (READ_ONCE(entered))
		ptime_wait_for_trampolines();
}

static void direct_free_handle(void *handle)
{
	free_direct(handle);
}

/**
 * ptime_direct_has_refused() - Check for direct calls that ftrace refused and that are to be freed
 *
 * Context: process, may sleep.
 * Return: true if there are any.
 */
bool ptime_direct_has_refused(void)
{
	bool any;

	mutex_lock(&direct_slots_mutex);
	any = !list_empty(&refused_calls);
	mutex_unlock(&direct_slots_mutex);
	return any;
}

/**
 * ptime_direct_free_refused() - Free the direct calls that ftrace refused
 *
 * Context: process, may sleep. Waits for RCU tasks if a call may be in a trampoline.
 */
void ptime_direct_free_refused(void)
{
	LIST_HEAD(refused);

	direct_take_refused(&refused);
	if (list_empty(&refused))
		return;
	if (READ_ONCE(entered))
		ptime_wait_for_trampolines();
	direct_free_list(&refused);
}

unsigned int ptime_direct_registered(void)
{
	return atomic_read(&registered);
}

/**
 * ptime_direct_calls_left() - Count the active calls that will return through a trampoline
 *
 * Context: any.
 * Return: their number, in functions that have or had a direct call.
 */
unsigned int ptime_direct_calls_left(void)
{
	unsigned int slot, calls = 0;

	for (slot = 0; slot < PTIME_DIRECT_SLOTS; slot++)
		calls += slot_calls(slot);
	return calls;
}

/**
 * ptime_direct_ftrace_is_dead() - Check whether ftrace has shut itself down with a probe of ours
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: true if it has. Then the module stays loaded until the machine is rebooted.
 */
bool ptime_direct_ftrace_is_dead(void)
{
	if (!READ_ONCE(ftrace_is_dead) &&
	    (atomic_read(&registered) || ptime_canary_is_in_ftrace()) && ptime_direct_is_dead())
		WRITE_ONCE(ftrace_is_dead, true);
	return READ_ONCE(ftrace_is_dead);
}

/**
 * ptime_direct_drained() - Check whether no task is left in the trampolines
 *
 * Context: process, may sleep. Waits for RCU tasks, but not for active calls.
 * Return: true if no function calls a trampoline, and no call is active in one.
 */
bool ptime_direct_drained(void)
{
	if (atomic_read(&registered))
		return false;
	if (!READ_ONCE(entered))
		return true;
	if (ptime_direct_calls_left())
		return false;
	/* calls that ftrace made before it was stopped have counted themselves after this */
	ptime_wait_for_trampolines();
	if (ptime_direct_calls_left())
		return false;
	/* calls that have uncounted themselves have left the trampoline after this */
	ptime_wait_for_trampolines();
	WRITE_ONCE(entered, false);
	smp_mb();	/* pairs with the smp_mb__after_atomic() in direct_arm() */
	if (!atomic_read(&registered))
		return true;
	WRITE_ONCE(entered, true);
	return false;
}

/* when no call is left and none begins: see ptime_direct_drained() */
void ptime_direct_exit(void)
{
	free_percpu(slot_calls_all);
	free_percpu(ptime_direct_turns);
}

const struct ptime_backend ptime_backend_direct = {
	.name		= "direct",
	.kind		= PTIME_COST_DIRECT,
	.most_arguments	= PTIME_DIRECT_ARGUMENTS,
	.waits		= true,
	.attach		= direct_attach,
	.arm		= direct_arm,
	.disarm		= direct_disarm,
	.retarget	= direct_retarget,
	.mute		= direct_mute,
	.detach		= direct_detach,
	.free		= direct_free_handle,
	.missed		= direct_missed,
	.inactive_reason	= direct_inactive_reason,
	.runs		= direct_runs,
	.gives_way	= direct_gives_way,
};
