/* SPDX-License-Identifier: GPL-2.0 */
/* direct: what the entries of all architectures share; for assembly */
#ifndef _PATHTIME_TRAMPOLINE_H
#define _PATHTIME_TRAMPOLINE_H

#include "backends/direct.h"

/*
 * The table \name of what \macro makes for each slot, or for the first \slots. One table after
 * the other, as the macro itself adds to it. The altmacro mode is for the % alone: a macro
 * that uses the kernel's own ends it first.
 */
.macro table name, macro, slots=PTIME_DIRECT_SLOTS
	.pushsection .rodata, "a", @progbits
	.balign 8
	.globl \name
\name:
	.popsection

	.set slot, 0
	.rept \slots
	.altmacro
	\macro %slot
	.set slot, slot + 1
	.endr
.endm

#endif /* _PATHTIME_TRAMPOLINE_H */
