/* SPDX-License-Identifier: GPL-2.0 */
/* require: what commands require of a model, and what they keep of it */
#ifndef _PATHTIME_REQUIRE_H
#define _PATHTIME_REQUIRE_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_require_tree() - check that callers and callees can be shown
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error: callers are not known, or the model was
 * narrowed to some CPUs and its tree was not.
 */
int ptool_require_tree(const char *command, const struct ptool_model *model,
		       struct ptool_reason *why);

/**
 * ptool_keep_self() - replace all times with self times
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_keep_self(const char *command, struct ptool_model *model,
		    struct ptool_reason *why);

/**
 * ptool_keep_raw() - replace corrected times with raw ones
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_keep_raw(const char *command, struct ptool_model *model,
		   struct ptool_reason *why);

/* its source can report paths, and packet tracing is on */
bool ptool_has_paths(const struct ptool_model *model);

/**
 * ptool_require_paths() - Check whether the paths of packets can be shown
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status if they are not known.
 */
int ptool_require_paths(const char *command, const struct ptool_model *model,
			struct ptool_reason *why);

/**
 * ptool_require_polls() - Check whether waits of the receive softirq can be shown
 * @command: name of the command that shows them
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status if they are not known.
 */
int ptool_require_polls(const char *command, const struct ptool_model *model,
			struct ptool_reason *why);

/**
 * ptool_require_function() - Check whether a model has a function
 * @model: the model
 * @pattern: as for ptool_keep_functions()
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status if no function matches; @why then has similar
 * names.
 */
int ptool_require_function(const struct ptool_model *model, const char *pattern,
			   struct ptool_reason *why);

/**
 * ptool_keep_functions() - Keep only functions that match a name
 * @model: the model
 * @pattern: a function's name or a shell pattern; with "MODULE:" in front, only
 *	functions of that module
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status if no function matches; @why then has similar
 * names.
 */
int ptool_keep_functions(struct ptool_model *model, const char *pattern,
			 struct ptool_reason *why);

/**
 * ptool_require_one_machine() - Check that CPUs of a model are of one machine
 * @command: name of the command, for errors
 * @option: name of the option that selects or shows CPUs
 * @other: what else helps, for errors
 * @model: the model
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_require_one_machine(const char *command, const char *option,
			      const char *other,
			      const struct ptool_model *model,
			      struct ptool_reason *why);

#endif /* _PATHTIME_REQUIRE_H */
