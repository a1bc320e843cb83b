# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# instructions of a packet on its way through the gateway, with one tool after the other: packets.sh [TOOL,LEVEL...]
# prints lines of "release", "functions", "packet" and "lack" with their values, separated by tabs
set -eu
# shellcheck source=/dev/null
. /src/tests/vm/lib.sh
# shellcheck source=/dev/null
. /src/tests/vm/topologies/gateway.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/tools.sh

ROUNDS=${ROUNDS:-2}
BURSTS=${BURSTS:-500}
FRAMES=${FRAMES:-1}
SIZE=${SIZE:-64}
CASES=${CASES:-forward flowtable esp_out esp_in}
MAC=52:54:00:00:00:0
# bpftrace makes two programs and two maps of each function: an emulated guest needs minutes for the default level, and
# the other has five times as many
TOOLS="pathtime_kretprobe,default pathtime_kretprobe,detail pathtime_direct,default pathtime_direct,detail
	pathtime_direct_nested,default pathtime_direct_nested,detail
	function_graph,default function_graph,detail bpftrace_kretprobe,default"

# What has arrived is seen by the program that waits for it, and goes no further.
sink() {
	in_gwb nft -f - <<-RULES
		table netdev sink {
			chain arrived { type filter hook ingress device eth3 priority 0; drop; }
		}
	RULES
	in_client nft -f - <<-RULES
		table netdev sink {
			chain arrived { type filter hook ingress device eth0 priority 0; drop; }
		}
	RULES
}

# with connection tracking, as it is what the flowtable spares
no_offload() {
	nft -f - <<-RULES
		table inet lab {
			chain forward {
				type filter hook forward priority 0; policy accept
				ct state invalid drop
				counter
			}
		}
	RULES
}

# prepare CASE: the gateway is set up for it, and knows nothing of what was before. A flow that has come out of a tunnel is
# not offloaded: the first packets go the other way.
prepare() {
	flush_tunnels
	nft delete table inet lab
	conntrack -F 2>/dev/null
	case $1 in
	forward) no_offload ;;
	flowtable) offload ;;
	esp_out) encrypt; offload ;;
	esp_in) encrypt; offload; send_there 1 1 >/dev/null ;;
	esac
}

# send_there BURSTS FRAMES
send_there() {
	/tmp/packets "$@" "$SIZE" client eth0 ${MAC}2 "$CLIENT4" "$SERVER4" gwb eth3
}

send_back() {
	/tmp/packets "$@" "$SIZE" server eth5 ${MAC}5 "$SERVER4" "$CLIENT4" \
		init eth2 gwb eth3 ${MAC}3 client eth0
}

send() {
	case $1 in
	esp_in) send_back "$BURSTS" "$FRAMES" ;;
	*) send_there "$BURSTS" "$FRAMES" ;;
	esac
}

# packets that went the slow way
slow() {
	nft list chain inet lab forward | sed -n 's/.*counter packets \([0-9]*\) .*/\1/p'
}

# all of them, or only those of the first burst, or what was measured is not what was meant
check_way() {
	local all=$(((BURSTS + 4) * FRAMES))

	case $1 in
	forward) [ "$(slow)" -ge $all ] ;;
	*) [ "$(slow)" -le $((FRAMES + 5)) ] ;;
	esac || fail "$1: $(slow) of $all packets went the slow way"
}

# load_groups BACKEND LEVEL [NESTING]: those of pathtime's that it loads by itself, their landmarks or all of their functions
load_groups() {
	local groups="xfrm flowtable conntrack virtio_net"

	[ "$2" = default ] || groups=${groups// /:detail }:detail
	PATHTIME_BACKEND=$1 load_pathtime groups="${groups// /,}" nesting="${3:-0}"
}

# the functions of each level, for other tools
list_functions() {
	local level

	for level in default detail; do
		load_groups kretprobe $level
		awk '!/^#/ && $3 == "armed" { sub(".*:", "", $2); print $2 }' "$DEBUGFS/probes" >"/tmp/functions.$level"
		tell functions "$level" "$(wc -l <"/tmp/functions.$level")"
		unload_pathtime
	done
}

# "CALLS NOT-DIRECT": all that pathtime has counted, where it is loaded, and how much of it by something dearer
counted() {
	cat "$DEBUGFS/probes" 2>/dev/null |
		awk '{ all += $5 + $6; if ($4 != "direct") rest += $5 + $6 } END { print all + 0, rest + 0 }'
}

# per_packet BEFORE AFTER: what was counted meanwhile
per_packet() {
	echo "$*" | awk -v packets=$(((BURSTS + 4) * FRAMES)) '{ printf "%.0f\t%.0f\n", ($3 - $1) / packets, ($4 - $2) / packets }'
}

# run_rounds CASE: what was set up can take hundreds of instructions more for each of its packets than what is set up next
run_rounds() {
	local round before took

	for ((round = 0; round < ROUNDS; round++)); do
		prepare "$1"
		before=$(counted)
		took=$(send "$1")
		tell "$took" "$(per_packet "$before" "$(counted)")"
		check_way "$1"
	done >/tmp/rounds
}

# measure_cases WHAT: the best round of each case
measure_cases() {
	local name

	for name in $CASES; do
		run_rounds "$name"
		tell packet "$1" "$name" "$(sort -n -k 4,4 /tmp/rounds | head -n 1)"
	done
}

# functions of the kernel that are attached to, whichever way
all_attached() {
	[ "$(wc -l <"$TRACING/enabled_functions")" -ge "$(wc -l <"/tmp/functions.$1")" ]
}

all_attached_or_ended() {
	all_attached "$1" || ! running
}

measure_backend() {
	local backend=${1#pathtime_}

	case $backend in
	*_nested) load_groups "${backend%_nested}" "$2" 1 ;;
	*) load_groups "$backend" "$2" ;;
	esac
	measure_cases "$1-$2"
	unload_pathtime
}

measure_function_graph() {
	# shellcheck disable=SC2046 # a list of functions
	start_function_graph $(cat "/tmp/functions.$2")
	measure_cases "$1-$2"
	stop_function_graph
}

# One program is put on one function after the other: the last ones are waited for.
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

measure() {
	echo "$PATHTIME_KERNEL: $1, $2" >&2
	case $1 in
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
	gcc -O2 -I/src/userspace -o /tmp/packets /src/tests/bench/guest/packets.c
	sink
	list_functions
	# the first ones are the dearest
	measure_cases nothing >/dev/null
	measure_cases nothing
	for tool in "$@"; do
		[[ $tool != pathtime_direct* ]] || has_backend direct || continue
		measure "${tool%,*}" "${tool#*,}"
	done
	measure_cases again
}

main "$@"
