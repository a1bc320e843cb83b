/* SPDX-License-Identifier: GPL-2.0 */
/* debugfs: creates and removes the files in debugfs */
#ifndef _PATHTIME_DEBUGFS_H
#define _PATHTIME_DEBUGFS_H

int ptime_debugfs_init(void);
int ptime_debugfs_create_files(void);
void ptime_debugfs_exit(void);

#endif /* _PATHTIME_DEBUGFS_H */
