// SPDX-License-Identifier: GPL-2.0
/* test of namespaces: names of an interface in a namespace that is named, unnamed, and gone */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"
#include "model/namespaces.h"
#include "model/netnames.h"
#include "model/path.h"
#include "tap.h"

/* number of the only interface of a new namespace, the loopback device */
#define LOOPBACK	1

static char root[64] = "/tmp/namespaces_test.XXXXXX";

/* a process in a network namespace of its own */
struct other {
	pid_t process;
	u32 netns;
	int orders;
};

/* in the other namespace: each order is a new name of the interface */
static void obey(int orders)
{
	struct ifreq request = { .ifr_name = "lo" };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	char answer = 'y';

	while (write(orders, &answer, 1) == 1 &&
	       read(orders, request.ifr_newname, IF_NAMESIZE) == IF_NAMESIZE) {
		answer = ioctl(fd, SIOCSIFNAME, &request) ? 'n' : 'y';
		memcpy(request.ifr_name, request.ifr_newname, IF_NAMESIZE);
	}
	_exit(0);
}

static bool is_obeyed(const struct other *other)
{
	char answer;

	return read(other->orders, &answer, 1) == 1 && answer == 'y';
}

static bool start(struct other *other)
{
	struct stat there;
	char path[64];
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	other->process = fork();
	if (!other->process) {
		close(ends[0]);
		if (unshare(CLONE_NEWNET))
			_exit(1);
		obey(ends[1]);
	}
	close(ends[1]);
	other->orders = ends[0];
	snprintf(path, sizeof(path), "/proc/%d/ns/net", other->process);
	if (!is_obeyed(other) || stat(path, &there))
		return false;
	other->netns = there.st_ino;
	return true;
}

static bool rename_interface(const struct other *other, const char *name)
{
	char order[IF_NAMESIZE] = "";

	snprintf(order, sizeof(order), "%s", name);
	return write(other->orders, order, sizeof(order)) == sizeof(order) &&
	       is_obeyed(other);
}

static void end(const struct other *other)
{
	close(other->orders);
	waitpid(other->process, NULL, 0);
}

/* Below the root, /proc is the real one, and /run/netns has what a test puts there. */
static bool make_root(void)
{
	char path[PATH_MAX];

	if (!mkdtemp(root))
		return false;
	snprintf(path, sizeof(path), "%s/proc", root);
	if (symlink("/proc", path))
		return false;
	snprintf(path, sizeof(path), "%s/run", root);
	if (mkdir(path, 0700))
		return false;
	snprintf(path, sizeof(path), "%s/run/netns", root);
	return !mkdir(path, 0700) && !setenv(PTOOL_SYSTEM_ROOT, root, 1);
}

static void remove_root(void)
{
	static const char *const names[] = { "/run/netns", "/run", "/proc", "" };
	char path[PATH_MAX];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "%s%s", root, names[i]);
		remove(path);
	}
}

static void path_of_name(char path[PATH_MAX], const char *name)
{
	snprintf(path, PATH_MAX, "%s/run/netns/%s", root, name);
}

static void name_namespace(const struct other *other, const char *name)
{
	char path[PATH_MAX], file[64];

	path_of_name(path, name);
	snprintf(file, sizeof(file), "/proc/%d/ns/net", other->process);
	tap_ok(!symlink(file, path), "the namespace gets a name");
}

static void unname_namespace(const char *name)
{
	char path[PATH_MAX];

	path_of_name(path, name);
	unlink(path);
}

static u32 open_files(void)
{
	DIR *directory = opendir("/proc/self/fd");
	u32 files = 0;

	while (directory && readdir(directory))
		files++;
	if (directory)
		closedir(directory);
	return files;
}

static void shows(const struct other *other, u32 number, const char *before,
		  const char *what)
{
	char wanted[PTOOL_NETNAME_LEN], name[PTOOL_NETNAME_LEN] = "";

	if (strchr(before, '@'))
		snprintf(wanted, sizeof(wanted), "%s", before);
	else
		snprintf(wanted, sizeof(wanted), "%s@%u", before, other->netns);
	ptool_net_interface(name, number, other->netns, ptool_net_netns());
	if (!tap_ok(!strcmp(name, wanted), "%s", what))
		tap_diag("got %s, wanted %s", name, wanted);
}

