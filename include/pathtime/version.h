/* SPDX-License-Identifier: GPL-2.0 */
/* version: the version string of module, tool and package */
#ifndef _PATHTIME_VERSION_H
#define _PATHTIME_VERSION_H

#define PTIME_VERSION	"0.1.0"

#endif /* _PATHTIME_VERSION_H */
