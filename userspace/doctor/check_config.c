// SPDX-License-Identifier: GPL-2.0
/* check_config: checks of the kernel's configuration */
#include <stdio.h>
#include <string.h>

#include "base/system.h"
#include "doctor/doctor.h"
#include "read/debugfs.h"

/*
 * A configuration option. Only kernels with the option have the function
 * @symbol. If the configuration cannot be read, its presence gives the value.
 * If the value is not @good, the check reports @otherwise and @reason.
 */
static const struct option {
	const char *name;
	const char *symbol;
	char good;
	enum ptool_health otherwise;
	const char *reason;
} options[] = {
	{ "MODULES", "__request_module", 'y', PTOOL_HEALTH_FAIL,
	  "required: pathtime is a module" },
	{ "KALLSYMS", "kallsyms_lookup_name", 'y', PTOOL_HEALTH_FAIL,
	  "required: without it pathtime finds no function by name" },
	{ "KPROBES", "register_kprobe", 'y', PTOOL_HEALTH_FAIL,
	  "required: without it pathtime cannot place any probe" },
	{ "KRETPROBES", "pre_handler_kretprobe", 'y', PTOOL_HEALTH_FAIL,
	  "required: without it pathtime cannot time a return" },
	{ "DEBUG_FS", "debugfs_create_dir", 'y', PTOOL_HEALTH_FAIL,
	  "required: the module's files are in debugfs" },
	{ "FUNCTION_TRACER", "register_ftrace_function", 'y', PTOOL_HEALTH_NOTE,
	  "without it functions have no space for a cheap probe" },
	{ "KPROBES_ON_FTRACE", "kprobe_ftrace_handler", 'y', PTOOL_HEALTH_NOTE,
	  "without it a probe is a breakpoint, which costs more" },
	{ "DYNAMIC_FTRACE_WITH_DIRECT_CALLS", "register_ftrace_direct", 'y',
	  PTOOL_HEALTH_NOTE, "without it only kretprobes are possible, which cost more" },
	{ "MODULE_SIG_FORCE", NULL, 'n', PTOOL_HEALTH_NOTE,
	  "only signed modules are loaded, see 'loadable'" },
};

static const struct option *find_option(const char *name)
{
	const struct option *option = options;

	while (strcmp(option->name, name))
		option++;
	return option;
}

static char value_of(const struct ptool_machine *machine,
		     const struct option *option)
{
	char name[64];

	if (machine->config.text) {
		snprintf(name, sizeof(name), "CONFIG_%s", option->name);
		return ptool_kconfig_value(&machine->config, name);
	}
	if (!option->symbol || !machine->has_symbols)
		return '?';
	return ptool_kallsyms_find(&machine->symbols, "", option->symbol) ?
	       'y' : 'n';
}

char ptool_check_option_value(const struct ptool_machine *machine,
			      const char *name)
{
	return value_of(machine, find_option(name));
}

void ptool_check_config(struct ptool_check *check,
			const struct ptool_machine *machine)
{
	if (machine->config.text) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "%s",
				machine->config.path);
		return;
	}
	ptool_check_set(check, PTOOL_HEALTH_NOTE, "not found");
	ptool_check_reason(check, "options are guessed from %s",
			   PTOOL_KALLSYMS_FILE);
	ptool_check_fix(check, "modprobe configs, or install /boot/config-%s",
			machine->release);
}

void ptool_check_option(struct ptool_check *check,
			const struct ptool_machine *machine)
{
	const struct option *option = find_option(check->name);
	char value = value_of(machine, option);

	if (value == '?') {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "not known");
		return;
	}
	if (value == option->good) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "%c", value);
		return;
	}
	ptool_check_set(check, option->otherwise, "%c", value);
	ptool_check_reason(check, "%s", option->reason);
	if (option->otherwise == PTOOL_HEALTH_FAIL)
		ptool_check_fix(check, "boot a kernel with CONFIG_%s=%c",
				option->name, option->good);
}

/* the value of debugfs= that corresponds to the kernel's configuration */
static const char *mode_of_config(const struct ptool_kconfig *config)
{
	if (!config->text)
		return NULL;
	if (ptool_kconfig_value(config, "CONFIG_DEBUG_FS_ALLOW_NONE") == 'y')
		return "off";
	if (ptool_kconfig_value(config,
				"CONFIG_DEBUG_FS_DISALLOW_MOUNT") == 'y')
		return "no-mount";
	return "on";
}

/* the last debugfs= of the command line, or NULL */
static const char *mode_of_boot(char *line)
{
	const char *mode = NULL;
	char *word;

	while ((word = strsep(&line, " ")))
		if (!strncmp(word, "debugfs=", strlen("debugfs=")))
			mode = word + strlen("debugfs=");
	return mode;
}

void ptool_check_debugfs_mode(struct ptool_check *check,
			      const struct ptool_machine *machine)
{
	char line[4096], mount[PTOOL_DEBUGFS_LEN];
	const char *mode;

	ptool_system_line(line, sizeof(line), "/proc/cmdline");
	mode = mode_of_boot(line);
	if (!mode)
		mode = mode_of_config(&machine->config);
	/* A mounted debugfs proves that it can be mounted. */
	if (ptool_debugfs_find(mount))
		mode = "on";
	if (!mode) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "not known");
		return;
	}
	ptool_check_set(check, strcmp(mode, "on") ? PTOOL_HEALTH_FAIL :
			PTOOL_HEALTH_OK, "%s", mode);
	if (check->state == PTOOL_HEALTH_OK)
		return;
	ptool_check_reason(check, "the kernel forbids mounting debugfs");
	ptool_check_fix(check, "boot with debugfs=on");
}
