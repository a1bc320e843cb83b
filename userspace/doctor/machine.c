// SPDX-License-Identifier: GPL-2.0
/* machine: reads what the checks need to know about the kernel and the module */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <pathtime/version.h>

#include "base/system.h"
#include "doctor/machine.h"

#define FIELD(key, member)						\
	{ key, offsetof(struct ptool_modinfo, member),			\
	  sizeof(((struct ptool_modinfo *)0)->member) }

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

/* Kernels before 6.1 report the architecture by uname(2) only. */
static void read_kernel(struct ptool_machine *machine)
{
	struct utsname uts;

	uname(&uts);
	if (!ptool_system_line(machine->release, sizeof(machine->release),
			       "/proc/sys/kernel/osrelease"))
		snprintf(machine->release, sizeof(machine->release), "%.64s",
			 uts.release);
	if (!ptool_system_line(machine->arch, sizeof(machine->arch),
			       "/proc/sys/kernel/arch"))
		snprintf(machine->arch, sizeof(machine->arch), "%.64s",
			 uts.machine);
}

/* "none [integrity] confidentiality": brackets mark the active level */
static void read_lockdown(struct ptool_machine *machine)
{
	char line[64];
	const char *level;

	if (!ptool_system_line(line, sizeof(line),
			       "/sys/kernel/security/lockdown"))
		return;
	level = strchr(line, '[');
	if (level)
		snprintf(machine->lockdown, sizeof(machine->lockdown), "%.*s",
			 (int)strcspn(level + 1, "]"), level + 1);
}

void ptool_machine_read(struct ptool_machine *machine)
{
	memset(machine, 0, sizeof(*machine));
	read_kernel(machine);
	read_lockdown(machine);
	ptool_kconfig_load(&machine->config, machine->release);
	machine->has_symbols = ptool_kallsyms_load(&machine->symbols);
	ptool_modinfo_load(&machine->installed, PTIME_MODULE_NAME,
			   machine->release);
	machine->loaded = ptool_system_has("/sys/module/%s", PTIME_MODULE_NAME);
}

void ptool_machine_free(struct ptool_machine *machine)
{
	ptool_kconfig_free(&machine->config);
	if (machine->has_symbols)
		ptool_kallsyms_free(&machine->symbols);
}

/* each line is a path as in "kernel/drivers/virtio/virtio_ring.ko" */
static bool is_listed(const char *list, const char *module)
{
	size_t length = strlen(module), i;
	const char *name = list;

	while ((name = strchr(name, '/'))) {
		name++;
		for (i = 0; i < length; i++)
			if (name[i] != module[i] &&
			    !(name[i] == '-' && module[i] == '_'))
				break;
		if (i == length && !strncmp(name + length, ".ko", 3))
			return true;
	}
	return false;
}

bool ptool_machine_is_builtin(const struct ptool_machine *machine,
			      const char *module, const char *config)
{
	bool listed;
	char *list;

	if (machine->config.text)
		return ptool_kconfig_value(&machine->config, config) == 'y';
	list = ptool_system_read("/lib/modules/%s/modules.builtin",
				 machine->release);
	listed = list && is_listed(list, module);
	free(list);
	return listed;
}
