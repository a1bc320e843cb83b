# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The kernel's own return probes on many functions. Times to attach and to detach them are in us. With --icount the
# instructions of a pass over a hundred functions are also measured.
# prints lines of "release", "pass" and "attach" with their values, separated by tabs
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/tools.sh

BENCH=/sys/kernel/debug/target/bench_many
# as many functions as the default groups have, with some of the kernel's own
MOST=130

# functions COUNT: print a list of them
functions() {
	{
		seq -f 'target:target_many_%02g' 0 99
		grep -E '^(tcp_v4|udp|ip)_[a-z_]+$' "$TRACING/available_filter_functions" | sort | uniq -u
	} | head -n "$1" | paste -sd ,
}

# us WHAT: print the time that a test module has reported last
us() {
	dmesg | sed -n "s/.*: $1 [0-9]* in \([0-9]*\) us.*/\1/p" | tail -n 1
}

# measure NAME COUNT MODULE [ARGUMENT...]: report what a pass, attaching and detaching take
measure() {
	local name=$1 count=$2 module=$3 attached

	shift 3
	load_module "$module" "$@" function="$(functions "$count")"
	[ "$PATHTIME_ICOUNT" != yes ] || tell pass "$name" "$count" "$(instructions $BENCH)"
	attached=$(us attached)
	rmmod "$module"
	tell attach "$name" "$count" "$attached" "$(us detached)"
}

measure_all() {
	measure kretprobes "$1" empty_kretprobe
	if [ -e "$PATHTIME_MODULES/empty_fprobe.ko" ]; then
		measure fprobes "$1" empty_fprobe each=Y
		measure one_fprobe "$1" empty_fprobe
	fi
}

main() {
	local count

	load_module target
	tell release "$(uname -r)"
	if [ "$PATHTIME_ICOUNT" = yes ]; then
		tell pass nothing 0 "$(instructions $BENCH)"
		for count in 1 30 100; do
			measure_all $count
		done
	else
		measure_all $MOST
		measure_all $MOST
		measure_all $MOST
	fi
	rmmod target
}

main
