/* SPDX-License-Identifier: GPL-2.0 */
/* modinfo: reads the properties of an installed module by modinfo(8) */
#ifndef _PATHTIME_MODINFO_H
#define _PATHTIME_MODINFO_H

#include "base/types.h"

/**
 * struct ptool_modinfo - an installed module
 * @asked: modinfo(8) could be run
 * @found: the module is installed
 * @path: file of the module
 * @version: version of the module
 * @vermagic: the kernel release for which it was built, and what else must
 *	match
 * @signer: signer of the module; empty if it is not signed
 */
struct ptool_modinfo {
	bool asked;
	bool found;
	char path[256];
	char version[64];
	char vermagic[128];
	char signer[128];
};

/**
 * ptool_modinfo_load() - look up an installed module
 * @modinfo: receives what was found
 * @module: name of the module
 * @release: release of the kernel that would load it
 */
void ptool_modinfo_load(struct ptool_modinfo *modinfo, const char *module,
			const char *release);

#endif /* _PATHTIME_MODINFO_H */
