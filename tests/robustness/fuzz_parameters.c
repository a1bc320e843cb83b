// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz parameters: loads pathtime with good and bad parameters; a load that is
 * refused must leave nothing behind, and what was loaded must unload
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "table.h"

#include <pathtime/hist.h>

#define KPROBES		"/sys/kernel/debug/kprobes/list"
#define SYS_MODULE	"/sys/module/" PTIME_MODULE_NAME
#define PATHS		ROB_DIR "/" PTIME_FILE_PATHS

#define USAGE "usage: fuzz_parameters [--seed N] [--loads N] [--seconds N] PATHTIME.KO"

/* the kernel's limit of a string parameter (param_set_charp) */
#define STRING_MAX	1024

static u64 seed, loads = 60, seconds, number;
static u64 loaded, refused[3];
static unsigned int kprobes_elsewhere;
static char parameters[65536];

static const char *const groups[] = {
	"", "xfrm", "flowtable", "conntrack", "virtio_net", "ip", "xfrm:detail",
	"flowtable:detail", "nosuch", "xfrm:all", "XFRM", ":detail", ":", "xfrm:",
	"added", "sixteen_letters_", "-", "%s", "xfrm;ip", "all",
};

static const char *const functions[] = {
	"", "target_leaf", "target:target_leaf", "target:target_spin", "target:nosuch",
	"nomodule:function", "nosuch", "ip_rcv", "vmlinux:ip_rcv", "esp_input_done",
	"__switch_to", "jiffies", "target:target_init", "a-b", "a:b:c", ":a", "a:", "*",
	"%n", "group=mine", "\xc3\xa9", "\\", ".",
};

static const char *const numbers[] = {
	"", "0", "1", "2", "3", "4", "5", "6", "7", "8", "04", "0x4", "+4", "-1", "-0", "4.0",
	"4 ", "four", "32", "33", "64", "1024", "1025", "65536", "65537",
	"4294967295", "4294967296", "4294967300", "18446744073709551620", "99999999999999999999999",
};

static const char *const backends[] = {
	"auto", "direct", "kretprobe", "", "Auto", "bpf", "auto,kretprobe", "kretprobe\t",
	"%s",
};

static const char *const clocks[] = {
	"auto", "tsc", "counter", "local_clock", "", "TSC", "sundial", "tsc,tsc", "%p",
};

static const char *const waits[] = {
	"", "ring", "socket", "irq", "ring,socket,gro", ",ring,", "poll,gro", "rings",
	"ring socket",
};

static const char *const switches[] = {
	"0", "1", "y", "N", "on", "off", "", "2", "-1", "yes", "maybe", "o", "%s",
};

static const char *const strangers[] = {
	"nosuch=1", "groups", "hist_bits", "=", "=4", "hist_bits==4", "--", "-- groups=x",
	"\"groups=xfrm", "groups=\"\"", "groups=\"xfrm\"", "dyndbg=+p", "hist_bits=4\n",
	"groups.x=1", "hist-bits=3", "maxactive=1,2", "#",
};

static void put(const char *text)
{
	size_t length = strlen(parameters);

	snprintf(parameters + length, sizeof(parameters) - length, "%s", text);
}

static void put_list(const char *const *names, size_t count)
{
	unsigned int words = 1 + rob_below(3);

	if (rob_chance(4))
		words = 1 + rob_below(400);
	while (words--) {
		put(rob_name(names, count));
		if (words)
			put(rob_chance(95) ? "," : ",,");
	}
}

static void put_groups(void)
{
	/* probes that are armed before a bad word must go again */
	if (rob_chance(50))
		put("xfrm,");
	put_list(groups, ARRAY_SIZE(groups));
}

static void put_probes(void)
{
	put_list(functions, ARRAY_SIZE(functions));
}

static void put_backend(void)
{
	put(rob_one_of(backends));
}

static void put_clock(void)
{
	put(rob_one_of(clocks));
}

