// SPDX-License-Identifier: GPL-2.0
/* system: read files and run programs of the machine */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"

/* directories of programs, in order of search; a user's PATH may lack the last two */
static const char *const directories[] = { "", "/usr/sbin/", "/sbin/" };

const char *ptool_system_root(void)
{
	const char *root = getenv(PTOOL_SYSTEM_ROOT);

	return root && strcmp(root, "/") ? root : "";
}

static void make_path(char path[PATH_MAX], const char *format,
		      va_list arguments)
{
	int length = snprintf(path, PATH_MAX, "%s", ptool_system_root());

	/* if the root is too long, the truncated path names no file */
	if (length < PATH_MAX)
		vsnprintf(path + length, PATH_MAX - length, format, arguments);
}

bool ptool_system_has(const char *format, ...)
{
	char path[PATH_MAX];
	va_list arguments;

	va_start(arguments, format);
	make_path(path, format, arguments);
	va_end(arguments);
	return !access(path, F_OK);
}

static FILE *open_path(const char *format, va_list arguments)
{
	char path[PATH_MAX];

	make_path(path, format, arguments);
	return fopen(path, "re");
}

FILE *ptool_system_open(const char *format, ...)
{
	va_list arguments;
	FILE *file;

	va_start(arguments, format);
	file = open_path(format, arguments);
	va_end(arguments);
	return file;
}

/* a text has no NUL, so getdelim() reads it to its end */
static char *read_text(FILE *file)
{
	char *text = NULL;
	size_t room = 0;

	errno = 0;
	if (getdelim(&text, &room, '\0', file) >= 0)
		return text;
	free(text);
	return ferror(file) ? NULL : strdup("");
}

char *ptool_system_read(const char *format, ...)
{
	va_list arguments;
	char *text;
	FILE *file;

	va_start(arguments, format);
	file = open_path(format, arguments);
	va_end(arguments);
	if (!file)
		return NULL;
	text = read_text(file);
	fclose(file);
	return text;
}

bool ptool_system_line(char *line, size_t size, const char *format, ...)
{
	va_list arguments;
	FILE *file;
	bool done;

	*line = '\0';
	va_start(arguments, format);
	file = open_path(format, arguments);
	va_end(arguments);
	if (!file)
		return false;
	done = fgets(line, size, file) || !ferror(file);
	line[strcspn(line, "\n")] = '\0';
	fclose(file);
	return done;
}

/* returns 0 or a positive errno */
static int spawn(pid_t *pid, const char *const *words, int output)
{
	posix_spawn_file_actions_t actions;
	char program[PATH_MAX];
	int error = ENOENT;
	size_t i;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	for (i = 0; error == ENOENT && i < ARRAY_SIZE(directories); i++) {
		snprintf(program, sizeof(program), "%s%s", directories[i],
			 words[0]);
		error = posix_spawnp(pid, program, &actions, NULL,
				     (char *const *)words, environ);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static char *read_output(int fd)
{
	FILE *file = fdopen(fd, "r");
	char *text;

	if (!file) {
		close(fd);
		return NULL;
	}
	text = read_text(file);
	fclose(file);
	return text;
}

char *ptool_system_run(const char *const *words)
{
	int ends[2], error, status;
	char *text;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	error = spawn(&pid, words, ends[1]);
	close(ends[1]);
	if (error) {
		close(ends[0]);
		errno = error;
		return NULL;
	}
	text = read_output(ends[0]);
	if (waitpid(pid, &status, 0) == pid && !status)
		return text;
	free(text);
	errno = EIO;
	return NULL;
}
