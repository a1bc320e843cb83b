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

# The limit is for the usual 25 cycles of what comes and goes, on one of Debian's kernels.
case_seconds() {
	local seconds cycles=${PATHTIME_CYCLES:-25}

	seconds=$(header "$1" timeout)
	echo $((${seconds:-120} * PATHTIME_SLOWER * (cycles > 25 ? cycles : 25) / 25))
}
