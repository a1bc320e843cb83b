// SPDX-License-Identifier: GPL-2.0
/* fuzz target: a function_graph capture, in pieces as long as its first byte says */
#include "capture/import.h"
#include "fuzz.h"

static int drop(struct ptool_model *model, void *argument)
{
	(void)argument;
	ptool_model_free(model);
	return 0;
}

static void import(const char *text, size_t size, size_t piece)
{
	struct ptool_import *import = ptool_import_begin("capture", NULL, drop,
							 NULL);
	size_t end = 0, taken;

	do {
		end = size - end < piece ? size : end + piece;
		if (ptool_import_text(import, text, end, end == size, &taken))
			break;
		text += taken;
		size -= taken;
		end -= taken;
	} while (end < size);
	ptool_import_end(import);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	if (size)
		import((const char *)data + 1, size - 1, 16 * (data[0] + 1));
	return 0;
}
