# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# the guest's part of `make tutorial`: record the gateway while full-sized packets miss the flowtable, and after the fix
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh
# shellcheck source=/dev/null
. /src/tests/guest/topologies/gateway.sh

OUT=/out/tutorial
SENDING_SECONDS=1
BLOCKED=500

# AES-GCM with the CPU's instructions, as most gateways have it. The topology's cipher in C would hide all other times.
encrypt_with_gcm() {
	modprobe -qa aesni_intel ghash_clmulni_intel gcm seqiv || true
	flush_tunnels
	# shellcheck disable=SC2034 # encrypt() of the topology takes it
	ALGORITHMS="aead rfc4106(gcm(aes)) 0x000102030405060708090a0b0c0d0e0f10111213 128"
	encrypt
}

# A packet is one packet at each step, and one more in no step.
each_packet_alone() {
	local interface

	for interface in eth1 eth2; do
		ethtool -K "$interface" gro off
	done
	in_client ethtool -K eth0 tso off gso off
	in_gwb ethtool -K eth3 gro off
}

# a rule for each blocked address, before the flowtable's rule, as tools that ban addresses make them
block() {
	local i

	for ((i = BLOCKED - 1; i >= 0; i--)); do
		echo "insert rule inet lab forward ip saddr 198.51.$((i / 250)).$((i % 250 + 1)) drop"
	done | nft -f -
}

clamp() {
	nft insert rule inet lab forward tcp flags syn tcp option maxseg size set 1360
}

# record NAME: one TCP transfer from the client to the server
record() {
	pathtime reset
	pathtime record --interval 40ms --output "$OUT/$1.ptime" -- \
		ip netns exec client iperf3 -c "$SERVER4" -t $SENDING_SECONDS >"$OUT/$1.txt" 2>&1
	grep receiver "$OUT/$1.txt"
}

rm -rf $OUT
mkdir -p $OUT
encrypt_with_gcm
each_packet_alone
block
# the client sends without DF, which is one way to get full-sized packets into a tunnel
in_client sysctl -q -w net.ipv4.ip_no_pmtu_disc=1
load_pathtime groups=xfrm,flowtable,conntrack,netfilter,virtio_net paths=64 slowest=2
pathtime filter "netns=$(own_netns)"
start_iperf_server
record slow
clamp
record fixed
unload_pathtime
