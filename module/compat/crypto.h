/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/crypto.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_CRYPTO_H
#define _PATHTIME_COMPAT_CRYPTO_H

#include <linux/crypto.h>

/*
 * Get the pointer that the submitter of a request has set. From 6.3 on it is the callback's
 * argument, before that the argument is the request.
 */
static __always_inline void *ptime_crypto_data(void *argument)
{
#ifdef PTIME_HAS_COMPLETION_DATA
	return argument;
#else
	return ((struct crypto_async_request *)argument)->data;
#endif
}

#endif /* _PATHTIME_COMPAT_CRYPTO_H */
