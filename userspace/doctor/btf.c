// SPDX-License-Identifier: GPL-2.0
/* btf: the arguments of functions, from the kernel's BTF: words, and packets */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/system.h"
#include "doctor/btf.h"

/* From Documentation/bpf/btf.rst: linux/btf.h of older systems is incomplete. */
#define MAGIC		0xeb9f
#define VERSION		1

enum kind {
	VOID, INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT,
	FUNC, FUNC_PROTO, VAR, DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64, KINDS
};

struct header {
	unsigned short magic;
	unsigned char version;
	unsigned char flags;
	u32 length;
	u32 types_at;
	u32 types_bytes;
	u32 strings_at;
	u32 strings_bytes;
};

/* words of each type: its name, its kind with a count, and a size or another type */
enum { NAME, INFO, SIZE_OR_TYPE, WORDS };

/* words that follow: once per type, and for each of the count */
static const unsigned char words_once[KINDS] = {
	[INT] = 1, [ARRAY] = 3, [VAR] = 1, [DECL_TAG] = 1,
};

static const unsigned char words_each[KINDS] = {
	[STRUCT] = 3, [UNION] = 3, [ENUM] = 2, [FUNC_PROTO] = 2, [DATASEC] = 3, [ENUM64] = 3,
};

/* limit of typedefs and qualifiers on a type, so that a loop in bad BTF ends */
#define ALIASES_MAX	64

/* calling conventions for integers, pointers and structures of these */
#if defined(__aarch64__) || defined(PTOOL_BTF_AS_ON_ARM64)
#define REGISTERS		8
#define LARGE_BY_ADDRESS	true
#else
#define REGISTERS		6
#define LARGE_BY_ADDRESS	false
#endif
/*
 * A larger structure is returned in memory of the caller, and passed on the
 * stack or by address.
 */
#define LARGE_WORDS		2

static enum kind kind_of(const u32 *type)
{
	return type ? type[INFO] >> 24 & 0x1f : VOID;
}

static u32 count_of(const u32 *type)
{
	return type[INFO] & 0xffff;
}

static void add_type(struct ptool_btf *btf, const u32 *type)
{
	if (btf->types == btf->room) {
		btf->room = btf->room ? 2 * btf->room : 4096;
		btf->type = ptool_realloc(btf->type, btf->room, sizeof(*btf->type));
	}
	btf->type[btf->types++] = type;
}

/* returns true if the words are a sequence of complete types */
static bool add_types(struct ptool_btf *btf, const u32 *word, size_t words)
{
	size_t length;
	enum kind kind;

	for (; words; word += length, words -= length) {
		if (words < WORDS)
			return false;
		kind = kind_of(word);
		if (kind == VOID || kind >= KINDS)
			return false;
		length = WORDS + words_once[kind] + (size_t)words_each[kind] * count_of(word);
		if (length > words)
			return false;
		add_type(btf, word);
	}
	return true;
}

/* does [@at, @at + @length) lie within @bytes bytes? */
static bool lies_within(size_t bytes, size_t at, size_t length)
{
	return at <= bytes && length <= bytes - at;
}

static bool is_sound(const struct header *header, const unsigned char *data, size_t bytes)
{
	size_t begin = header->length;

	return header->magic == MAGIC && header->version == VERSION &&
	       begin >= sizeof(*header) && begin <= bytes &&
	       !((begin + header->types_at) % sizeof(u32)) &&
	       !(header->types_bytes % sizeof(u32)) &&
	       lies_within(bytes - begin, header->types_at, header->types_bytes) &&
	       lies_within(bytes - begin, header->strings_at, header->strings_bytes) &&
	       header->strings_bytes &&
	       !data[begin + header->strings_at + header->strings_bytes - 1];
}

bool ptool_btf_add(struct ptool_btf *btf, void *data, size_t bytes)
{
	u32 before = 0, types = btf->types;
	struct header header;
	unsigned char *begin;

	if (btf->parts == PTOOL_BTF_PARTS || bytes < sizeof(header))
		goto refuse;
	memcpy(&header, data, sizeof(header));
	if (!is_sound(&header, data, bytes))
		goto refuse;
	begin = (unsigned char *)data + header.length;
	if (!btf->types)
		add_type(btf, NULL);
	if (!add_types(btf, (const u32 *)(begin + header.types_at),
		       header.types_bytes / sizeof(u32))) {
		btf->types = types;
		goto refuse;
	}
	if (btf->parts)
		before = btf->part[btf->parts - 1].before + btf->part[btf->parts - 1].bytes;
	btf->part[btf->parts].data = data;
	btf->part[btf->parts].strings = (const char *)begin + header.strings_at;
	btf->part[btf->parts].bytes = header.strings_bytes;
	btf->part[btf->parts].before = before;
	btf->parts++;
	btf->last = types;
	return true;

refuse:
	free(data);
	return false;
}

