/* SPDX-License-Identifier: GPL-2.0 */
/* packet: names of what a packet passed and of what it is made */
#ifndef _PATHTIME_PACKET_H
#define _PATHTIME_PACKET_H

#include "base/types.h"

/* room for any name made here, its NUL included */
#define PTOOL_PACKET_LEN	32

/**
 * ptool_packet_netns() - the number of the name space that this process is in
 *
 * Return: the number, by which the kernel tells it from others; 0 where it is not known.
 */
u32 ptool_packet_netns(void);

/**
 * ptool_packet_interface() - name of an interface
 * @name: gets it, PTOOL_PACKET_LEN bytes at most: "eth0", if it is not known "3@4026532281"
 * @number: its number; of 0 there is none, and the name is "-"
 * @netns: number of the name space it is in; 0 where that is not known, and the name is "3"
 * @own_netns: number of the name space in which names can be asked for; 0 for none
 */
void ptool_packet_interface(char *name, u32 number, u32 netns, u32 own_netns);

/**
 * ptool_packet_protocol() - name of a protocol of the network layer
 * @name: gets it, PTOOL_PACKET_LEN bytes at most: "ipv4", if it is not known "0x88f7"
 * @protocol: its number in an Ethernet header
 */
void ptool_packet_protocol(char *name, u32 protocol);

/**
 * ptool_packet_transport() - name of a protocol of the transport layer
 * @name: gets it, PTOOL_PACKET_LEN bytes at most: "tcp", if it is not known "112"
 * @transport: its number in an IP header
 */
void ptool_packet_transport(char *name, u32 transport);

#endif /* _PATHTIME_PACKET_H */
