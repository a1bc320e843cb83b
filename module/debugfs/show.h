/* SPDX-License-Identifier: GPL-2.0 */
/* show: the counts as text */
#ifndef _PATHTIME_SHOW_H
#define _PATHTIME_SHOW_H

#include <linux/types.h>

struct ptime_hist;
struct seq_file;

/* size of the buffer for ptime_show_us() */
#define PTIME_SHOW_US_LEN	24

const char *ptime_show_us(char *text, u64 ns);
u64 ptime_show_percentile(const struct ptime_hist *hist, u64 calls, u32 permyriad);
void ptime_show_head(struct seq_file *seq);

extern const struct file_operations ptime_hist_fops;
extern const struct file_operations ptime_summary_fops;
extern const struct file_operations ptime_probes_fops;
extern const struct file_operations ptime_tree_fops;
extern const struct file_operations ptime_status_fops;
extern const struct file_operations ptime_paths_fops;

#endif /* _PATHTIME_SHOW_H */
