// SPDX-License-Identifier: GPL-2.0
/* torture, part calls: system calls that the files are not for */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "torture.h"

#define TARGET	"/tmp/torture_target"

static struct rob_text whole;

static void expect(const struct torture_file *file, const char *call, long result,
		   int errno_value)
{
	if (result != -1)
		torture_fail(file, "%s gave %ld instead of %s", call, result,
			     strerror(errno_value));
	if (errno != errno_value)
		torture_fail(file, "%s: %s instead of %s", call, strerror(errno),
			     strerror(errno_value));
}

static void try_mmap(const struct torture_file *file, int fd)
{
	expect(file, "mmap", (long)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0), ENODEV);
	expect(file, "shared mmap", (long)mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0),
	       ENODEV);
}

static void try_ioctl(const struct torture_file *file, int fd)
{
	static const unsigned long requests[] = {
		0x5401, 0x1234, 0xffffffff, _IOR('p', 1, int), _IOWR('P', 0xff, long[64]),
	};
	char bytes[512];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(requests); i++)
		expect(file, "ioctl", ioctl(fd, requests[i], bytes), ENOTTY);
}

/* always ready, as a plain file */
static void try_poll(const struct torture_file *file, int fd)
{
	struct pollfd pollfd = { fd, POLLIN | POLLPRI, 0 };

	if (poll(&pollfd, 1, 0) != 1 || !(pollfd.revents & POLLIN))
		torture_fail(file, "poll: not ready to read");
}

static void try_seek(const struct torture_file *file, int fd)
{
	static const off_t beyond[] = { 1 << 20, 1LL << 32, 1LL << 62, LLONG_MAX };
	unsigned int i;
	off_t at;
	char byte;

	expect(file, "lseek to -1", lseek(fd, -1, SEEK_SET), EINVAL);
	expect(file, "lseek to the least", lseek(fd, LLONG_MIN, SEEK_SET), EINVAL);
	expect(file, "lseek with an invalid origin", lseek(fd, 0, 99), EINVAL);
	for (i = 0; i < ARRAY_SIZE(beyond); i++) {
		at = lseek(fd, beyond[i], SEEK_SET);
		if (at != beyond[i] && !(at == -1 && errno == EINVAL))
			torture_fail(file, "lseek to %lld gave %lld", (long long)beyond[i],
				     (long long)at);
		if (at == beyond[i] && read(fd, &byte, 1) > 0)
			torture_fail(file, "there is something at %lld", (long long)at);
		if (pread(fd, &byte, 1, beyond[i]) > 0)
			torture_fail(file, "there is something at %lld", (long long)at);
	}
	expect(file, "pread at -1", pread(fd, &byte, 1, -1), EINVAL);
	at = lseek(fd, 0, SEEK_END);
	if (file->binary ? at != (off_t)whole.length : at != -1)
		torture_fail(file, "the end is at %lld of %zu", (long long)at, whole.length);
	expect(file, "lseek to data", lseek(fd, 0, SEEK_DATA), EINVAL);
	expect(file, "lseek to a hole", lseek(fd, 0, SEEK_HOLE), EINVAL);
	if (lseek(fd, 0, SEEK_SET) != 0)
		torture_fail(file, "lseek to the beginning: %s", strerror(errno));
}

static void try_bad_memory(const struct torture_file *file, int fd)
{
	long page = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ssize_t taken;

	if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE))
		torture_fail(file, "mmap: %s", strerror(errno));
	lseek(fd, 0, SEEK_SET);
	expect(file, "read to the kernel", read(fd, (void *)LONG_MIN, 100), EFAULT);
	expect(file, "read to a page of none", read(fd, pages + page, 100), EFAULT);
	if (read(fd, pages, 0) != 0)
		torture_fail(file, "read of nothing: %s", strerror(errno));
	/*
	 * The bytes that fit are given, or none, or a part of them: some processors' copy to the
	 * program counts only what it is sure of (arm64).
	 */
	lseek(fd, 0, SEEK_SET);
	taken = read(fd, pages + page - 5, 100);
	if ((taken < 1 || taken > 5) && !(taken == -1 && errno == EFAULT))
		torture_fail(file, "5 of 100 bytes: %zd", taken);
	munmap(pages, 2 * page);
}

static void try_vectors(const struct torture_file *file, int fd)
{
	struct rob_text got = { malloc(whole.length + 1), whole.length };
	struct iovec parts[3] = {
		{ got.bytes, 7 }, { NULL, 0 }, { got.bytes + 7, 100 },
	};
	ssize_t taken;

	lseek(fd, 0, SEEK_SET);
	taken = readv(fd, parts, 3);
	if (taken <= 0 || taken > 107)
		torture_fail(file, "readv gave %zd", taken);
	got.bytes[taken] = '\0';
	if (memcmp(got.bytes, whole.bytes, taken < 20 ? taken : 20))
		torture_fail(file, "readv gave something else");
	free(got.bytes);
}

