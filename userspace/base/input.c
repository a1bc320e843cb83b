// SPDX-License-Identifier: GPL-2.0
/* input: a file or standard input, of which the first bytes are known before it is read */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"

#define COPY_BYTES	(64 * 1024)

/* a second reader would miss what the first one took from standard input */
static bool is_stdin_taken;

static int open_stdin(struct ptool_input *input, struct ptool_reason *why)
{
	input->name = "standard input";
	input->fd = STDIN_FILENO;
	if (is_stdin_taken)
		return ptool_fail_usage(why, "standard input can be read only once: name a file instead of the second -");
	is_stdin_taken = true;
	return 0;
}

static int open_named(struct ptool_input *input, const char *name,
		      struct ptool_reason *why)
{
	input->name = name;
	input->fd = open(name, O_RDONLY | O_CLOEXEC);
	return input->fd < 0 ? ptool_fail(why, "%s: %s", name,
					  strerror(errno)) : 0;
}

static ssize_t read_some(int fd, void *to, size_t size)
{
	ssize_t length;

	do
		length = read(fd, to, size);
	while (length < 0 && errno == EINTR);
	return length;
}

/* a pipe may have fewer bytes at first */
static int read_head(struct ptool_input *input, struct ptool_reason *why)
{
	ssize_t length;

	while (input->head_length < PTOOL_INPUT_HEAD) {
		length = read_some(input->fd, input->head + input->head_length,
				   PTOOL_INPUT_HEAD - input->head_length);
		if (length < 0)
			return ptool_fail(why, "%s: %s", input->name,
					  strerror(errno));
		if (!length)
			break;
		input->head_length += length;
	}
	return 0;
}

int ptool_input_open(struct ptool_input *input, const char *name,
		     struct ptool_reason *why)
{
	int status;

	memset(input, 0, sizeof(*input));
	status = strcmp(name, "-") ? open_named(input, name, why) :
				     open_stdin(input, why);
	if (status)
		return status;
	status = read_head(input, why);
	if (status)
		ptool_input_close(input);
	return status;
}

ssize_t ptool_input_read(struct ptool_input *input, void *to, size_t size)
{
	size_t length = input->head_length - input->head_taken;

	if (!length)
		return read_some(input->fd, to, size);
	length = length < size ? length : size;
	memcpy(to, input->head + input->head_taken, length);
	input->head_taken += length;
	return (ssize_t)length;
}

static int copy_to(struct ptool_input *input, FILE *copy)
{
	char buffer[COPY_BYTES];
	ssize_t length;

	while ((length = ptool_input_read(input, buffer, sizeof(buffer))) > 0)
		if (fwrite(buffer, 1, length, copy) != (size_t)length)
			return -1;
	return length < 0 || fflush(copy) ? -1 : 0;
}

static int copy_whole(struct ptool_input *input, struct ptool_reason *why)
{
	FILE *copy = tmpfile();
	int fd = -1;

	if (copy && !copy_to(input, copy))
		fd = fcntl(fileno(copy), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (fd < 0)
		fd = -ptool_fail(why, "%s: cannot be copied to a temporary file: %s",
				 input->name, strerror(errno));
	if (copy)
		fclose(copy);
	return fd;
}

int ptool_input_reopen(struct ptool_input *input, struct ptool_reason *why)
{
	struct stat about;
	int fd;

	if (!fstat(input->fd, &about) && !S_ISREG(about.st_mode))
		return copy_whole(input, why);
	fd = fcntl(input->fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return fd < 0 ? -ptool_fail(why, "%s: %s", input->name,
				    strerror(errno)) : fd;
}

void ptool_input_close(struct ptool_input *input)
{
	if (input->fd != STDIN_FILENO)
		close(input->fd);
}
