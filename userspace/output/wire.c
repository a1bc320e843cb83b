// SPDX-License-Identifier: GPL-2.0
/* wire: encodes messages in the wire format of protobuf */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "output/wire.h"

/* types of values */
#define VARINT		0
#define EIGHT_BYTES	1
#define LENGTH		2

/* 64 bits, seven in each byte */
#define VARINT_MAX	10

void ptool_wire_release(struct ptool_wire *wire)
{
	free(wire->data);
	*wire = (struct ptool_wire){ 0 };
}

static void reserve(struct ptool_wire *wire, size_t size)
{
	if (wire->size + size <= wire->room)
		return;
	wire->room = 2 * (wire->size + size);
	wire->data = ptool_realloc(wire->data, wire->room, 1);
}

static void add(struct ptool_wire *wire, const void *data, size_t size)
{
	reserve(wire, size);
	memcpy(wire->data + wire->size, data, size);
	wire->size += size;
}

static size_t encode(u8 *to, u64 value)
{
	size_t size = 0;

	for (; value >> 7; value >>= 7)
		to[size++] = 0x80 | (value & 0x7f);
	to[size++] = value;
	return size;
}

void ptool_wire_varint(struct ptool_wire *wire, u64 value)
{
	u8 bytes[VARINT_MAX];

	add(wire, bytes, encode(bytes, value));
}

/* 0, -1, 1, -2, 2 ... are 0, 1, 2, 3, 4 ... */
void ptool_wire_zigzag(struct ptool_wire *wire, s64 value)
{
	ptool_wire_varint(wire, ((u64)value << 1) ^ (value < 0 ? ~0ULL : 0));
}

static void add_key(struct ptool_wire *wire, u32 field, u32 type)
{
	ptool_wire_varint(wire, (u64)field << 3 | type);
}

void ptool_wire_uint(struct ptool_wire *wire, u32 field, u64 value)
{
	add_key(wire, field, VARINT);
	ptool_wire_varint(wire, value);
}

void ptool_wire_sint(struct ptool_wire *wire, u32 field, s64 value)
{
	add_key(wire, field, VARINT);
	ptool_wire_zigzag(wire, value);
}

void ptool_wire_double(struct ptool_wire *wire, u32 field, double value)
{
	u64 bits;

	memcpy(&bits, &value, sizeof(bits));
	bits = htole64(bits);
	add_key(wire, field, EIGHT_BYTES);
	add(wire, &bits, sizeof(bits));
}

void ptool_wire_text(struct ptool_wire *wire, u32 field, const char *text)
{
	size_t length = strlen(text);

	add_key(wire, field, LENGTH);
	ptool_wire_varint(wire, length);
	add(wire, text, length);
}

size_t ptool_wire_begin(struct ptool_wire *wire, u32 field)
{
	add_key(wire, field, LENGTH);
	return wire->size;
}

/* the length comes first, and is not known before, nor how many bytes it takes */
void ptool_wire_end(struct ptool_wire *wire, size_t begin)
{
	u8 bytes[VARINT_MAX];
	size_t length = wire->size - begin;
	size_t size = encode(bytes, length);

	reserve(wire, size);
	memmove(wire->data + begin + size, wire->data + begin, length);
	memcpy(wire->data + begin, bytes, size);
	wire->size += size;
}