/* debugfs has none of these; where a kernel has, the bytes must be the file's */
static void try_splice(const struct torture_file *file, int fd)
{
	int target = open(TARGET, O_RDWR | O_CREAT | O_TRUNC, 0600);
	int ends[2];
	char bytes[20];
	off_t at = 0;
	ssize_t taken;

	if (target < 0 || pipe(ends))
		torture_fail(file, "no target");
	taken = sendfile(target, fd, &at, 20);
	if (taken > 0 && (pread(target, bytes, taken, 0) != taken ||
			  memcmp(bytes, whole.bytes, taken)))
		torture_fail(file, "sendfile gave something else");
	if (taken < 0 && errno != EINVAL)
		torture_fail(file, "sendfile: %s", strerror(errno));
	lseek(fd, 0, SEEK_SET);
	taken = splice(fd, NULL, ends[1], NULL, 20, 0);
	if (taken > 0 && (read(ends[0], bytes, taken) != taken ||
			  memcmp(bytes, whole.bytes, taken)))
		torture_fail(file, "splice gave something else");
	if (taken < 0 && errno != EINVAL)
		torture_fail(file, "splice: %s", strerror(errno));
	at = 0;
	taken = copy_file_range(fd, &at, target, NULL, 20, 0);
	if (taken > 0)
		torture_fail(file, "copy_file_range between file systems gave %zd", taken);
	close(target);
	close(ends[0]);
	close(ends[1]);
	unlink(TARGET);
}

/* root may open it for writing; it is still not there to be written to */
static void try_write(const struct torture_file *file, int fd)
{
	static const int flags[] = { O_WRONLY, O_RDWR, O_WRONLY | O_APPEND, O_RDWR | O_TRUNC };
	struct iovec line = { (void *)"rubbish\n", 8 };
	unsigned int i;
	int other;

	expect(file, "write to a file opened to be read", write(fd, "stop\n", 5), EBADF);
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		other = torture_open(file, flags[i]);
		expect(file, "write", write(other, "rubbish\n", 8), EINVAL);
		expect(file, "writev", writev(other, &line, 1), EINVAL);
		expect(file, "pwrite", pwrite(other, "rubbish\n", 8, 5),
		       file->binary ? EINVAL : ESPIPE);
		close(other);
	}
}

/* each part of a writev is a write, and so a line of its own */
static void try_lines(const struct torture_file *file)
{
	struct iovec lines[] = {
		{ (void *)"start\n", 6 }, { (void *)"stop", 4 }, { (void *)"rubbish\n", 8 },
		{ (void *)"start\n", 6 },
	};
	int fd = torture_open(file, O_WRONLY | O_APPEND);
	ssize_t taken = writev(fd, lines, ARRAY_SIZE(lines));

	if (taken != 10)
		torture_fail(file, "writev of start, stop and rubbish took %zd", taken);
	if (write(fd, "", 0) != 0)
		torture_fail(file, "write of nothing: %s", strerror(errno));
	close(fd);
}

static void try_attributes(const struct torture_file *file, int fd)
{
	char path[128], other[128];

	snprintf(path, sizeof(path), ROB_DIR "/%s", file->name);
	snprintf(other, sizeof(other), ROB_DIR "/%s.new", file->name);
	expect(file, "open to create", open(path, O_RDONLY | O_CREAT | O_EXCL, 0600), EEXIST);
	if (open(other, O_WRONLY | O_CREAT, 0600) >= 0 || mkdir(other, 0700) == 0 ||
	    rename(path, other) == 0 || link(path, other) == 0 || unlink(path) == 0)
		torture_fail(file, "the directory was changed");
	expect(file, "open as a directory", open(path, O_RDONLY | O_DIRECTORY), ENOTDIR);
	expect(file, "ftruncate of a file opened to be read", ftruncate(fd, 10), EINVAL);
	/* this the file system takes, and it has no meaning */
	if (truncate(path, 10) && errno != EINVAL && errno != EPERM)
		torture_fail(file, "truncate: %s", strerror(errno));
	expect(file, "fallocate", fallocate(fd, 0, 0, 100), EBADF);
	if (fsync(fd) && errno != EINVAL)
		torture_fail(file, "fsync: %s", strerror(errno));
}

static void (*const calls[])(const struct torture_file *file, int fd) = {
	try_mmap, try_ioctl, try_poll, try_seek, try_bad_memory, try_vectors, try_splice,
	try_attributes,
};

static void check_unchanged(const struct torture_file *file)
{
	static struct rob_text now;

	torture_whole(file, &now);
	if (now.length != whole.length || memcmp(now.bytes, whole.bytes, now.length))
		torture_fail(file, "it has changed");
}

static void torture(const struct torture_file *file)
{
	unsigned int i;
	int fd;

	torture_whole(file, &whole);
	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		fd = torture_open(file, O_RDONLY);
		calls[i](file, fd);
		close(fd);
		check_unchanged(file);
	}
	fd = torture_open(file, O_RDONLY);
	if (file->writable)
		try_lines(file);
	else
		try_write(file, fd);
	close(fd);
	if (!file->writable)
		check_unchanged(file);
}

void torture_calls(void)
{
	unsigned int i;

	torture_verb("stop\n");
	for (i = 0; i < torture_file_count; i++)
		torture(&torture_files[i]);
	printf("calls: %u files\n", torture_file_count);
}
