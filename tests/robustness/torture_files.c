// SPDX-License-Identifier: GPL-2.0
/* torture files: reads and writes pathtime's files in all ways but the usual one */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "snapshot/snapshot.h"
#include "table.h"
#include "torture.h"

#define USAGE "usage: torture_files [--seed N] [--seconds N] pieces|calls|held|chaos PATHTIME.KO"

const struct torture_file torture_files[] = {
	{ PTIME_FILE_HIST, false, false },
	{ PTIME_FILE_SUMMARY, false, false },
	{ PTIME_FILE_TREE, false, false },
	{ PTIME_FILE_PATHS, false, false },
	{ PTIME_FILE_PROBES, false, false },
	{ PTIME_FILE_SNAPSHOT, true, false },
	{ PTIME_FILE_CONTROL, false, true },
};

const unsigned int torture_file_count = ARRAY_SIZE(torture_files);

u64 torture_seed;
unsigned int torture_seconds = 5;
const char *torture_module;

static const struct {
	const char *name;
	void (*run)(void);
} parts[] = {
	{ "pieces", torture_pieces },
	{ "calls", torture_calls },
	{ "held", torture_held },
	{ "chaos", torture_chaos },
};

int torture_open(const struct torture_file *file, int flags)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), ROB_DIR "/%s", file->name);
	fd = open(path, flags);
	if (fd < 0)
		torture_fail(file, "open: %s", strerror(errno));
	return fd;
}

/* "for 12.3 s" in the first line of a text: the number */
static size_t still_text(struct rob_text *text)
{
	char *end = strchr(text->bytes, '\n');
	char *age = strstr(text->bytes, ", for ");
	size_t width;

	if (!end || !age || age > end)
		return 0;
	age += strlen(", for ");
	width = strspn(age, "0123456789.");
	text->length -= width;
	memmove(age, age + width, text->bytes + text->length + 1 - age);
	return width;
}

size_t torture_still(const struct torture_file *file, struct rob_text *text)
{
	if (!file->binary)
		return still_text(text);
	if (text->length >= sizeof(struct ptime_snapshot))
		((struct ptime_snapshot *)text->bytes)->time_ns = 0;
	return 0;
}

size_t torture_whole(const struct torture_file *file, struct rob_text *text)
{
	int fd = torture_open(file, O_RDONLY);
	int err = rob_read_fd(text, fd, 1 << 20);

	if (err)
		torture_fail(file, "read: %s", strerror(-err));
	close(fd);
	return torture_still(file, text);
}

static const char *check_snapshot(const struct rob_text *text)
{
	static struct ptool_reason why;
	struct ptool_model *model;

	model = ptool_snapshot_decode(text->bytes, text->length, &why);
	if (!model)
		return why.text;
	ptool_model_free(model);
	return NULL;
}

static const char *check_probes(const struct rob_text *text)
{
	static struct rob_table table;

	return rob_table_parse(&table, text);
}

static const char *check_text(const struct rob_text *text, const char *beginning)
{
	size_t i;

	if (strncmp(text->bytes, beginning, strlen(beginning)))
		return "another beginning";
	if (text->bytes[text->length - 1] != '\n')
		return "no newline at the end";
	for (i = 0; i < text->length; i++)
		if (text->bytes[i] != '\n' && text->bytes[i] != '\t' &&
		    (text->bytes[i] < ' ' || text->bytes[i] > '~'))
			return "a byte that cannot be printed";
	return NULL;
}

const char *torture_check(const struct torture_file *file, const struct rob_text *text)
{
	if (file->binary)
		return check_snapshot(text);
	if (!strcmp(file->name, PTIME_FILE_PROBES))
		return check_probes(text);
	return check_text(text, file->writable ? "write one command" : "pathtime ");
}

void torture_fail(const struct torture_file *file, const char *format, ...)
{
	char text[4096];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	rob_die("seed %llu: %s: %s", torture_seed, file->name, text);
}

void torture_verb(const char *line)
{
	ssize_t taken = rob_write(ROB_DIR "/" PTIME_FILE_CONTROL, line);

	if (taken != (ssize_t)strlen(line))
		rob_die("seed %llu: the verb %s: %s", torture_seed, line,
			strerror(-taken));
}

/* the probes of paths= take a second to be armed, so only some loads have them */
int torture_load(void)
{
	static const char *const parameters[] = {
		"groups=xfrm probes=target:target_leaf,target:target_errno",
		"groups=xfrm probes=target:target_leaf,target:target_errno paths=8",
		"groups=xfrm probes=target:target_leaf,target:target_errno",
	};
	int fd = open(torture_module, O_RDONLY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		rob_die("%s: %s", torture_module, strerror(errno));
	if (syscall(SYS_finit_module, fd, rob_one_of(parameters), 0))
		err = -errno;
	close(fd);
	return err;
}

/* direct calls keep the module, and so may calls under way */
static void stop(void)
{
	int fd = open(ROB_DIR "/" PTIME_FILE_CONTROL, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, "stop", 4) != 4)
		rob_die("control: %s", strerror(errno));
	close(fd);
}

int torture_unload(void)
{
	stop();
	return syscall(SYS_delete_module, PTIME_MODULE_NAME, O_NONBLOCK) ? -errno : 0;
}

double torture_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static void parse_options(int argc, char *argv[])
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "seconds", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 's')
			torture_seed = rob_number("--seed", optarg);
		else if (option == 't')
			torture_seconds = rob_number("--seconds", optarg);
		else
			rob_die(USAGE);
	}
	if (optind != argc - 2)
		rob_die(USAGE);
	torture_module = argv[optind + 1];
}

int main(int argc, char *argv[])
{
	unsigned int i;

	parse_options(argc, argv);
	torture_seed = rob_seed(torture_seed);
	printf("%s: seed %llu\n", argv[optind], torture_seed);
	fflush(stdout);
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (!strcmp(parts[i].name, argv[optind])) {
			parts[i].run();
			return 0;
		}
	}
	rob_die(USAGE);
}
