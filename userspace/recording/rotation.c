// SPDX-License-Identifier: GPL-2.0
/* rotation: the files of a recording that begins a new file from time to time */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "recording/rotation.h"

#define STAMP		"%Y%m%dT%H%M%SZ"
#define STAMP_LEN	16

/* a year that has more than four digits would make names that do not sort by time */
#define STAMP_MAX	253402300799LL

static char *text_of(const char *text, size_t length)
{
	char *copy = strndup(text, length);

	if (!copy)
		ptool_end_without_memory();
	return copy;
}

static void split(struct ptool_rotation *rotation, const char *output)
{
	const char *slash = strrchr(output, '/');
	const char *base = slash ? slash + 1 : output;
	const char *dot = strrchr(base, '.');
	size_t length = dot && dot != base ? (size_t)(dot - base) : strlen(base);

	/* "/file" is in the directory "/" */
	if (slash)
		rotation->directory = text_of(output, base - output);
	else
		rotation->directory = text_of("./", 2);
	if (asprintf(&rotation->prefix, "%.*s-", (int)length, base) < 0)
		ptool_end_without_memory();
	rotation->suffix = text_of(base + length, strlen(base + length));
}

/* return the time in the name of a file, or 0 if it is not one of the rotation's files */
static u64 time_of(const struct ptool_rotation *rotation, const char *file)
{
	size_t length = strlen(rotation->prefix);
	struct tm tm = { 0 };
	const char *end;

	if (strncmp(file, rotation->prefix, length) ||
	    strlen(file) != length + STAMP_LEN + strlen(rotation->suffix) ||
	    strspn(file + length, "0123456789TZ") < STAMP_LEN)
		return 0;
	end = strptime(file + length, STAMP, &tm);
	return end == file + length + STAMP_LEN && !strcmp(end, rotation->suffix) ?
	       (u64)timegm(&tm) : 0;
}

static char *name_at(const struct ptool_rotation *rotation, u64 seconds)
{
	time_t when = (time_t)seconds;
	char stamp[STAMP_LEN + 1];
	struct tm tm;
	char *name;

	gmtime_r(&when, &tm);
	strftime(stamp, sizeof(stamp), STAMP, &tm);
	if (asprintf(&name, "%s%s%s%s",
		     strcmp(rotation->directory, "./") ? rotation->directory : "",
		     rotation->prefix, stamp, rotation->suffix) < 0)
		ptool_end_without_memory();
	return name;
}

static int compare_times(const void *left, const void *right)
{
	u64 a = *(const u64 *)left, b = *(const u64 *)right;

	return a < b ? -1 : a > b;
}

/* return the times of all files in ascending order, for free() */
static int find_files(const struct ptool_rotation *rotation, u64 **times,
		      u32 *files, struct ptool_reason *why)
{
	DIR *directory = opendir(rotation->directory);
	struct dirent *entry;
	u64 seconds;

	*times = NULL;
	*files = 0;
	if (!directory)
		return ptool_fail(why, "%s: %s", rotation->directory,
				  strerror(errno));
	while ((entry = readdir(directory))) {
		seconds = time_of(rotation, entry->d_name);
		if (!seconds)
			continue;
		*times = ptool_realloc(*times, *files + 1, sizeof(**times));
		(*times)[(*files)++] = seconds;
	}
	closedir(directory);
	if (*files)
		qsort(*times, *files, sizeof(**times), compare_times);
	return 0;
}

/* a recorder holds a lock on its file */
static bool is_locked(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is_held;

	if (fd < 0)
		return false;
	is_held = flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
	close(fd);
	return is_held;
}

static int check_unlocked(const struct ptool_rotation *rotation, u64 seconds,
			  struct ptool_reason *why)
{
	char *name = name_at(rotation, seconds);
	int status = is_locked(name) ?
		     ptool_fail(why, "%s: another pathtime is recording into it: wait until it has ended, or name another file",
				name) : 0;

	free(name);
	return status;
}

/* The file of a recorder that runs need not be the newest one: files can be copied. */
static int find_newest(struct ptool_rotation *rotation, struct ptool_reason *why)
{
	u64 *times;
	u32 i, files;
	int status = find_files(rotation, &times, &files, why);

	for (i = 0; i < files && !status; i++)
		status = check_unlocked(rotation, times[i], why);
	if (!status && files) {
		rotation->last = times[files - 1];
		rotation->name = name_at(rotation, rotation->last);
	}
	free(times);
	return status;
}

