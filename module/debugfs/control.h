/* SPDX-License-Identifier: GPL-2.0 */
/* control: the control file and its commands */
#ifndef _PATHTIME_CONTROL_H
#define _PATHTIME_CONTROL_H

#include <linux/types.h>

int ptime_control_group(const char *word, bool enable, char *reason);
int ptime_control_groups(const char *list, char *reason);
int ptime_control_functions(const char *list, char *reason);
int ptime_control_steps(char *reason);
void ptime_control_exit(void);

extern const struct file_operations ptime_control_fops;

#endif /* _PATHTIME_CONTROL_H */
