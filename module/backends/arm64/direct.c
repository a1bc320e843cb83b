// SPDX-License-Identifier: GPL-2.0
/* direct: the arm64 part in C */
#include "backends/direct.h"
#include "compat/ftrace.h"
#include "kernel/resolve.h"

bool ptime_direct_calls_counted(void)
{
	return false;
}

/* kprobes work without ftrace here; ftrace takes a filter only for a function it can call from */
bool ptime_direct_traced(const struct ptime_symbol *symbol)
{
	struct ftrace_ops ops = { };
	int err;

	err = ftrace_set_filter_ip(&ops, (unsigned long)symbol->address, 0, 0);
	ftrace_free_filter(&ops);
	return !err;
}

/* ftrace's call gives the trampoline the body's address: it is where the call would return */
void ptime_direct_set_body(unsigned int slot, const struct ptime_symbol *symbol)
{
}
