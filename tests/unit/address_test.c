// SPDX-License-Identifier: GPL-2.0
/* test of address: as it is typed, and as it is shown then */
#include <string.h>

#include "base/address.h"
#include "tap.h"

static const struct {
	const char *typed;
	const char *text;
} addresses[] = {
	{ "9999", "127.0.0.1:9999" },
	{ ":9999", "127.0.0.1:9999" },
	{ "0", "127.0.0.1:0" },
	{ "65535", "127.0.0.1:65535" },
	{ "00080", "127.0.0.1:80" },
	{ "10.0.0.1", "10.0.0.1:7284" },
	{ "0.0.0.0:80", "0.0.0.0:80" },
	{ "255.255.255.255:1", "255.255.255.255:1" },
	{ "[::]", "[::]:7284" },
	{ "[::1]:9999", "[::1]:9999" },
	{ "[2001:DB8:0:0::1]:1", "[2001:db8::1]:1" },
	{ "[::ffff:10.0.0.1]:1", "[::ffff:10.0.0.1]:1" },
	{ "[1111:2222:3333:4444:5555:6666:255.255.255.255]:65535",
	  "[1111:2222:3333:4444:5555:6666:ffff:ffff]:65535" },
};

static const char *const no_addresses[] = {
	"", ":", "65536", "000080", "4294967376", "-1", "+1", " 1", "1 ", "0x1",
	"1.2.3", "1.2.3.4:", "1.2.3.4: 1", "1.2.3.4:1:", "1.2.3.4:65536",
	"256.1.1.1", "::1", "::1:80", "[]", "[]:80", "[::1", "[::1]80", "[::1]:",
	"[1.2.3.4]:80", "[fe80::1%lo]:80", "localhost", "localhost:80",
	"1111:2222:3333:4444:5555:6666:7777:8888:9999:1111:2222:3333",
	"[1111:2222:3333:4444:5555:6666:7777:8888:9999:1111:2222:3333]",
	"111111111111111111111111111111111111111111111111111111111111:1",
};

int main(void)
{
	struct ptool_address address;
	char text[PTOOL_ADDRESS_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(addresses); i++) {
		*text = '\0';
		if (ptool_address_parse(addresses[i].typed, &address))
			ptool_address_text(text, &address);
		if (!tap_ok(!strcmp(text, addresses[i].text), "%s",
			    addresses[i].typed))
			tap_diag("got '%s'", text);
	}
	for (i = 0; i < ARRAY_SIZE(no_addresses); i++)
		tap_ok(!ptool_address_parse(no_addresses[i], &address),
		       "none: '%s'", no_addresses[i]);
	return tap_done();
}
