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

case_seconds() {
	local seconds

	seconds=$(header "$1" timeout)
	echo "${seconds:-120}"
}
