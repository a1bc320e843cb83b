# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# a VPN gateway with flow offload between a client and a server: six virtio NICs on three hubs, in one guest
# hubs: 0 0 1 1 2 2
#
#   ns client                 initial namespace:  the gateway under test                ns gwb              ns server
#  +-----------+   hub 0   +---------------------------------------------+   hub 1   +-----------+ hub 2 +-----------+
#  |      eth0 |-----------| eth1   nft flowtable ft on eth1 and    eth2 |===========| eth3 eth4 |-------| eth5      |
#  |           |           |        eth2, conntrack, xfrm tunnel         |    ESP    |           |       |           |
#  +-----------+           +---------------------------------------------+           +-----------+       +-----------+
#    10.0.1.2        10.0.1.1                                  192.0.2.1     192.0.2.2     10.0.2.1        10.0.2.2
#    fd00:1::2       fd00:1::1                                 fd00:a::1     fd00:a::2     fd00:2::1       fd00:2::2
#
# IPv4 goes through an IPv4 tunnel and IPv6 through an IPv6 one, cbc(aes) with hmac(sha1), an SPI for each direction.
# Neighbours are permanent and no host asks for routers or duplicates, so the wires are silent until a test sends.
# A program takes 60 ms to start in an emulated guest, so ip runs in batches: 110 single commands took 13 s.

MODULES="virtio_net nf_conntrack nf_tables nft_ct nf_flow_table nf_flow_table_inet nft_flow_offload
	xfrm_user esp4 esp6 authenc cbc sha1_generic"
ALGORITHMS="auth hmac(sha1) 0x0102030405060708090a0b0c0d0e0f1011121314 enc cbc(aes) 0x000102030405060708090a0b0c0d0e0f"

# No autoconfigured addresses, no solicitations, no duplicate detection. All interfaces that are made later inherit this.
SILENCE="net.ipv6.conf.default.accept_dad=0 net.ipv6.conf.default.dad_transmits=0
	net.ipv6.conf.default.accept_ra=0 net.ipv6.conf.default.router_solicitations=0
	net.ipv6.conf.default.addr_gen_mode=1"
FORWARD="net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1"

# The multicast report for an IPv6 address is sent once and at once, and not again a second later.
REPORT_ONCE="net.ipv6.mld_qrv=1"

# Some kernels have some of these built in, or not at all. If one is really missing, the commands below fail.
load_modules() {
	# shellcheck disable=SC2086 # a list of modules
	modprobe -qa $MODULES || true
}

# namespace NAME SYSCTLS: make it, and its /sys below /run/sys
namespace() {
	ip netns add "$1"
	# shellcheck disable=SC2086 # lists of settings
	ip netns exec "$1" sysctl -q -w $SILENCE $2
	mkdir -p /run/sys/"$1"
	nsenter --net=/run/netns/"$1" mount -t sysfs sys /run/sys/"$1"
}

# nic INTERFACE IPV4 IPV6: print the commands that set a NIC up
nic() {
	echo "address add $2 dev $1"
	echo "address add $3 dev $1 nodad"
	echo "link set $1 up"
}

# neighbour INTERFACE NUMBER-OF-ITS-NIC IPV4 IPV6: print the commands for permanent neighbours
neighbour() {
	echo "neighbour replace $3 lladdr 52:54:00:00:00:0$(($2 + 1)) dev $1 nud permanent"
	echo "neighbour replace $4 lladdr 52:54:00:00:00:0$(($2 + 1)) dev $1 nud permanent"
}

# association SOURCE DESTINATION SPI: print the command that adds an SA
association() {
	echo "xfrm state add src $1 dst $2 proto esp spi $3 mode tunnel $ALGORITHMS"
}

# policy DIRECTION FROM-NET TO-NET SOURCE DESTINATION: print the command that adds a policy
policy() {
	echo "xfrm policy add dir $1 src $2 dst $3 tmpl src $4 dst $5 proto esp mode tunnel"
}

# route FAR-NET FAR-END
route() {
	echo "route add $1 via $2"
}

