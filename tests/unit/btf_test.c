// SPDX-License-Identifier: GPL-2.0
/* test of reading BTF: what arguments functions take, and that what is no BTF is refused */
#include <stdlib.h>
#include <string.h>

#include "doctor/btf.h"
#include "tap.h"

#define TYPE(_name, _kind, _count, _size)	(_name), (_kind) << 24 | (_count), (_size)
/* of linux/btf.h, which older systems do not have all of */
enum { INT = 1, PTR = 2, STRUCT = 4, ENUM = 6, TYPEDEF = 8, CONST = 10, FUNC = 12, PROTO = 13,
	FLOAT = 16, TYPE_TAG = 18 };

/* the types of a kernel; their numbers are those of the comments */
static const u32 kernel_types[] = {
	TYPE(0, INT, 0, 8), 64,			/* 1 */
	TYPE(0, PTR, 0, 1),			/* 2 */
	TYPE(0, STRUCT, 1, 32), 0, 1, 0,	/* 3 */
	TYPE(0, TYPEDEF, 0, 5),			/* 4 */
	TYPE(0, CONST, 0, 3),			/* 5 */
	TYPE(0, ENUM, 1, 4), 0, 7,		/* 6 */
	TYPE(0, PROTO, 3, 1), 0, 1, 0, 2, 0, 6,	/* 7: two words and an enum */
	TYPE(1, FUNC, 0, 7),			/* 8: three */
	TYPE(0, PROTO, 0, 0),			/* 9 */
	TYPE(7, FUNC, 0, 9),			/* 10: none */
	TYPE(0, PROTO, 7, 3), 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, /* 11 */
	TYPE(12, FUNC, 0, 11),			/* 12: large */
	TYPE(0, PROTO, 2, 0), 0, 2, 0, 0,	/* 13 */
	TYPE(18, FUNC, 0, 13),			/* 14: any */
	TYPE(0, PROTO, 2, 1), 0, 1, 0, 4,	/* 15: a word and, behind aliases, the structure */
	TYPE(22, FUNC, 0, 15),			/* 16: value */
	TYPE(0, FLOAT, 0, 8),			/* 17 */
	TYPE(0, PROTO, 1, 1), 0, 17,		/* 18 */
	TYPE(28, FUNC, 0, 18),			/* 19: real */
	TYPE(33, FUNC, 0, 1),			/* 20: bad, which has no prototype */
	TYPE(37, FUNC, 0, 9),			/* 21: twice, once without arguments */
	TYPE(37, FUNC, 0, 7),			/* 22: and once with three */
	TYPE(0, TYPE_TAG, 0, 24),		/* 23: a loop */
	TYPE(0, CONST, 0, 23),			/* 24 */
	TYPE(0, PROTO, 1, 1), 0, 24,		/* 25 */
	TYPE(43, FUNC, 0, 25),			/* 26: loop */
	TYPE(0, INT, 0, 16), 128,		/* 27 */
	TYPE(0, PROTO, 2, 1), 0, 1, 0, 27,	/* 28 */
	TYPE(48, FUNC, 0, 28),			/* 29: int128 */
};

static const char kernel_strings[] =
	"\0three\0none\0large\0any\0value\0real\0bad\0twice\0loop\0int128";

/* strings of a module are numbered on from those of the kernel, and so are its types */
#define IN_MODULE(_at)	(sizeof(kernel_strings) + (_at))
static const u32 module_types[] = {
	TYPE(0, PROTO, 1, 1), 0, 2,		/* 30 */
	TYPE(IN_MODULE(1), FUNC, 0, 30),	/* 31: one */
	TYPE(IN_MODULE(5), FUNC, 0, 7),		/* 32: three_more, of the kernel's prototype */
	TYPE(IN_MODULE(16), STRUCT, 0, 8),	/* 33: sk_buff */
	TYPE(0, PTR, 0, 33),			/* 34 */
	TYPE(0, CONST, 0, 33),			/* 35 */
	TYPE(0, PTR, 0, 35),			/* 36 */
	TYPE(0, PROTO, 3, 1), 0, 1, 0, 34, 0, 36,	/* 37: a word and two packets */
	TYPE(IN_MODULE(24), FUNC, 0, 37),	/* 38: pass */
	TYPE(0, PROTO, 2, 1), 0, 4, 0, 34,	/* 39: a structure and a packet */
	TYPE(IN_MODULE(29), FUNC, 0, 39),	/* 40: late */
};

static const char module_strings[] = "\0one\0three_more\0sk_buff\0pass\0late";

#if defined(__aarch64__) || defined(PTOOL_BTF_AS_ON_ARM64)
#define IS_ARM64	true
#else
#define IS_ARM64	false
#endif

#define HEADER_BYTES	24

static void *make(const void *types, u32 types_bytes, const char *strings, u32 strings_bytes,
		  size_t *bytes)
{
	u32 header[HEADER_BYTES / 4] = {
		0x1eb9f, HEADER_BYTES, 0, types_bytes, types_bytes, strings_bytes,
	};
	char *data;

	*bytes = HEADER_BYTES + types_bytes + strings_bytes;
	data = malloc(*bytes);
	if (!data)
		abort();
	memcpy(data, header, sizeof(header));
	memcpy(data + HEADER_BYTES, types, types_bytes);
	memcpy(data + HEADER_BYTES + types_bytes, strings, strings_bytes);
	return data;
}

