# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# names and headers of test cases; sourced on the host and in the guest. An emulated guest takes 35 to 100 ms to start a
# program, so these functions start none.

# read_headers FILE: set HEADERS to the values of the "# KEY: value" lines at the top of a case
declare -A HEADERS
read_headers() {
	local line

	HEADERS=()
	while IFS= read -r line && [[ $line == '#'* ]]; do
		[[ $line =~ ^'# '([a-z-]+):[[:space:]]*(.*)$ ]] || continue
		[ -n "${HEADERS[${BASH_REMATCH[1]}]+set}" ] || HEADERS[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
	done <"$1"
}

# header FILE KEY: print one of them
header() {
	read_headers "$1"
	printf '%s\n' "${HEADERS[$2]:-}"
}

# case_name FILE: print AREA/NAME
case_name() {
	local area=${1%/*}

	set -- "${1%.tc}"
	echo "${area##*/}/${1##*/}"
}

# turn_name TURN: print AREA/NAME of a file, "BACKEND AREA/NAME" of BACKEND:FILE
turn_name() {
	local backend=

	[[ $1 != *:* ]] || backend="${1%%:*} "
	echo "$backend$(case_name "${1#*:}")"
}

# case_seconds FILE: prints its time limit. A limit is for 25 cycles, 1,500 writes and 10 seconds on one of Debian's
# kernels, with a core for each guest. A longer run has more time, and so has a slower kernel, and one among several.
case_seconds() {
	local seconds percent=150 longer

	read_headers "$1"
	seconds=${HEADERS[timeout]:-}
	for longer in $((${PATHTIME_CYCLES:-0} * 4)) $((${PATHTIME_WRITES:-0} / 15)) $((${PATHTIME_SECONDS:-0} * 10)); do
		[ "$longer" -le "$percent" ] || percent=$longer
	done
	echo $((${seconds:-240} * PATHTIME_SLOWER * percent / 100))
}
