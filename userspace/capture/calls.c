// SPDX-License-Identifier: GPL-2.0
/* calls: turns the records of a capture into calls */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "capture/calls.h"

/* the kernel's own return stacks are far shallower */
#define DEPTH_MAX	512

/* stacks of tasks with active calls; beyond, the least recently used stack is reused */
#define STACKS_MAX	1024

/* limit of struct ptool_calls.indented, which is the evidence for indented callees */
#define INDENTED_MAX	16

/* rounding can make a call seem shorter than its callees by this much */
#define ROUNDING_NS	1000

/**
 * struct frame - an active call, or the border to an interrupt
 * @is_border: an interrupt began here; no call
 * @apart: not a callee of the frame below, although within its time
 * @context: context in which the call runs
 * @function: number of the function
 * @node: node of the call in the tree
 * @cpu: CPU on which the call began
 * @indent: indentation of the call in the text, in columns
 * @nested_ns: time of its callees so far
 * @interrupt_ns: interrupt time so far
 */
struct frame {
	bool is_border;
	bool apart;
	enum ptime_context context;
	u32 function;
	u32 node;
	u32 cpu;
	u32 indent;
	u64 nested_ns;
	u64 interrupt_ns;
};

/**
 * struct stack - the active calls of a task or of a CPU
 * @key: identifies the task or the CPU
 * @used: value of ptool_calls.clock when the stack was last used
 * @depth: number of frames
 * @beyond: number of active calls beyond DEPTH_MAX, which have no frame
 * @room: number of frames for which memory is allocated
 * @opened: the last record opened a call
 * @has_late: @late is valid
 * @late: a call after which another one of the same indentation began before
 *	its end was seen: an interrupt arrived after the call had returned, but
 *	before its end was written
 * @late_depth: number of frames below @late
 * @reused: how often it was taken for another task
 * @frame: the frames, callers first
 */
struct stack {
	u64 key;
	u64 used;
	u64 reused;
	u32 depth;
	u32 beyond;
	u32 room;
	bool opened;
	bool has_late;
	struct frame late;
	u32 late_depth;
	struct frame *frame;
};

/**
 * struct current - the stack of the task that runs on a CPU
 * @stack: the stack; NULL if unknown
 * @reused: its number when the task ran; if it is higher now, the stack is another
 *	task's
 */
struct current {
	struct stack *stack;
	u64 reused;
};

/**
 * struct ptool_calls - all active calls
 * @tally: receives the calls that end
 * @cpus: CPUs whose calls count; NULL for all
 * @indented: above 0 if callees are indented in this capture
 * @clock: number of records so far
 * @counts: what was guessed or could not be used
 * @stacks: number of stacks
 * @stack: the stacks
 * @current: for each CPU, the stack of the running task
 */
struct ptool_calls {
	struct ptool_tally *tally;
	const struct ptool_cpu_list *cpus;
	int indented;
	u64 clock;
	struct ptool_calls_counts counts;
	u32 stacks;
	struct stack stack[STACKS_MAX];
	struct current current[PTOOL_FGRAPH_CPUS];
};

struct ptool_calls *ptool_calls_new(const struct ptool_cpu_list *cpus)
{
	struct ptool_calls *calls = ptool_alloc(1, sizeof(*calls));

	calls->cpus = cpus;
	return calls;
}

void ptool_calls_free(struct ptool_calls *calls)
{
	u32 i;

	for (i = 0; i < calls->stacks; i++)
		free(calls->stack[i].frame);
	free(calls);
}

void ptool_calls_begin(struct ptool_calls *calls, struct ptool_tally *tally)
{
	calls->tally = tally;
	memset(&calls->counts, 0, sizeof(calls->counts));
}

static bool is_counted(const struct ptool_calls *calls, u32 cpu)
{
	return !calls->cpus || ptool_cpu_list_has(calls->cpus, cpu);
}

static struct frame *top_of(struct stack *stack)
{
	return stack->depth ? &stack->frame[stack->depth - 1] : NULL;
}

static struct frame *push(struct stack *stack)
{
	struct frame *frame;