static void put_waits(void)
{
	put(rob_one_of(waits));
}

static void put_switch(void)
{
	put(rob_one_of(switches));
}

/* often one at a limit, or just beyond */
static void put_number(long long min, long long max)
{
	const long long edges[] = { min - 1, min, max, max + 1 };
	char number[24];

	snprintf(number, sizeof(number), "%lld", edges[rob_below(ARRAY_SIZE(edges))]);
	put(rob_chance(30) ? number : rob_one_of(numbers));
}

/* "NAME=VALUE" of each parameter */
#define PTIME_TEXT_PARAMETER(_name, ...)				\
	static void put_parameter_##_name(void)				\
	{								\
		put(#_name "=");					\
		put_##_name();						\
	}
#define PTIME_NUMBER_PARAMETER(_name, _default, _min, _max, ...)	\
	static void put_parameter_##_name(void)				\
	{								\
		put(#_name "=");					\
		put_number(_min, _max);					\
	}
#define PTIME_FLAG_PARAMETER(_name, ...)				\
	static void put_parameter_##_name(void)				\
	{								\
		put(#_name "=");					\
		put_switch();						\
	}
#include <pathtime/parameters.def>

static void put_stranger(void)
{
	put(rob_one_of(strangers));
}

static void (*const parts[])(void) = {
	put_stranger,
#define PTIME_TEXT_PARAMETER(_name, ...)	put_parameter_##_name,
#define PTIME_NUMBER_PARAMETER(_name, ...)	put_parameter_##_name,
#define PTIME_FLAG_PARAMETER(_name, ...)	put_parameter_##_name,
#include <pathtime/parameters.def>
};

/* some groups in every load would take most of the time to arm them */
static void make_parameters(void)
{
	unsigned int count = rob_below(5);
	size_t at, length;

	snprintf(parameters, sizeof(parameters), "%s", rob_chance(90) ? "groups=" : "");
	while (count--) {
		put(" ");
		parts[rob_below(ARRAY_SIZE(parts))]();
	}
	if (rob_chance(5) && *parameters) {
		at = rob_below(strlen(parameters));
		parameters[at] = 1 + rob_below(255);
	}
	/* kernels before 6.0 read 4 GiB behind a word that is but a quote (next_arg) */
	length = strlen(parameters);
	while (length && parameters[length - 1] == '"')
		parameters[--length] = '\0';
}

static __noreturn void fail(const char *what, int err)
{
	static char text[4096];

	rob_escape(text, sizeof(text), parameters, strlen(parameters));
	rob_die("seed %llu, load %llu with \"%s\" gave %s: %s", seed, number, text,
		err ? strerror(err) : "success", what);
}

static bool has_long_word(void)
{
	const char *word = parameters;

	while (*word) {
		size_t length = strcspn(word, " \t\n");

		if (length > STRING_MAX)
			return true;
		word += length + !!word[length];
	}
	return false;
}

/* one that does not fit an unsigned int */
static bool has_large_number(void)
{
	const char *digits = parameters;

	while (*digits) {
		size_t length = strspn(digits, "0123456789");

		if (length >= 10 && strtod(digits, NULL) > 4294967295.0)
			return true;
		digits += length + !!digits[length];
	}
	return false;
}

/* EINVAL is the module's; of numbers and long strings the kernel's own parser has a say */
static void check_refusal(int err)
{
	switch (err) {
	case EINVAL:
		refused[0]++;
		break;
	case ERANGE:
		if (!has_large_number())
			fail("no number is that large", err);
		refused[1]++;
		break;
	case ENOSPC:
		if (!has_long_word())
			fail("no string is that long", err);
		refused[2]++;
		break;
	default:
		fail("neither EINVAL nor what the kernel says of numbers and strings", err);
	}
}

static void check_nothing_left(int err)
{
	if (!access(SYS_MODULE, F_OK))
		fail("the module is still there", err);
	if (!access(ROB_DIR, F_OK))
		fail("its directory is still there", err);
	if (rob_lines(KPROBES) != kprobes_elsewhere)
		fail("probes are still there", err);
}

/* the value of a parameter, as the kernel took it */
static u64 parameter(const char *name)
{
	static struct rob_text text;
	char path[128];

	snprintf(path, sizeof(path), SYS_MODULE "/parameters/%s", name);
	rob_must_read(&text, path);
	return strtoull(text.bytes, NULL, 10);
}

static void check_range(const char *name, long long min, long long max)
{
	long long value = parameter(name);

	if (value < min || value > max)
		fail("a number is out of its range", 0);
}

static void check_ranges(void)
{
#define PTIME_NUMBER_PARAMETER(_name, _default, _min, _max, ...)	\
	check_range(#_name, _min, _max);
#include <pathtime/parameters.def>
}

/* paths that would be estimated from one call in so many are refused */
static void check_paths(void)
{
	static struct rob_text text;
	u64 paths = parameter("paths");

	if (paths && parameter("sample") > 1)
		fail("paths and sample=", 0);
	rob_must_read(&text, PATHS);
	if (!strstr(text.bytes, paths ? "\nPATH " : "\nno paths: "))
		fail("the file paths says otherwise", 0);
}

static void check_loaded(void)
{
	static struct rob_table table;
	static struct rob_text text;
	const char *why;

	rob_must_read(&text, ROB_DIR "/" PTIME_FILE_PROBES);
	why = rob_table_parse(&table, &text);
	if (why)
		fail(why, 0);
	check_ranges();
	check_paths();
}

/* calls under way keep it for a moment */
#define UNLOAD_TRIES	200
#define UNLOAD_POLL_US	50000

static void unload(void)
{
	int fd = open(ROB_DIR "/" PTIME_FILE_CONTROL, O_WRONLY | O_CLOEXEC);
	unsigned int tries = 0;

	if (fd >= 0) {
		if (write(fd, "stop", 4) != 4)
			fail("it does not stop", errno);
		close(fd);
	}
	while (syscall(SYS_delete_module, PTIME_MODULE_NAME, O_NONBLOCK)) {
		if (errno != EWOULDBLOCK || ++tries == UNLOAD_TRIES)
			fail("it does not go", errno);
		usleep(UNLOAD_POLL_US);
	}
}

static void load(int fd)
{
	int err = 0;

	number++;
	make_parameters();
	if (syscall(SYS_finit_module, fd, parameters, 0))
		err = errno;
	if (err) {
		check_refusal(err);
	} else {
		loaded++;
		check_loaded();
		unload();
	}
	check_nothing_left(err);
}

static const char *parse_options(int argc, char *argv[])
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "loads", required_argument, NULL, 'l' },
		{ "seconds", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 's')
			seed = rob_number("--seed", optarg);
		else if (option == 'l')
			loads = rob_number("--loads", optarg);
		else if (option == 't')
			seconds = rob_number("--seconds", optarg);
		else
			rob_die(USAGE);
	}
	if (optind != argc - 1)
		rob_die(USAGE);
	return argv[optind];
}

int main(int argc, char *argv[])
{
	const char *module = parse_options(argc, argv);
	int fd = open(module, O_RDONLY | O_CLOEXEC);
	time_t end;

	if (fd < 0)
		rob_die("%s: %s", module, strerror(errno));
	seed = rob_seed(seed);
	printf("seed %llu\n", seed);
	fflush(stdout);
	kprobes_elsewhere = rob_lines(KPROBES);
	end = time(NULL) + seconds;
	while (number < loads && (!seconds || time(NULL) < end))
		load(fd);
	printf("seed %llu: %llu loads; %llu loaded; EINVAL %llu ERANGE %llu ENOSPC %llu\n", seed,
	       number, loaded, refused[0], refused[1], refused[2]);
	if (number >= 1000 && (!loaded || !refused[0] || !refused[1]))
		rob_die("not all that may come of a load came of one");
	return 0;
}
