/* SPDX-License-Identifier: GPL-2.0 */
/* namespaces: names of network namespaces of this machine, and of their interfaces */
#ifndef _PATHTIME_NAMESPACES_H
#define _PATHTIME_NAMESPACES_H

#include "base/types.h"

/**
 * ptool_namespaces_interface() - Format the name of an interface of another namespace
 * @name: buffer of PTOOL_NETNAME_LEN bytes for the name: "eth3@gwb", or
 *	"eth3@4026532281" if the namespace has no name in /run/netns, or one of more
 *	than 15 characters
 * @number: number of the interface
 * @netns: number of its network namespace, which is not that of this process
 *
 * The first call for a namespace reads the names of all its interfaces. A child
 * process enters the namespace to do that. The names are kept until
 * ptool_namespaces_forget().
 *
 * Context: may wait for the child; the process must have a single thread.
 * Return: true if the name is known. It is not if this process may not enter the
 * namespace, or if neither /run/netns nor a process in /proc refers to it.
 */
bool ptool_namespaces_interface(char *name, u32 number, u32 netns);

/**
 * ptool_namespaces_name() - Find the name of a namespace
 * @netns: number of the network namespace
 *
 * Return: its name in /run/netns, until ptool_namespaces_forget(); NULL if it has
 * none, or one of more than 15 characters.
 */
const char *ptool_namespaces_name(u32 netns);

/**
 * ptool_namespaces_forget() - Read namespaces and interfaces again when next asked for
 */
void ptool_namespaces_forget(void);

#endif /* _PATHTIME_NAMESPACES_H */
