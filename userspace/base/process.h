/* SPDX-License-Identifier: GPL-2.0 */
/* process: standard descriptors, memory, signals, and a command in the background */
#ifndef _PATHTIME_PROCESS_H
#define _PATHTIME_PROCESS_H

#include <poll.h>
#include <signal.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/types.h"

/* due time of a wait without a timeout */
#define PTOOL_SIGNALS_NEVER	(~0ULL)

/**
 * ptool_process_reserve_descriptors() - Open standard descriptors that are closed
 *
 * Otherwise the next file that is opened gets the descriptor, and messages are
 * written into it. The descriptors are opened on /dev/null in the direction in
 * which they are not used, so that reading and writing still fail with EBADF.
 */
void ptool_process_reserve_descriptors(void);

/**
 * ptool_process_keep_memory() - Keep freed memory for the next allocation
 *
 * The first access to a page is the most expensive one, so memory is not
 * returned to the kernel.
 */
void ptool_process_keep_memory(void);

/**
 * ptool_signals_catch() - Keep signals for ptool_signals_wait()
 * @numbers: the signals
 * @count: number of signals
 *
 * A signal ends a system call of the process early, for example a write to a
 * full pipe. A signal that the process was started to ignore stays ignored,
 * except SIGCHLD.
 */
void ptool_signals_catch(const int *numbers, size_t count);

/**
 * ptool_signals_catch_held() - Keep signals, and let them interrupt nothing
 * @numbers: the signals
 * @count: number of signals
 *
 * The signals stay blocked outside of ptool_signals_wait(), so that no step of
 * the command is interrupted.
 */
void ptool_signals_catch_held(const int *numbers, size_t count);

/**
 * ptool_signals_catch_end() - Keep SIGINT and SIGTERM, and let them interrupt nothing
 */
void ptool_signals_catch_end(void);

/**
 * ptool_signals_wait() - Wait for a caught signal, a descriptor or a time
 * @fd: what to wait for on a descriptor, with the result in .revents; NULL for
 *	no descriptor
 * @due_ns: when to stop waiting, as of ptool_time_now(), or PTOOL_SIGNALS_NEVER
 * @is_sent: set if a process sent the signal, and not the kernel; may be NULL
 *
 * No signal is lost, even if it arrives just before the wait.
 *
 * Return: the number of a signal that arrived, or 0.
 */
int ptool_signals_wait(struct pollfd *fd, u64 due_ns, bool *is_sent);

/**
 * ptool_signals_default() - Let a caught signal take its default action once
 * @number: the signal
 */
void ptool_signals_default(int number);

/**
 * ptool_signals_unlink() - Remove a file if a signal ends the process
 * @file: name of the file, which stays valid until the next call; NULL for none
 *
 * Signals that are caught or ignored do not end the process.
 */
void ptool_signals_unlink(const char *file);

/**
 * struct ptool_launch - a command, or none
 * @process: its process; 0 if there is none, or if it has ended
 * @status: after it has ended, its exit status as a shell reports it; 0 if
 *	there is none
 * @failure: descriptor that reads something if it could not be executed
 */
struct ptool_launch {
	pid_t process;
	int status;
	int failure;
};

/**
 * ptool_launch_start() - Start a command
 * @launch: set to the command
 * @words: its name and arguments, ending in NULL
 * @why: set to the reason of an error
 *
 * The command gets signals as if none had been caught. If it cannot be executed,
 * its process prints why and exits as a shell does: with 127 if the command does
 * not exist, otherwise with 126.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_launch_start(struct ptool_launch *launch, char **words,
		       struct ptool_reason *why);

/**
 * ptool_launch_reap() - Check whether a command has ended, without waiting
 * @launch: the command
 *
 * Return: true if it has ended; @launch then has its exit status.
 */
bool ptool_launch_reap(struct ptool_launch *launch);

/**
 * ptool_launch_failed() - Wait until a command is executed, or cannot be
 * @launch: the command, which has just been started; the answer is there once
 *
 * Return: true if it never ran.
 */
bool ptool_launch_failed(const struct ptool_launch *launch);

#endif /* _PATHTIME_PROCESS_H */