static void rename_and_forget(const struct other *other, const char *to)
{
	tap_ok(rename_interface(other, to), "the interface can be renamed");
	ptool_namespaces_forget();
}

static void test_interfaces(const struct other *other)
{
	char name[PTOOL_NETNAME_LEN];

	shows(other, LOOPBACK, "lo", "the name of an interface in a namespace without a name");
	shows(other, 7, "7", "an interface that is not there keeps its number");
	tap_ok(rename_interface(other, "eth3"), "the interface can be renamed");
	shows(other, LOOPBACK, "lo", "names are read once");
	ptool_namespaces_forget();
	shows(other, LOOPBACK, "eth3", "the new name after the next reading");
	rename_and_forget(other, "a\033[31m");
	shows(other, LOOPBACK, "1", "a terminal gets no control characters");
	rename_and_forget(other, "5");
	shows(other, LOOPBACK, "1", "a name of digits is not taken for another number");
	rename_and_forget(other, "fifteen_letters");
	ptool_net_interface(name, LOOPBACK, other->netns, 0);
	tap_ok(*name == '1', "numbers of another machine keep their numbers");
}

static void test_names(const struct other *other)
{
	name_namespace(other, "gwb");
	ptool_namespaces_forget();
	shows(other, LOOPBACK, "fifteen_letters@gwb", "the name of the namespace");
	name_namespace(other, "a_fifteen_too__");
	ptool_namespaces_forget();
	shows(other, LOOPBACK, "fifteen_letters@a_fifteen_too__", "the first of two names");
	unname_namespace("a_fifteen_too__");
	unname_namespace("gwb");
	name_namespace(other, "sixteen_letters_");
	name_namespace(other, "a\033[31m");
	ptool_namespaces_forget();
	shows(other, LOOPBACK, "fifteen_letters", "a longer name, and control characters");
	unname_namespace("a\033[31m");
}

/* a device's queue, as the module names it, with the namespace's name if that fits */
static void shows_queue(const struct other *other, const char *device,
			const char *wanted)
{
	struct ptool_path path = { .steps = 2, .step = { { .name = "tx" }, { .name = "freed" } } };
	struct ptool_paths paths = { .paths = 1, .path = &path };
	char text[PTIME_DROP_LEN], expected[PTIME_DROP_LEN];

	snprintf(path.reason_name, sizeof(path.reason_name), "%s@%u queue 10",
		 device, other->netns);
	snprintf(expected, sizeof(expected), "%s", wanted ? wanted : path.reason_name);
	ptool_paths_name_namespaces(&paths);
	ptool_path_reason(text, &path);
	if (!tap_ok(!strcmp(text, expected), "a queue of %s", device))
		tap_diag("got %s, wanted %s", text, expected);
}

static void test_queues(const struct other *other)
{
	name_namespace(other, "a_fifteen_too__");
	ptool_namespaces_forget();
	shows_queue(other, "eth1", "eth1@a_fifteen_too__ queue 10");
	shows_queue(other, "fifteen_letters", NULL);
	unname_namespace("a_fifteen_too__");
	ptool_namespaces_forget();
}

static void test_end(const struct other *other)
{
	end(other);
	shows(other, LOOPBACK, "fifteen_letters", "names are kept until the next reading");
	ptool_namespaces_forget();
	shows(other, LOOPBACK, "1", "a namespace that is gone has numbers");
	unname_namespace("sixteen_letters_");
}

int main(void)
{
	struct other other;
	u32 own, files;

	/* Processes in a user namespace may enter new namespaces, and not come back. */
	if (unshare(CLONE_NEWUSER) || !make_root()) {
		puts("1..0 # SKIP no user namespaces");
		return 0;
	}
	own = ptool_net_netns();
	files = open_files();
	if (!tap_ok(start(&other), "a process has a namespace of its own")) {
		remove_root();
		return tap_done();
	}
	test_interfaces(&other);
	test_queues(&other);
	test_names(&other);
	test_end(&other);
	ptool_namespaces_forget();
	tap_is(ptool_net_netns(), own, "this process is in its own namespace");
	tap_is(open_files(), files, "no file is left open");
	remove_root();
	return tap_done();
}
