// SPDX-License-Identifier: GPL-2.0
/* output: write a file, completely or not at all */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output.h"
#include "base/process.h"

static int fail(const struct ptool_output *output, const char *what,
		struct ptool_reason *why)
{
	return ptool_fail(why, "--output %s: %s: %s", output->file, what,
			  strerror(errno));
}

static int report_existing(const struct ptool_output *output,
			   struct ptool_reason *why)
{
	return ptool_fail(why,
			  "--output %s: %s: pathtime does not overwrite files: name another one, or remove it",
			  output->file, strerror(EEXIST));
}

/* rename() would replace a device with a regular file */
static int check_place(const struct ptool_output *output,
		       struct ptool_reason *why)
{
	struct stat there;

	if (lstat(output->file, &there))
		return 0;
	if (output->is_new)
		return report_existing(output, why);
	if (S_ISREG(there.st_mode))
		return 0;
	return ptool_fail(why,
			  "--output %s: not a regular file, which pathtime would replace: name another one, or leave out --output to write to standard output",
			  output->file);
}

/* mkstemp() creates a file of mode 0600; use the mode that open() would give */
static int set_mode(int descriptor)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(descriptor, 0666 & ~mask);
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

static int begin(struct ptool_output *output, struct ptool_reason *why)
{
	int status;

	output->out.width = PTOOL_OUT_WIDTH;
	output->out.is_wide = true;
	status = check_place(output, why);
	if (status)
		return status;
	if (asprintf(&output->temporary, "%s.XXXXXX", output->file) < 0)
		return fail(output, "cannot be named", why);
	ptool_signals_unlink(output->temporary);
	status = create(output, why);
	if (status)
		discard(output);
	return status;
}

int ptool_output_begin(struct ptool_output *output, const char *file,
		       const struct ptool_out *out, struct ptool_reason *why)
{
	memset(output, 0, sizeof(*output));
	output->file = file;
	output->out = *out;
	return file ? begin(output, why) : 0;
}

int ptool_output_begin_new(struct ptool_output *output, const char *file,
			   struct ptool_reason *why)
{
	memset(output, 0, sizeof(*output));
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

static int finish(const struct ptool_output *output, struct ptool_reason *why)
{
	FILE *file = output->out.file;

	if (fflush(file) || ferror(file)) {
		errno = ptool_out_error(file);
		return fail(output, "cannot be written", why);
	}
	if (set_mode(fileno(file)) || fsync(fileno(file)))
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
	if (!status)
		status = finish(output, why);
	if (status)
		unlink(output->temporary);
	fclose(output->out.file);
	discard(output);
	return status;
}
