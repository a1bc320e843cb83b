// SPDX-License-Identifier: GPL-2.0
/* debugfs: access to the module's files and to saved snapshots */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "base/system.h"
#include "read/debugfs.h"
#include "snapshot/snapshot.h"

#define MOUNTS		"/proc/self/mounts"
#define CHUNK		(64 * 1024)

/* huge page size of x86-64, and of arm64 with 4 KiB pages; on others, a multiple of a page */
#define HUGE_BYTES	(2 * 1024 * 1024)

/* more than the control file has: a line for each disabled group, and one for each refused name */
#define CONTROL_BYTES	(256 * 1024)

/* characters of a refused line that an error shows */
#define LINE_SHOWN	255

/* characters of a name that is too long that an error shows */
#define NAME_SHOWN	32

/* larger snapshots are refused; one of 1,024 CPUs takes about 200 MiB */
#define BYTES_MAX	(1024UL * 1024 * 1024)

bool ptool_debugfs_find(char *mount)
{
	FILE *mounts = ptool_system_open(MOUNTS);
	struct mntent *entry;
	bool found = false;

	if (!mounts)
		return false;
	while (!found && (entry = getmntent(mounts))) {
		if (strcmp(entry->mnt_type, "debugfs"))
			continue;
		snprintf(mount, PTOOL_DEBUGFS_LEN, "%s", entry->mnt_dir);
		found = true;
	}
	endmntent(mounts);
	return found;
}

static int open_error(const char *path, int error, struct ptool_reason *why)
{
	switch (error) {
	case ENOENT:
		return ptool_fail(why,
				  "the module is not loaded: modprobe pathtime");
	case EACCES:
		return ptool_fail(why, "%s: permission denied: run as root",
				  path);
	case EPERM:
		return ptool_fail(why,
				  "%s: not permitted: the kernel is locked down, see /sys/kernel/security/lockdown",
				  path);
	default:
		return ptool_fail(why, "%s: %s", path, strerror(error));
	}
}

/* return a descriptor, or the negative of an exit status */
static int open_file(const char *name, int flags, char path[PATH_MAX],
		     struct ptool_reason *why)
{
	char mount[PTOOL_DEBUGFS_LEN];
	int fd;

	if (!ptool_debugfs_find(mount))
		return -ptool_fail(why,
				   "debugfs is not mounted: " PTOOL_DEBUGFS_MOUNT);
	snprintf(path, PATH_MAX, "%s%s/%s/%s", ptool_system_root(), mount,
		 PTIME_DEBUGFS_DIR, name);
	fd = open(path, flags | O_CLOEXEC);
	return fd < 0 ? -open_error(path, errno, why) : fd;
}

/*
 * Allocate the buffer at once if the size of the file is known and large. Ask
 * for huge pages: faulting in that many small pages takes longer than reading
 * the file.
 */
static void make_room(int fd, struct ptool_bytes *bytes, size_t *room)
{
	struct stat about;
	size_t size;

	if (fstat(fd, &about) || about.st_size < HUGE_BYTES ||
	    (size_t)about.st_size > BYTES_MAX)
		return;
	/* at least one byte more than the file, so that read() can return its end */
	size = (about.st_size / HUGE_BYTES + 1) * HUGE_BYTES;
	bytes->data = aligned_alloc(HUGE_BYTES, size);
	if (!bytes->data)
		return;
	madvise(bytes->data, size, MADV_HUGEPAGE);
	*room = size;
}

static bool grow(struct ptool_bytes *bytes, size_t *room)
{
	char *data;

	if (bytes->size < *room)
		return true;
	*room = *room ? 2 * *room : CHUNK;
	data = realloc(bytes->data, *room);
	if (data)
		bytes->data = data;
	return data;
}

/*
 * Read to the end. Stop early if the data does not begin like a snapshot,
 * because the file may be a device without an end. The decoder reports what is
 * wrong.
 */
static int read_snapshot(struct ptool_input *input, struct ptool_bytes *bytes,
			 struct ptool_reason *why)
{
	size_t room = 0;
	ssize_t length;

	make_room(input->fd, bytes, &room);
	do {
		if (bytes->size > BYTES_MAX || !grow(bytes, &room))
			return ptool_fail(why, "%s: too large", input->name);
		length = ptool_input_read(input, bytes->data + bytes->size,
					  room - bytes->size);
		if (length < 0)
			return ptool_fail(why, "%s: %s", input->name,
					  strerror(errno));
		bytes->size += length;
	} while (length && ptool_snapshot_is(bytes->data, bytes->size));
	return 0;
}

int ptool_debugfs_read_input(struct ptool_bytes *bytes,
			     struct ptool_input *input,
			     struct ptool_reason *why)
{
	int status;

	memset(bytes, 0, sizeof(*bytes));
	status = read_snapshot(input, bytes, why);
	if (!status)
		return 0;
	free(bytes->data);
	return status;
}

