// SPDX-License-Identifier: GPL-2.0
/* offsets: structure offsets that the trampolines use; generated/offsets.h is made from this */
#include <linux/kbuild.h>

#include "backends/direct.h"

static void __used offsets(void)
{
	OFFSET(PTIME_DIRECT_RETVAL, ptime_direct_call, retval);
	DEFINE(PTIME_DIRECT_BYTES, sizeof(struct ptime_direct_call));
}
