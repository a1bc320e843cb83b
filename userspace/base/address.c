// SPDX-License-Identifier: GPL-2.0
/* address: parse, print and listen on an address and a port */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/address.h"

#define PORT_DIGITS	5
#define PORT_MAX	65535

static bool parse_port(const char *text, u32 *port)
{
	size_t digits = strspn(text, "0123456789");

	*port = (u32)strtoul(text, NULL, 10);
	return digits && digits <= PORT_DIGITS && !text[digits] &&
	       *port <= PORT_MAX;
}

/* the text after an address: nothing, or a colon and a port */
static bool parse_rest(const char *text, u32 *port)
{
	return !*text || (*text == ':' && parse_port(text + 1, port));
}

/* inet_pton() needs a NUL at the end of the address */
static bool parse_host(int family, const char *text, size_t length, void *host)
{
	char part[INET6_ADDRSTRLEN];

	if (length >= sizeof(part))
		return false;
	memcpy(part, text, length);
	part[length] = '\0';
	return inet_pton(family, part, host) == 1;
}

static bool parse_ipv6(const char *text, struct ptool_address *address)
{
	size_t length = strcspn(text, "]");

	address->is_ipv6 = true;
	return text[length] &&
	       parse_host(AF_INET6, text, length, address->host) &&
	       parse_rest(text + length + 1, &address->port);
}

static bool parse_ipv4(const char *text, struct ptool_address *address)
{
	static const unsigned char loopback[] = { 127, 0, 0, 1 };
	size_t length = strcspn(text, ":");

	memcpy(address->host, loopback, sizeof(loopback));
	if (!text[length] && parse_port(text, &address->port))
		return true;
	address->port = PTOOL_ADDRESS_PORT;
	if (length && !parse_host(AF_INET, text, length, address->host))
		return false;
	return *text && parse_rest(text + length, &address->port);
}

bool ptool_address_parse(const char *text, struct ptool_address *address)
{
	memset(address, 0, sizeof(*address));
	address->port = PTOOL_ADDRESS_PORT;
	return *text == '[' ? parse_ipv6(text + 1, address) :
			      parse_ipv4(text, address);
}

void ptool_address_text(char *text, const struct ptool_address *address)
{
	char host[INET6_ADDRSTRLEN];

	inet_ntop(address->is_ipv6 ? AF_INET6 : AF_INET, address->host, host,
		  sizeof(host));
	snprintf(text, PTOOL_ADDRESS_LEN,
		 address->is_ipv6 ? "[%s]:%u" : "%s:%u", host, address->port);
}

/* the address as the kernel's socket calls take it */
union place {
	struct sockaddr any;
	struct sockaddr_in ipv4;
	struct sockaddr_in6 ipv6;
};

static socklen_t fill_place(union place *place,
			    const struct ptool_address *address)
{
	in_port_t port = htons((in_port_t)address->port);

	memset(place, 0, sizeof(*place));
	if (address->is_ipv6) {
		place->ipv6.sin6_family = AF_INET6;
		place->ipv6.sin6_port = port;
		memcpy(&place->ipv6.sin6_addr, address->host,
		       sizeof(place->ipv6.sin6_addr));
		return sizeof(place->ipv6);
	}
	place->ipv4.sin_family = AF_INET;
	place->ipv4.sin_port = port;
	memcpy(&place->ipv4.sin_addr, address->host,
	       sizeof(place->ipv4.sin_addr));
	return sizeof(place->ipv4);
}

/* SO_REUSEADDR: after a restart, old connections may still be in TIME_WAIT */
static int bind_and_listen(int fd, struct ptool_address *address)
{
	union place place;
	socklen_t length = fill_place(&place, address);
	int on = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)))
		return -1;
	if (bind(fd, &place.any, length) || listen(fd, SOMAXCONN))
		return -1;
	if (getsockname(fd, &place.any, &length))
		return -1;
	address->port = ntohs(address->is_ipv6 ? place.ipv6.sin6_port :
						 place.ipv4.sin_port);
	return 0;
}

int ptool_address_listen(struct ptool_address *address)
{
	int fd = socket(address->is_ipv6 ? AF_INET6 : AF_INET,
			SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int error;

	if (fd < 0 || !bind_and_listen(fd, address))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}
