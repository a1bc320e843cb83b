// SPDX-License-Identifier: GPL-2.0
/* checks of what the kernel was built with */
#include <stdio.h>
#include <string.h>

#include "base/system.h"
#include "doctor/doctor.h"
#include "read/debugfs.h"

/*
 * An option: a function that is in no kernel built without it, for a machine
 * that shows no configuration; what is so where it has another value than
 * @good; and whether pathtime runs then.
 */
static const struct option {
	const char *name;
	const char *symbol;
	char good;
	enum ptime_health otherwise;
	const char *reason;
} options[] = {
	{ "MODULES", "__request_module", 'y', PTIME_HEALTH_FAIL,
	  "pathtime is a module" },
	{ "KALLSYMS", "kallsyms_lookup_name", 'y', PTIME_HEALTH_FAIL,
	  "no function is found by its name" },
	{ "KPROBES", "register_kprobe", 'y', PTIME_HEALTH_FAIL,
	  "no probe without it" },
	{ "KRETPROBES", "pre_handler_kretprobe", 'y', PTIME_HEALTH_FAIL,
	  "no probe of a function's return without it" },
	{ "DEBUG_FS", "debugfs_create_dir", 'y', PTIME_HEALTH_FAIL,
	  "the module's files are in debugfs" },
	{ "FUNCTION_TRACER", "register_ftrace_function", 'y', PTIME_HEALTH_NOTE,
	  "without it functions leave no room for a cheap probe" },
	{ "KPROBES_ON_FTRACE", "kprobe_ftrace_handler", 'y', PTIME_HEALTH_NOTE,
	  "a probe is a breakpoint: it works, and costs more" },
	{ "DYNAMIC_FTRACE_WITH_DIRECT_CALLS", "register_ftrace_direct", 'y',
	  PTIME_HEALTH_NOTE, "nothing cheaper than a kretprobe is possible" },
	{ "MODULE_SIG_FORCE", NULL, 'n', PTIME_HEALTH_NOTE,
	  "only signed modules are loaded, see 'loadable'" },
};

static const struct option *find_option(const char *name)
{
	const struct option *option = options;

	while (strcmp(option->name, name))
		option++;
	return option;
}

static char value_of(const struct ptime_machine *machine,
		     const struct option *option)
{
	char name[64];

	if (machine->config.text) {
		snprintf(name, sizeof(name), "CONFIG_%s", option->name);
		return ptime_kconfig_value(&machine->config, name);
	}
	if (!option->symbol || !machine->has_symbols)
		return '?';
	return ptime_kallsyms_find(&machine->symbols, "", option->symbol) ?
	       'y' : 'n';
}

char ptime_check_option_value(const struct ptime_machine *machine,
			      const char *name)
{
	return value_of(machine, find_option(name));
}

void ptime_check_config(struct ptime_check *check,
			const struct ptime_machine *machine)
{
	if (machine->config.text) {
		ptime_check_set(check, PTIME_HEALTH_OK, "%s",
				machine->config.path);
		return;
	}
	ptime_check_set(check, PTIME_HEALTH_NOTE, "not found");
	ptime_check_reason(check, "options are judged by %s",
			   PTIME_KALLSYMS_FILE);
	ptime_check_cure(check, "modprobe configs, or install /boot/config-%s",
			 machine->release);
}

void ptime_check_option(struct ptime_check *check,
			const struct ptime_machine *machine)
{
	const struct option *option = find_option(check->name);
	char value = value_of(machine, option);

	if (value == '?') {
		ptime_check_set(check, PTIME_HEALTH_NOTE, "not known");
		return;
	}
	if (value == option->good) {
		ptime_check_set(check, PTIME_HEALTH_OK, "%c", value);
		return;
	}
	ptime_check_set(check, option->otherwise, "%c", value);
	ptime_check_reason(check, "%s", option->reason);
	if (option->otherwise == PTIME_HEALTH_FAIL)
		ptime_check_cure(check, "boot a kernel with CONFIG_%s=%c",
				 option->name, option->good);
}

/* the value of debugfs= that stands for the kernel's option */
static const char *mode_of_config(const struct ptime_kconfig *config)
{
	if (!config->text)
		return NULL;
	if (ptime_kconfig_value(config, "CONFIG_DEBUG_FS_ALLOW_NONE") == 'y')
		return "off";
	if (ptime_kconfig_value(config,
				"CONFIG_DEBUG_FS_DISALLOW_MOUNT") == 'y')
		return "no-mount";
	return "on";
}

/* the last debugfs= of the command line; NULL where there is none */
static const char *mode_of_boot(char *line)
{
	const char *mode = NULL;
	char *word;

	while ((word = strsep(&line, " ")))
		if (!strncmp(word, "debugfs=", strlen("debugfs=")))
			mode = word + strlen("debugfs=");
	return mode;
}

void ptime_check_debugfs_mode(struct ptime_check *check,
			      const struct ptime_machine *machine)
{
	char line[4096], mount[PTIME_DEBUGFS_LEN];
	const char *mode;

	ptime_system_line(line, sizeof(line), "/proc/cmdline");
	mode = mode_of_boot(line);
	if (!mode)
		mode = mode_of_config(&machine->config);
	/* what is there says more than what was asked for */
	if (ptime_debugfs_find(mount))
		mode = "on";
	if (!mode) {
		ptime_check_set(check, PTIME_HEALTH_NOTE, "not known");
		return;
	}
	ptime_check_set(check, strcmp(mode, "on") ? PTIME_HEALTH_FAIL :
			PTIME_HEALTH_OK, "%s", mode);
	if (check->state == PTIME_HEALTH_OK)
		return;
	ptime_check_reason(check, "the kernel does not let debugfs be mounted");
	ptime_check_cure(check, "boot with debugfs=on");
}
