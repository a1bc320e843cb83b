// SPDX-License-Identifier: GPL-2.0
/* test of recording: marks that lie, with a hash that does not tell */
#include <endian.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "recording/range.h"
#include "recording/recording.h"
#include "tap.h"

struct expected_mark {
	struct ptool_recording_frame frame;
	struct ptool_recording_mark mark;
};

/* the reason of the last error */
static struct ptool_reason why;

static const struct ptool_recording_mark right = {
	.bytes = sizeof(right),
	.packed_bytes = 16,
	.snapshot_bytes = 1000,
	.time_ns = 10,
	.since_ns = 5,
};

static char name[32];

/* a recording of this mark and 16 bytes, which are no frame */
static int step_of(const struct ptool_recording_mark *mark,
		   struct ptool_recording *recording, struct ptool_place *place)
{
	static const char frame[16];
	/* the size of every struct is a multiple of 8: another size is a lie */
	u32 bytes = mark->bytes & ~7U;
	size_t size = offsetof(struct expected_mark, mark) + bytes;
	struct ptool_recorder recorder;
	struct expected_mark framed = {
		.frame.magic = htole32(PTOOL_RECORDING_MARK_FRAME),
		.frame.bytes = htole32(bytes),
		.mark = *mark,
	};
	int step = -1;

	framed.mark.hash = ptool_recording_hash(mark, bytes,
						offsetof(struct ptool_recording_mark,
							 hash));
	unlink(name);
	if (ptool_recorder_create(&recorder, name, PTOOL_RECORDING_MODULE,
				  NULL, &why))
		return -1;
	if (write(recorder.fd, &framed, size) == (ssize_t)size &&
	    write(recorder.fd, frame, sizeof(frame)) == sizeof(frame) &&
	    !ptool_recording_open(recording, name, NULL, &why))
		step = ptool_recording_next(recording, place, &why);
	ptool_recorder_close(&recorder);
	return step;
}

static void test_step(const char *what, struct ptool_recording_mark mark,
		      int wanted)
{
	struct ptool_recording recording;
	struct ptool_place place;
	int step = step_of(&mark, &recording, &place);

	if (!tap_ok(step == wanted, "%s", what))
		tap_diag("got %d, wanted %d", step, wanted);
	ptool_recording_close(&recording);
}

static void test_frame(void)
{
	struct ptool_recording recording;
	struct ptool_place place;
	struct ptool_model *model;
	int step = step_of(&right, &recording, &place);

	tap_ok(!step && ptool_recording_model(&recording, &place, &model,
					      &why) ==
	       PTOOL_EXIT_FAILURE, "what is no frame is not unpacked");
	tap_ok(ptool_recording_next(&recording, &place,
				    &why) == PTOOL_RECORDING_END,
	       "behind it is the end");
	ptool_recording_close(&recording);
}

static u32 warnings;

static void count_cut(const char *text)
{
	warnings += strstr(text, ": cut at byte ") && !strchr(text, '\n');
}

static bool is_empty_range(ptool_warner *warner)
{
	static const struct ptool_timestamp all;
	struct ptool_recording recording;
	struct ptool_range range = { .is_empty = false };

	if (ptool_recording_open(&recording, name, warner, &why))
		return false;
	if (ptool_range_find(&range, &recording, &all, &all, &why))
		range.is_empty = false;
	ptool_recording_close(&recording);
	return range.is_empty;
}

static void test_warner(void)
{
	struct ptool_recording_mark longer = right;
	struct ptool_recording recording;
	struct ptool_place place;

	longer.packed_bytes = 17;
	tap_is(step_of(&longer, &recording, &place), PTOOL_RECORDING_CUT,
	       "a byte is missing");
	ptool_recording_close(&recording);
	tap_ok(is_empty_range(count_cut), "the range has no snapshot");
	tap_is(warnings, 1, "the caller receives one warning");
	tap_ok(is_empty_range(NULL), "a caller need not receive any");
	tap_is(warnings, 1, "and then receives none");
}

/* a file of a head, of which the first @bytes are there */
static int status_of(u32 bytes, u32 kind)
{
	struct {
		struct ptool_recording_frame frame;
		struct ptool_recording_head head;
	} framed = {
		.frame.magic = htole32(PTOOL_RECORDING_HEAD_FRAME),
		.frame.bytes = htole32(bytes),
		.head.bytes = bytes,
		.head.version = PTOOL_RECORDING_VERSION,
		.head.kind = kind,
	};
	struct ptool_recording recording;
	size_t size = sizeof(framed.frame) + bytes;
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600), status = -1;

	memcpy(framed.head.magic, PTOOL_RECORDING_MAGIC,
	       sizeof(framed.head.magic));
	framed.head.hash = ptool_recording_hash(&framed.head, bytes,
						offsetof(struct ptool_recording_head,
							 hash));
	if (fd >= 0 && write(fd, &framed, size) == (ssize_t)size)
		status = ptool_recording_open(&recording, name, NULL, &why);
	close(fd);
	if (!status && recording.head.kind != kind)
		status = -1;
	if (!status)
		ptool_recording_close(&recording);
	return status;
}

