// SPDX-License-Identifier: GPL-2.0
/* backend direct: ftrace calls an entry of ours, which calls the function's body */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "backend.h"
#include "canary.h"
#include "clock.h"
#include "compat/ftrace.h"
#include "direct.h"
#include "hit.h"
#include "resolve.h"
#include "sample.h"
#include "skbpath.h"
#include "targets.h"

/**
 * struct direct - a function that calls one of the entries
 * @site: where from
 * @slot: number of the entry
 * @task: what the entry is for
 * @armed: ftrace calls it
 */
struct direct {
	struct ptime_direct_site site;
	unsigned int slot;
	enum ptime_direct_task task;
	bool armed;
};

/* entries that have a user */
static bool used[PTIME_DIRECT_SLOTS];

DEFINE_PER_CPU(u32, ptime_direct_calls[PTIME_DIRECT_SLOTS]);
DEFINE_PER_CPU(struct ptime_turn, ptime_direct_turns[PTIME_DIRECT_SLOTS]);

/* &ptime_hit_ended: calls under way are no longer counted, or none are timed */
const struct ptime_hit *ptime_direct_hits[PTIME_DIRECT_SLOTS];

/* what their functions tell of packets; NULL where that is nothing, or nobody asks any more */
const struct ptime_note *ptime_direct_notes[PTIME_DIRECT_SLOTS];

/* the step, as said beside PTIME_DIRECT_MORE; 0 where nobody asks any more */
s8 ptime_direct_steps[PTIME_DIRECT_SLOTS];

/* their functions' parts of keys; that of PTIME_NO_FUNCTION */
u32 ptime_direct_keys[PTIME_DIRECT_SLOTS];

/**
 * ptime_direct_leave() - a function called by an entry has returned
 * @hit: the function's series; &ptime_hit_ended where its probe has ended meanwhile
 * @now: clock's reading at the return
 * @call: the call
 *
 * Context: any, called by the entries. Writes this CPU's memory only.
 */
