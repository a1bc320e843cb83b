/* SPDX-License-Identifier: GPL-2.0 */
/* interrupt: end an endless command between two of its steps, on SIGINT or SIGTERM */
#ifndef _PATHTIME_INTERRUPT_H
#define _PATHTIME_INTERRUPT_H

#include "base/types.h"

/* due time of a wait without a timeout */
#define PTOOL_INTERRUPT_NEVER	(~0ULL)

/**
 * ptool_interrupt_open() - Block SIGINT and SIGTERM, and open a descriptor for them
 *
 * The signals stay blocked, so that no step of the command is interrupted.
 *
 * Return: a descriptor for ptool_interrupt_wait(), or -1 after printing an
 * error.
 */
int ptool_interrupt_open(void);

/**
 * ptool_interrupt_wait() - Wait for a signal, a descriptor or a time
 * @interrupt: the descriptor of ptool_interrupt_open()
 * @fd: a descriptor to wait for until it is readable; -1 for none
 * @due_ns: when to stop waiting, as of ptool_due_now(), or
 *	PTOOL_INTERRUPT_NEVER
 *
 * Return: true if a signal arrived.
 */
bool ptool_interrupt_wait(int interrupt, int fd, u64 due_ns);

#endif /* _PATHTIME_INTERRUPT_H */
