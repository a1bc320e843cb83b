// SPDX-License-Identifier: GPL-2.0
/* interrupt: end an endless command between two of its steps, on SIGINT or SIGTERM */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>

#include "base/due.h"
#include "base/error.h"
#include "base/interrupt.h"

int ptool_interrupt_open(void)
{
	sigset_t signals;
	int fd;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	fd = signalfd(-1, &signals, SFD_CLOEXEC);
	if (fd < 0)
		ptool_error("signals cannot be waited for: %s",
			    strerror(errno));
	return fd;
}

static struct timespec time_left(u64 due_ns)
{
	u64 now_ns = ptool_due_now();

	return ptool_due_timespec(due_ns > now_ns ? due_ns - now_ns : 0);
}

bool ptool_interrupt_wait(int interrupt, int fd, u64 due_ns)
{
	struct pollfd wanted[] = {
		{ .fd = interrupt, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	struct timespec left = time_left(due_ns);

	ppoll(wanted, ARRAY_SIZE(wanted),
	      due_ns == PTOOL_INTERRUPT_NEVER ? NULL : &left, NULL);
	return wanted[0].revents;
}
