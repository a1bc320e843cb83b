/* SPDX-License-Identifier: GPL-2.0 */
/* known defects: a check that does not find its own has gone blind */
#include "cmd/commands.h" /* finds: layers */

struct ptool_model { /* finds: tags */
	int seed;
};