__visible __noendbr notrace void ptime_direct_leave(const struct ptime_hit *hit, u64 now,
						    const struct ptime_direct_call *call)
{
	preempt_disable_notrace();
	ptime_hit_record(hit, PTIME_COST_DIRECT, call->frame.start, call->retval, now);
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(ptime_direct_leave);

/* the stack pointer where the entry began to push the call */
static __always_inline unsigned long sp_of(const struct ptime_direct_call *call)
{
	return (unsigned long)(call + 1);
}

static noinline notrace void leave_rare(const struct ptime_hit *hit, u64 ticks,
					const struct ptime_direct_call *call)
{
	ptime_hit_record_rare(hit, PTIME_COST_DIRECT, call->frame.open, sp_of(call), call->retval,
			      ticks);
	preempt_enable_notrace();
}
NOKPROBE_SYMBOL(leave_rare);

static noinline notrace void leave_poll(const struct ptime_hit *hit, u64 ticks,
					const struct ptime_direct_call *call)
{
	if (likely(ptime_hit_record_poll(hit, PTIME_COST_DIRECT, call->frame.open, sp_of(call),
					 call->retval, ticks)))
		preempt_enable_notrace();
	else
		leave_rare(hit, ticks, call);
}
NOKPROBE_SYMBOL(leave_poll);

static noinline notrace void leave_caller(const struct ptime_hit *hit, u64 ticks,
					  const struct ptime_direct_call *call,
					  struct ptime_percpu_hist __percpu *hist)
{
	if (unlikely(hist == &ptime_percpu_hist_none))
		leave_poll(hit, ticks, call);
	else if (likely(ptime_hit_record_caller(hist, PTIME_COST_DIRECT, call->frame.open,
						sp_of(call), ticks)))
		preempt_enable_notrace();
	else
		leave_rare(hit, ticks, call);
}
NOKPROBE_SYMBOL(leave_caller);

/**
 * ptime_direct_leave_nested() - ptime_direct_leave() with nesting
 * @hit: the function's series; &ptime_hit_ended where its probe has ended meanwhile
 * @now: clock's reading at the return
 * @call: the call
 *
 * Context: any, called by the entries. Writes this CPU's and this context's memory only.
 */
__visible __noendbr notrace void
ptime_direct_leave_nested(const struct ptime_hit *hit, u64 now,
			  const struct ptime_direct_call *call)
{
	struct ptime_percpu_hist __percpu *hist;
	u64 ticks;

	preempt_disable_notrace();
	hist = ptime_hit_series(hit, call->retval);
	ticks = ptime_hit_ticks(PTIME_COST_DIRECT, &call->frame, now);
	if (likely(ptime_hit_record_usual(hist, PTIME_COST_DIRECT, call->frame.open, sp_of(call),
					  ticks)))
		preempt_enable_notrace();
	else
		leave_caller(hit, ticks, call, hist);
}
NOKPROBE_SYMBOL(ptime_direct_leave_nested);

/*
 * A call counts where it begins and where it returns, which may be different
 * CPUs. Of an entry that nobody enters any more the sum only falls while it is
 * taken: 0 means that no call is left.
 */
static unsigned int calls_under_way(unsigned int slot)
{
	u32 calls = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		calls += READ_ONCE(per_cpu(ptime_direct_calls[slot], cpu));
	return calls;
}

/*
 * A task in an entry, not in the function that the entry calls, does not sleep
 * of its own will, which is what the first waits for; idle tasks and interrupts
 * hold their CPU, which the second waits for. So after this, calls that ftrace
 * let in before it was told to stop have counted themselves, and those that
 * have uncounted themselves have left the entry. BPF's trampolines wait so, too
 * (kernel/bpf/trampoline.c).
 */
static void wait_for_entries(void)
{
	synchronize_rcu_tasks();
	synchronize_rcu_tasks_rude();
}

static bool is_free(unsigned int slot)
{
	return !used[slot] && !calls_under_way(slot);
}

/* the first slot of each kind */
enum {
	STACK_SLOTS,
	NOTED_SLOTS	= STACK_SLOTS + PTIME_DIRECT_STACK_SLOTS,
	SECOND_SLOTS	= NOTED_SLOTS + PTIME_DIRECT_FIRST_SLOTS,
	TESTED_SLOTS	= SECOND_SLOTS + PTIME_DIRECT_SECOND_SLOTS,
	SENT_SLOTS	= TESTED_SLOTS + PTIME_DIRECT_TESTED_SLOTS,
	ODD_SLOTS	= SENT_SLOTS + PTIME_DIRECT_SENT_SLOTS,
	OTHER_SLOTS	= NOTED_SLOTS + PTIME_DIRECT_NOTED_SLOTS,
};

/* a free entry of [@begin, @end); PTIME_DIRECT_SLOTS where there is none */
static unsigned int find_free(unsigned int begin, unsigned int end)
{
	unsigned int slot;

	for (slot = begin; slot < end; slot++)
		if (is_free(slot))
			return slot;
	return PTIME_DIRECT_SLOTS;
}

static unsigned int find_stamped(const struct ptime_note *note)
{
	if (note->test == PTIME_NOTE_NO_TEST && note->skb == 0)
		return find_free(NOTED_SLOTS, SECOND_SLOTS);
	if (note->test == PTIME_NOTE_NO_TEST && note->skb == 1)
		return find_free(SECOND_SLOTS, TESTED_SLOTS);
	if (note->test == PTIME_DIRECT_TESTED && note->value == PTIME_DIRECT_UNLESS &&
	    note->skb == 0)
		return find_free(TESTED_SLOTS, SENT_SLOTS);
	return PTIME_DIRECT_SLOTS;
}

/* likewise, for a function that tells of packets; those at the end serve all */
static unsigned int find_noted(const struct ptime_note *note)
{
	unsigned int slot = PTIME_DIRECT_SLOTS;

	if (ptime_note_needs_stamp(note))
		slot = find_stamped(note);
	else if (ptime_note_is_of_sent(note) && note->skb == 2)
		slot = find_free(SENT_SLOTS, ODD_SLOTS);
	return slot < PTIME_DIRECT_SLOTS ? slot : find_free(ODD_SLOTS, OTHER_SLOTS);
}

/* likewise, that serves the function */
static unsigned int find_slot(const struct ptime_symbol *symbol)
{
	unsigned int slot;

	if (ptime_target_stack_words(symbol->function))
		return find_free(STACK_SLOTS, NOTED_SLOTS);
	if (symbol->note)
		return find_noted(symbol->note);
	slot = find_free(OTHER_SLOTS, PTIME_DIRECT_SLOTS);
	return slot < PTIME_DIRECT_SLOTS ? slot : find_free(NOTED_SLOTS, OTHER_SLOTS);
}

/*
 * Functions that end the task they are called by, and those that unload us: a
 * call would be under way for ever, and the module could not go. GCC's copies of
 * them are no better.
 */
static bool returns(const char *function)
{
	size_t i, length = strcspn(function, ".");
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

/* why the function cannot be served, or NULL */
static const char *unfit(const struct ptime_symbol *symbol)
{
	if (!ptime_clock_is_counter())
		return "the clock is not the CPU's counter";
	if (ptime_direct_calls_counted())
		return "the kernel counts calls (retbleed=stuff)";
	if (!returns(symbol->function))
		return "it does not always return";
	if (!ptime_direct_traced(symbol))
		return "ftrace does not call from it";
	if (ptime_target_stack_words(symbol->function) > PTIME_DIRECT_STACK_WORDS)
		return "it takes arguments on the stack";
	return NULL;
}

static int arm(void *handle)
{
	struct direct *direct = handle;
	int err;

	if (direct->armed)
		return 0;
	err = ptime_direct_register(&direct->site, ptime_direct_entry(direct->slot, direct->task));
	direct->armed = !err;
	return err;
}

static int disarm(void *handle)
{
	struct direct *direct = handle;
	unsigned long entry;
	int err;

	if (!direct->armed)
		return 0;
	entry = ptime_direct_entry(direct->slot, direct->task);
	err = ptime_direct_unregister(&direct->site, entry,
				      ptime_direct_is_alone(direct->site.ip, entry));
	direct->armed = !!err;
	return err;
}

static s8 step_of(const struct ptime_note *note)
{
	if (!note)
		return 0;
	if (!ptime_note_is_plain(note))
		return PTIME_DIRECT_MORE;
	return ptime_note_takes_heads(note) ? -note->step : note->step;
}

static void begin(unsigned int slot, const struct ptime_hit *hit, const struct ptime_note *note)
{
	WRITE_ONCE(ptime_direct_notes[slot], note);
	WRITE_ONCE(ptime_direct_steps[slot], step_of(note));
	WRITE_ONCE(ptime_direct_hits[slot], hit);
	WRITE_ONCE(ptime_direct_keys[slot], ptime_calltree_function_key(hit->function));
}

static void end(unsigned int slot)
{
	WRITE_ONCE(ptime_direct_steps[slot], 0);
	WRITE_ONCE(ptime_direct_notes[slot], NULL);
	WRITE_ONCE(ptime_direct_keys[slot], ptime_calltree_function_key(PTIME_NO_FUNCTION));
	WRITE_ONCE(ptime_direct_hits[slot], &ptime_hit_ended);
}

static enum ptime_direct_task task_of(const struct ptime_symbol *symbol,
				      const struct ptime_hit *hit)
{
	if (!hit)
		return PTIME_DIRECT_NOTE;
	return symbol->note ? PTIME_DIRECT_TIME_AND_NOTE : PTIME_DIRECT_TIME;
}

static void *attach(const struct ptime_symbol *symbol, const struct ptime_hit *hit,
		    unsigned int maxactive, bool armed, const char **why)
{
	struct direct *direct;
	unsigned int slot;
	int err;

	*why = unfit(symbol);
	if (*why)
		return ERR_PTR(-EOPNOTSUPP);
	slot = find_slot(symbol);
	if (slot == PTIME_DIRECT_SLOTS) {
		*why = "all entries are in use";
		return ERR_PTR(-ENOSPC);
	}
	direct = kzalloc(sizeof(*direct), GFP_KERNEL);
	if (!direct)
		return ERR_PTR(-ENOMEM);
	direct->site.ip = (unsigned long)symbol->address;
	direct->slot = slot;
	direct->task = task_of(symbol, hit);
	ptime_direct_set_body(slot, symbol);
	ptime_sample_begin(&ptime_direct_turns[slot]);
	begin(slot, hit ?: &ptime_hit_ended, symbol->note);
	err = armed ? arm(direct) : 0;
	if (err)
		goto err_free;
	used[slot] = true;
	return direct;

err_free:
	end(slot);
	/* ftrace may have had the site on its list for a moment */
	wait_for_entries();
	ptime_direct_free(&direct->site);
	kfree(direct);
	if (err == -EBUSY)
		*why = "it has another direct call or a live patch, or ftrace is off";
	return ERR_PTR(err);
}

/* it never misses: what a call needs is in its own stack frame */
static u64 missed(const void *handle)
{
	return 0;
}

static const char *silence(const void *handle)
{
	return ptime_canary_silence(false, true);
}

/*
 * Calls under way go on in their functions and return through their entries,
 * unseen. Only a kernel whose ftrace has shut itself down refuses to disarm: it
 * still has the site, which then stays.
 */
static void detach(void **handles, u64 *misses, unsigned int count)
{
	struct direct *direct;
	unsigned int i;

	for (i = 0; i < count; i++) {
		direct = handles[i];
		WARN_ON(disarm(direct));
		end(direct->slot);
	}
	wait_for_entries();
	for (i = 0; i < count; i++) {
		direct = handles[i];
		misses[i] = 0;
		if (direct->armed)
			continue;
		used[direct->slot] = false;
		ptime_direct_free(&direct->site);
		kfree(direct);
	}
}

/* the longest wait without a word */
#define PATIENCE_MS	10000
#define POLL_MS		20

static void drain_slot(unsigned int slot)
{
	unsigned int calls, waited_ms = 0;

	/* one that would not go is still called, as long as there is the kernel */
	while ((calls = calls_under_way(slot)) || used[slot]) {
		msleep(POLL_MS);
		waited_ms += POLL_MS;
		if (waited_ms % PATIENCE_MS)
			continue;
		if (used[slot])
			pr_warn("ftrace would not take back a call, so the module stays\n");
		else
			pr_warn("waiting for %u calls of a timed function to return\n", calls);
	}
}

static void drain(void)
{
	unsigned int slot;

	for (slot = 0; slot < PTIME_DIRECT_SLOTS; slot++)
		drain_slot(slot);
	wait_for_entries();
}

const struct ptime_backend ptime_backend_direct = {
	.name		= "direct",
	.kind		= PTIME_COST_DIRECT,
	.attach		= attach,
	.arm		= arm,
	.disarm		= disarm,
	.detach		= detach,
	.missed		= missed,
	.silence	= silence,
	.drain		= drain,
};
