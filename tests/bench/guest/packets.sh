# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# instructions of a packet through the gateway, with one tool after the other
# usage: packets.sh [TOOL,LEVEL|again...]
# prints lines of "release", "functions", "packet" and "lack" with their values, separated by tabs
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/ways.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/tools.sh

ROUNDS=${ROUNDS:-2}
packets_wait=
# bpftrace makes two programs and two maps for each function. An emulated guest needs minutes for the default level, and
# the level detail has five times as many functions.
TOOLS="pathtime_kretprobe,default pathtime_kretprobe,detail pathtime_direct,default pathtime_direct,detail
	pathtime_direct_nested,default pathtime_direct_nested,detail
	function_graph,default function_graph,detail bpftrace_kretprobe,default again"

# write the functions of each level to a file, for other tools
list_functions() {
	local level

	for level in default detail; do
		load_groups kretprobe $level
		awk '!/^#/ && $3 == "armed" { sub(".*:", "", $2); print $2 }' "$DEBUGFS/probes" >"/tmp/functions.$level"
		tell functions "$level" "$(wc -l <"/tmp/functions.$level")"
		unload_pathtime
	done
}

# print "CALLS NOT-DIRECT": all calls that pathtime has counted, and those counted by a slower backend; 0 if it is not
# loaded
counted() {
	cat "$DEBUGFS/probes" 2>/dev/null |
		awk '{ all += $5 + $6; if ($4 != "direct") rest += $5 + $6 } END { print all + 0, rest + 0 }'
}

# per_packet BEFORE AFTER: print the calls for each packet in between
per_packet() {
	echo "$*" | awk -v packets=$(((BURSTS + 4) * FRAMES)) '{ printf "%.0f\t%.0f\n", ($3 - $1) / packets, ($4 - $2) / packets }'
}

# run_rounds CASE: set the case up for each round, as one setup may cost hundreds of instructions more than the next
run_rounds() {
	local round before took

	for ((round = 0; round < ROUNDS; round++)); do
		prepare "$1"
		[ -z "$packets_wait" ] || let_wait
		before=$(counted)
		took=$(send "$1")
		tell "$took" "$(per_packet "$before" "$(counted)")"
		check_way "$1"
		[ -z "$packets_wait" ] || { check_waiting && let_go; }
	done >/tmp/rounds
}

# measure_cases WHAT: print the best round of each case
measure_cases() {
	local name

	for name in $CASES; do
		run_rounds "$name"
		tell packet "$1" "$name" "$(sort -n -k 4,4 /tmp/rounds | head -n 1)"
	done
}

# all_attached LEVEL: succeed if all functions of the level are attached to, by any mechanism
all_attached() {
	[ "$(wc -l <"$TRACING/enabled_functions")" -ge "$(wc -l <"/tmp/functions.$1")" ]
}

all_attached_or_ended() {
	all_attached "$1" || ! running
}

measure_backend() {
	local backend=${1#pathtime_} packets_wait=

	case $backend in
	# while others stand in a queue
	*_standing)
		load_groups "${backend%_standing}" "$2" 1 paths=64
		control filter netns="$(own_netns)"
		make_waiting_room
		packets_wait=1
		;;
	*_nested) load_groups "${backend%_nested}" "$2" 1 ;;
	*_paths)
		load_groups "${backend%_paths}" "$2" 1 paths=64
		control filter netns="$(own_netns)"
		;;
	# without polls
	*_alone)
		load_groups "${backend%_alone}" "$2" 1 paths=64 polls=0
		control filter netns="$(own_netns)"
		;;
	*_behind)
		load_groups "${backend%_behind}" "$2" 1 paths=64 waits=ring,socket
		control filter netns="$(own_netns)"
		;;
	*_polled)
		load_groups "${backend%_polled}" "$2" 1 paths=64 waits=poll
		control filter netns="$(own_netns)"
		;;
	*_stages)
		load_groups "${backend%_stages}" "$2" 1 paths=64 stages=1
		control filter netns="$(own_netns)"
		;;
	# without keeping the slowest packets
	*_brief)
		load_groups "${backend%_brief}" "$2" 1 paths=64 polls=0 slowest=0
		control filter netns="$(own_netns)"
		;;
	# No packet passes this filter, as its namespace has none. Each packet is checked, and none has a path.
	*_unwanted)
		load_groups "${backend%_unwanted}" "$2" 1 paths=64 polls=0
		[ -e /run/netns/unwanted ] || ip netns add unwanted
		control filter netns="$(stat -L -c %i /run/netns/unwanted)"
		;;
	*) load_groups "$backend" "$2" ;;
	esac
	measure_cases "$1-$2"
	[ -z "$packets_wait" ] || close_waiting_room
	unload_pathtime
}

measure_function_graph() {
	# shellcheck disable=SC2046 # a list of functions
	start_function_graph $(cat "/tmp/functions.$2")
	measure_cases "$1-$2"
	stop_function_graph
}

# One program is attached to one function after the other. Wait for the last ones.
measure_bpftrace_kretprobe() {
	# shellcheck disable=SC2046 # a list of functions
	start_bpftrace_kretprobe $(cat "/tmp/functions.$2")
	if wait_until 600 all_attached_or_ended "$2" && all_attached "$2"; then
		sleep 2
		measure_cases "$1-$2"
		stop_bpftrace_kretprobe
	else
		! running || stop_bpftrace_kretprobe
		tell lack "$1-$2" "$(last_words)"
	fi
}

ready_or_ended() {
	ready_pwru || ! running
}

# pwru attaches to one function after the other, too, and reports when it is ready.
measure_pwru() {
	local lack

	lack=$(lack_pwru)
	if [ -n "$lack" ]; then
		tell lack "$1-$2" "$lack"
		return
	fi
	# shellcheck disable=SC2046 # a list of functions
	start_pwru $(cat "/tmp/functions.$2")
	if wait_until 600 ready_or_ended && ready_pwru; then
		measure_cases "$1-$2"
		stop_pwru
	else
		! running || stop_pwru
		tell lack "$1-$2" "$(last_words)"
	fi
}

measure() {
	echo "$PATHTIME_KERNEL: $1, $2" >&2
	case $1 in
	again) measure_cases again ;;
	pathtime_*) measure_backend "$@" ;;
	*) "measure_$1" "$@" ;;
	esac
	wait_until 60 detached || fail "$1 is gone, and leaves probes"
}

main() {
	local tool

	# shellcheck disable=SC2086 # a list
	[ $# -gt 0 ] || set -- $TOOLS
	tell release "$(uname -r)"
	build_sender
	sink
	list_functions
	# The first packets are the most expensive.
	measure_cases nothing >/dev/null
	measure_cases nothing
	for tool in "$@"; do
		[[ $tool != pathtime_direct* ]] || has_backend direct || continue
		measure "${tool%,*}" "${tool#*,}"
	done
}

main "$@"
