/* SPDX-License-Identifier: GPL-2.0 */
/* launch: a command that runs while something else is done */
#ifndef _PATHTIME_LAUNCH_H
#define _PATHTIME_LAUNCH_H

#include <signal.h>
#include <sys/types.h>

#include "base/types.h"

/**
 * struct ptool_launch - a command, or none
 * @process: its process; 0 where there is none, or it has ended
 * @status: once it has ended, its exit status as a shell tells it; 0 for none
 */
struct ptool_launch {
	pid_t process;
	int status;
};

/**
 * ptool_launch_start() - run a command
 * @launch: gets it
 * @words: name and arguments, NULL at the end
 * @mask: signals that it has blocked
 *
 * Where it cannot be run, it ends with 127 (there is no such command) or 126, and
 * says why, as a shell does.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_launch_start(struct ptool_launch *launch, char **words,
		       const sigset_t *mask);

/**
 * ptool_launch_reap() - see whether it has ended
 * @launch: the command
 *
 * Return: whether it has.
 */
bool ptool_launch_reap(struct ptool_launch *launch);

#endif /* _PATHTIME_LAUNCH_H */