/* read to the end, without relying on the file's size */
static void *read_file(FILE *file, size_t *bytes)
{
	size_t room = 1 << 20, got;
	char *data = ptool_realloc(NULL, room, 1);

	*bytes = 0;
	while ((got = fread(data + *bytes, 1, room - *bytes, file))) {
		*bytes += got;
		if (*bytes == room) {
			room *= 2;
			data = ptool_realloc(data, room, 1);
		}
	}
	return data;
}

static bool load_part(struct ptool_btf *btf, const char *name)
{
	FILE *file = ptool_system_open(PTOOL_BTF_DIRECTORY "/%s", name);
	size_t bytes;
	void *data;

	if (!file)
		return false;
	data = read_file(file, &bytes);
	fclose(file);
	return ptool_btf_add(btf, data, bytes);
}

bool ptool_btf_load(struct ptool_btf *btf, const char *module)
{
	memset(btf, 0, sizeof(*btf));
	return load_part(btf, "vmlinux") && (!*module || load_part(btf, module));
}

void ptool_btf_free(struct ptool_btf *btf)
{
	while (btf->parts)
		free(btf->part[--btf->parts].data);
	free(btf->type);
	memset(btf, 0, sizeof(*btf));
}

/* returns an empty string if the offset is out of range */
static const char *string(const struct ptool_btf *btf, u32 at)
{
	size_t i;

	for (i = 0; i < btf->parts; i++)
		if (at >= btf->part[i].before && at - btf->part[i].before < btf->part[i].bytes)
			return btf->part[i].strings + (at - btf->part[i].before);
	return "";
}

/* resolve typedefs and qualifiers; NULL for void, and for an invalid number */
static const u32 *plain_type(const struct ptool_btf *btf, u32 number)
{
	const u32 *type;
	int i;

	for (i = 0; i < ALIASES_MAX && number < btf->types; i++) {
		type = btf->type[number];
		switch (kind_of(type)) {
		case TYPEDEF: case VOLATILE: case CONST: case RESTRICT: case TYPE_TAG:
			number = type[SIZE_OR_TYPE];
			break;
		default:
			return type;
		}
	}
	return NULL;
}

/*
 * Return the words of a value, 0 if unknown. @by_value is set if the value may
 * be passed on the stack as a whole.
 */
static u32 words_of(const struct ptool_btf *btf, u32 number, bool *by_value)
{
	const u32 *type = plain_type(btf, number);
	u32 words;

	*by_value = false;
	switch (kind_of(type)) {
	case PTR: case ENUM: case ENUM64:
		return 1;
	case INT: case STRUCT: case UNION:
		words = type[SIZE_OR_TYPE] / 8 + !!(type[SIZE_OR_TYPE] % 8);
		*by_value = kind_of(type) != INT || words > 1;
		/*
		 * A 16-byte integer is aligned to 16 bytes: a word may be
		 * skipped before it.
		 */
		return words + (kind_of(type) == INT && words > 1);
	default:
		return 0;
	}
}

static bool is_large_structure(const struct ptool_btf *btf, u32 number)
{
	bool by_value;

	return words_of(btf, number, &by_value) > LARGE_WORDS && by_value &&
	       kind_of(plain_type(btf, number)) != INT;
}

static int count_arguments(const struct ptool_btf *btf, const u32 *prototype, const char **why)
{
	const u32 *parameter = prototype + WORDS;
	/*
	 * The address of a large result is an argument word, except on arm64,
	 * which has a separate register for it.
	 */
	u32 in_order = !LARGE_BY_ADDRESS && is_large_structure(btf, prototype[SIZE_OR_TYPE]);
	u32 i, words;
	u32 whole = 0;
	bool by_value;

	for (i = 0; i < count_of(prototype); i++, parameter += 2) {
		words = words_of(btf, parameter[1], &by_value);
		if (!words) {
			*why = parameter[1] ? "takes an argument of an unknown kind" :
					      "takes any number of arguments";
			return -1;
		}
		/*
		 * Far more than a direct call passes on; the limit keeps sums
		 * from overflowing.
		 */
		if (words > 255)
			words = 255;
		if (LARGE_BY_ADDRESS && is_large_structure(btf, parameter[1]))
			in_order++;
		else if (by_value && !LARGE_BY_ADDRESS)
			whole += words;
		else
			in_order += words;
	}
	if (whole && in_order < REGISTERS)
		in_order = REGISTERS;
	return (int)(in_order + whole);
}

