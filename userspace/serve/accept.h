/* SPDX-License-Identifier: GPL-2.0 */
/* accept: which of several forms of an answer a client asks for */
#ifndef _PATHTIME_ACCEPT_H
#define _PATHTIME_ACCEPT_H

#include "base/types.h"

/* the weight of a form that a header does not name */
#define PTOOL_ACCEPT_UNNAMED	(-1)

/**
 * ptool_accept_weight() - Find the weight of a form in an Accept header
 * @header: value of Accept or Accept-Encoding
 * @name: the form, in lower case: "gzip", "*", "text/plain;version=0.0.4". The
 *	header may give it more parameters.
 *
 * Return: the weight (q) in thousandths, 1000 unless the header gives one, or
 * PTOOL_ACCEPT_UNNAMED.
 */
int ptool_accept_weight(const char *header, const char *name);

/**
 * ptool_accept_gzip() - Find out whether an answer is to be compressed
 * @header: value of Accept-Encoding
 *
 * Return: true if gzip is asked for, and not less than no compression.
 */
bool ptool_accept_gzip(const char *header);

/**
 * ptool_accept_choose() - Choose the media type that a client wants most
 * @header: value of Accept
 * @types: the types that there are, for ptool_accept_weight(); NULL ends them.
 *	The first one is the default, which a wildcard means, too. Of types with
 *	the same weight, the last one is chosen.
 *
 * Return: index of the type; 0 if the client wants none of them.
 */
size_t ptool_accept_choose(const char *header, const char *const *types);

#endif /* _PATHTIME_ACCEPT_H */
