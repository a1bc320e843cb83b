// SPDX-License-Identifier: GPL-2.0
/* the wire format of protobuf: the bytes of each type of field */
#include <stdio.h>
#include <string.h>

#include "output/wire.h"
#include "tap.h"

#define LONG_TEXT	1000

#define HEX_LEN		64

/* check the message, byte by byte in hexadecimal, and empty it */
static void tap_wire(struct ptool_wire *wire, const char *wanted,
		     const char *name)
{
	char text[HEX_LEN] = "";
	size_t i;

	for (i = 0; i < wire->size && i < HEX_LEN / 2; i++)
		sprintf(text + 2 * i, "%02x", wire->data[i]);
	tap_ok(!strcmp(text, wanted), "%s: %s", name, text);
	ptool_wire_release(wire);
}

static void test_numbers(void)
{
	struct ptool_wire wire = { 0 };

	ptool_wire_varint(&wire, 0);
	tap_wire(&wire, "00", "0");
	ptool_wire_varint(&wire, 127);
	tap_wire(&wire, "7f", "127 is the last one of one byte");
	ptool_wire_varint(&wire, 300);
	tap_wire(&wire, "ac02", "300");
	ptool_wire_varint(&wire, ~0ULL);
	tap_wire(&wire, "ffffffffffffffffff01", "2^64 - 1");
	ptool_wire_zigzag(&wire, -1);
	tap_wire(&wire, "01", "-1");
	ptool_wire_zigzag(&wire, 1);
	tap_wire(&wire, "02", "1");
	ptool_wire_zigzag(&wire, -65);
	tap_wire(&wire, "8101", "-65");
	ptool_wire_zigzag(&wire, -0x7fffffffffffffffLL - 1);
	tap_wire(&wire, "ffffffffffffffffff01", "-2^63");
}

static void test_fields(void)
{
	struct ptool_wire wire = { 0 };

	ptool_wire_uint(&wire, 1, 150);
	tap_wire(&wire, "089601", "an unsigned field");
	ptool_wire_sint(&wire, 16, -2);
	tap_wire(&wire, "800103", "a signed field with a number of two bytes");
	ptool_wire_double(&wire, 2, 1.0);
	tap_wire(&wire, "11000000000000f03f", "a double");
	ptool_wire_text(&wire, 2, "testing");
	tap_wire(&wire, "120774657374696e67", "a text");
	ptool_wire_text(&wire, 2, "");
	tap_wire(&wire, "1200", "an empty text");
}

static void test_messages(void)
{
	struct ptool_wire wire = { 0 };
	size_t outer = ptool_wire_begin(&wire, 3), inner;

	inner = ptool_wire_begin(&wire, 4);
	ptool_wire_uint(&wire, 1, 150);
	ptool_wire_end(&wire, inner);
	ptool_wire_end(&wire, outer);
	tap_wire(&wire, "1a052203089601", "a message in a message");
	inner = ptool_wire_begin(&wire, 5);
	ptool_wire_end(&wire, inner);
	tap_wire(&wire, "2a00", "an empty message");
}

/* the length of the length is known at the end only */
static void test_long(void)
{
	struct ptool_wire wire = { 0 };
	char text[LONG_TEXT + 1];
	size_t begin = ptool_wire_begin(&wire, 1);

	memset(text, 'x', LONG_TEXT);
	text[LONG_TEXT] = '\0';
	ptool_wire_text(&wire, 2, text);
	ptool_wire_end(&wire, begin);
	tap_ok(wire.size == LONG_TEXT + 6 &&
	       !memcmp(wire.data, "\x0a\xeb\x07\x12\xe8\x07xxx", 9) &&
	       wire.data[wire.size - 1] == 'x', "a long message");
	ptool_wire_release(&wire);
}

int main(void)
{
	test_numbers();
	test_fields();
	test_messages();
	test_long();
	return tap_done();
}
