/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: creates and removes the files in debugfs */
#ifndef _PATHTIME_DEBUGFS_H
#define _PATHTIME_DEBUGFS_H

void ptime_debugfs_init(void);
void ptime_debugfs_exit(void);

#endif /* _PATHTIME_DEBUGFS_H */
