/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot: all counts as one binary file */
#ifndef _PATHTIME_SNAPSHOT_H
#define _PATHTIME_SNAPSHOT_H

extern const struct file_operations ptime_snapshot_fops;

#endif /* _PATHTIME_SNAPSHOT_H */
