// SPDX-License-Identifier: GPL-2.0
/*
 * torture, part chaos: all that can be done to the files, by several processes,
 * while the module comes and goes and verbs change what there is to be read
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "torture.h"

#define WORKERS		6
#define OPEN_MAX	4

/* a file that a worker has open; whole as long as it is only read from its beginning on */
struct opened {
	const struct torture_file *file;
	int fd;
	bool in_order;
	struct rob_text text;
};

struct counts {
	u64 opens;
	u64 absent;
	u64 whole;
};

/*
 * @quiet: most workers must close their files, so that the module can go
 * @paused: all of them must, and open nothing
 */
static struct shared {
	atomic_bool quiet;
	atomic_bool paused;
	struct counts counts[WORKERS];
} *shared;

static const char *const lines[] = {
	"stop\n", "start\n", "reset\n", "start\n", "add target:target_spin\n",
	"del target:target_spin\n", "add ip_rcv group=mine\n", "disable mine\n",
	"enable flowtable\n", "disable flowtable\n", "rubbish\n", "add nomodule:function\n",
	"del nomodule:function\n", "filter in=lo proto=icmp\n", "filter\n", "filter in=nosuch\n",
	"disable paths\n",
};

static void open_one(struct opened *opened, struct counts *count)
{
	static const int flags[] = { O_RDONLY, O_RDONLY, O_RDONLY, O_RDWR, O_RDONLY | O_NONBLOCK };
	char path[128];

	opened->file = &torture_files[rob_below(torture_file_count)];
	snprintf(path, sizeof(path), ROB_DIR "/%s", opened->file->name);
	opened->fd = open(path, flags[rob_below(ARRAY_SIZE(flags))]);
	opened->in_order = true;
	opened->text.length = 0;
	if (opened->fd >= 0)
		count->opens++;
	else if (errno != ENOENT && errno != ENODEV && errno != ENXIO)
		torture_fail(opened->file, "open: %s", strerror(errno));
	else
		count->absent++;
}

static void close_one(struct opened *opened)
{
	close(opened->fd);
	free(opened->text.bytes);
	opened->text.bytes = NULL;
	opened->fd = -1;
}

static void end_of_file(struct opened *opened, struct counts *count)
{
	const char *why;

	if (!opened->in_order)
		return;
	opened->text.bytes[opened->text.length] = '\0';
	why = torture_check(opened->file, &opened->text);
	if (why)
		torture_fail(opened->file, "%s", why);
	count->whole++;
}

static void read_one(struct opened *opened, struct counts *count)
{
	size_t size = rob_chance(50) ? 65536 : 1 + rob_below(PIECE_MAX);
	struct rob_text *text = &opened->text;
	ssize_t taken;

	text->bytes = realloc(text->bytes, text->length + size + 1);
	if (!text->bytes)
		rob_die("no memory");
	taken = read(opened->fd, text->bytes + text->length, size);
	if (taken < 0)
		torture_fail(opened->file, "read: %s", strerror(errno));
	text->length += taken;
	if (taken)
		return;
	end_of_file(opened, count);
	close_one(opened);
}

/*
 * The next read() makes seq_file write all lines in front again. If one of them is longer now, as
 * its reason has changed, the text goes on within another line.
 */
static void pread_one(struct opened *opened)
{
	char bytes[PIECE_MAX];

	opened->in_order = false;
	if (pread(opened->fd, bytes, 1 + rob_below(sizeof(bytes)), rob_below(1 << 20)) < 0)
		torture_fail(opened->file, "pread: %s", strerror(errno));
}

static void seek_one(struct opened *opened)
{
	opened->in_order = false;
	if (lseek(opened->fd, rob_below(1 << 16), SEEK_SET) < 0 &&
	    !(opened->file->binary && errno == EINVAL))
		torture_fail(opened->file, "lseek: %s", strerror(errno));
}

/* may be refused, for whatever reason there is at the moment */
static void write_line(void)
{
	rob_write(ROB_DIR "/" PTIME_FILE_CONTROL, rob_one_of(lines));
}

static void do_something(struct opened *opened, struct counts *count)
{
	if (rob_chance(2))
		write_line();
	if (opened->fd < 0) {
		open_one(opened, count);
		return;
	}
	switch (rob_below(20)) {
	case 0:
		pread_one(opened);
		break;
	case 1:
		seek_one(opened);
		break;
	case 2 ... 3:
		close_one(opened);
		break;
	default:
		read_one(opened, count);
	}
}

static void rest(struct opened *opened)
{
	unsigned int i;

	for (i = 0; i < OPEN_MAX; i++)
		if (opened[i].fd >= 0)
			close_one(&opened[i]);
	usleep(rob_below(20000));
}

static void work(unsigned int worker)
{
	struct counts *count = &shared->counts[worker];
	struct opened opened[OPEN_MAX];
	unsigned int i;
	u64 absent;

	rob_seed(torture_seed + worker);
	for (i = 0; i < OPEN_MAX; i++)
		opened[i] = (struct opened){ .fd = -1 };
	for (;;) {
		absent = count->absent;
		do_something(&opened[rob_below(OPEN_MAX)], count);
		/* if the module is absent, trying again at once would slow its load down */
		if (rob_chance(shared->quiet ? 90 : 3) || count->absent != absent)
			rest(opened);
		while (shared->paused)
			rest(opened);
	}
}

static void check_workers(void)
{
	int status;
	pid_t pid = waitpid(-1, &status, WNOHANG);

	if (pid > 0)
		rob_die("seed %llu: a worker ended, see above (status %#x)", torture_seed,
			status);
}

static void come_and_go(u64 *loads, u64 *busy)
{
	double end = torture_now() + torture_seconds;
	int err;

	/* on a slow machine the time may be over before anything has happened */
	while (torture_now() < end || !*loads || !*busy) {
		check_workers();
		err = torture_unload();
		if (err == -EWOULDBLOCK) {
			++*busy;
			/* if each command takes a second, there is always a file open */
			shared->paused = torture_now() > end;
			shared->quiet = rob_chance(90);
			usleep(1000 + rob_below(20000));
			continue;
		}
		if (err)
			rob_die("seed %llu: unloading: %s", torture_seed, strerror(-err));
		shared->quiet = false;
		shared->paused = false;
		usleep(rob_below(50000));
		err = torture_load();
		if (err)
			rob_die("seed %llu: loading: %s", torture_seed, strerror(-err));
		++*loads;
		usleep(rob_below(300000));
	}
}

void torture_chaos(void)
{
	struct counts all = { 0, 0, 0 };
	u64 loads = 0, busy = 0;
	pid_t pids[WORKERS];
	unsigned int i;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		rob_die("no memory");
	for (i = 0; i < WORKERS; i++) {
		pids[i] = fork();
		if (!pids[i])
			work(i);
	}
	come_and_go(&loads, &busy);
	for (i = 0; i < WORKERS; i++) {
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
		all.opens += shared->counts[i].opens;
		all.absent += shared->counts[i].absent;
		all.whole += shared->counts[i].whole;
	}
	printf("chaos: %llu files opened, %llu not there, %llu read whole; loaded %llu times, in use %llu times\n",
	       all.opens, all.absent, all.whole, loads, busy);
	if (!loads || !busy || !all.absent || !all.whole)
		rob_die("not all that may happen has happened");
	if (torture_unload())
		rob_die("the module does not unload");
}
