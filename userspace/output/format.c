// SPDX-License-Identifier: GPL-2.0
/* format: writers of a model, one per form of output */
#include "output/format.h"

const struct ptime_format *ptime_format_of(const struct ptime_options *options)
{
	return options->json ? &ptime_format_json : &ptime_format_table;
}
