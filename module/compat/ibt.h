/* SPDX-License-Identifier: GPL-2.0 */
/* compat: marks functions that only our assembly calls, which need no landing pad */
#ifndef _PATHTIME_COMPAT_IBT_H
#define _PATHTIME_COMPAT_IBT_H

/* x86, from 5.18 */
#if defined(CONFIG_X86) && defined(PTIME_HAS___noendbr)
#include <asm/ibt.h>
#endif

#ifndef __noendbr
#define __noendbr
#endif

#endif /* _PATHTIME_COMPAT_IBT_H */
