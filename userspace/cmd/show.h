/* SPDX-License-Identifier: GPL-2.0 */
/* show: read what the options name, and print each model */
#ifndef _PATHTIME_SHOW_H
#define _PATHTIME_SHOW_H

#include "base/error.h"
#include "base/out.h"
#include "model/model.h"
#include "options/options.h"
#include "read/reader.h"

struct ptool_show;

/* print a model; return 0, or an exit status, with the reason in @show->why */
typedef int ptool_show_print(struct ptool_model *model, struct ptool_show *show);

/**
 * struct ptool_show - a source, and how to print it
 * @options: the options
 * @out: where to print
 * @print: prints a model
 * @why: why @print failed
 * @printed: number of models that were printed so far
 * @state: for @print only
 */
struct ptool_show {
	const struct ptool_options *options;
	struct ptool_out out;
	ptool_show_print *print;
	struct ptool_reason why;
	u32 printed;
	void *state;
};

/**
 * ptool_source_of() - Collect what a command reads
 * @options: the options
 *
 * Return: the source, which is valid as long as @options.
 */
struct ptool_source ptool_source_of(const struct ptool_options *options);

/**
 * ptool_show_netns() - Check whether interfaces can be named, and in which namespace
 * @options: the options
 *
 * A number in a file may belong to another interface on this machine, or at
 * this time.
 *
 * Return: number of this process's network namespace if the options name no
 * file, otherwise 0.
 */
u32 ptool_show_netns(const struct ptool_options *options);

/**
 * ptool_show() - read what the options name, and print each model
 * @show: what to read, and how to print it
 *
 * A blank line separates the segments of captures, and the machines of a
 * recording, unless the format is for programs. Each interval is flushed.
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_show(struct ptool_show *show);

/**
 * ptool_show_steps() - print a recording from each snapshot to the next
 * @show: what to read, and how to print it; other sources are printed as by
 *	ptool_show()
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_show_steps(struct ptool_show *show);

#endif /* _PATHTIME_SHOW_H */