int ptool_debugfs_read(struct ptool_bytes *bytes, struct ptool_reason *why)
{
	char path[PATH_MAX];
	struct ptool_input input = { .name = path };
	int status;

	input.fd = open_file(PTIME_FILE_SNAPSHOT, O_RDONLY, path, why);
	if (input.fd < 0)
		return -input.fd;
	status = ptool_debugfs_read_input(bytes, &input, why);
	ptool_input_close(&input);
	return status;
}

int ptool_debugfs_read_saved(struct ptool_bytes *bytes, const char *path,
			     struct ptool_reason *why)
{
	struct ptool_input input;
	int status = ptool_input_open(&input, path, why);

	if (status)
		return status;
	status = ptool_debugfs_read_input(bytes, &input, why);
	ptool_input_close(&input);
	return status;
}

/* reads the control file; what follows the first @size - 1 bytes is left out */
static bool read_control(int fd, char *text, size_t size)
{
	size_t length = 0;
	ssize_t more;

	do {
		more = pread(fd, text + length, size - 1 - length, length);
		length += more > 0 ? more : 0;
	} while (more > 0);
	text[length] = '\0';
	return length;
}

/* find the module's error text in its last line that begins with PTIME_LAST_ERROR */
static const char *last_error(char *text)
{
	const char *found = NULL, *line;

	for (line = text; line; line = strchr(line, '\n')) {
		line += strspn(line, "\n");
		if (!strncmp(line, PTIME_LAST_ERROR, strlen(PTIME_LAST_ERROR)))
			found = line + strlen(PTIME_LAST_ERROR);
	}
	if (!found)
		return NULL;
	text[strcspn(found, "\n") + (found - text)] = '\0';
	return strcmp(found, "none") ? found : NULL;
}

/* @fd wrote the line; through another open file the module may report another writer's error */
static void explain(int fd, const char *line, struct ptool_refusal *refusal)
{
	char *text = ptool_alloc(CONTROL_BYTES, 1);
	const char *words = read_control(fd, text, CONTROL_BYTES) ? last_error(text) : NULL;

	/* a long line must leave room for the module's words */
	int length = strcspn(line, "\n"), shown = length < LINE_SHOWN ? length : LINE_SHOWN;

	ptool_reason_set(&refusal->why, "the module refused '%.*s%s': %s%s%s",
			 shown, line, shown < length ? "..." : "",
			 strerror(refusal->error), words ? ": " : "",
			 words ? words : "");
	free(text);
}

static int send_line(const char *line, int flags, struct ptool_refusal *refusal,
		     struct ptool_reason *why)
{
	char path[PATH_MAX];
	int fd = open_file(PTIME_FILE_CONTROL, O_RDWR | flags, path, why);

	if (fd < 0)
		return -fd;
	refusal->error = write(fd, line, strlen(line)) < 0 ? errno : 0;
	if (refusal->error)
		explain(fd, line, refusal);
	close(fd);
	return 0;
}

int ptool_debugfs_send(const char *line, struct ptool_refusal *refusal,
		       struct ptool_reason *why)
{
	return send_line(line, 0, refusal, why);
}

static int write_line(const char *line, int flags, struct ptool_reason *why)
{
	struct ptool_refusal refusal;
	int status = send_line(line, flags, &refusal, why);

	if (!status && refusal.error)
		status = ptool_fail(why, "%s", refusal.why.text);
	return status;
}

int ptool_debugfs_write(const char *line, struct ptool_reason *why)
{
	return write_line(line, 0, why);
}

int ptool_debugfs_stop(struct ptool_reason *why)
{
	char line[PTIME_LINE_MAX + 2];

	snprintf(line, sizeof(line), "%s\n", ptime_verb_name(PTIME_VERB_STOP));
	return write_line(line, O_NONBLOCK, why);
}

