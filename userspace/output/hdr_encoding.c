// SPDX-License-Identifier: GPL-2.0
/*
 * hdr_encoding: encodes a histogram as text that HdrHistogram's readers accept
 *
 * From the inside out, all numbers big-endian:
 *
 *	counts		one number for each bucket up to the last that is not
 *			empty; a negative number stands for that many empty
 *			buckets. Zig-zag LEB128, whose ninth byte has eight bits
 *	encoding	cookie, bytes of the counts, 0, significant figures: 32
 *			bits each; lowest and highest value, ratio as a double:
 *			64 bits each; counts
 *	zlib stream	(RFC 1950) of the encoding, in a stored block
 *	compressed	cookie, bytes of the stream: 32 bits each; the stream
 *	base64		of the compressed encoding (RFC 4648)
 *
 * A stored block is not compressed, so no library is needed. One number already
 * stands for all empty buckets between two counts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "output/hdr.h"

#define COOKIE_ENCODING		0x1c849313
#define COOKIE_COMPRESSED	0x1c849314
#define LOWEST			1
/* 1.0 */
#define RATIO			0x3ff0000000000000ULL

#define LEB_BYTES		9

/* deflate with a 32 kB window; check bits make it a multiple of 31 */
#define ZLIB_HEAD		0x7801
#define ZLIB_LAST_STORED	1
#define ADLER_BASE		65521

/* memory that is written as a stream */
struct bytes {
	FILE *file;
	char *data;
	size_t size;
};

static void begin(struct bytes *bytes)
{
	bytes->file = open_memstream(&bytes->data, &bytes->size);
	if (!bytes->file)
		ptool_end_without_memory();
}

static void end(struct bytes *bytes)
{
	if (ferror(bytes->file) | fclose(bytes->file))
		ptool_end_without_memory();
}

static void put(struct bytes *to, const struct bytes *from)
{
	fwrite(from->data, 1, from->size, to->file);
}

static void put_byte(struct bytes *to, u64 byte)
{
	fputc((int)(byte & 0xff), to->file);
}

static void put_number(struct bytes *to, u64 number, u32 size)
{
	while (size--)
		put_byte(to, number >> (8 * size));
}

static void put_zigzag(struct bytes *to, u64 zigzag)
{
	u32 left = LEB_BYTES;

	for (; --left && zigzag >> 7; zigzag >>= 7)
		put_byte(to, zigzag | 0x80);
	put_byte(to, zigzag);
}

static void put_counts(struct bytes *to, const struct ptool_hdr *hdr)
{
	u32 i, next = 0;

	for (i = 0; i < hdr->counts; i++) {
		const struct ptool_bucket *count = &hdr->count[i];

		if (count->bucket > next)
			put_zigzag(to, 2ULL * (count->bucket - next) - 1);
		put_zigzag(to, 2 * count->calls);
		next = count->bucket + 1;
	}
}

static void put_encoding(struct bytes *to, const struct ptool_hdr *hdr)
{
	struct bytes counts;

	begin(&counts);
	put_counts(&counts, hdr);
	end(&counts);
	put_number(to, COOKIE_ENCODING, 4);
	put_number(to, counts.size, 4);
	put_number(to, 0, 4);
	put_number(to, PTOOL_HDR_FIGURES, 4);
	put_number(to, LOWEST, 8);
	put_number(to, ptool_hdr_highest(hdr), 8);
	put_number(to, RATIO, 8);
	put(to, &counts);
	free(counts.data);
}

static u32 adler(const struct bytes *bytes)
{
	u32 a = 1, b = 0;
	size_t i;

	for (i = 0; i < bytes->size; i++) {
		a = (a + (unsigned char)bytes->data[i]) % ADLER_BASE;
		b = (b + a) % ADLER_BASE;
	}
	return b << 16 | a;
}

/* the length of a stored block is the only little-endian number */
static void put_length(struct bytes *to, u32 length)
{
	put_byte(to, length);
	put_byte(to, length >> 8);
}

/*
 * One block is enough: no histogram has 4,000 buckets, and no bucket takes 12
 * bytes.
 */
static void put_zlib(struct bytes *to, const struct bytes *from)
{
	put_number(to, ZLIB_HEAD, 2);
	put_number(to, ZLIB_LAST_STORED, 1);
	put_length(to, from->size);
	put_length(to, ~from->size);
	put(to, from);
	put_number(to, adler(from), 4);
}

static void put_compressed(struct bytes *to, const struct ptool_hdr *hdr)
{
	struct bytes encoding, stream;

	begin(&encoding);
	put_encoding(&encoding, hdr);
	end(&encoding);
	begin(&stream);
	put_zlib(&stream, &encoding);
	end(&stream);
	put_number(to, COOKIE_COMPRESSED, 4);
	put_number(to, stream.size, 4);
	put(to, &stream);
	free(encoding.data);
	free(stream.data);
}

static void print_base64(FILE *to, const struct bytes *bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *data = (const unsigned char *)bytes->data;
	size_t i;

	for (i = 0; i < bytes->size; i += 3) {
		bool has_second = i + 1 < bytes->size;
		bool has_third = i + 2 < bytes->size;
		u32 three = data[i] << 16 | (has_second ? data[i + 1] << 8 : 0) |
			    (has_third ? data[i + 2] : 0);

		fputc(digits[three >> 18], to);
		fputc(digits[three >> 12 & 63], to);
		fputc(has_second ? digits[three >> 6 & 63] : '=', to);
		fputc(has_third ? digits[three & 63] : '=', to);
	}
}

void ptool_hdr_print_encoded(FILE *to, const struct ptool_hdr *hdr)
{
	struct bytes bytes;

	begin(&bytes);
	put_compressed(&bytes, hdr);
	end(&bytes);
	print_base64(to, &bytes);
	free(bytes.data);
}
