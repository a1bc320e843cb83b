/* SPDX-License-Identifier: GPL-2.0 */
/* version: the names and the version of module and DKMS package */
#ifndef _PATHTIME_VERSION_H
#define _PATHTIME_VERSION_H

/* as in Kbuild and as in dkms.conf */
#define PTIME_MODULE_NAME	"pathtime"
#define PTIME_DKMS_NAME		"pathtime"

#define PTIME_VERSION	"0.1.0"

#endif /* _PATHTIME_VERSION_H */
