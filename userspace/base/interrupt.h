/* SPDX-License-Identifier: GPL-2.0 */
/* interrupt: SIGINT and SIGTERM, which end what has no end of its own, between its steps */
#ifndef _PATHTIME_INTERRUPT_H
#define _PATHTIME_INTERRUPT_H

#include "base/types.h"

/* a wait that has no end of its own */
#define PTOOL_INTERRUPT_NEVER	(~0ULL)

/**
 * ptool_interrupt_open() - keep signals for ptool_interrupt_wait() from now on
 *
 * They are blocked, so that none comes between, and no step is done half.
 *
 * Return: a descriptor; -1 after an error was told.
 */
int ptool_interrupt_open(void);

/**
 * ptool_interrupt_wait() - wait for a signal, for a descriptor, or for a time
 * @interrupt: what ptool_interrupt_open() returned
 * @fd: a descriptor that is waited for until it can be read; -1 for none
 * @due_ns: the time, by ptool_due_now(), or PTOOL_INTERRUPT_NEVER
 *
 * Return: whether a signal came.
 */
bool ptool_interrupt_wait(int interrupt, int fd, u64 due_ns);

#endif /* _PATHTIME_INTERRUPT_H */
