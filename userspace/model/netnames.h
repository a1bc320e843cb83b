/* SPDX-License-Identifier: GPL-2.0 */
/* netnames: names of interfaces, protocols and namespaces of packets */
#ifndef _PATHTIME_NETNAMES_H
#define _PATHTIME_NETNAMES_H

#include "base/types.h"

/* size of any name made here, including its NUL */
#define PTOOL_NETNAME_LEN	32

/**
 * ptool_net_netns() - Get the network namespace of this process
 *
 * Return: its inode number, by which the kernel identifies it; 0 if unknown.
 */
u32 ptool_net_netns(void);

/**
 * ptool_net_interface() - Format the name of an interface
 * @name: buffer of PTOOL_NETNAME_LEN bytes for the name: "eth0", or
 *	"eth3@gwb" in another namespace, or "3@4026532281" if the name is not known
 * @number: its number; if 0, there is no interface and the name is "-"
 * @netns: number of its network namespace; if 0, it is unknown and the name is
 *	"3"
 * @own_netns: number of the network namespace of this process; 0 if names cannot
 *	be looked up, because the numbers are of another machine or another time
 */
void ptool_net_interface(char *name, u32 number, u32 netns, u32 own_netns);

/**
 * ptool_net_protocol() - Format the name of a network layer protocol
 * @name: buffer of PTOOL_NETNAME_LEN bytes for the name: "ipv4", or "0x88f7" if
 *	the protocol is not known
 * @protocol: its number in an Ethernet header
 */
void ptool_net_protocol(char *name, u32 protocol);

/**
 * ptool_net_transport() - Format the name of a transport layer protocol
 * @name: buffer of PTOOL_NETNAME_LEN bytes for the name: "tcp", or "112" if the
 *	protocol is not known
 * @transport: its number in an IP header
 */
void ptool_net_transport(char *name, u32 transport);

#endif /* _PATHTIME_NETNAMES_H */
