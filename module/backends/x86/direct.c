// SPDX-License-Identifier: GPL-2.0
/* direct: the x86 part in C */
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/static_call.h>
#include <asm/cpufeature.h>

#include "backends/direct.h"
#include "kernel/resolve.h"

/* length of ftrace's call at the function's first instruction; the body follows it */
#define CALL_BYTES	5

static void direct_no_body(void)
{
}

#define ONES(_x)	\
	_x(0) _x(1) _x(2) _x(3) _x(4) _x(5) _x(6) _x(7) _x(8) _x(9)
#define TEN(_x, _tens)	\
	_x(_tens##0) _x(_tens##1) _x(_tens##2) _x(_tens##3) _x(_tens##4)	\
	_x(_tens##5) _x(_tens##6) _x(_tens##7) _x(_tens##8) _x(_tens##9)
#define ALL(_x)	\
	ONES(_x) TEN(_x, 1) TEN(_x, 2) TEN(_x, 3) TEN(_x, 4) TEN(_x, 5)	\
	TEN(_x, 6) TEN(_x, 7) TEN(_x, 8) TEN(_x, 9) TEN(_x, 10) TEN(_x, 11)	\
	TEN(_x, 12) TEN(_x, 13) TEN(_x, 14) TEN(_x, 15) TEN(_x, 16)		\
	TEN(_x, 17) TEN(_x, 18) TEN(_x, 19)

#define DEFINE_BODY(_n)	DEFINE_STATIC_CALL(ptime_direct_body_##_n, direct_no_body);
ALL(DEFINE_BODY)

#define BODY(_n)	{ &STATIC_CALL_KEY(ptime_direct_body_##_n),	\
			  STATIC_CALL_TRAMP_ADDR(ptime_direct_body_##_n) },
static const struct {
	struct static_call_key *key;
	void *trampoline;
} bodies[] = { ALL(BODY) };

static_assert(ARRAY_SIZE(bodies) == PTIME_DIRECT_SLOTS);

/* under retbleed=stuff, on Skylake, the kernel counts calls, but would not count ours */
bool ptime_direct_calls_counted(void)
{
#ifdef X86_FEATURE_CALL_DEPTH
	return boot_cpu_has(X86_FEATURE_CALL_DEPTH);
#else
	return false;
#endif
}

/* kprobes use ftrace wherever they can, so the one that looked the symbol up has seen it */
bool ptime_direct_traced(const struct ptime_symbol *symbol)
{
	return symbol->traced;
}

void ptime_direct_set_body(unsigned int slot, const struct ptime_symbol *symbol)
{
	__static_call_update(bodies[slot].key, bodies[slot].trampoline,
			     symbol->address + CALL_BYTES);
}
