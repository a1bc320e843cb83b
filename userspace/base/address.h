/* SPDX-License-Identifier: GPL-2.0 */
/* address: an address and a port to listen at, as they are typed and shown */
#ifndef _PATHTIME_ADDRESS_H
#define _PATHTIME_ADDRESS_H

#include "base/types.h"

/* the port where none is typed: P A T H on the keys of a telephone */
#define PTIME_ADDRESS_PORT	7284

/* room for an address as text */
#define PTIME_ADDRESS_LEN	64

/* room for one of IPv6, in network order */
#define PTIME_ADDRESS_BYTES	16

/**
 * struct ptime_address - an address and a port
 * @is_ipv6: whether it is of IPv6
 * @host: the address, in network order; the first four bytes of it for IPv4
 * @port: the port; 0 for one that the kernel chooses
 */
struct ptime_address {
	bool is_ipv6;
	unsigned char host[PTIME_ADDRESS_BYTES];
	u32 port;
};

/**
 * ptime_address_parse() - an address as it is typed
 * @text: ADDR:PORT, ADDR, :PORT or PORT, with an IPv6 address in brackets; without ADDR
 *	it is 127.0.0.1, without PORT it is PTIME_ADDRESS_PORT
 * @address: gets it
 *
 * Names are not looked up: what one means may change, and with it who may connect.
 *
 * Return: whether it is one.
 */
bool ptime_address_parse(const char *text, struct ptime_address *address);

/**
 * ptime_address_text() - an address in the form in which it can be typed
 * @text: gets PTIME_ADDRESS_LEN bytes at most
 * @address: the address
 */
void ptime_address_text(char *text, const struct ptime_address *address);

/**
 * ptime_address_listen() - listen at an address
 * @address: the address; where its port is 0 it gets the one that the kernel chose
 *
 * Return: a socket that does not block; -1, with errno, where there is none.
 */
int ptime_address_listen(struct ptime_address *address);

#endif /* _PATHTIME_ADDRESS_H */