	if (stack->depth == stack->room) {
		stack->room = stack->room ? 2 * stack->room : 16;
		stack->frame = ptool_realloc(stack->frame, stack->room,
					     sizeof(*stack->frame));
	}
	frame = &stack->frame[stack->depth++];
	memset(frame, 0, sizeof(*frame));
	return frame;
}

/* add time to the frame below: to its callees, or to its interrupt time */
static void charge(struct frame *below, bool apart, u64 ns)
{
	if (!below)
		return;
	if (apart || below->is_border)
		below->interrupt_ns += ns;
	else
		below->nested_ns += ns;
}

/* @record ends the call; NULL if its end was not seen */
static void count(struct ptool_calls *calls, struct frame *below,
		  const struct frame *frame,
		  const struct ptool_fgraph_record *record)
{
	struct ptool_tally_call call = {
		.function = frame->function,
		.node = frame->node,
		.cpu = record ? record->cpu : frame->cpu,
		.timed = record && record->timed,
		.ns = record ? record->ns : 0,
		.nested_ns = frame->nested_ns,
		.interrupt_ns = frame->interrupt_ns,
	};

	if (call.function == PTOOL_NO_FUNCTION || !is_counted(calls, frame->cpu))
		return;
	if (!record)
		calls->counts.unfinished++;
	else if (!record->timed)
		calls->counts.untimed++;
	else if (call.ns < call.nested_ns + call.interrupt_ns)
		calls->counts.short_ones++;
	calls->counts.not_kept += call.node == PTOOL_NO_NODE;
	charge(below, frame->apart, ptool_tally_count(calls->tally, &call));
}

static void end_late(struct ptool_calls *calls, struct stack *stack,
		     const struct ptool_fgraph_record *record)
{
	struct frame *below = stack->late_depth ?
			      &stack->frame[stack->late_depth - 1] : NULL;

	if (stack->has_late)
		count(calls, below, &stack->late, record);
	stack->has_late = false;
}

static void pop(struct ptool_calls *calls, struct stack *stack,
		const struct ptool_fgraph_record *record)
{
	struct frame frame;

	/* a late call cannot outlive its caller */
	if (stack->late_depth == stack->depth)
		end_late(calls, stack, NULL);
	frame = stack->frame[--stack->depth];
	if (frame.is_border)
		charge(top_of(stack), true, frame.interrupt_ns);
	else
		count(calls, top_of(stack), &frame, record);
}

static void pop_lost(struct ptool_calls *calls, struct stack *stack)
{
	calls->counts.arrows += stack->frame[stack->depth - 1].is_border;
	pop(calls, stack, NULL);
}

static void pop_all(struct ptool_calls *calls, struct stack *stack)
{
	end_late(calls, stack, NULL);
	while (stack->depth)
		pop_lost(calls, stack);
	stack->beyond = 0;
	stack->opened = false;
}

static bool is_older(const struct stack *stack, const struct stack *than)
{
	if (!stack->depth != !than->depth)
		return !stack->depth;
	return stack->used < than->used;
}

/* reuse the least recently used stack, preferably one without active calls */
static struct stack *unused_stack(struct ptool_calls *calls)
{
	struct stack *oldest = calls->stack;
	u32 i;

	if (calls->stacks < STACKS_MAX)
		return &calls->stack[calls->stacks++];
	for (i = 1; i < STACKS_MAX; i++)
		if (is_older(&calls->stack[i], oldest))
			oldest = &calls->stack[i];
	pop_all(calls, oldest);
	oldest->reused++;
	return oldest;
}

static struct stack *known_stack(struct ptool_calls *calls, u64 key)
{
	u32 i;

	for (i = 0; i < calls->stacks; i++)
		if (calls->stack[i].key == key)
			return &calls->stack[i];
	return NULL;
}

static struct stack *find_stack(struct ptool_calls *calls, u64 key)
{
	struct stack *stack = known_stack(calls, key);

	if (stack)
		return stack;
	stack = unused_stack(calls);
	stack->key = key;
	return stack;
}

