// SPDX-License-Identifier: GPL-2.0
/* robustness: repeatable random choices and access to files, for all programs here */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "robustness.h"

static u64 state;

u64 rob_number(const char *name, const char *text)
{
	char *end;
	u64 number;

	errno = 0;
	number = strtoull(text, &end, 0);
	if (errno || end == text || *end)
		rob_die("%s %s: not a number", name, text);
	return number;
}

u64 rob_seed(u64 seed)
{
	struct timespec now;

	if (!seed) {
		clock_gettime(CLOCK_REALTIME, &now);
		seed = (now.tv_sec * 1000000000ULL + now.tv_nsec) % 1000000000 + 1;
	}
	state = seed;
	return seed;
}

/* splitmix64: any seed will do, and neighbours give unlike sequences */
u64 rob_below(u64 limit)
{
	u64 z = state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (z ^ (z >> 31)) % limit;
}

bool rob_chance(unsigned int percent)
{
	return rob_below(100) < percent;
}

const char *rob_name(const char *const *names, size_t count)
{
	return names[rob_below(count)];
}

void rob_die(const char *format, ...)
{
	va_list arguments;

	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(1);
}

int rob_read_fd(struct rob_text *text, int fd, size_t piece)
{
	size_t room = 0;
	ssize_t taken;

	free(text->bytes);
	text->bytes = NULL;
	text->length = 0;
	do {
		if (text->length + piece >= room) {
			room = 2 * (text->length + piece);
			text->bytes = realloc(text->bytes, room);
			if (!text->bytes)
				rob_die("no memory");
		}
		taken = read(fd, text->bytes + text->length, piece);
		if (taken < 0)
			return -errno;
		text->length += taken;
	} while (taken);
	text->bytes[text->length] = '\0';
	return 0;
}

int rob_read(struct rob_text *text, const char *path)
{
	int fd = open(path, O_RDONLY);
	int err;

	if (fd < 0)
		return -errno;
	err = rob_read_fd(text, fd, 65536);
	close(fd);
	return err;
}

void rob_must_read(struct rob_text *text, const char *path)
{
	int err = rob_read(text, path);

	if (err)
		rob_die("%s: %s", path, strerror(-err));
}

unsigned int rob_lines(const char *path)
{
	struct rob_text text = { NULL, 0 };
	unsigned int lines = 0;
	size_t i;

	rob_must_read(&text, path);
	for (i = 0; i < text.length; i++)
		lines += text.bytes[i] == '\n';
	free(text.bytes);
	return lines;
}

ssize_t rob_write(const char *path, const char *line)
{
	int fd = open(path, O_WRONLY);
	ssize_t taken;

	if (fd < 0)
		return -errno;
	taken = write(fd, line, strlen(line));
	if (taken < 0)
		taken = -errno;
	close(fd);
	return taken;
}

void rob_escape(char *to, size_t size, const char *bytes, size_t length)
{
	size_t i, used = 0;

	for (i = 0; i < length && used + 8 < size; i++) {
		unsigned char c = bytes[i];

		if (c == '\\' || c == '"')
			used += snprintf(to + used, size - used, "\\%c", c);
		else if (isascii(c) && isprint(c))
			to[used++] = c;
		else
			used += snprintf(to + used, size - used, "\\x%02x", c);
	}
	snprintf(to + used, size - used, "%s", i < length ? "..." : "");
}
