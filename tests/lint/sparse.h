/* SPDX-License-Identifier: GPL-2.0 */
/* what the headers of Linux 7.2 use and sparse 0.6.4, the newest in Debian 13, does not know */
#define __typeof_unqual__	__typeof__
#define __builtin_strlen(_text)	(sizeof(_text) - 1)
