# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guest part of the benchmark: prints "name instructions" lines for one call of an empty function
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh

# one call, and the loop around it
measure() {
	awk -v name="$1" -v scale="$(instructions_per_tick)" '{ printf "%s %.2f\n", name, $1 * scale }' \
		/sys/kernel/debug/target/bench
}

load_module target
measure nothing
load_module empty_kretprobe function=target:target_bench
measure empty_kretprobe
rmmod empty_kretprobe
if [ -e "$PATHTIME_MODULES/empty_fprobe.ko" ]; then
	load_module empty_fprobe function=target:target_bench
	measure empty_fprobe
	rmmod empty_fprobe
	load_module empty_fprobe clock=Y function=target:target_bench
	measure empty_fprobe_clock
	rmmod empty_fprobe
fi
load_pathtime groups= probes=target:target_bench nesting=0
measure pathtime
control stop
measure pathtime_stopped
control start
control del target_bench
control add target:target_bench returns=errno
measure pathtime_returns_errno
control del target_bench
control add target:target_bench returns=poll
measure pathtime_returns_poll
control del target_bench
if control add target:target_bench backend=direct 2>/dev/null; then
	measure pathtime_direct
	control stop
	measure pathtime_direct_stopped
fi
unload_pathtime
load_pathtime groups= probes=target:target_bench nesting=0 clock=local_clock
measure pathtime_local_clock
unload_pathtime
# The root call of a task acquires and releases the shadow stack. A callee finds it in place.
load_pathtime groups= probes=target:target_bench
measure pathtime_nested_root
control add target:bench_show
measure pathtime_nested
control del target_bench
if control add target:target_bench backend=direct 2>/dev/null; then
	measure pathtime_direct_nested
	control del bench_show
	measure pathtime_direct_nested_root
fi
unload_pathtime
# The best of five rounds of 20,000 calls has no call that is timed.
load_pathtime groups= probes=target:target_bench sample=65536
measure pathtime_not_its_turn
control del target_bench
if control add target:target_bench backend=direct 2>/dev/null; then
	measure pathtime_direct_not_its_turn
fi
unload_pathtime
rmmod target
