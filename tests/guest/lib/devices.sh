# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by the cases
# a device between the gateway and the next one, for cases/paths/{devices,encapsulations,ppp}: sourced after
# topologies/gateway.sh

# on NAMESPACE COMMAND...: the initial namespace is "here"
on() {
	local namespace=$1

	shift
	if [ "$namespace" = here ]; then
		"$@"
	else
		nsenter --net=/run/netns/"$namespace" "$@"
	fi
}

# choose_end here|gwb: set the names and addresses of that end of the wire
choose_end() {
	where=$1
	case $where in
	here) nic=eth2 near=192.0.2.1 far=192.0.2.2 near6=fd00:a::1 far6=fd00:a::2 spis="0x901 0x902" address=10.8.0.1 ;;
	gwb) nic=eth3 near=192.0.2.2 far=192.0.2.1 near6=fd00:a::2 far6=fd00:a::1 spis="0x902 0x901" address=10.8.0.2 ;;
	esac
}

# link ARGUMENT...: ip link at the chosen end
link() {
	on "$where" ip link "$@"
}

# Each of these makes the device "upper" at the chosen end.
make_vlan() {
	link add link "$nic" name upper type vlan id 5
}

make_bond() {
	link add name upper type bond mode active-backup
	link set "$nic" down
	link set "$nic" master upper
}

make_vxlan() {
	link add name upper type vxlan id 9 dstport 4789 local "$near" remote "$far"
}

make_gretap() {
	link add name upper type gretap local "$near" remote "$far"
}

make_gre() {
	link add name upper type gre local "$near" remote "$far"
}

# join KIND: make the device at both ends, and send all between client and server through it
join() {
	local where nic near far near6 far6 spis address

	for where in here gwb; do
		choose_end "$where"
		make_"$1"
		link set "$nic" up
		on "$where" ip address add "$address/30" dev upper
		link set upper up
	done
	ip route replace 10.0.2.0/24 via 10.8.0.2
	in_gwb ip route replace 10.0.1.0/24 via 10.8.0.1
	# the first packets wait for neighbours and handshakes
	wait_until 30 in_client ping -q -c 1 -W 1 "$SERVER4"
	know_neighbours here
	know_neighbours gwb
}

# know_neighbours here|gwb: no neighbour is asked for again, so all packets are IP
know_neighbours() {
	on "$1" ip neighbour show dev upper | sed -n 's/^\([0-9a-f.:]*\) lladdr \([0-9a-f:]*\) .*/neighbour replace \1 lladdr \2 dev upper nud permanent/p' |
		on "$1" ip -batch -
}

# remove_others: remove what goes with no device; a case may have another one
remove_others() {
	:
}

# After a device has had it, a NIC has lost its addresses or neighbours.
part() {
	local where nic near far near6 far6 spis address name

	remove_others
	for where in here gwb; do
		choose_end "$where"
		for name in upper below; do
			link del "$name" 2>/dev/null || true
		done
		on "$where" ip -batch - <<-FLUSH
			xfrm policy flush
			xfrm state flush
		FLUSH
	done
	ip link set eth2 up
	in_gwb ip link set eth3 up
	outside | ip -force -batch - >/dev/null 2>&1 || true
	peer | in_gwb ip -force -batch - >/dev/null 2>&1 || true
}

# A new device has multicast reports sent for a while.
is_quiet() {
	local before

	before=$(nic_packets rx /sys/class/net/eth1 /sys/class/net/eth2)
	sleep 1.5
	[ "$before" = "$(nic_packets rx /sys/class/net/eth1 /sys/class/net/eth2)" ]
}

# reach_6: let IPv6 go through the device as IPv4 does
reach_6() {
	ip address add fd00:b::1/64 dev upper nodad
	in_gwb ip address add fd00:b::2/64 dev upper nodad
	ip route replace fd00:2::/64 via fd00:b::2
	in_gwb ip route replace fd00:1::/64 via fd00:b::1
	# without a link-local address, a host asks for the neighbours of its own packets only
	wait_until 30 ping -q -c 1 -W 1 fd00:b::2
	in_gwb ping -q -c 1 -W 5 fd00:b::1
	know_neighbours here
	know_neighbours gwb
	in_client ping -q -c 1 -W 5 "$SERVER6"
}

# echoes COMMAND...: send $ECHOES, each of which is answered
echoes() {
	"$@" -q -c "$ECHOES" -i 0.02 -W 5 >/dev/null
}

# carried KIND OUT IN [DEVICE...]: echoes of both versions have one path each, through the device and from and to this machine. OUT is the
# end of the paths of those that go out. IN is the begin of those that come in, behind "rx". The DEVICEs are those whose own counts are
# compared, as accounts_agree takes them; the default is "upper".
carried() {
	local kind=$1 out=$2 in=$3 devices last=(eth1 eth2)

	shift 3
	devices=("${@:-upper}" eth1 eth2)
	join "$kind"
	reach_6
	reset_accounts "${devices[@]#+}"
	echoes in_client ping "$SERVER4"
	echoes in_client ping "$SERVER4" -s 1000
	echoes in_client ping "$SERVER6"
	echoes ping 10.8.0.2
	echoes in_gwb ping 10.8.0.1
	echoes ping fd00:b::2
	echoes in_gwb ping fd00:b::1
	echo "$kind:"
	paths
	equal "$kind: forwarded out" "$(path_packets "^rx > forward > (.* > )?$out")" $((3 * ECHOES))
	equal "$kind: forwarded in" "$(path_packets "^rx > ${in}forward > queue > tx\$")" $((3 * ECHOES))
	equal "$kind: sent" "$(path_packets "^local-out > (.* > )?$out")" $((4 * ECHOES))
	equal "$kind: taken" "$(path_packets "^rx > ${in}local-in\$")" $((4 * ECHOES))
	equal "$kind: all paths" "$(path_packets .)" $((14 * ECHOES))
	# ARP has no path, but is no loss
	if ip neighbour del 10.8.0.2 dev upper 2>/dev/null; then
		echoes ping 10.8.0.2
	fi
	grep 'in no path' "$DEBUGFS/paths" || true
	equal "$kind: in no path" "$(lost_packets)" 0
	accounts_agree "$kind" "${devices[@]}"
	# without that step, packets are sent and received by the device itself
	[[ $out = *"device >"* ]] || last+=(upper)
	paths_agree "$kind" "${last[@]}"
}

# filtered_by KIND: filters find the packets that go out, or come in, by the device
filtered_by() {
	local name

	for name in out=upper in=upper; do
		control filter "$name"
		control reset
		echoes in_client ping "$SERVER4"
		echo "with $name:"
		paths
		equal "$1: packets with $name" "$(path_packets '^rx > ')" "$ECHOES"
		equal "$1: other packets with $name" "$(path_packets .)" "$ECHOES"
	done
	control filter netns="$(own_netns)"
}
