// SPDX-License-Identifier: GPL-2.0
/* known defects: a check that does not find its own has gone blind */

#include <linux/printk.h>
#include <linux/slab.h>

void ptime_seed_words(int slow, int fast);

/*
 * ptime_seed_words() - Print the words that are known defects
 * @slow: who waits; whoever that is		finds: prose
 * @fast: what to do first			spares: prose
 *
 * What is slow is printed at the end.		finds: prose
 *
 *	what is indented behind a blank line	spares: prose
 *
 * Return: 0, and nothing likewise.		finds: prose
 */
void ptime_seed_words(int slow, int fast)
{
	pr_info("a packet's road %d\n", slow); /* finds: prose */
	pr_info("what is printed: %d\n", fast); /* spares: prose */
}

int ptime_seed_smaller(int one, int two);

/**
 * ptime_seed_smaller() - Compare two numbers
 * @one: a number
 * @two: a number
 */
int ptime_seed_smaller(int one, int two) /* finds: kernel-doc */
{
	return one < two;
}

int ptime_seed(const int __user *number, void *memory);

int ptime_seed(const int __user *number, void *memory)
{
	if (memory)
		kfree(memory); /* finds: coccicheck */
	return *(int *)number; /* finds: sparse-6.1 sparse-newest */
}
