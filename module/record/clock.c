// SPDX-License-Identifier: GPL-2.0
/* clock: chooses between the CPU's counter and the scheduler's clock */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/printk.h>
#include <linux/sched/clock.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "compat/ktime.h"
#include "record/clock.h"

#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>
#include <asm/tsc.h>
#endif

#ifdef CONFIG_ARM64
#include <asm/arch_timer.h>
#endif

DEFINE_STATIC_KEY_FALSE(ptime_clock_counter);

u64 ptime_clock_mult __ro_after_init = 1ULL << PTIME_CLOCK_SHIFT;
u64 ptime_clock_fast_max __ro_after_init = U64_MAX >> PTIME_CLOCK_SHIFT;

#if defined(CONFIG_X86_64)

#define COUNTER_NAME	"tsc"

static u32 __init counter_khz(void)
{
	return tsc_khz;
}

/* only if the clocksource is the TSC, its reading lies between two of ours */
static bool __init clocksource_is_tsc(void)
{
	struct system_time_snapshot now;
	u64 before, after;

	before = rdtsc_ordered();
	ktime_get_snapshot_id(CLOCK_MONOTONIC, &now);
	after = rdtsc_ordered();
	return before <= now.cycles && now.cycles <= after;
}

/*
 * pathtime subtracts readings of different CPUs, because a task may return on another one, and
 * readings from before and after idle states. So the TSC must be constant and non-stop. The
 * kernel marks it unstable if it saw the CPUs disagree. If the kernel uses the TSC as its
 * clocksource, that counts for more than the CPUID bits.
 */
static bool __init counter_trusted(void)
{
	if (check_tsc_unstable())
		return false;
	return (boot_cpu_has(X86_FEATURE_CONSTANT_TSC) &&
		boot_cpu_has(X86_FEATURE_NONSTOP_TSC)) || clocksource_is_tsc();
}

#elif defined(CONFIG_ARM64)

#define COUNTER_NAME	"counter"

static u32 __init counter_khz(void)
{
	return arch_timer_get_cntfrq() / 1000;
}

/* the architecture requires one rate, system-wide and always on */
static bool __init counter_trusted(void)
{
	return true;
}

#else
#error "pathtime supports x86-64 and arm64"
#endif

static void __init use_counter(void)
{
	ptime_clock_mult = div_u64((u64)NSEC_PER_MSEC << PTIME_CLOCK_SHIFT,
				   counter_khz());
	ptime_clock_fast_max = div64_u64(U64_MAX, ptime_clock_mult);
	static_branch_enable(&ptime_clock_counter);
}

/**
 * ptime_clock_init() - Choose the clock
 * @name: "auto", the counter's name ("tsc" or "counter"), or "local_clock"
 *
 * Context: process, at load, may sleep.
 * Return: 0; -EINVAL if the name is unknown, or if the counter's rate is unknown. Both are
 * logged.
 */
int __init ptime_clock_init(const char *name)
{
	bool ask_counter = !strcmp(name, COUNTER_NAME);
	bool ask_auto = !strcmp(name, "auto");

	if (!ask_counter && !ask_auto && strcmp(name, "local_clock")) {
		pr_err("clock=%s: must be one of auto, %s, local_clock\n",
		       name, COUNTER_NAME);
		return -EINVAL;
	}
	if (ask_counter && !counter_khz()) {
		pr_err("clock=%s: the kernel does not know its rate, use clock=local_clock\n",
		       name);
		return -EINVAL;
	}
	if (ask_counter || (ask_auto && counter_khz() && counter_trusted()))
		use_counter();
	return 0;
}

const char *ptime_clock_name(void)
{
	return static_key_enabled(&ptime_clock_counter) ? COUNTER_NAME : "local_clock";
}

notrace u64 ptime_clock_local(void)
{
	return local_clock();
}
NOKPROBE_SYMBOL(ptime_clock_local);