#define MAKE(_name, _bytes)	\
	make(_name##_types, sizeof(_name##_types), _name##_strings, sizeof(_name##_strings), _bytes)

static void is_words(const struct ptool_btf *btf, const char *function, int wanted)
{
	const char *why = "";
	int words = ptool_btf_arguments(btf, function, &why);

	if (!tap_ok(words == wanted, "words of %s", function))
		tap_diag("got %d, wanted %d (%s)", words, wanted, why);
}

static void is_packet(const struct ptool_btf *btf, const char *function, int wanted)
{
	const char *why = "";
	int packet = ptool_btf_packet(btf, function, &why);

	if (!tap_ok(packet == wanted, "packet of %s", function))
		tap_diag("got %d, wanted %d (%s)", packet, wanted, why);
}

/* @wanted: a digit for each argument from 0 on, 1 if it is no packet */
static void are_no_packets(const struct ptool_btf *btf, const char *function, const char *wanted)
{
	u32 i;

	for (i = 0; wanted[i]; i++)
		tap_ok(ptool_btf_is_no_packet(btf, function, i) == (wanted[i] == '1'),
		       "argument %u of %s", i, function);
}

static void test_kernel(struct ptool_btf *btf)
{
	/* x86: the registers, and all of the structure; arm64: its address */
	bool x86 = !IS_ARM64;
	size_t bytes;
	void *data = MAKE(kernel, &bytes);

	tap_ok(ptool_btf_add(btf, data, bytes), "a kernel's");
	tap_is(btf->types, 30, "types, void included");
	is_words(btf, "three", 3);
	is_words(btf, "none", 0);
	is_words(btf, "large", x86 ? 8 : 7);
	is_words(btf, "any", -1);
	is_words(btf, "value", x86 ? 10 : 2);
	is_words(btf, "real", -1);
	is_words(btf, "bad", -1);
	is_words(btf, "twice", 3);
	is_words(btf, "loop", -1);
	is_words(btf, "int128", x86 ? 9 : 4);
	is_words(btf, "nosuch", -1);
	is_words(btf, "", -1);
}

static void test_module(struct ptool_btf *btf)
{
	size_t bytes;
	void *data = MAKE(module, &bytes);

	tap_ok(ptool_btf_add(btf, data, bytes), "a module's");
	is_words(btf, "one", 1);
	is_words(btf, "three_more", 3);
	/* the kernel's own function of the name is another one */
	is_words(btf, "three", -1);
	is_packet(btf, "pass", 1);
	is_packet(btf, "late", -1);
	is_packet(btf, "one", -1);
	is_packet(btf, "nosuch", -1);
	are_no_packets(btf, "pass", "1001");
	are_no_packets(btf, "late", "10");
	are_no_packets(btf, "one", "11");
	are_no_packets(btf, "nosuch", "00");
	data = MAKE(module, &bytes);
	tap_ok(!ptool_btf_add(btf, data, bytes), "a third file");
}

/* each beginning of the file, and the file with each of its bytes another, is read or refused */
static void test_damaged(void)
{
	struct ptool_btf btf;
	size_t bytes, i, taken = 0;
	const char *why;
	char *data;

	free(MAKE(kernel, &bytes));
	for (i = 0; i < bytes; i++) {
		memset(&btf, 0, sizeof(btf));
		taken += ptool_btf_add(&btf, MAKE(kernel, &(size_t) { 0 }), i);
		ptool_btf_free(&btf);
	}
	tap_is(taken, 0, "cut files that were taken");
	for (i = 0; i < 256 * bytes; i++) {
		memset(&btf, 0, sizeof(btf));
		data = MAKE(kernel, &(size_t) { 0 });
		data[i / 256] = i;
		if (ptool_btf_add(&btf, data, bytes)) {
			ptool_btf_arguments(&btf, "three", &why);
			ptool_btf_arguments(&btf, "value", &why);
			ptool_btf_arguments(&btf, "loop", &why);
			ptool_btf_packet(&btf, "three", &why);
			ptool_btf_is_no_packet(&btf, "value", 2);
			taken++;
		}
		ptool_btf_free(&btf);
	}
	tap_ok(taken, "changed files end nothing");
}

static void test_damaged_module(void)
{
	struct ptool_btf btf;
	size_t kernel_bytes, bytes, i;
	const char *why;
	char *data;

	free(MAKE(module, &bytes));
	for (i = 0; i < 256 * bytes; i++) {
		memset(&btf, 0, sizeof(btf));
		data = MAKE(kernel, &kernel_bytes);
		ptool_btf_add(&btf, data, kernel_bytes);
		data = MAKE(module, &(size_t) { 0 });
		data[i / 256] = i;
		if (ptool_btf_add(&btf, data, bytes)) {
			ptool_btf_packet(&btf, "pass", &why);
			ptool_btf_packet(&btf, "late", &why);
			ptool_btf_is_no_packet(&btf, "pass", 2);
		}
		ptool_btf_free(&btf);
	}
	tap_ok(true, "a module's changed files end nothing");
}

int main(void)
{
	struct ptool_btf btf = { 0 };

	test_kernel(&btf);
	test_module(&btf);
	ptool_btf_free(&btf);
	test_damaged();
	test_damaged_module();
	return tap_done();
}
