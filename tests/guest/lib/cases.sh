# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# what a test case's name and header say; sourced on the host and in the guest

# header FILE KEY: the value of the "# KEY: value" line
header() {
	sed -n "s/^# $2:[[:space:]]*//p" "$1" | head -n 1
}

# area/name
case_name() {
	echo "$(basename "$(dirname "$1")")/$(basename "$1" .tc)"
}

# The limit is for 25 cycles of what comes and goes, 1500 writes and 10 seconds, on one of Debian's kernels; a
# longer run has more, and so has a slower kernel.
case_seconds() {
	local seconds percent=100 longer

	seconds=$(header "$1" timeout)
	for longer in $((${PATHTIME_CYCLES:-0} * 4)) $((${PATHTIME_WRITES:-0} / 15)) $((${PATHTIME_SECONDS:-0} * 10)); do
		[ "$longer" -le "$percent" ] || percent=$longer
	done
	echo $((${seconds:-240} * PATHTIME_SLOWER * percent / 100))
}