/* each CPU has a task 0 of its own; a CPU whose task is not known has a stack, too */
static u64 key_of_task(u32 task, u32 cpu)
{
	return task ? task : 1ULL << 32 | cpu;
}

static u64 key_of_cpu(u32 cpu)
{
	return 2ULL << 32 | cpu;
}

static struct stack *current_stack(const struct ptool_calls *calls, u32 cpu)
{
	const struct current *current = &calls->current[cpu];

	return current->stack && current->stack->reused == current->reused ?
	       current->stack : NULL;
}

static void set_current(struct ptool_calls *calls, u32 cpu, struct stack *stack)
{
	calls->current[cpu].stack = stack;
	calls->current[cpu].reused = stack->reused;
}

static struct stack *stack_of(struct ptool_calls *calls,
			      const struct ptool_fgraph_record *record)
{
	struct stack *stack = current_stack(calls, record->cpu);
	u64 key = record->has_task ? key_of_task(record->task, record->cpu) :
		  stack ? stack->key : key_of_cpu(record->cpu);

	if (!stack || stack->key != key)
		stack = find_stack(calls, key);
	set_current(calls, record->cpu, stack);
	stack->used = ++calls->clock;
	return stack;
}

/* if the running task was not known, it was the one that is switched out now */
static void switch_task(struct ptool_calls *calls,
			const struct ptool_fgraph_record *record)
{
	u64 left = key_of_task(record->task, record->cpu);
	struct stack *stack = current_stack(calls, record->cpu);
	struct stack *next;

	if (stack && stack->key == key_of_cpu(record->cpu) &&
	    !known_stack(calls, left))
		stack->key = left;
	next = find_stack(calls, key_of_task(record->next_task, record->cpu));
	next->used = ++calls->clock;
	set_current(calls, record->cpu, next);
}

/*
 * Learn whether the first callee of a call is indented deeper than the call. A
 * record that says so weighs twice as much as one that does not, because an
 * interrupt may come in between.
 */
static void learn_indent(struct ptool_calls *calls, struct stack *stack,
			 const struct ptool_fgraph_record *record)
{
	const struct frame *top = top_of(stack);

	if (!stack->opened || !top || top->is_border)
		return;
	if (record->indent > top->indent)
		calls->indented += calls->indented < INDENTED_MAX ? 2 : 0;
	else
		calls->indented -= calls->indented > -INDENTED_MAX ? 1 : 0;
}

/*
 * Number of frames that stay at the indentation of a record: those further out,
 * and the one that the record ends. The border of an interrupt goes together
 * with the call that was interrupted.
 */
static u32 depth_at(const struct stack *stack,
		    const struct ptool_fgraph_record *record)
{
	bool ends = record->kind == PTOOL_FGRAPH_CLOSE;
	u32 depth = stack->depth, i;

	for (i = stack->depth; i--;) {
		const struct frame *frame = &stack->frame[i];

		if (frame->is_border)
			continue;
		if (frame->indent < record->indent)
			break;
		if (ends && frame->indent == record->indent)
			return i + 1;
		depth = i;
	}
	return depth;
}

static void pop_to(struct ptool_calls *calls, struct stack *stack, u32 depth)
{
	while (stack->depth > depth)
		pop_lost(calls, stack);
}

static enum ptime_context context_of(const struct ptool_calls *calls,
				     const struct frame *below, u32 function,
				     const struct ptool_fgraph_record *record)
{
	enum ptime_context enters = PTIME_CONTEXT_TASK;

	if (function != PTOOL_NO_FUNCTION)
		enters = ptool_tally_enters(calls->tally, function);
	if (below && !below->is_border) {
		/* interrupts, and softirqs at the end of one, are not callees of the frame below */
		if (enters == PTIME_CONTEXT_HARDIRQ ||
		    (enters == PTIME_CONTEXT_SOFTIRQ &&
		     below->context == PTIME_CONTEXT_HARDIRQ))
			return enters;
		return below->context;
	}
	if (enters != PTIME_CONTEXT_TASK)
		return enters;
	if (below || record->context == PTOOL_FGRAPH_HARDIRQ)
		return PTIME_CONTEXT_HARDIRQ;
	return record->context == PTOOL_FGRAPH_SOFTIRQ ?
	       PTIME_CONTEXT_SOFTIRQ : PTIME_CONTEXT_TASK;
}

