// SPDX-License-Identifier: GPL-2.0
/* netnames: names of interfaces, protocols and namespaces of packets */
#include <limits.h>
#include <linux/if_ether.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/system.h"
#include "model/namespaces.h"
#include "model/netnames.h"

struct protocol {
	u32 number;
	const char *name;
};

/* protocols of packets that are traced; see module/packets/hooks.c */
static const struct protocol networks[] = {
	{ ETH_P_IP, "ipv4" },
	{ ETH_P_IPV6, "ipv6" },
	{ ETH_P_8021Q, "vlan" },
	{ ETH_P_8021AD, "vlan-ad" },
	{ ETH_P_PPP_SES, "pppoe" },
};

/* the same names as in the module's filter */
static const struct protocol transports[] = {
	{ IPPROTO_ICMP, "icmp" },
	{ IPPROTO_TCP, "tcp" },
	{ IPPROTO_UDP, "udp" },
	{ IPPROTO_ESP, "esp" },
	{ IPPROTO_ICMPV6, "icmp6" },
	{ IPPROTO_SCTP, "sctp" },
};

static bool has_name(char *name, const struct protocol *protocol,
		     size_t protocols, u32 number)
{
	size_t i;

	for (i = 0; i < protocols; i++) {
		if (protocol[i].number != number)
			continue;
		snprintf(name, PTOOL_NETNAME_LEN, "%s", protocol[i].name);
		return true;
	}
	return false;
}

void ptool_net_protocol(char *name, u32 protocol)
{
	if (!has_name(name, networks, ARRAY_SIZE(networks), protocol))
		snprintf(name, PTOOL_NETNAME_LEN, "0x%04x", protocol);
}

void ptool_net_transport(char *name, u32 transport)
{
	if (!has_name(name, transports, ARRAY_SIZE(transports), transport))
		snprintf(name, PTOOL_NETNAME_LEN, "%u", transport);
}

u32 ptool_net_netns(void)
{
	char path[PATH_MAX];
	struct stat there;

	snprintf(path, sizeof(path), "%s/proc/self/ns/net",
		 ptool_system_root());
	return stat(path, &there) ? 0 : there.st_ino;
}

static bool is_known(char *name, u32 number, u32 netns, u32 own_netns)
{
	char known[IF_NAMESIZE];

	if (!netns || !own_netns)
		return false;
	if (netns != own_netns)
		return ptool_namespaces_interface(name, number, netns);
	if (!if_indextoname(number, known))
		return false;
	snprintf(name, PTOOL_NETNAME_LEN, "%s", known);
	return true;
}

void ptool_net_interface(char *name, u32 number, u32 netns, u32 own_netns)
{
	if (!number)
		snprintf(name, PTOOL_NETNAME_LEN, "-");
	else if (is_known(name, number, netns, own_netns))
		return;
	else if (netns)
		snprintf(name, PTOOL_NETNAME_LEN, "%u@%u", number, netns);
	else
		snprintf(name, PTOOL_NETNAME_LEN, "%u", number);
}
