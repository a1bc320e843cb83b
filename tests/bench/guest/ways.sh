# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# ways that packets take through the gateway of the lab, and packets on them; sourced in a guest
# shellcheck source=/dev/null
. /src/tests/guest/topologies/gateway.sh

BURSTS=${BURSTS:-500}
FRAMES=${FRAMES:-1}
SIZE=${SIZE:-64}
CASES=${CASES:-forward flowtable esp_out esp_in}
MAC=52:54:00:00:00:0

# build the program that sends the packets
build_sender() {
	gcc -O2 -I/src/userspace -o /tmp/packets /src/tests/bench/guest/packets.c
}

# Drop packets behind the program that waits for them, so that they go no further.
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

# The slow path has connection tracking, because that is what the flowtable saves.
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

# prepare CASE: set the gateway up, without state of an earlier case. A flow that comes out of a tunnel is not offloaded,
# so the first packets go the other way.
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

# send_there BURSTS FRAMES: send from the client to the server
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

# packets that stand in a queue for seconds, and are then dropped
STANDING=500
make_waiting_room() {
	ip link add waiting type dummy
	sysctl -q net.ipv6.conf.waiting.disable_ipv6=1
	ip link set waiting up
	ip address add 10.99.0.1/24 dev waiting
	ip neighbour add 10.99.0.2 lladdr ${MAC}9 dev waiting
}

close_waiting_room() {
	ip link del waiting
}

# let packets of this machine wait, longer than a measurement takes
let_wait() {
	local i

	tc qdisc replace dev waiting root netem delay 8s limit $((2 * STANDING))
	for ((i = 0; i < STANDING; i++)); do
		echo >/dev/udp/10.99.0.2/9
	done
	check_waiting
}

check_waiting() {
	tc -s qdisc show dev waiting | grep -q "backlog [^ ]* ${STANDING}p" || fail "$(tc -s qdisc show dev waiting)"
}

# They are dropped, and each still had its record.
let_go() {
	local before

	before=$(path_packets '^local-out > .*drop')
	tc qdisc del dev waiting root
	[ $(($(path_packets '^local-out > .*drop') - before)) -eq $STANDING ] || fail "$(paths)"
}

# print the number of packets that took the slow path
slow() {
	nft list chain inet lab forward | sed -n 's/.*counter packets \([0-9]*\) .*/\1/p'
}

# check_way CASE: check that all packets took the slow path, or only those of the first burst. Otherwise the figures are
# of another case.
check_way() {
	local all=$(((BURSTS + 4) * FRAMES))

	case $1 in
	forward) [ "$(slow)" -ge $all ] ;;
	*) [ "$(slow)" -le $((FRAMES + 5)) ] ;;
	esac || fail "$1: $(slow) of $all packets went the slow way"
}

# load_groups BACKEND LEVEL [NESTING]: load the groups that pathtime loads by default, with landmarks or all functions
load_groups() {
	local groups="xfrm flowtable conntrack virtio_net"

	[ "$2" = default ] || groups=${groups// /:detail }:detail
	PATHTIME_BACKEND=$1 load_pathtime groups="${groups// /,}" nesting="${3:-0}" "${@:4}"
}
