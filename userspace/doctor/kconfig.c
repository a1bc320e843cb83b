// SPDX-License-Identifier: GPL-2.0
/* kconfig: reads the configuration of the running kernel */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "doctor/kconfig.h"

/*
 * The kernel's own copy comes first: it cannot be from another build. Debian's
 * packages have the configuration in /boot up to 6.12, and next to the modules
 * since 7.2.
 */
static const char *const places[] = {
	"/proc/config.gz",
	"/boot/config-%s",
	"/lib/modules/%s/config",
	"/lib/modules/%s/build/.config",
};

/* run gzip, so that the tool needs no library for it */
static char *unpack(const char *file)
{
	char path[PATH_MAX];
	const char *words[] = { "gzip", "-dc", path, NULL };

	snprintf(path, sizeof(path), "%s%s", ptool_system_root(), file);
	return ptool_system_has("%s", file) ? ptool_system_run(words) : NULL;
}

static char *read_place(const char *path)
{
	size_t length = strlen(path);

	if (!strcmp(path + length - 3, ".gz"))
		return unpack(path);
	return ptool_system_read("%s", path);
}

void ptool_kconfig_load(struct ptool_kconfig *config, const char *release)
{
	size_t i;

	config->text = NULL;
	for (i = 0; !config->text && i < ARRAY_SIZE(places); i++) {
		snprintf(config->path, sizeof(config->path), places[i],
			 release);
		config->text = read_place(config->path);
	}
}

void ptool_kconfig_free(struct ptool_kconfig *config)
{
	free(config->text);
}

char ptool_kconfig_value(const struct ptool_kconfig *config,
			 const char *option)
{
	size_t length = strlen(option);
	const char *line = config->text;

	while (line && *line) {
		if (!strncmp(line, option, length) && line[length] == '=')
			return line[length + 1];
		line = strchr(line, '\n');
		line += line ? 1 : 0;
	}
	return 'n';
}
