// SPDX-License-Identifier: GPL-2.0
/* namespaces: names of network namespaces of this machine, and of their interfaces */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/system.h"
#include "base/text.h"
#include "model/namespaces.h"
#include "model/netnames.h"

/* size of a namespace's name that is shown, so that an interface's fits before it */
#define NAME_LEN	(PTOOL_NETNAME_LEN - IF_NAMESIZE)

struct namespace_interface {
	u32 number;
	char name[IF_NAMESIZE];
};

/**
 * struct namespace - a network namespace, or a number that no file refers to
 * @number: its inode number
 * @file: name of a file that refers to it, for free(); NULL for none
 * @name: its name in /run/netns, empty for none that is shown
 * @is_read: its interfaces have been read
 * @interfaces: number of interfaces
 * @interface: the interfaces
 */
struct namespace {
	u32 number;
	char *file;
	char name[NAME_LEN];
	bool is_read;
	u32 interfaces;
	struct namespace_interface *interface;
};

/* Namespaces that were found since ptool_namespaces_forget(). */
static struct namespace *namespace;
static u32 namespaces;
static bool has_names, has_processes;

static struct namespace *find(u32 number)
{
	u32 i;

	for (i = 0; i < namespaces; i++)
		if (namespace[i].number == number)
			return &namespace[i];
	return NULL;
}

static struct namespace *add(u32 number)
{
	struct namespace *added;

	namespace = ptool_realloc(namespace, namespaces + 1, sizeof(*namespace));
	added = &namespace[namespaces++];
	*added = (struct namespace){ .number = number };
	return added;
}

/*
 * A terminal obeys control characters, and the owner of a container can put them
 * into the names of its interfaces. A name of digits is like a number.
 */
static bool is_fit(const char *name)
{
	char *clean = ptool_text_clean_copy(name);
	bool is_clean = !strcmp(clean, name);

	free(clean);
	return is_clean && name[strspn(name, "0123456789")];
}

/* the device of all namespaces; 0 if unknown */
static dev_t device_of_all(void)
{
	char own[PATH_MAX];
	struct stat there;

	snprintf(own, sizeof(own), "%s/proc/self/ns/net", ptool_system_root());
	return stat(own, &there) ? 0 : there.st_dev;
}

/* In another mount namespace, a file in /run/netns is an empty one of another device. */
static void add_file(const char *file, const char *name, dev_t device)
{
	struct namespace *found;
	struct stat there;

	if (stat(file, &there) || there.st_dev != device)
		return;
	found = find(there.st_ino);
	if (!found)
		found = add(there.st_ino);
	if (!found->file)
		found->file = strdup(file);
	if (!name || strlen(name) >= NAME_LEN || !is_fit(name))
		return;
	/* of several names, always the same one, whatever the order of the directory */
	if (!*found->name || strcmp(name, found->name) < 0)
		snprintf(found->name, sizeof(found->name), "%s", name);
}

static void find_names(void)
{
	char path[PATH_MAX], file[PATH_MAX + NAME_MAX + 1];
	dev_t device = device_of_all();
	struct dirent *entry;
	DIR *directory;

	snprintf(path, sizeof(path), "%s/run/netns", ptool_system_root());
	directory = opendir(path);
	while (directory && (entry = readdir(directory))) {
		snprintf(file, sizeof(file), "%s/%s", path, entry->d_name);
		add_file(file, entry->d_name, device);
	}
	if (directory)
		closedir(directory);
}

/* namespaces of containers, and others without a name */
static void find_processes(void)
{
	char path[PATH_MAX], file[PATH_MAX + NAME_MAX + sizeof("//ns/net")];
	dev_t device = device_of_all();
	struct dirent *entry;
	DIR *directory;

	snprintf(path, sizeof(path), "%s/proc", ptool_system_root());
	directory = opendir(path);
	while (directory && (entry = readdir(directory))) {
		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		snprintf(file, sizeof(file), "%s/%s/ns/net", path,
			 entry->d_name);
		add_file(file, NULL, device);
	}
	if (directory)
		closedir(directory);
}

static struct namespace *find_named(u32 number)
{
	if (!has_names)
		find_names();
	has_names = true;
	return find(number);
}

/* A number that is not found is added, too, and so is looked for once. */
static struct namespace *find_anywhere(u32 number)
{
	struct namespace *found = find_named(number);

	if (found)
		return found;
	if (!has_processes)
		find_processes();
	has_processes = true;
	found = find(number);
	return found ? found : add(number);
}

/* The namespace may have ended since, and its file may belong to another one. */
static int open_namespace(const struct namespace *of)
{
	struct stat there;
	int fd;

	fd = of->file ? open(of->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	if (fd < 0 || (!fstat(fd, &there) && (u32)there.st_ino == of->number))
		return fd;
	close(fd);
	return -1;
}

/* in the child; each entry is shorter than PIPE_BUF, so the pipe takes it whole */
static __noreturn void send_interfaces(int entered, int to)
{
	struct if_nameindex *all = NULL, *one;
	struct namespace_interface entry = { 0 };

	if (!setns(entered, CLONE_NEWNET))
		all = if_nameindex();
	for (one = all; one && one->if_index; one++) {
		entry.number = one->if_index;
		snprintf(entry.name, sizeof(entry.name), "%s", one->if_name);
		if (write(to, &entry, sizeof(entry)) != sizeof(entry))
			break;
	}
	_exit(0);
}

static bool read_entry(int fd, struct namespace_interface *entry)
{
	ssize_t got;

	do
		got = read(fd, entry, sizeof(*entry));
	while (got < 0 && errno == EINTR);
	return got == sizeof(*entry);
}

static void take_interfaces(struct namespace *of, int fd)
{
	struct namespace_interface entry;

	while (read_entry(fd, &entry)) {
		if (!is_fit(entry.name))
			continue;
		of->interface = ptool_realloc(of->interface, of->interfaces + 1,
					      sizeof(entry));
		of->interface[of->interfaces++] = entry;
	}
}

/*
 * A process may be allowed to enter a namespace and not to come back, in a user
 * namespace for example. Therefore only a child enters.
 */
static void read_interfaces(struct namespace *of)
{
	int entered = open_namespace(of), ends[2];
	pid_t child;

	if (entered < 0)
		return;
	if (pipe2(ends, O_CLOEXEC)) {
		close(entered);
		return;
	}
	child = fork();
	if (!child)
		send_interfaces(entered, ends[1]);
	close(entered);
	close(ends[1]);
	if (child > 0)
		take_interfaces(of, ends[0]);
	close(ends[0]);
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

bool ptool_namespaces_interface(char *name, u32 number, u32 netns)
{
	struct namespace *of = find_anywhere(netns);
	char netns_name[NAME_LEN];
	u32 i;

	if (!of->is_read)
		read_interfaces(of);
	of->is_read = true;
	for (i = 0; i < of->interfaces; i++) {
		if (of->interface[i].number != number)
			continue;
		snprintf(netns_name, sizeof(netns_name), "%u", netns);
		snprintf(name, PTOOL_NETNAME_LEN, "%s@%s",
			 of->interface[i].name,
			 *of->name ? of->name : netns_name);
		return true;
	}
	return false;
}

const char *ptool_namespaces_name(u32 netns)
{
	const struct namespace *found = find_named(netns);

	return found && *found->name ? found->name : NULL;
}

void ptool_namespaces_forget(void)
{
	u32 i;

	for (i = 0; i < namespaces; i++) {
		free(namespace[i].file);
		free(namespace[i].interface);
	}
	free(namespace);
	namespace = NULL;
	namespaces = 0;
	has_names = false;
	has_processes = false;
}
