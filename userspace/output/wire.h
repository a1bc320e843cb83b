/* SPDX-License-Identifier: GPL-2.0 */
/*
 * wire: encodes messages in the wire format of protobuf
 *
 * A message is a sequence of fields. A field is a key and a value. The key is a
 * varint: three bits for the type of the value, and the field's number above
 * them. The value is a varint, eight bytes, or a length and as many bytes. A
 * varint has seven bits in each byte, the lowest first, and the top bit in all
 * bytes but the last.
 */
#ifndef _PATHTIME_WIRE_H
#define _PATHTIME_WIRE_H

#include "base/types.h"

/* a message, or the part of it that was encoded so far; zeroed if it is empty */
struct ptool_wire {
	u8 *data;
	size_t size;
	size_t room;
};

/**
 * ptool_wire_release() - Release a message
 * @wire: the message, which is empty afterwards
 */
void ptool_wire_release(struct ptool_wire *wire);

/**
 * ptool_wire_varint() - Add a number without a field, as in packed fields
 * @wire: the message
 * @value: the number
 */
void ptool_wire_varint(struct ptool_wire *wire, u64 value);

/**
 * ptool_wire_zigzag() - Add a signed number without a field
 * @wire: the message
 * @value: the number; those near 0 are short, whatever their sign
 */
void ptool_wire_zigzag(struct ptool_wire *wire, s64 value);

/* add a field of the type uint32, uint64, int32 that is not negative, or enum */
void ptool_wire_uint(struct ptool_wire *wire, u32 field, u64 value);

/* add a field of the type sint32 or sint64 */
void ptool_wire_sint(struct ptool_wire *wire, u32 field, s64 value);

/* add a field of the type double */
void ptool_wire_double(struct ptool_wire *wire, u32 field, double value);

/* add a field of the type string */
void ptool_wire_text(struct ptool_wire *wire, u32 field, const char *text);

/**
 * ptool_wire_begin() - Begin a field that is a message, or packed numbers
 * @wire: the message
 * @field: number of the field
 *
 * Return: where it begins, for ptool_wire_end(), or to take back all of it by
 * setting .size.
 */
size_t ptool_wire_begin(struct ptool_wire *wire, u32 field);

/**
 * ptool_wire_end() - End a field, so that its length is known
 * @wire: the message
 * @begin: where it began
 */
void ptool_wire_end(struct ptool_wire *wire, size_t begin);

#endif /* _PATHTIME_WIRE_H */
