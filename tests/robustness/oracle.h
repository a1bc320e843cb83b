/* SPDX-License-Identifier: GPL-2.0 */
/* oracle: what a write to the file control must do, by abi.h and verbs.def alone */
#ifndef _PATHTIME_ROB_ORACLE_H
#define _PATHTIME_ROB_ORACLE_H

#include "lines.h"

/* the words of a filter as numbers; 0 for a word that is missing */
struct rob_filter {
	u32 in;
	u32 out;
	u32 proto;
	u32 netns;
};

/**
 * struct rob_name - a function that a line names
 * @module: as the module spells it; empty where there is none
 * @function: without the module
 */
struct rob_name {
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
};

/**
 * struct rob_verdict - the possible results of a write
 * @taken: bytes it takes where it succeeds
 * @may_succeed: success is possible
 * @errnos: errors that are possible
 * @count: number of these
 * @verb: what the line says, ROB_NONE where it says nothing that can be done
 * @names: number of functions of the argument
 * @name: these functions; those that are malformed are empty
 * @group: of the argument or the option
 * @detail: the argument is GROUP:detail
 * @disabled: there are disabled groups
 * @filter: what it is to be
 */
struct rob_verdict {
	size_t taken;
	bool may_succeed;
	int errnos[4];
	unsigned int count;
	enum rob_verb verb;
	unsigned int names;
	struct rob_name name[PTIME_NAMES_MAX];
	char group[PTIME_GROUP_LEN];
	bool detail;
	bool disabled;
	struct rob_filter filter;
};

/**
 * rob_judge() - predict the possible results of a write
 * @verdict: takes it
 * @buffer: what is written
 * @length: its length, at least 1
 * @readable: bytes of it that the kernel can read
 * @grammar: the module's words, the interfaces
 * @before: what is probed now
 *
 * It leaves open what only the kernel's symbols can tell.
 */
void rob_judge(struct rob_verdict *verdict, const char *buffer, size_t length,
	       size_t readable, const struct rob_grammar *grammar,
		 const struct rob_table *before);

/**
 * rob_verdict_allows() - whether a result may come of the write
 * @verdict: what may
 * @result: what write(2) gave, or -errno
 */
bool rob_verdict_allows(const struct rob_verdict *verdict, ssize_t result);

/**
 * rob_check_filter() - is the filter what was asked for last?
 * @filter: what was
 * @text: the file paths
 *
 * Return: NULL, or what is wrong.
 */
const char *rob_check_filter(const struct rob_filter *filter, const char *text);

/**
 * rob_check_change() - is what changed what was asked for, and nothing else?
 * @verdict: of the write
 * @done: it succeeded
 * @running: the probes are not stopped, after the write
 * @before: rows before it
 * @after: rows after it
 *
 * Return: NULL, or what is wrong.
 */
const char *rob_check_change(const struct rob_verdict *verdict, bool done, bool running,
			     const struct rob_table *before,
			       const struct rob_table *after);

#endif /* _PATHTIME_ROB_ORACLE_H */
