/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tally: calls on their way into a model, counted one by one
 *
 * The memory it takes grows with the functions, CPUs and ways of calling that
 * were seen, not with the calls, and has an end: what is beyond is counted.
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

/* a call that has ended, or of which no end was seen */
struct ptool_tally_call {
	u32 function;
	u32 node;		/* PTOOL_NO_NODE where the tree was full */
	u32 cpu;
	bool timed;
	u64 ns;
	u64 nested_ns;		/* of it, in callees */
	u64 elsewhere_ns;	/* of it, in contexts that interrupted it */
};

/**
 * ptool_tally_new() - nothing counted yet
 *
 * Return: the tally, for ptool_tally_free().
 */
struct ptool_tally *ptool_tally_new(void);

/**
 * ptool_tally_free() - give a tally's memory back
 * @tally: the tally
 */
void ptool_tally_free(struct ptool_tally *tally);

/**
 * ptool_tally_function() - the number of a function
 * @tally: the tally
 * @name: its name, shorter than PTIME_FUNCTION_LEN
 * @module: its module, shorter than PTIME_MODULE_LEN; empty for the kernel
 *
 * Return: the number, PTOOL_NO_FUNCTION where there are too many.
 */
u32 ptool_tally_function(struct ptool_tally *tally,
			 const struct ptool_fgraph_word *name,
			 const struct ptool_fgraph_word *module);

/**
 * ptool_tally_is_named() - whether a function has a name, in whichever module
 * @tally: the tally
 * @function: number of the function
 * @name: the name
 */
bool ptool_tally_is_named(const struct ptool_tally *tally, u32 function,
			  const struct ptool_fgraph_word *name);

/**
 * ptool_tally_enters() - the context that a function begins, if any
 * @tally: the tally
 * @function: number of the function
 *
 * Return: softirq or hardirq; task for all other functions.
 */
enum ptime_context ptool_tally_enters(const struct ptool_tally *tally,
				      u32 function);

/**
 * ptool_tally_node() - the node of a function below a caller
 * @tally: the tally
 * @parent: the caller's node; PTOOL_NO_NODE for a root
 * @context: the context
 * @function: number of the function
 *
 * Return: the node, PTOOL_NO_NODE where there are too many.
 */
u32 ptool_tally_node(struct ptool_tally *tally, u32 parent,
		     enum ptime_context context, u32 function);

/**
 * ptool_tally_count() - count a call
 * @tally: the tally
 * @call: the call
 *
 * A call that is not timed is missed; in the tree it took what is in it. So
 * did a call that took less than what is in it.
 *
 * Return: the time that the tree counts it with.
 */
u64 ptool_tally_count(struct ptool_tally *tally,
		      const struct ptool_tally_call *call);

/**
 * ptool_tally_is_empty() - whether nothing was counted
 * @tally: the tally
 */
bool ptool_tally_is_empty(const struct ptool_tally *tally);

/**
 * ptool_tally_model() - what was counted, as a model with a tree
 * @tally: the tally
 *
 * Functions are in the order of their groups, then of their total time.
 *
 * Return: the model, folded.
 */
struct ptool_model *ptool_tally_model(const struct ptool_tally *tally);

#endif /* _PATHTIME_TALLY_H */