static void test_heads(void)
{
	u32 short_bytes = offsetof(struct ptool_recording_head, kind);
	u32 bytes = sizeof(struct ptool_recording_head);

	tap_is(status_of(short_bytes, PTOOL_RECORDING_MODULE), 0,
	       "a head without a kind is of the module");
	tap_is(status_of(short_bytes - 8, PTOOL_RECORDING_MODULE),
	       PTOOL_EXIT_FAILURE, "a shorter head is none");
	tap_is(status_of(bytes, PTOOL_RECORDING_CAPTURES), 0,
	       "a head of captures");
	tap_is(status_of(bytes, PTOOL_RECORDING_CAPTURES + 1),
	       PTOOL_EXIT_FAILURE, "a kind that is not known");
}

/* the first step into a recording whose head comes again, with something else in it */
static int step_behind(void (*change)(struct ptool_recording_head *head))
{
	struct {
		struct ptool_recording_frame frame;
		struct ptool_recording_head head;
	} framed;
	struct ptool_recording recording;
	struct ptool_recorder recorder;
	struct ptool_place place;
	int fd, step = -1;

	unlink(name);
	if (ptool_recorder_create(&recorder, name, PTOOL_RECORDING_MODULE,
				  NULL, &why))
		return -1;
	fd = open(name, O_RDONLY);
	if (fd >= 0 && read(fd, &framed, sizeof(framed)) == sizeof(framed)) {
		change(&framed.head);
		framed.head.hash = ptool_recording_hash(&framed.head,
							sizeof(framed.head),
							offsetof(struct ptool_recording_head,
								 hash));
		if (write(recorder.fd, &framed, sizeof(framed)) > 0 &&
		    !ptool_recording_open(&recording, name, NULL, &why)) {
			step = ptool_recording_next(&recording, &place, &why);
			ptool_recording_close(&recording);
		}
	}
	if (fd >= 0)
		close(fd);
	ptool_recorder_close(&recorder);
	return step;
}

static void change_nothing(struct ptool_recording_head *head)
{
	(void)head;
}

static void change_kernel(struct ptool_recording_head *head)
{
	memcpy(head->kernel, "9.9.9", sizeof("9.9.9"));
}

static void change_machine(struct ptool_recording_head *head)
{
	memcpy(head->machine, "another", sizeof("another"));
}

static void change_kind(struct ptool_recording_head *head)
{
	head->kind = PTOOL_RECORDING_CAPTURES;
}

static void change_version(struct ptool_recording_head *head)
{
	head->version++;
}

static void change_names(struct ptool_recording_head *head)
{
	memset(head->boot, 'x', sizeof(head->boot));
}

static void test_heads_again(void)
{
	static const struct {
		const char *what;
		void (*change)(struct ptool_recording_head *head);
		int wanted;
	} cases[] = {
		{ "the same", change_nothing, PTOOL_RECORDING_END },
		{ "of another kernel", change_kernel, PTOOL_RECORDING_END },
		{ "of another machine", change_machine, -PTOOL_EXIT_FAILURE },
		{ "of another kind", change_kind, -PTOOL_EXIT_FAILURE },
		{ "of another version", change_version, -PTOOL_EXIT_FAILURE },
		{ "without an end of a name", change_names,
		  -PTOOL_EXIT_FAILURE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		tap_ok(step_behind(cases[i].change) == cases[i].wanted,
		       "a head that comes again, %s", cases[i].what);
}

int main(void)
{
	struct ptool_recording_mark mark = right;
	int fd;

	snprintf(name, sizeof(name), "/tmp/recording_test.XXXXXX");
	fd = mkstemp(name);
	if (fd < 0)
		return 1;
	close(fd);
	test_step("a mark", mark, PTOOL_RECORDING_PLACE);
	test_frame();
	test_warner();
	mark.packed_bytes = 17;
	test_step("a frame that goes beyond the end", mark, PTOOL_RECORDING_CUT);
	mark.packed_bytes = ~0ULL;
	test_step("a frame of all bytes there can be", mark,
		  PTOOL_RECORDING_CUT);
	mark.packed_bytes = 0;
	test_step("a frame of none", mark, -PTOOL_EXIT_FAILURE);
	mark = right;
	mark.snapshot_bytes = PTOOL_RECORDING_SNAPSHOT_MAX;
	test_step("the largest snapshot", mark, PTOOL_RECORDING_PLACE);
	mark.snapshot_bytes++;
	test_step("a larger one", mark, -PTOOL_EXIT_FAILURE);
	mark.snapshot_bytes = 0;
	test_step("an empty one", mark, -PTOOL_EXIT_FAILURE);
	mark = right;
	mark.since_ns = 11;
	test_step("counts that begin after they end", mark,
		  -PTOOL_EXIT_FAILURE);
	mark = right;
	mark.bytes++;
	test_step("a size that is not the frame's", mark, -PTOOL_EXIT_FAILURE);
	mark = right;
	mark.bytes = offsetof(struct ptool_recording_mark, segment);
	test_step("without a part of a capture", mark, PTOOL_RECORDING_PLACE);
	mark.bytes -= 8;
	test_step("a shorter one", mark, -PTOOL_EXIT_FAILURE);
	mark = right;
	memset(mark.segment.name, 'x', sizeof(mark.segment.name));
	test_step("a name without an end", mark, -PTOOL_EXIT_FAILURE);
	mark = right;
	mark.segment.source[0] = '\n';
	test_step("a name that is no text", mark, -PTOOL_EXIT_FAILURE);
	test_heads();
	test_heads_again();
	unlink(name);
	return tap_done();
}
