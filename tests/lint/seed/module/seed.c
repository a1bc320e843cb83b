// SPDX-License-Identifier: GPL-2.0
/* known defects: a check that does not find its own has gone blind */

#include <linux/slab.h>

int ptime_seed(const int __user *number, void *memory);

int ptime_seed(const int __user *number, void *memory)
{
	if (memory)
		kfree(memory); /* finds: coccicheck */
	return *(int *)number; /* finds: sparse-6.1 sparse-7.2 */
}
