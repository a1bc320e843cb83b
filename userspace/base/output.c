// SPDX-License-Identifier: GPL-2.0
/* output: write a file, completely or not at all */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output.h"
#include "base/process.h"

#define MODE_BITS	0777

static int fail(struct ptool_output *output, const char *what,
		struct ptool_reason *why)
{
	output->is_full = errno == ENOSPC || errno == EDQUOT;
	return ptool_fail(why, "--output %s: %s: %s", output->file, what,
			  strerror(errno));
}

/* a disk that was full, most likely, and has room again */
static int fail_before(struct ptool_output *output, struct ptool_reason *why)
{
	output->is_full = true;
	return ptool_fail(why, "--output %s: an earlier write has failed",
			  output->file);
}

static int report_existing(const struct ptool_output *output,
			   struct ptool_reason *why)
{
	return ptool_fail(why,
			  "--output %s: %s: pathtime does not overwrite files: name another one, or remove it",
			  output->file, strerror(EEXIST));
}

bool ptool_output_is_standard(const char *file)
{
	return !file || !strcmp(file, "-") || !strcmp(file, "/dev/stdout");
}

/*
 * rename() would replace a symbolic link. Write to its target, if the kernel
 * lets this process follow the link: see protected_symlinks in proc(5).
 */
static int follow_link(struct ptool_output *output, struct ptool_reason *why)
{
	struct stat target;
	int descriptor;

	/* a link of /proc to a pipe has a target that no path names */
	if (!stat(output->file, &target) && !S_ISREG(target.st_mode))
		return 0;
	descriptor = open(output->file, O_WRONLY | O_NONBLOCK | O_CLOEXEC);

	if (descriptor < 0)
		return fail(output, "cannot be written", why);
	close(descriptor);
	output->target = realpath(output->file, NULL);
	if (!output->target)
		return fail(output, "cannot be followed", why);
	output->file = output->target;
	return 0;
}

/* rename() would replace a device or a pipe with a regular file: write into it */
static int check_place(struct ptool_output *output, struct ptool_reason *why)
{
	struct stat there;
	int status = 0;

	if (lstat(output->file, &there))
		return 0;
	if (output->is_new)
		return report_existing(output, why);
	if (S_ISLNK(there.st_mode))
		status = follow_link(output, why);
	if (status || stat(output->file, &there))
		return status;
	if (S_ISREG(there.st_mode)) {
		output->is_there = true;
		output->mode = there.st_mode & MODE_BITS;
		output->user = there.st_uid;
		output->group = there.st_gid;
		return 0;
	}
	if (S_ISDIR(there.st_mode))
		return ptool_fail(why, "--output %s: a directory: name a file in it",
				  output->file);
	output->is_in_place = true;
	return 0;
}

static mode_t mode_of_new(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/*
 * mkstemp() creates a file of mode 0600 that belongs to this process. Only root
 * may give it to another owner. Otherwise the group's rights are dropped, as
 * they would be those of another group.
 */
static int set_mode(const struct ptool_output *output, int descriptor)
{
	mode_t mode = output->is_there ? output->mode : mode_of_new();

	if (output->is_there &&
	    fchown(descriptor, output->user, output->group) &&
	    fchown(descriptor, (uid_t)-1, output->group))
		mode &= ~(mode_t)0070;
	return fchmod(descriptor, mode);
}

static int create(struct ptool_output *output, struct ptool_reason *why)
{
	int descriptor = mkstemp(output->temporary);

	if (descriptor < 0)
		return fail(output, "cannot make a file in its directory", why);
	output->out.file = fdopen(descriptor, "w");
	if (output->out.file)
		return 0;
	close(descriptor);
	unlink(output->temporary);
	ptool_end_without_memory();
}

/* the temporary file has been renamed or unlinked: forget its name */
static void discard(struct ptool_output *output)
{
	ptool_signals_unlink(NULL);
	free(output->temporary);
}

static int open_in_place(struct ptool_output *output, struct ptool_reason *why)
{
	output->out.file = fopen(output->file, "we");
	return output->out.file ? 0 : fail(output, "cannot be written", why);
}

static int open_place(struct ptool_output *output, struct ptool_reason *why)
{
	int status = check_place(output, why);

	output->out.width = PTOOL_OUT_WIDTH;
	output->out.is_wide = true;
	if (status)
		return status;
	if (output->is_in_place)
		return open_in_place(output, why);
	if (asprintf(&output->temporary, "%s.XXXXXX", output->file) < 0)
		return fail(output, "cannot be named", why);
	ptool_signals_unlink(output->temporary);
	status = create(output, why);
	if (status)
		discard(output);
	return status;
}

static int begin(struct ptool_output *output, struct ptool_reason *why)
{
	int status;

	output->out.width = PTOOL_OUT_WIDTH;
	status = open_place(output, why);
	if (status)
		free(output->target);
	return status;
}

int ptool_output_begin(struct ptool_output *output, const char *file,
		       const struct ptool_out *out, struct ptool_reason *why)
{
	memset(output, 0, sizeof(*output));
	output->out = *out;
	if (ptool_output_is_standard(file))
		return 0;
	output->file = file;
	return begin(output, why);
}

int ptool_output_begin_new(struct ptool_output *output, const char *file,
			   struct ptool_reason *why)
{
	memset(output, 0, sizeof(*output));
	if (ptool_output_is_standard(file))
		return ptool_fail_usage(why, "--output %s: this cannot be standard output: name a file",
					file);
	output->file = file;
	output->is_new = true;
	return begin(output, why);
}

/* unlike rename(), link() fails if the file was created in the meantime */
static int put_in_place(const struct ptool_output *output)
{
	if (!output->is_new)
		return rename(output->temporary, output->file);
	if (link(output->temporary, output->file))
		return -1;
	unlink(output->temporary);
	return 0;
}

static int finish(struct ptool_output *output, struct ptool_reason *why)
{
	FILE *file = output->out.file;

	if (fflush(file))
		return fail(output, "cannot be written", why);
	if (ferror(file)) {
		errno = ptool_out_error(file);
		return errno ? fail(output, "cannot be written", why) :
			       fail_before(output, why);
	}
	if (output->is_in_place)
		return 0;
	if (set_mode(output, fileno(file)) || fsync(fileno(file)))
		return fail(output, "cannot be written", why);
	if (put_in_place(output))
		return fail(output, "cannot be put in its place", why);
	return 0;
}

int ptool_output_end(struct ptool_output *output, int status,
		     struct ptool_reason *why)
{
	if (!output->file)
		return status;
	/* The function that printed does not know why it failed. */
	if (!status || ferror(output->out.file))
		status = finish(output, why);
	if (status && output->temporary)
		unlink(output->temporary);
	fclose(output->out.file);
	discard(output);
	free(output->target);
	return status;
}
