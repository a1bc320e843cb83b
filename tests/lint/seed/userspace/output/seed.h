/* SPDX-License-Identifier: GPL-2.0 */
/* known defects: a check that does not find its own has gone blind */
#include <stdio.h>

#include "base/error.h"

static inline void ptool_seed_print(void)
{
	puts("seed"); /* finds: stdout */
	ptool_note("seed"); /* finds: messages */
}
