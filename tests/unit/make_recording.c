// SPDX-License-Identifier: GPL-2.0
/* make_recording: writes a recording of the snapshots named, for the tests of the tool */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "read/debugfs.h"
#include "recording/recording.h"

static int append(struct ptool_recorder *recorder, const char *name,
		  struct ptool_reason *why)
{
	struct ptool_bytes bytes;
	int status = ptool_debugfs_read_saved(&bytes, name, why);

	if (status)
		return status;
	status = ptool_recorder_append(recorder, &bytes, why);
	free(bytes.data);
	return status;
}

/* A recording is always one of this machine, so its head is renamed. */
static int set_machine(const char *name, const char *machine)
{
	struct ptool_recording_head head;
	int fd = open(name, O_RDWR);
	ssize_t size = -1;

	if (fd < 0)
		return 1;
	if (pread(fd, &head, sizeof(head),
		  sizeof(struct ptool_recording_frame)) == sizeof(head)) {
		snprintf(head.machine, sizeof(head.machine), "%s", machine);
		head.hash = ptool_recording_hash(&head, sizeof(head),
						 offsetof(struct ptool_recording_head,
							  hash));
		size = pwrite(fd, &head, sizeof(head),
			      sizeof(struct ptool_recording_frame));
	}
	close(fd);
	return size != sizeof(head);
}

/* a mark has the time of day of its recorder, so it is moved afterwards */
static int move_mark(const char *name, u64 at, long long seconds)
{
	const size_t size = offsetof(struct ptool_recording_mark, segment);
	struct ptool_recording_mark mark;
	int fd = open(name, O_RDWR);
	ssize_t done = -1;

	if (fd < 0)
		return 1;
	at += sizeof(struct ptool_recording_frame);
	if (pread(fd, &mark, size, (off_t)at) == (ssize_t)size) {
		mark.wall_ns += seconds * 1000000000LL;
		mark.hash = ptool_recording_hash(&mark, size,
						 offsetof(struct ptool_recording_mark,
							  hash));
		done = pwrite(fd, &mark, size, (off_t)at);
	}
	close(fd);
	return done != (ssize_t)size;
}

static bool is_clock(const char *word)
{
	return (*word == '-' || *word == '+') && isdigit(word[1]);
}

int main(int argc, char **argv)
{
	struct ptool_recorder recorder;
	struct ptool_reason why = { "" };
	long long clock = 0;
	int i, status;
	u64 at;

	if (argc < 3) {
		fputs("usage: make_recording MACHINE|- FILE [+SECONDS|-SECONDS|SNAPSHOT]...\n",
		      stderr);
		return 2;
	}
	status = ptool_recorder_create(&recorder, argv[2], PTOOL_RECORDING_MODULE,
				       NULL, &why);
	if (status)
		return ptool_report(status, &why);
	for (i = 3; i < argc && !status; i++) {
		if (is_clock(argv[i])) {
			clock = strtoll(argv[i], NULL, 10);
			continue;
		}
		at = recorder.bytes;
		status = append(&recorder, argv[i], &why);
		if (!status && clock)
			status = move_mark(argv[2], at, clock);
	}
	ptool_report(status, &why);
	ptool_recorder_close(&recorder);
	if (!status && argv[1][0] != '-')
		status = set_machine(argv[2], argv[1]);
	return status;
}
