/* SPDX-License-Identifier: GPL-2.0 */
/* launch: run a command in the background */
#ifndef _PATHTIME_LAUNCH_H
#define _PATHTIME_LAUNCH_H

#include <signal.h>
#include <sys/types.h>

#include "base/types.h"

/**
 * struct ptool_launch - a command, or none
 * @process: its process; 0 if there is none, or if it has ended
 * @status: after it has ended, its exit status as a shell reports it; 0 if
 *	there is none
 */
struct ptool_launch {
	pid_t process;
	int status;
};

/**
 * ptool_launch_start() - Start a command
 * @launch: set to the command
 * @words: its name and arguments, ending in NULL
 * @mask: signals that are blocked in it
 *
 * If the command cannot be executed, its process prints why and exits as a
 * shell does: with 127 if the command does not exist, otherwise with 126.
 *
 * Return: 0, or an exit status after printing an error.
 */
int ptool_launch_start(struct ptool_launch *launch, char **words,
		       const sigset_t *mask);

/**
 * ptool_launch_reap() - Check whether a command has ended, without waiting
 * @launch: the command
 *
 * Return: true if it has ended; @launch then has its exit status.
 */
bool ptool_launch_reap(struct ptool_launch *launch);

#endif /* _PATHTIME_LAUNCH_H */
