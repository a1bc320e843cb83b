// SPDX-License-Identifier: GPL-2.0
/*
 * torture, part held: readers that stop half-way, between two reads and within
 * one, must not keep the verbs from being done; only the module stays
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "torture.h"

#define FILES_MAX	16
/* no verb takes that long on the slowest machine */
#define VERBS_SECONDS_MAX	100

static const char *const verbs[] = {
	"stop\n", "start\n", "reset\n", "add target:target_spin\n", "del target:target_spin\n",
	"enable flowtable\n", "disable flowtable\n", "filter proto=udp\n", "filter\n",
};

static double do_verbs(void)
{
	double start, took, most = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(verbs); i++) {
		start = torture_now();
		torture_verb(verbs[i]);
		took = torture_now() - start;
		if (took > most)
			most = took;
	}
	return most;
}

/* in a process of its own: one that waits for a mutex can neither be woken nor killed */
static double slowest(void)
{
	struct pollfd pollfd = { .events = POLLIN };
	double most;
	int ends[2];

	if (pipe(ends))
		rob_die("pipe: %s", strerror(errno));
	if (!fork()) {
		most = do_verbs();
		_exit(write(ends[1], &most, sizeof(most)) != sizeof(most));
	}
	close(ends[1]);
	pollfd.fd = ends[0];
	if (poll(&pollfd, 1, VERBS_SECONDS_MAX * 1000) != 1)
		rob_die("seed %llu: the verbs wait for a reader", torture_seed);
	if (read(ends[0], &most, sizeof(most)) != sizeof(most))
		rob_die("seed %llu: a verb failed, see above", torture_seed);
	close(ends[0]);
	wait(NULL);
	return most;
}

/* a page whose first use waits until somebody fills it, which nobody does */
struct stuck {
	const struct torture_file *file;
	pthread_t thread;
	char *page;
	int fd;
	ssize_t taken;
};

static int faults;

static void make_stuck_page(struct stuck *stuck)
{
	long size = sysconf(_SC_PAGESIZE);
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	stuck->page = mmap(NULL, size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (stuck->page == MAP_FAILED)
		torture_fail(stuck->file, "mmap: %s", strerror(errno));
	range.range.start = (unsigned long)stuck->page;
	range.range.len = size;
	if (ioctl(faults, UFFDIO_REGISTER, &range))
		torture_fail(stuck->file, "UFFDIO_REGISTER: %s", strerror(errno));
}

static void *read_stuck(void *argument)
{
	struct stuck *stuck = argument;

	stuck->taken = read(stuck->fd, stuck->page, 1000);
	return NULL;
}

static void wait_for_fault(const struct torture_file *file)
{
	struct pollfd pollfd = { faults, POLLIN, 0 };
	struct uffd_msg message;

	if (poll(&pollfd, 1, VERBS_SECONDS_MAX * 1000) != 1)
		torture_fail(file, "a read waits for another that is stuck");
	if (read(faults, &message, sizeof(message)) != sizeof(message) ||
	    message.event != UFFD_EVENT_PAGEFAULT)
		torture_fail(file, "no page fault: %s", strerror(errno));
}

static void begin_stuck(struct stuck *stuck, const struct torture_file *file)
{
	stuck->file = file;
	stuck->fd = torture_open(file, O_RDONLY);
	make_stuck_page(stuck);
	if (pthread_create(&stuck->thread, NULL, read_stuck, stuck))
		torture_fail(file, "no thread");
	/* from here on it is within read(2) */
	wait_for_fault(file);
}

static void end_stuck(struct stuck *stuck)
{
	struct uffdio_zeropage zero = {
		.range = { (unsigned long)stuck->page, sysconf(_SC_PAGESIZE) },
	};

	if (ioctl(faults, UFFDIO_ZEROPAGE, &zero))
		torture_fail(stuck->file, "UFFDIO_ZEROPAGE: %s", strerror(errno));
	pthread_join(stuck->thread, NULL);
	if (stuck->taken <= 0)
		torture_fail(stuck->file, "the read that was stuck gave %zd", stuck->taken);
	close(stuck->fd);
}

static void begin_all_stuck(struct stuck *stuck)
{
	struct uffdio_api api = { .api = UFFD_API };
	unsigned int i;

	if (ioctl(faults, UFFDIO_API, &api))
		rob_die("userfaultfd: %s", strerror(errno));
	for (i = 0; i < torture_file_count; i++)
		begin_stuck(&stuck[i], &torture_files[i]);
}

static void check_it_stays(const char *why)
{
	int err = torture_unload();

	if (err != -EWOULDBLOCK)
		rob_die("seed %llu: to unload with %s gave %s", torture_seed, why,
			err ? strerror(-err) : "success");
}

/* text that was read before a command and after it is one, each line whole */
static void check_rest(const struct torture_file *file, int fd, struct rob_text *text)
{
	struct rob_text rest = { NULL, 0 };
	const char *why;
	int err = rob_read_fd(&rest, fd, 100);

	if (err)
		torture_fail(file, "the rest: %s", strerror(-err));
	text->bytes = realloc(text->bytes, text->length + rest.length + 1);
	if (!text->bytes)
		rob_die("no memory");
	memcpy(text->bytes + text->length, rest.bytes, rest.length + 1);
	text->length += rest.length;
	free(rest.bytes);
	why = torture_check(file, text);
	if (why)
		torture_fail(file, "read before and after the verbs: %s\n%s", why,
			     file->binary ? "" : text->bytes);
}

struct held {
	struct rob_text text;
	int fd;
};

static void begin_held(struct held *held, const struct torture_file *file)
{
	held->fd = torture_open(file, O_RDONLY);
	held->text.bytes = malloc(10);
	held->text.length = 10;
	if (!held->text.bytes || read(held->fd, held->text.bytes, 10) != 10)
		torture_fail(file, "no 10 bytes");
}

static void end_held(struct held *held, const struct torture_file *file)
{
	check_rest(file, held->fd, &held->text);
	close(held->fd);
	free(held->text.bytes);
}

static double slowest_while_held(void)
{
	struct held held[FILES_MAX];
	double most;
	unsigned int i;

	for (i = 0; i < torture_file_count; i++)
		begin_held(&held[i], &torture_files[i]);
	most = slowest();
	check_it_stays("files read in part");
	for (i = 0; i < torture_file_count; i++)
		end_held(&held[i], &torture_files[i]);
	return most;
}

static double slowest_while_stuck(void)
{
	struct stuck stuck[FILES_MAX];
	double most;
	unsigned int i;

	begin_all_stuck(stuck);
	most = slowest();
	check_it_stays("reads under way");
	for (i = 0; i < torture_file_count; i++)
		end_stuck(&stuck[i]);
	return most;
}

void torture_held(void)
{
	printf("held: the slowest verb took %.0f ms alone", slowest() * 1e3);
	printf(", %.0f ms with files read in part", slowest_while_held() * 1e3);
	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (faults >= 0)
		printf(", %.0f ms with reads under way\n", slowest_while_stuck() * 1e3);
	else if (errno == ENOSYS)
		printf("; no userfaultfd in this kernel\n");
	else
		rob_die("userfaultfd: %s", strerror(errno));
	if (torture_unload())
		rob_die("the module does not unload");
}
