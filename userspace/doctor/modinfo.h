/* SPDX-License-Identifier: GPL-2.0 */
/* modinfo: an installed module, as modinfo(8) tells of it */
#ifndef _PATHTIME_MODINFO_H
#define _PATHTIME_MODINFO_H

#include "base/types.h"

/**
 * struct ptool_modinfo - an installed module
 * @asked: modinfo is there and could be asked
 * @found: the module is installed
 * @path: its file
 * @version: its version
 * @vermagic: kernel it was built for: the release, then what else must match
 * @signer: who signed it; empty where nobody did
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
 * ptool_modinfo_load() - look a module up
 * @modinfo: gets what was found
 * @module: its name
 * @release: release of the kernel it would be loaded into
 */
void ptool_modinfo_load(struct ptool_modinfo *modinfo, const char *module,
			const char *release);

#endif /* _PATHTIME_MODINFO_H */