# tunnel NEAR-NET FAR-NET NEAR-END FAR-END SPI-OUT SPI-IN
tunnel() {
	association "$3" "$4" "$5"
	association "$4" "$3" "$6"
	policy out "$1" "$2" "$3" "$4"
	policy fwd "$2" "$1" "$4" "$3"
	policy in "$2" "$1" "$4" "$3"
}

client() {
	echo "link set lo up"
	nic eth0 10.0.1.2/24 fd00:1::2/64
	neighbour eth0 1 10.0.1.1 fd00:1::1
	echo "route add default via 10.0.1.1"
	echo "route add default via fd00:1::1"
}

inside() {
	nic eth1 10.0.1.1/24 fd00:1::1/64
	neighbour eth1 0 10.0.1.2 fd00:1::2
}

outside() {
	nic eth2 192.0.2.1/24 fd00:a::1/64
	neighbour eth2 3 192.0.2.2 fd00:a::2
	route 10.0.2.0/24 192.0.2.2
	route fd00:2::/64 fd00:a::2
}

peer() {
	echo "link set lo up"
	nic eth3 192.0.2.2/24 fd00:a::2/64
	nic eth4 10.0.2.1/24 fd00:2::1/64
	neighbour eth3 2 192.0.2.1 fd00:a::1
	neighbour eth4 5 10.0.2.2 fd00:2::2
	route 10.0.1.0/24 192.0.2.1
	route fd00:1::/64 fd00:a::1
}

server() {
	echo "link set lo up"
	nic eth5 10.0.2.2/24 fd00:2::2/64
	neighbour eth5 4 10.0.2.1 fd00:2::1
	echo "route add default via 10.0.2.1"
	echo "route add default via fd00:2::1"
}

# connect: give the hosts their NICs, also after a reload of virtio_net, which leaves all NICs in the initial namespace
connect() {
	ip -batch - <<-NICS
		link set eth0 netns client
		link set eth3 netns gwb
		link set eth4 netns gwb
		link set eth5 netns server
	NICS
	client | ip -n client -batch -
	{ inside; outside; } | ip -batch -
	peer | ip -n gwb -batch -
	server | ip -n server -batch -
}

encrypt() {
	ip -batch - <<-TUNNELS
		$(tunnel 10.0.1.0/24 10.0.2.0/24 192.0.2.1 192.0.2.2 0x401 0x402)
		$(tunnel fd00:1::/64 fd00:2::/64 fd00:a::1 fd00:a::2 0x601 0x602)
	TUNNELS
	ip -n gwb -batch - <<-TUNNELS
		$(tunnel 10.0.2.0/24 10.0.1.0/24 192.0.2.2 192.0.2.1 0x402 0x401)
		$(tunnel fd00:2::/64 fd00:1::/64 fd00:a::2 fd00:a::1 0x602 0x601)
	TUNNELS
}

# flush_tunnels: remove the tunnels, so that packets go in clear
flush_tunnels() {
	local flush=$'xfrm policy flush\nxfrm state flush'

	ip -batch - <<<"$flush"
	ip -n gwb -batch - <<<"$flush"
}

offload() {
	nft -f - <<-RULES
		table inet lab {
			flowtable ft {
				hook ingress priority 0
				devices = { eth1, eth2 }
			}
			chain forward {
				type filter hook forward priority 0; policy accept
				meta l4proto { tcp, udp } flow add @ft
				counter
			}
		}
	RULES
}

# remove_flowtable: unload its modules. This fails while they are in use, as the kernel frees rules and flows some time after
# their deletion.
remove_flowtable() {
	rmmod nft_flow_offload nf_flow_table_inet nf_flow_table 2>/dev/null
	! grep -q '^nf_flow_table ' /proc/modules
}

main() {
	# its settings are inherited by the NICs of virtio_net
	modprobe -q ipv6 || true
	# shellcheck disable=SC2086 # lists of settings
	sysctl -q -w $SILENCE $FORWARD $REPORT_ONCE
	load_modules
	namespace client ""
	namespace gwb "$FORWARD"
	namespace server ""
	connect
	encrypt
	offload
}

# A test case that takes a part down sources this file to put it up again.
[ "${BASH_SOURCE[0]}" != "$0" ] || main
