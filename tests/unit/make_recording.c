// SPDX-License-Identifier: GPL-2.0
/* make_recording: writes a recording of the snapshots named, for the tests of the tool */
#include <stdio.h>
#include <stdlib.h>

#include "debugfs.h"
#include "recording.h"

static int append(struct ptime_recorder *recorder, const char *name)
{
	struct ptime_bytes bytes;
	int status = ptime_debugfs_read_saved(&bytes, name);

	if (status)
		return status;
	status = ptime_recorder_append(recorder, &bytes);
	free(bytes.data);
	return status;
}

int main(int argc, char **argv)
{
	struct ptime_recorder recorder;
	int i, status;

	if (argc < 2) {
		fputs("usage: make_recording FILE [SNAPSHOT]...\n", stderr);
		return 2;
	}
	status = ptime_recorder_create(&recorder, argv[1]);
	if (status)
		return status;
	for (i = 2; i < argc && !status; i++)
		status = append(&recorder, argv[i]);
	ptime_recorder_close(&recorder);
	return status;
}
