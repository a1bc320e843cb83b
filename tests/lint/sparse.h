/* SPDX-License-Identifier: GPL-2.0 */
/* words of the newest headers that sparse 0.6.4, the newest in Debian 13, does not know */
#define __typeof_unqual__	__typeof__
#define __builtin_strlen(_text)	(sizeof(_text) - 1)
