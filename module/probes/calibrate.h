/* SPDX-License-Identifier: GPL-2.0 */
/* calibrate: measures the overhead that probes add to a call */
#ifndef _PATHTIME_CALIBRATE_H
#define _PATHTIME_CALIBRATE_H

int ptime_calibrate(void);
void ptime_calibrate_again(void);
void ptime_calibrate_apply(void);

#endif /* _PATHTIME_CALIBRATE_H */
