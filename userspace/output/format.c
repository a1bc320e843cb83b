// SPDX-License-Identifier: GPL-2.0
/* format: selects the output format */
#include "output/format.h"

const struct ptool_format *ptool_format_of(bool json)
{
	return json ? &ptool_format_json : &ptool_format_table;
}
