// SPDX-License-Identifier: GPL-2.0
/* process: standard descriptors, memory, signals, and a command in the background */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/process.h"
#include "base/time.h"

/* the largest snapshot that is read, see read/debugfs.c */
#define MEMORY_KEPT		(1024 * 1024 * 1024)

#define EXIT_NO_COMMAND		127
#define EXIT_CANNOT_RUN		126
#define EXIT_OF_SIGNAL		128

/* a caught signal: whether it has arrived, and from whom */
enum arrival {
	NOT_ARRIVED,
	FROM_KERNEL,
	FROM_PROCESS,
};

/* volatile, because a signal handler writes it */
static volatile sig_atomic_t arrived[NSIG];

/* the caught signals, their former actions, and the mask before the first one was held */
static sigset_t caught;
static struct sigaction former[NSIG];
static sigset_t former_mask;
static bool is_held;

/* the file that a signal which ends the process removes */
static const char *volatile unfinished;

static void note(int number, siginfo_t *signal, void *context)
{
	(void)context;
	/* Ctrl-C comes from the kernel, kill() does not */
	arrived[number] = signal->si_code <= 0 ? FROM_PROCESS : FROM_KERNEL;
}

/* without SA_RESTART, so that a signal ends a system call */
static void install(int number)
{
	struct sigaction ours = { .sa_sigaction = note, .sa_flags = SA_SIGINFO };

	sigaction(number, &ours, NULL);
}

void ptool_process_reserve_descriptors(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		/* open() returns the lowest descriptor that is free: this one */
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(PTOOL_EXIT_FAILURE);
}

void ptool_process_keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, MEMORY_KEPT);
	mallopt(M_TRIM_THRESHOLD, MEMORY_KEPT);
#endif
}

void ptool_signals_catch(const int *numbers, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		/* while SIGCHLD is ignored, the kernel reaps children: waitpid() fails */
		if (numbers[i] == SIGCHLD)
			signal(SIGCHLD, SIG_DFL);
		sigaction(numbers[i], NULL, &former[numbers[i]]);
		/* as of nohup, or of a shell for a job in the background */
		if (former[numbers[i]].sa_handler == SIG_IGN)
			continue;
		sigaddset(&caught, numbers[i]);
		install(numbers[i]);
	}
}

void ptool_signals_catch_held(const int *numbers, size_t count)
{
	sigset_t held;
	size_t i;

	sigemptyset(&held);
	for (i = 0; i < count; i++)
		sigaddset(&held, numbers[i]);
	sigprocmask(SIG_BLOCK, &held, is_held ? NULL : &former_mask);
	is_held = true;
	ptool_signals_catch(numbers, count);
}

void ptool_signals_catch_end(void)
{
	static const int numbers[] = { SIGINT, SIGTERM };

	ptool_signals_catch_held(numbers, ARRAY_SIZE(numbers));
}

static int next_arrived(bool *is_sent)
{
	int number;

	for (number = 1; number < NSIG; number++) {
		if (arrived[number] == NOT_ARRIVED)
			continue;
		if (is_sent)
			*is_sent = arrived[number] == FROM_PROCESS;
		arrived[number] = NOT_ARRIVED;
		return number;
	}
	return 0;
}

static struct timespec time_left(u64 due_ns)
{
	u64 now_ns = ptool_time_now();

	return ptool_timespec(due_ns > now_ns ? due_ns - now_ns : 0);
}

/* all signals but the caught ones stay as @mask has them */
static void wait_for(struct pollfd *fd, u64 due_ns, sigset_t mask)
{
	struct timespec left = time_left(due_ns);
	int number;

	for (number = 1; number < NSIG; number++)
		if (sigismember(&caught, number) == 1)
			sigdelset(&mask, number);
	if (ppoll(fd, fd ? 1 : 0, due_ns == PTOOL_SIGNALS_NEVER ? NULL : &left,
		  &mask) < 0 && fd)
		fd->revents = 0;
}

/* The signals are blocked from the check to ppoll(), so that none is missed. */
int ptool_signals_wait(struct pollfd *fd, u64 due_ns, bool *is_sent)
{
	sigset_t mask;
	int number;

	sigprocmask(SIG_BLOCK, &caught, &mask);
	number = next_arrived(is_sent);
	if (number && fd)
		fd->revents = 0;
	if (!number) {
		wait_for(fd, due_ns, mask);
		number = next_arrived(is_sent);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return number;
}

void ptool_signals_default(int number)
{
	sigset_t one, mask;

	sigemptyset(&one);
	sigaddset(&one, number);
	signal(number, SIG_DFL);
	raise(number);
	sigprocmask(SIG_UNBLOCK, &one, &mask);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	install(number);
}

static void leave_nothing(int number)
{
	if (unfinished)
		unlink(unfinished);
	/*
	 * The signal is blocked until this handler returns. Then it ends the
	 * tool, because SA_RESETHAND has restored its default action.
	 */
	raise(number);
}

/* signals that are ignored, or have a handler already, do not end the tool */
void ptool_signals_unlink(const char *file)
{
	static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
	struct sigaction ours = { .sa_handler = leave_nothing,
				  .sa_flags = SA_RESETHAND };
	struct sigaction now;
	size_t i;

	unfinished = file;
	for (i = 0; file && i < ARRAY_SIZE(numbers); i++)
		if (!sigaction(numbers[i], NULL, &now) &&
		    now.sa_handler == SIG_DFL)
			sigaction(numbers[i], &ours, NULL);
}

/* actions first: a pending signal must meet the command's own */
static void release_signals(void)
{
	int number;

	for (number = 1; number < NSIG; number++)
		if (sigismember(&caught, number) == 1)
			sigaction(number, &former[number], NULL);
	if (is_held)
		sigprocmask(SIG_SETMASK, &former_mask, NULL);
}

/* @failure is closed by a successful execvp(), and gets a byte otherwise */
static void run(char **words, int failure)
{
	ssize_t written;
	int error;

	release_signals();
	execvp(words[0], words);
	error = errno;
	written = write(failure, "", 1);
	(void)written;
	/* this process has no caller that could print it */
	ptool_note("%s: %s", words[0], strerror(error));
	_exit(error == ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_RUN);
}

int ptool_launch_start(struct ptool_launch *launch, char **words,
		       struct ptool_reason *why)
{
	pid_t process;
	int ends[2];

	memset(launch, 0, sizeof(*launch));
	if (pipe2(ends, O_CLOEXEC))
		return ptool_fail(why, "%s: %s", words[0], strerror(errno));
	process = fork();
	if (!process)
		run(words, ends[1]);
	close(ends[1]);
	if (process < 0) {
		close(ends[0]);
		return ptool_fail(why, "%s: %s", words[0], strerror(errno));
	}
	launch->process = process;
	launch->failure = ends[0];
	return 0;
}

bool ptool_launch_failed(const struct ptool_launch *launch)
{
	char byte;

	return read(launch->failure, &byte, 1) == 1;
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
