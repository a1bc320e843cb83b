// SPDX-License-Identifier: GPL-2.0
/* abuse: what the programs here share: chance that can be repeated, and files */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "abuse.h"

static u64 state;

u64 abuse_number(const char *name, const char *text)
{
	char *end;
	u64 number;

	errno = 0;
	number = strtoull(text, &end, 0);
	if (errno || end == text || *end)
		abuse_die("%s %s: not a number", name, text);
	return number;
}

u64 abuse_seed(u64 seed)
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
u64 abuse_below(u64 limit)
{
	u64 z = state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (z ^ (z >> 31)) % limit;
}

bool abuse_chance(unsigned int percent)
{
	return abuse_below(100) < percent;
}

const char *abuse_name(const char *const *names, size_t count)
{
	return names[abuse_below(count)];
}

void abuse_die(const char *format, ...)
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

int abuse_read_fd(struct abuse_text *text, int fd, size_t piece)
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
				abuse_die("no memory");
		}
		taken = read(fd, text->bytes + text->length, piece);
		if (taken < 0)
			return -errno;
		text->length += taken;
	} while (taken);
	text->bytes[text->length] = '\0';
	return 0;
}

int abuse_read(struct abuse_text *text, const char *path)
{
	int fd = open(path, O_RDONLY);
	int err;

	if (fd < 0)
		return -errno;
	err = abuse_read_fd(text, fd, 65536);
	close(fd);
	return err;
}

void abuse_must_read(struct abuse_text *text, const char *path)
{
	int err = abuse_read(text, path);

	if (err)
		abuse_die("%s: %s", path, strerror(-err));
}

unsigned int abuse_lines(const char *path)
{
	struct abuse_text text = { NULL, 0 };
	unsigned int lines = 0;
	size_t i;

	abuse_must_read(&text, path);
	for (i = 0; i < text.length; i++)
		lines += text.bytes[i] == '\n';
	free(text.bytes);
	return lines;
}

ssize_t abuse_write(const char *path, const char *line)
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

void abuse_escape(char *to, size_t size, const char *bytes, size_t length)
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
