// SPDX-License-Identifier: GPL-2.0
/* torture, part pieces: a file read in pieces is the file read at once; pathtime is stopped */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "torture.h"

static u64 readings;

static void compare(const struct torture_file *file, const struct rob_text *whole,
		    const struct rob_text *pieces, const char *how, size_t size)
{
	size_t i;

	readings++;
	if (whole->length != pieces->length)
		torture_fail(file, "%s of %zu: %zu bytes instead of %zu", how, size,
			     pieces->length, whole->length);
	for (i = 0; i < whole->length; i++)
		if (whole->bytes[i] != pieces->bytes[i])
			torture_fail(file, "%s of %zu: byte %zu of %zu differs", how, size,
				     i, whole->length);
}

static void read_pieces(const struct torture_file *file, size_t size)
{
	struct rob_text whole = { NULL, 0 }, pieces = { NULL, 0 };
	int fd, err;

	torture_whole(file, &whole);
	fd = torture_open(file, O_RDONLY);
	err = rob_read_fd(&pieces, fd, size);
	if (err)
		torture_fail(file, "read: %s", strerror(-err));
	close(fd);
	torture_still(file, &pieces);
	compare(file, &whole, &pieces, "pieces", size);
	free(whole.bytes);
	free(pieces.bytes);
}

/* forward, back and beyond the end in one opening */
static void jump(const struct torture_file *file, int fd, struct rob_text *got)
{
	/* a snapshot ends where it ends (fixed_size_llseek) */
	size_t at = rob_below(got->length + (file->binary ? 1 : 100));
	size_t size = 1 + rob_below(PIECE_MAX);
	bool seek = rob_chance(50);
	ssize_t taken;

	if (seek && lseek(fd, at, SEEK_SET) != (off_t)at)
		torture_fail(file, "lseek to %zu: %s", at, strerror(errno));
	if (at + size > got->length)
		size = at < got->length ? got->length - at : 0;
	if (!size)
		taken = seek ? read(fd, &at, 1) : pread(fd, &at, 1, at);
	else
		taken = seek ? read(fd, got->bytes + at, size) :
			       pread(fd, got->bytes + at, size, at);
	if (taken < 0 || (size && !taken) || taken > (ssize_t)size)
		torture_fail(file, "%zu bytes at %zu of %zu gave %zd", size, at,
			     got->length, taken);
}

/*
 * A text is made again for each jump back. If the age of the counts grew by a
 * digit meanwhile, which shifts the rest, it is made once more.
 */
static void read_anywhere(const struct torture_file *file)
{
	struct rob_text whole = { NULL, 0 }, got = { NULL, 0 }, after = { NULL, 0 };
	size_t width;
	int times, fd;

	do {
		width = torture_whole(file, &whole);
		fd = torture_open(file, O_RDONLY);
		if (rob_read_fd(&got, fd, 4096))
			torture_fail(file, "read failed");
		for (times = 0; times < 50; times++)
			jump(file, fd, &got);
		close(fd);
		torture_still(file, &got);
	} while (torture_whole(file, &after) != width);
	compare(file, &whole, &got, "pieces anywhere", 0);
	free(whole.bytes);
	free(got.bytes);
	free(after.bytes);
}

static void torture(const struct torture_file *file, size_t size)
{
	read_pieces(file, size);
	read_anywhere(file);
}

/* these for all, then by chance, until the time is over */
void torture_pieces(void)
{
	static const size_t sizes[] = { 1, 2, 3, 159, 160, 161, 4095, 4096 };
	double end = torture_now() + torture_seconds;
	unsigned int i, j;

	torture_verb("stop\n");
	for (i = 0; i < torture_file_count; i++)
		for (j = 0; j < ARRAY_SIZE(sizes); j++)
			torture(&torture_files[i], sizes[j]);
	while (torture_now() < end)
		for (i = 0; i < torture_file_count; i++)
			torture(&torture_files[i], 1 + rob_below(PIECE_MAX));
	printf("pieces: %llu readings\n", readings);
}
