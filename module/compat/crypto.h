/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/crypto.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_CRYPTO_H
#define _PATHTIME_COMPAT_CRYPTO_H

#include <linux/crypto.h>

/* what who waits for a request has given it: a callback's own argument, before 6.3 the request's */
static __always_inline void *ptime_crypto_data(void *argument)
{
#ifdef PTIME_HAS_COMPLETION_DATA
	return argument;
#else
	return ((struct crypto_async_request *)argument)->data;
#endif
}

#endif /* _PATHTIME_COMPAT_CRYPTO_H */
