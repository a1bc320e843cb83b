/* SPDX-License-Identifier: GPL-2.0 */
/* direct: an assembly macro that the trampolines of all architectures share */
#ifndef _PATHTIME_TRAMPOLINE_H
#define _PATHTIME_TRAMPOLINE_H

#include "backends/direct.h"

/*
 * Make the table \name: expand \macro once for each slot. \macro itself appends its entry to the
 * table, so one table has to be finished before the next begins. The altmacro mode is only for
 * the % operator. A \macro that uses macros of the kernel ends the mode first.
 */
.macro table name, macro
	.pushsection .rodata, "a", @progbits
	.balign 8
	.globl \name
\name:
	.popsection

	.set slot, 0
	.rept PTIME_DIRECT_SLOTS
	.altmacro
	\macro %slot
	.set slot, slot + 1
	.endr
.endm

#endif /* _PATHTIME_TRAMPOLINE_H */