bool ptool_debugfs_read_text(const char *name, char *text, size_t size)
{
	char mount[PTOOL_DEBUGFS_LEN], path[PATH_MAX];
	ssize_t length;
	int fd;

	if (!ptool_debugfs_find(mount))
		return false;
	snprintf(path, sizeof(path), "%s%s/%s/%s", ptool_system_root(), mount,
		 PTIME_DEBUGFS_DIR, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	length = read(fd, text, size - 1);
	close(fd);
	if (length < 0)
		return false;
	text[length] = '\0';
	return true;
}

/* the module splits lines at newlines and words at blanks */
static bool is_word(const char *word)
{
	return *word && !word[strcspn(word, " \t\r\n\v\f")];
}

int ptool_control_line(char *line, int words, char *const *word,
		       struct ptool_reason *why)
{
	size_t length = 0;
	int i;

	for (i = 0; i < words; i++) {
		if (!is_word(word[i]))
			return ptool_fail_usage(why, "%s: '%s' is not one word",
						word[0], word[i]);
		length += snprintf(line + length, PTOOL_CONTROL_LEN - length,
				   "%s%s", i ? " " : "", word[i]);
		if (length > PTIME_LINE_MAX)
			return ptool_fail_usage(why,
						"%s: longer than %d characters",
						word[0], PTIME_LINE_MAX);
	}
	memcpy(line + length, "\n", sizeof("\n"));
	return 0;
}

static size_t options_length(const struct ptool_naming *naming)
{
	size_t length = 0;
	int i;

	for (i = 0; i < naming->options; i++)
		length += 1 + strlen(naming->option[i]);
	return length;
}

static int check_name(const struct ptool_naming *naming, const char *name, size_t room,
		      struct ptool_reason *why)
{
	if (!is_word(name))
		return ptool_fail_usage(why, "%s: '%s' is not one word", naming->verb, name);
	if (strlen(name) > room)
		return ptool_fail_usage(why, "%s: longer than %d characters: '%.*s...'",
					naming->verb, PTIME_LINE_MAX, NAME_SHOWN, name);
	return 0;
}

/* All are checked before the first line is sent: an error then means that nothing was done. */
static int check_words(const struct ptool_naming *naming, struct ptool_reason *why)
{
	size_t others = strlen(naming->verb) + options_length(naming) + 1;
	int status = 0, i;
	u32 name;

	for (i = 0; i < naming->options; i++)
		if (!is_word(naming->option[i]))
			return ptool_fail_usage(why, "%s: '%s' is not one word",
						naming->verb, naming->option[i]);
	if (others > PTIME_LINE_MAX)
		return ptool_fail_usage(why, "%s: longer than %d characters",
					naming->verb, PTIME_LINE_MAX);
	for (name = 0; !status && name < naming->names; name++)
		status = check_name(naming, naming->name[name], PTIME_LINE_MAX - others, why);
	return status;
}

/* put as many names as fit into a line, from number @first on; returns how many */
static u32 put_names(char *line, const struct ptool_naming *naming, u32 first)
{
	size_t length = sprintf(line, "%s", naming->verb);
	size_t room = PTIME_LINE_MAX - options_length(naming);
	u32 count = 0;
	int i;

	while (first + count < naming->names && count < PTIME_NAMES_MAX) {
		const char *name = naming->name[first + count];

		if (length + 1 + strlen(name) > room)
			break;
		length += sprintf(line + length, "%c%s", count++ ? ',' : ' ', name);
	}
	for (i = 0; i < naming->options; i++)
		length += sprintf(line + length, " %s", naming->option[i]);
	memcpy(line + length, "\n", sizeof("\n"));
	return count;
}

/* "NAME (ERROR): TEXT" of the last line that was written */
struct refused_name {
	char *name;
	int error;
	char *text;
};

static bool parse_refused(char *line, struct refused_name *refused)
{
	char *open, *close;

	if (strncmp(line, PTIME_REFUSED, strlen(PTIME_REFUSED)))
		return false;
	refused->name = line + strlen(PTIME_REFUSED);
	open = strstr(refused->name, " (");
	close = open ? strstr(open, "): ") : NULL;
	if (!close)
		return false;
	*open = '\0';
	refused->error = (int)strtol(open + strlen(" ("), NULL, 10);
	refused->text = close + strlen("): ");
	return true;
}

/* The module lists the names in the order of the line. Returns how many it has refused. */
static u32 report_refused(const struct ptool_naming *naming, u32 first, u32 count, char *text,
			  ptool_refused *refused, void *argument)
{
	u32 index = first, found = 0;
	struct ptool_reason reason;
	struct refused_name one;
	char *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		if (!parse_refused(line, &one))
			continue;
		while (index < first + count && strcmp(naming->name[index], one.name))
			index++;
		if (index == first + count)
			break;
		ptool_reason_set(&reason, "%s: %s", strerror(one.error), one.text);
		refused(argument, index++, one.error, reason.text);
		found++;
	}
	return found;
}

/* send a line with the names from number @first on */
static int send_names(const char *line, const struct ptool_naming *naming, u32 first, u32 count,
		      ptool_refused *refused, void *argument, struct ptool_reason *why)
{
	char path[PATH_MAX], *text;
	int fd = open_file(PTIME_FILE_CONTROL, O_RDWR, path, why);
	struct ptool_refusal refusal;
	u32 i;

	if (fd < 0)
		return -fd;
	refusal.error = write(fd, line, strlen(line)) < 0 ? errno : 0;
	text = ptool_alloc(CONTROL_BYTES, 1);
	if ((!read_control(fd, text, CONTROL_BYTES) ||
	     !report_refused(naming, first, count, text, refused, argument)) && refusal.error) {
		explain(fd, line, &refusal);
		for (i = first; i < first + count; i++)
			refused(argument, i, refusal.error, refusal.why.text);
	}
	free(text);
	close(fd);
	return 0;
}

int ptool_debugfs_name(const struct ptool_naming *naming, ptool_refused *refused,
		       void *argument, struct ptool_reason *why)
{
	int status = check_words(naming, why);
	char line[PTOOL_CONTROL_LEN];
	u32 first = 0, count;

	while (!status && first < naming->names) {
		count = put_names(line, naming, first);
		status = send_names(line, naming, first, count, refused, argument, why);
		first += count;
	}
	return status;
}
