# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# instructions of a call with more and more armed probes, each of which is called in turn
# prints lines of "release" and "pass" with their values, separated by tabs
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/tools.sh

BENCH=/sys/kernel/debug/target/bench_many
PROBES="1 10 100"
# passes over all functions in one reading
PASSES=1000

# arm FIRST LAST: arm these functions, counted from 0
arm() {
	local number

	for ((number = $1; number <= $2; number++)); do
		control add "target:target_many_$(printf %02d "$number")"
	done
}

# timed BACKEND: print "PROBES CALLS", the probes of this backend and the calls that they have timed
timed() {
	awk -v backend="$1" '$4 == backend { probes++; calls += $5 } END { print probes + 0, calls + 0 }' "$DEBUGFS/probes"
}

# measure BACKEND PROBES: measure a pass over all functions with so many of them armed. If a call of an armed function is
# not timed, the figure is wrong and the test fails.
measure() {
	control reset
	tell pass "$1" "$2" "$(instructions $BENCH)"
	equal "$1: probes and calls" "$(timed "$1")" "$2 $(($2 * PASSES))"
}

measure_backend() {
	local probes armed=0

	PATHTIME_BACKEND=$1 load_pathtime groups= nesting=0
	for probes in $PROBES; do
		PATHTIME_BACKEND=$1 arm "$armed" $((probes - 1))
		armed=$probes
		measure "$1" "$probes"
	done
	unload_pathtime
}

main() {
	local backend

	load_module target
	tell release "$(uname -r)"
	tell pass nothing 0 "$(instructions $BENCH)"
	for backend in kretprobe direct; do
		! has_backend $backend || measure_backend $backend
	done
	rmmod target
}

main
