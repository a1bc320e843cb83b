// SPDX-License-Identifier: GPL-2.0
/* control commands: sent to the module; stop waits until it can be unloaded */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "cmd/commands.h"
#include "read/debugfs.h"

#define POLL_MS		100
#define REPORT_POLLS	10	/* polls between two progress lines */
#define CALLS_POLLS	50	/* polls to wait for calls that have not returned */

struct status {
	char state[16];
	unsigned int stopping;
	unsigned int calls;
	unsigned int kept;
	unsigned int pinned;
};

static void parse(char *text, struct status *status)
{
	char *line, *value, *rest = text;

	memset(status, 0, sizeof(*status));
	while ((line = strsep(&rest, "\n"))) {
		value = line;
		strsep(&value, " ");
		if (!value)
			continue;
		if (!strcmp(line, "state"))
			snprintf(status->state, sizeof(status->state), "%s", value);
		else if (!strcmp(line, "stopping"))
			status->stopping = strtoul(value, NULL, 10);
		else if (!strcmp(line, "calls"))
			status->calls = strtoul(value, NULL, 10);
		else if (!strcmp(line, "kept"))
			status->kept = strtoul(value, NULL, 10);
		else if (!strcmp(line, "pinned"))
			status->pinned = strtoul(value, NULL, 10);
	}
}

/*
 * returns false if the module has no status file: such a module has stopped
 * when write() returns
 */
static bool read_status(struct status *status)
{
	char text[512];

	if (!ptool_debugfs_read_text(PTIME_FILE_STATUS, text, sizeof(text)))
		return false;
	parse(text, status);
	return true;
}

static void pause_ms(unsigned int ms)
{
	const struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

	nanosleep(&time, NULL);
}

static void report_progress(const struct status *status)
{
	if (status->stopping)
		fprintf(stderr, "pathtime: stopping: %u probes left; the kernel waits for all its tasks; Ctrl-C ends only the wait\n",
			status->stopping);
	else
		fprintf(stderr, "pathtime: stopped; waiting for %u calls of timed functions to return\n",
			status->calls);
}

static int judge(const struct status *status)
{
	if (!strcmp(status->state, "dead"))
		return ptool_error("ftrace has shut itself down: see dmesg; its probes cannot be removed, and the module stays until a reboot");
	if (status->kept)
		return ptool_error("the kernel could not remove %u probes: 'pathtime probes' lists them as failed; the module stays until their modules are unloaded, or until a reboot",
				   status->kept);
	if (status->calls)
		fprintf(stderr, "pathtime: stopped; %u calls of timed functions have not returned: rmmod pathtime fails until they return\n",
			status->calls);
	return 0;
}

static int wait_until_stopped(void)
{
	unsigned int polls, calls_polls = 0;
	struct status status;

	for (polls = 1; read_status(&status); polls++) {
		if (!status.pinned || !strcmp(status.state, "dead") ||
		    (!status.stopping && (status.kept || ++calls_polls == CALLS_POLLS)))
			return judge(&status);
		if (polls % REPORT_POLLS == 0)
			report_progress(&status);
		pause_ms(POLL_MS);
	}
	return 0;
}

int ptool_cmd_stop(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	struct ptool_reason why;
	int status = ptool_debugfs_stop(&why);

	(void)options;
	(void)out;
	return status ? ptool_report(status, &why) : wait_until_stopped();
}

int ptool_cmd_verb(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	char line[PTOOL_CONTROL_LEN];
	struct ptool_reason why;
	int status = ptool_control_line(line, options->words, options->word,
					&why);

	(void)out;
	if (!status)
		status = ptool_debugfs_write(line, &why);
	return ptool_report(status, &why);
}