static int arguments_of(const struct ptool_btf *btf, const u32 *function, const char **why)
{
	u32 number = function[SIZE_OR_TYPE];

	if (number >= btf->types || kind_of(btf->type[number]) != FUNC_PROTO) {
		*why = "has no prototype";
		return -1;
	}
	return count_arguments(btf, btf->type[number], why);
}

int ptool_btf_arguments(const struct ptool_btf *btf, const char *function, const char **why)
{
	int words = -1, one;
	u32 i;

	*why = "is not described";
	for (i = btf->last; i < btf->types; i++) {
		if (kind_of(btf->type[i]) != FUNC ||
		    strcmp(string(btf, btf->type[i][NAME]), function))
			continue;
		one = arguments_of(btf, btf->type[i], why);
		if (one < 0)
			return -1;
		words = one > words ? one : words;
	}
	return words;
}

/* a module may know the structure by name only */
static bool is_packet(const struct ptool_btf *btf, u32 number)
{
	const u32 *type = plain_type(btf, number);

	if (kind_of(type) != PTR)
		return false;
	type = plain_type(btf, type[SIZE_OR_TYPE]);
	return (kind_of(type) == STRUCT || kind_of(type) == FWD) &&
	       !strcmp(string(btf, type[NAME]), "sk_buff");
}

static bool is_function(const struct ptool_btf *btf, const u32 *type, const char *name)
{
	return kind_of(type) == FUNC && !strcmp(string(btf, type[NAME]), name);
}

/* NULL if the function has none */
static const u32 *prototype_of(const struct ptool_btf *btf, const u32 *function)
{
	u32 number = function[SIZE_OR_TYPE];

	return number < btf->types && kind_of(btf->type[number]) == FUNC_PROTO ?
	       btf->type[number] : NULL;
}

/* the address of a large result is the first argument */
static bool returns_by_address(const struct ptool_btf *btf, const u32 *prototype)
{
	return !LARGE_BY_ADDRESS && is_large_structure(btf, prototype[SIZE_OR_TYPE]);
}

static int packet_of(const struct ptool_btf *btf, const u32 *function, const char **why)
{
	const u32 *parameter, *prototype = prototype_of(btf, function);
	bool by_value;
	u32 i;

	*why = "has no prototype";
	if (!prototype)
		return -1;
	*why = "returns a large structure";
	if (returns_by_address(btf, prototype))
		return -1;
	*why = "takes no struct sk_buff *";
	parameter = prototype + WORDS;
	for (i = 0; i < count_of(prototype); i++, parameter += 2) {
		if (is_packet(btf, parameter[1]))
			return (int)i;
		if (words_of(btf, parameter[1], &by_value) != 1 || by_value) {
			*why = "takes an argument of several words before the packet";
			return -1;
		}
	}
	return -1;
}

int ptool_btf_packet(const struct ptool_btf *btf, const char *function, const char **why)
{
	int packet = -1, one;
	u32 i;

	*why = "is not described";
	for (i = btf->last; i < btf->types; i++) {
		if (!is_function(btf, btf->type[i], function))
			continue;
		one = packet_of(btf, btf->type[i], why);
		if (one < 0)
			return -1;
		if (packet >= 0 && one != packet) {
			*why = "has different arguments in several places";
			return -1;
		}
		packet = one;
	}
	return packet;
}

/* a void * may be a packet; behind an argument of several words, the numbers differ */
static bool has_no_packet_at(const struct ptool_btf *btf, const u32 *function, u32 number)
{
	const u32 *parameter, *prototype = prototype_of(btf, function), *type;
	bool by_value;
	u32 i;

	if (!prototype || returns_by_address(btf, prototype))
		return false;
	parameter = prototype + WORDS;
	for (i = 0; i < count_of(prototype) && i < number; i++, parameter += 2)
		if (words_of(btf, parameter[1], &by_value) != 1 || by_value)
			return false;
	if (i == count_of(prototype))
		return true;
	type = plain_type(btf, parameter[1]);
	if (kind_of(type) == PTR && !plain_type(btf, type[SIZE_OR_TYPE]))
		return false;
	return !is_packet(btf, parameter[1]);
}

bool ptool_btf_is_no_packet(const struct ptool_btf *btf, const char *function, u32 number)
{
	u32 i;

	for (i = btf->last; i < btf->types; i++)
		if (is_function(btf, btf->type[i], function) &&
		    has_no_packet_at(btf, btf->type[i], number))
			return true;
	return false;
}