/* A user who names a directory expects files in it, not next to it. */
static bool is_directory(const char *output)
{
	size_t length = strlen(output);
	struct stat there;

	return (length && output[length - 1] == '/') ||
	       (!stat(output, &there) && S_ISDIR(there.st_mode));
}

int ptool_rotation_begin(struct ptool_rotation *rotation, const char *output,
			 struct ptool_reason *why)
{
	split(rotation, output);
	if (is_directory(output))
		return ptool_fail(why, "--output %s: a directory: name a file in it",
				  output);
	return find_newest(rotation, why);
}

/* the time of the next file; two files of one second have times of two seconds */
static u64 next_time(const struct ptool_rotation *rotation)
{
	u64 now = (u64)time(NULL);

	return now > rotation->last ? now : rotation->last + 1;
}

static int check_time(u64 seconds, struct ptool_reason *why)
{
	return seconds <= STAMP_MAX ? 0 :
	       ptool_fail(why, "the time of day is after the year 9999: set the clock");
}

static void accept(struct ptool_rotation *rotation, char *name, u64 seconds)
{
	free(rotation->name);
	rotation->name = name;
	rotation->last = seconds;
}

/* no file had this name when the rotation began, so another recorder has begun it since */
static int create_file(const struct ptool_rotation *rotation,
		       struct ptool_recorder *recorder, const char *name,
		       struct ptool_reason *why)
{
	int status = ptool_recorder_create(recorder, name,
					   PTOOL_RECORDING_MODULE,
					   rotation->warner, why);

	if (status && recorder->is_taken)
		status = ptool_fail(why, "%s: another pathtime has just begun it: wait until it has ended, or name another file",
				    name);
	return status;
}

int ptool_rotation_create(struct ptool_rotation *rotation,
			  struct ptool_recorder *recorder,
			  struct ptool_reason *why)
{
	u64 seconds = next_time(rotation);
	int status = check_time(seconds, why);

	if (status)
		return status;
	accept(rotation, name_at(rotation, seconds), seconds);
	return create_file(rotation, recorder, rotation->name, why);
}

bool ptool_rotation_is_due(const struct ptool_rotation *rotation,
			   const struct ptool_recorder *recorder, u64 age_ns)
{
	return (rotation->bytes && recorder->bytes >= rotation->bytes) ||
	       (rotation->age_ns && age_ns >= rotation->age_ns);
}

/* the file that was begun is removed if it has no snapshot */
static int begin_file(const struct ptool_rotation *rotation,
		      struct ptool_recorder *recorder, const char *name,
		      const struct ptool_bytes *bytes, struct ptool_reason *why)
{
	int status = create_file(rotation, recorder, name, why);

	if (status)
		return status;
	status = ptool_recorder_append(recorder, bytes, why);
	if (status)
		ptool_recorder_discard(recorder);
	return status;
}

int ptool_rotation_turn(struct ptool_rotation *rotation,
			struct ptool_recorder *recorder,
			const struct ptool_bytes *bytes,
			struct ptool_reason *why)
{
	u64 seconds = next_time(rotation);
	struct ptool_recorder next;
	int status = check_time(seconds, why);
	char *name;

	if (status)
		return status;
	name = name_at(rotation, seconds);
	status = begin_file(rotation, &next, name, bytes, why);
	if (status) {
		free(name);
		return status;
	}
	ptool_recorder_close(recorder);
	*recorder = next;
	accept(rotation, name, seconds);
	ptool_rotation_prune(rotation);
	return 0;
}

/* return why the file is still there; NULL if it is not */
static const char *unlink_unlocked(const char *name)
{
	if (is_locked(name))
		return "another pathtime is recording into it";
	return unlink(name) && errno != ENOENT ? strerror(errno) : NULL;
}

/* report the first failure only: the next one is at the next change of file */
static void remove_file(struct ptool_rotation *rotation, u64 seconds)
{
	char *name = name_at(rotation, seconds);
	const char *cause = unlink_unlocked(name);

	if (cause && !rotation->is_stuck) {
		rotation->is_stuck = true;
		ptool_warn(rotation->warner, "%s: cannot be removed: %s", name,
			   cause);
	}
	free(name);
}

void ptool_rotation_prune(struct ptool_rotation *rotation)
{
	struct ptool_reason why;
	u32 i, files;
	u64 *times;

	if (!rotation->keep || find_files(rotation, &times, &files, &why))
		return;
	for (i = 0; i + rotation->keep < files; i++)
		remove_file(rotation, times[i]);
	free(times);
}

void ptool_rotation_free(struct ptool_rotation *rotation)
{
	free(rotation->directory);
	free(rotation->prefix);
	free(rotation->suffix);
	free(rotation->name);
}