static void place_frame(struct ptool_calls *calls, struct stack *stack,
			struct frame *frame,
			const struct ptool_fgraph_record *record)
{
	const struct frame *below = top_of(stack);
	bool is_root;

	frame->function = ptool_tally_function(calls->tally, &record->function,
					       &record->module);
	frame->context = context_of(calls, below, frame->function, record);
	frame->cpu = record->cpu;
	frame->indent = record->indent;
	frame->apart = below && (below->is_border ||
				 below->context != frame->context);
	frame->node = PTOOL_NO_NODE;
	if (frame->function == PTOOL_NO_FUNCTION) {
		calls->counts.not_kept++;
		return;
	}
	is_root = !below || frame->apart;
	/* if the tree had no room for the caller, it has none for the callee */
	if (is_counted(calls, frame->cpu) &&
	    (is_root || below->node != PTOOL_NO_NODE))
		frame->node = ptool_tally_node(calls->tally, is_root ?
					       PTOOL_NO_NODE : below->node,
					       frame->context, frame->function);
}

/*
 * End the calls that cannot be active at the indentation of a record. If the
 * outermost of them has the same indentation, its end may only be late.
 */
static void make_room(struct ptool_calls *calls, struct stack *stack,
		      const struct ptool_fgraph_record *record)
{
	u32 depth = depth_at(stack, record);

	if (depth < stack->depth && !stack->frame[depth].is_border &&
	    stack->frame[depth].indent == record->indent) {
		pop_to(calls, stack, depth + 1);
		end_late(calls, stack, NULL);
		stack->late = stack->frame[--stack->depth];
		stack->late_depth = stack->depth;
		stack->has_late = true;
	}
	pop_to(calls, stack, depth);
}

static void begin_call(struct ptool_calls *calls, struct stack *stack,
		       const struct ptool_fgraph_record *record)
{
	struct frame frame = { 0 };

	learn_indent(calls, stack, record);
	if (calls->indented > 0)
		make_room(calls, stack, record);
	if (stack->depth == DEPTH_MAX) {
		stack->beyond += record->kind == PTOOL_FGRAPH_OPEN;
		calls->counts.not_kept++;
		return;
	}
	stack->beyond = 0;
	place_frame(calls, stack, &frame, record);
	if (record->kind == PTOOL_FGRAPH_OPEN) {
		*push(stack) = frame;
		stack->opened = true;
		return;
	}
	count(calls, top_of(stack), &frame, record);
	stack->opened = false;
}

static bool is_named(const struct ptool_fgraph_record *record)
{
	return record->function.length;
}

static bool is_frame_of(const struct ptool_calls *calls,
			const struct frame *frame,
			const struct ptool_fgraph_record *record)
{
	return !frame->is_border && frame->function != PTOOL_NO_FUNCTION &&
	       ptool_tally_is_named(calls->tally, frame->function,
				    &record->function);
}

/* number of frames up to the innermost call of the named function; 0 if there is none */
static u32 depth_of_named(const struct ptool_calls *calls,
			  const struct stack *stack,
			  const struct ptool_fgraph_record *record)
{
	u32 depth = stack->depth;

	while (depth && !is_frame_of(calls, &stack->frame[depth - 1], record))
		depth--;
	return depth;
}

/* number of frames up to the one that ends; 0 if the beginning of the call was not seen */
static u32 depth_of_end(struct ptool_calls *calls, struct stack *stack,
			const struct ptool_fgraph_record *record)
{
	const struct frame *top;

	if (calls->indented > 0) {
		pop_to(calls, stack, depth_at(stack, record));
		top = top_of(stack);
		if (!top || top->is_border || top->indent != record->indent)
			return 0;
		if (!is_named(record) || is_frame_of(calls, top, record))
			return stack->depth;
		/* the brace of the top frame was lost, and the beginning of the named call, too */
		pop_lost(calls, stack);
		return 0;
	}
	if (is_named(record))
		return depth_of_named(calls, stack, record);
	while (stack->depth && top_of(stack)->is_border)
		pop_lost(calls, stack);
	top = top_of(stack);
	if (top && record->timed && record->ns + ROUNDING_NS <
				    top->nested_ns + top->interrupt_ns)
		return 0;
	return stack->depth;
}

