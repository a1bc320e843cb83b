/* SPDX-License-Identifier: GPL-2.0 */
/* address: parse, print and listen on an address and a port */
#ifndef _PATHTIME_ADDRESS_H
#define _PATHTIME_ADDRESS_H

#include "base/types.h"

/* the default port: P A T H on a telephone keypad */
#define PTOOL_ADDRESS_PORT	7284

/* size of an address as text */
#define PTOOL_ADDRESS_LEN	64

/* size of an IPv6 address, in network byte order */
#define PTOOL_ADDRESS_BYTES	16

/**
 * struct ptool_address - an address and a port
 * @is_ipv6: the address is an IPv6 address
 * @host: the address in network byte order; IPv4 uses the first four bytes
 * @port: the port; 0 lets the kernel choose one
 */
struct ptool_address {
	bool is_ipv6;
	unsigned char host[PTOOL_ADDRESS_BYTES];
	u32 port;
};

/**
 * ptool_address_parse() - Parse an address and a port
 * @text: ADDR:PORT, ADDR, :PORT or PORT. An IPv6 address is in brackets. The
 *	default of ADDR is 127.0.0.1, that of PORT is PTOOL_ADDRESS_PORT.
 * @address: set to the address and port
 *
 * Names are not resolved: if a name's address changed, other hosts could
 * connect.
 *
 * Return: true if @text is an address or a port.
 */
bool ptool_address_parse(const char *text, struct ptool_address *address);

/**
 * ptool_address_text() - Format an address so that it can be parsed again
 * @text: buffer of PTOOL_ADDRESS_LEN bytes for the text
 * @address: the address
 */
void ptool_address_text(char *text, const struct ptool_address *address);

/**
 * ptool_address_listen() - Listen on an address
 * @address: the address; a port of 0 is replaced by the one the kernel chose
 *
 * Return: a non-blocking socket, or -1 with errno set.
 */
int ptool_address_listen(struct ptool_address *address);

#endif /* _PATHTIME_ADDRESS_H */
