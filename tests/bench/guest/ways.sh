# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# the ways that packets take through the gateway of the lab, and packets on them; sourced in a guest
# shellcheck source=/dev/null
. /src/tests/guest/topologies/gateway.sh

BURSTS=${BURSTS:-500}
FRAMES=${FRAMES:-1}
SIZE=${SIZE:-64}
CASES=${CASES:-forward flowtable esp_out esp_in}
MAC=52:54:00:00:00:0

# what sends them
build_sender() {
	gcc -O2 -I/src/userspace -o /tmp/packets /src/tests/bench/guest/packets.c
}

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
	PATHTIME_BACKEND=$1 load_pathtime groups="${groups// /,}" nesting="${3:-0}" "${@:4}"
}
