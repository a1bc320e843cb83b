/* SPDX-License-Identifier: GPL-2.0 */
/* show: the counts as text */
#ifndef _PATHTIME_SHOW_H
#define _PATHTIME_SHOW_H

extern const struct file_operations ptime_hist_fops;
extern const struct file_operations ptime_summary_fops;
extern const struct file_operations ptime_probes_fops;
extern const struct file_operations ptime_tree_fops;

#endif /* _PATHTIME_SHOW_H */
