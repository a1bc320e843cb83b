/* SPDX-License-Identifier: GPL-2.0 */
/* duplicates: names that several functions of the kernel image share */
#ifndef _PATHTIME_DUPLICATES_H
#define _PATHTIME_DUPLICATES_H

void ptime_duplicates_exit(void);
int ptime_duplicates_find(const char *name, unsigned int position, void **address);

#endif /* _PATHTIME_DUPLICATES_H */