/* a brace with a name gives the duration of the call, but not its callees */
static void count_unopened(struct ptool_calls *calls,
			   const struct ptool_fgraph_record *record)
{
	struct ptool_tally_call call = {
		.node = PTOOL_NO_NODE,
		.cpu = record->cpu,
		.timed = true,
		.ns = record->ns,
	};

	if (!is_counted(calls, record->cpu))
		return;
	calls->counts.unmatched_ends++;
	if (!is_named(record) || !record->timed)
		return;
	call.function = ptool_tally_function(calls->tally, &record->function,
					     &record->module);
	if (call.function == PTOOL_NO_FUNCTION) {
		calls->counts.not_kept++;
		return;
	}
	calls->counts.named++;
	ptool_tally_count(calls->tally, &call);
}

static bool ends_late(const struct ptool_calls *calls,
		      const struct stack *stack,
		      const struct ptool_fgraph_record *record)
{
	return stack->has_late && stack->late.indent == record->indent &&
	       (!is_named(record) || is_frame_of(calls, &stack->late, record));
}

static void end_call(struct ptool_calls *calls, struct stack *stack,
		     const struct ptool_fgraph_record *record)
{
	u32 depth;

	stack->opened = false;
	if (stack->beyond) {
		stack->beyond--;
		return;
	}
	depth = depth_of_end(calls, stack, record);
	if (!depth && ends_late(calls, stack, record)) {
		end_late(calls, stack, record);
		return;
	}
	if (!depth) {
		count_unopened(calls, record);
		return;
	}
	pop_to(calls, stack, depth);
	pop(calls, stack, record);
}

static void enter_interrupt(struct ptool_calls *calls, struct stack *stack)
{
	stack->opened = false;
	if (stack->depth == DEPTH_MAX) {
		calls->counts.arrows++;
		return;
	}
	push(stack)->is_border = true;
}

static void leave_interrupt(struct ptool_calls *calls, struct stack *stack)
{
	u32 depth = stack->depth;

	stack->opened = false;
	while (depth && !stack->frame[depth - 1].is_border)
		depth--;
	if (!depth) {
		calls->counts.arrows++;
		return;
	}
	pop_to(calls, stack, depth);
	pop(calls, stack, NULL);
}

void ptool_calls_record(struct ptool_calls *calls,
			const struct ptool_fgraph_record *record)
{
	struct stack *stack;

	if (record->kind == PTOOL_FGRAPH_SWITCH) {
		switch_task(calls, record);
		return;
	}
	stack = stack_of(calls, record);
	switch (record->kind) {
	case PTOOL_FGRAPH_OPEN:
	case PTOOL_FGRAPH_LEAF:
		begin_call(calls, stack, record);
		break;
	case PTOOL_FGRAPH_CLOSE:
		end_call(calls, stack, record);
		break;
	case PTOOL_FGRAPH_IRQ_ENTER:
		enter_interrupt(calls, stack);
		break;
	case PTOOL_FGRAPH_IRQ_LEAVE:
		leave_interrupt(calls, stack);
		break;
	case PTOOL_FGRAPH_SWITCH:
	case PTOOL_FGRAPH_EVENT:
		break;
	}
}

bool ptool_calls_is_inside(struct ptool_calls *calls,
			   const struct ptool_fgraph_record *record)
{
	struct stack *stack = stack_of(calls, record);

	if (calls->indented <= 0 || record->kind > PTOOL_FGRAPH_CLOSE)
		return stack->depth;
	return depth_at(stack, record);
}

struct ptool_calls_counts ptool_calls_end(struct ptool_calls *calls)
{
	u32 i;

	for (i = 0; i < calls->stacks; i++)
		pop_all(calls, &calls->stack[i]);
	return calls->counts;
}
