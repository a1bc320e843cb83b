/* SPDX-License-Identifier: GPL-2.0 */
/* address: an address and a port to listen at, as they are typed and shown */
#ifndef _PATHTIME_ADDRESS_H
#define _PATHTIME_ADDRESS_H

#include "base/types.h"

/* the port where none is typed: P A T H on the keys of a telephone */
#define PTOOL_ADDRESS_PORT	7284

/* room for an address as text */
#define PTOOL_ADDRESS_LEN	64

/* room for one of IPv6, in network order */
#define PTOOL_ADDRESS_BYTES	16

/**
 * struct ptool_address - an address and a port
 * @is_ipv6: whether it is of IPv6
 * @host: the address, in network order; the first four bytes of it for IPv4
 * @port: the port; 0 for one that the kernel chooses
 */
struct ptool_address {
	bool is_ipv6;
	unsigned char host[PTOOL_ADDRESS_BYTES];
	u32 port;
};

/**
 * ptool_address_parse() - an address as it is typed
 * @text: ADDR:PORT, ADDR, :PORT or PORT, with an IPv6 address in brackets; without ADDR
 *	it is 127.0.0.1, without PORT it is PTOOL_ADDRESS_PORT
 * @address: gets it
 *
 * Names are not looked up: what one means may change, and with it who may connect.
 *
 * Return: whether it is one.
 */
bool ptool_address_parse(const char *text, struct ptool_address *address);

/**
 * ptool_address_text() - an address in the form in which it can be typed
 * @text: gets PTOOL_ADDRESS_LEN bytes at most
 * @address: the address
 */
void ptool_address_text(char *text, const struct ptool_address *address);

/**
 * ptool_address_listen() - listen at an address
 * @address: the address; where its port is 0 it gets the one that the kernel chose
 *
 * Return: a socket that does not block; -1, with errno, where there is none.
 */
int ptool_address_listen(struct ptool_address *address);

#endif /* _PATHTIME_ADDRESS_H */
