// SPDX-License-Identifier: GPL-2.0
/* launch: run a command in the background */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/launch.h"

#define EXIT_NO_COMMAND		127
#define EXIT_CANNOT_RUN		126
#define EXIT_OF_SIGNAL		128

static void run(char **words, const sigset_t *mask)
{
	int error;

	sigprocmask(SIG_SETMASK, mask, NULL);
	execvp(words[0], words);
	error = errno;
	ptool_note("%s: %s", words[0], strerror(error));
	_exit(error == ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_RUN);
}

int ptool_launch_start(struct ptool_launch *launch, char **words,
		       const sigset_t *mask)
{
	pid_t process = fork();

	memset(launch, 0, sizeof(*launch));
	if (process < 0)
		return ptool_error("%s: %s", words[0], strerror(errno));
	if (!process)
		run(words, mask);
	launch->process = process;
	return 0;
}

bool ptool_launch_reap(struct ptool_launch *launch)
{
	int status;

	if (waitpid(launch->process, &status, WNOHANG) != launch->process)
		return false;
	launch->process = 0;
	launch->status = WIFSIGNALED(status) ?
			 EXIT_OF_SIGNAL + WTERMSIG(status) :
			 WEXITSTATUS(status);
	return true;
}
