# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# time of a packet in each function of the default groups, at both levels, by pathtime's own figures
# prints lines of "release" and "function" with their values, separated by tabs
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/ways.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/tools.sh

list_landmarks() {
	load_groups kretprobe default
	awk '!/^#/ { sub(".*:", "", $2); print $2 }' "$DEBUGFS/probes" >/tmp/landmarks
	unload_pathtime
}

# print "FUNCTION CALLS NS": the calls for each packet, and the time of a call
functions() {
	pathtime --json | jq -r --argjson packets $(((BURSTS + 4) * FRAMES)) \
		'.probes[] | select(.calls > 0) | "\(.function) \(.calls / $packets) \(.total_ns / .calls)"'
}

# measure WAY: print the functions that each packet on this way passes
measure() {
	local function calls ns level

	prepare "$1"
	control reset
	send "$1" >/dev/null
	check_way "$1"
	while read -r function calls ns; do
		level=detail
		! grep -qx "$function" /tmp/landmarks || level=landmark
		tell function "$1" "$function" $level "$calls" "$ns"
	done < <(functions)
}

main() {
	local way

	tell release "$(uname -r)"
	build_sender
	sink
	list_landmarks
	load_groups auto detail 1
	for way in $CASES; do
		measure "$way"
	done
	unload_pathtime
}

main
