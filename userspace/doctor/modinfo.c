// SPDX-License-Identifier: GPL-2.0
/* modinfo: reads the properties of an installed module by modinfo(8) */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "doctor/modinfo.h"

#define FIELD(key, member)						\
	{ key, offsetof(struct ptool_modinfo, member),			\
	  sizeof(((struct ptool_modinfo *)0)->member) }

static const struct {
	const char *key;
	size_t offset;
	size_t size;
} fields[] = {
	FIELD("filename:", path),
	FIELD("version:", version),
	FIELD("vermagic:", vermagic),
	FIELD("signer:", signer),
};

/* parses "KEY:    VALUE" */
static void take_line(struct ptool_modinfo *modinfo, const char *line)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		size_t length = strlen(fields[i].key);

		if (strncmp(line, fields[i].key, length))
			continue;
		line += length;
		snprintf((char *)modinfo + fields[i].offset, fields[i].size,
			 "%s", line + strspn(line, " "));
		return;
	}
}

void ptool_modinfo_load(struct ptool_modinfo *modinfo, const char *module,
			const char *release)
{
	const char *words[] = { "modinfo", "-b", ptool_system_root(), "-k",
				release, module, NULL };
	char *text, *rest, *line;

	memset(modinfo, 0, sizeof(*modinfo));
	text = ptool_system_run(words);
	modinfo->asked = text || errno != ENOENT;
	modinfo->found = text;
	rest = text;
	while ((line = strsep(&rest, "\n")))
		take_line(modinfo, line);
	free(text);
}
