/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tally: counts calls one by one, and turns the counts into a model
 *
 * Its memory grows with the functions, CPUs and call chains seen, not with the
 * calls, and is bounded. struct ptool_calls_counts.not_kept counts the calls that
 * did not fit.
 */
#ifndef _PATHTIME_TALLY_H
#define _PATHTIME_TALLY_H

#include "capture/fgraph.h"
#include "model/model.h"
#include "model/tree.h"

#define PTOOL_NO_FUNCTION	(~0U)

#define PTOOL_TALLY_FUNCTIONS	65536
#define PTOOL_TALLY_NODES	262144

struct ptool_tally;

/* a call that has ended, or whose end was not seen */
struct ptool_tally_call {
	u32 function;
	u32 node;		/* PTOOL_NO_NODE if the tree was full */
	u32 cpu;
	bool timed;
	u64 ns;
	u64 nested_ns;		/* of it, time in callees */
	u64 interrupt_ns;	/* of it, interrupt time */
};

/**
 * ptool_tally_new() - allocate a tally, with nothing counted
 *
 * Return: the tally, for ptool_tally_free().
 */
struct ptool_tally *ptool_tally_new(void);

/**
 * ptool_tally_free() - free the memory of a tally
 * @tally: the tally
 */
void ptool_tally_free(struct ptool_tally *tally);

/**
 * ptool_tally_function() - find or add a function
 * @tally: the tally
 * @name: its name, shorter than PTIME_FUNCTION_LEN
 * @module: its module, shorter than PTIME_MODULE_LEN; empty for the kernel
 *
 * Return: number of the function; PTOOL_NO_FUNCTION if there are already
 * PTOOL_TALLY_FUNCTIONS others.
 */
u32 ptool_tally_function(struct ptool_tally *tally,
			 const struct ptool_fgraph_word *name,
			 const struct ptool_fgraph_word *module);

/**
 * ptool_tally_is_named() - compare the name of a function, but not its module
 * @tally: the tally
 * @function: number of the function
 * @name: the name
 *
 * Return: true if the function has this name.
 */
bool ptool_tally_is_named(const struct ptool_tally *tally, u32 function,
			  const struct ptool_fgraph_word *name);

/* softirq or hardirq; task for a function that begins neither */
enum ptime_context ptool_tally_enters(const struct ptool_tally *tally,
				      u32 function);

/**
 * ptool_tally_node() - find or add the node of a function below its caller
 * @tally: the tally
 * @parent: node of the caller; PTOOL_NO_NODE for a root
 * @context: the context
 * @function: number of the function
 *
 * Return: the node; PTOOL_NO_NODE if there are already PTOOL_TALLY_NODES others.
 */
u32 ptool_tally_node(struct ptool_tally *tally, u32 parent,
		     enum ptime_context context, u32 function);

/**
 * ptool_tally_count() - count a call
 * @tally: the tally
 * @call: the call
 *
 * A call that is not timed counts as missed. The tree counts it with the time of
 * its callees and interrupts. So it does with a call shorter than these.
 *
 * Return: the time that the tree counts for the call; 0 if it has no node.
 */
u64 ptool_tally_count(struct ptool_tally *tally,
		      const struct ptool_tally_call *call);

bool ptool_tally_is_empty(const struct ptool_tally *tally);

/**
 * ptool_tally_model() - make a model with a tree of what was counted
 * @tally: the tally
 *
 * Functions are sorted by group, then by their total time.
 *
 * Return: the model, folded.
 */
struct ptool_model *ptool_tally_model(const struct ptool_tally *tally);

#endif /* _PATHTIME_TALLY_H */
