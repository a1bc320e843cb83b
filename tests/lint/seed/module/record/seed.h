/* SPDX-License-Identifier: GPL-2.0 */
/* known defects: a check that does not find its own has gone blind */
#include "probes/probe.h" /* finds: layers */
int ptime_seed(const int __user *number, void *memory); /* finds: layers */
