# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# functions that the cases of cases/stress share: traffic and readers during changes around pathtime, and the comparison with
# the kernel's own counts afterwards. Sourced after lib.sh and the topology file of the gateway.

DRIVER=/sys/bus/virtio/drivers/virtio_net

# truth NAME: print what the kernel has counted. counted NAME: print what pathtime has counted, with missed calls.
truth() {
	case $1 in
	esp4) encrypted 4 ;;
	esp6) encrypted 6 ;;
	nics) received ;;
	esac
}

counted() {
	case $1 in
	esp4) calls esp4:esp_output ;;
	esp6) calls esp6:esp6_output ;;
	nics) calls virtio_net:receive_buf ;;
	esac
}

# states: print the state of each probe, without its counts
states() {
	awk '{ print $1, $2, $3 }' "$DEBUGFS/probes" | sort
}

# note NAME...: remember both counts, while nothing is sent
declare -A TRUTH COUNTED
note() {
	local name

	for name in "$@"; do
		TRUTH[$name]=$(truth "$name")
		COUNTED[$name]=$(counted "$name")
	done
}

# agree NAME...: fail unless both counts have grown equally since note, while nothing is sent
agree() {
	local name

	for name in "$@"; do
		equal "$name: counted since = the kernel's own count" \
			"$(($(counted "$name") - COUNTED[$name]))" "$(($(truth "$name") - TRUTH[$name]))"
	done
}

# start_reading: read all files until the case ends
start_reading() {
	keep_reading &
	READER=$!
}

# start_stress: set the end of the rounds, PATHTIME_SECONDS (5) from now
start_stress() {
	ROUNDS=0
	STRESS_ENDS=$((SECONDS + ${PATHTIME_SECONDS:-5}))
	NEXT_PROGRESS=$((SECONDS + 60))
}

# under_stress: is there time for another round? The first round always runs.
under_stress() {
	if [ "$SECONDS" -ge "$NEXT_PROGRESS" ]; then
		progress "$ROUNDS rounds"
		NEXT_PROGRESS=$((SECONDS + 60))
	fi
	ROUNDS=$((ROUNDS + 1))
	[ "$ROUNDS" -eq 1 ] || [ "$SECONDS" -lt "$STRESS_ENDS" ]
}

# start_sending: send in both directions, with both IP versions
start_sending() {
	keep_pinging 4 &
	TRAFFIC=$!
	keep_pinging 6 &
	TRAFFIC+=" $!"
	keep_sending &
	TRAFFIC+=" $!"
}

# stop_sending: stop, and wait until all that was sent has arrived
stop_sending() {
	# shellcheck disable=SC2086 # a list of processes
	kill $TRAFFIC
	# shellcheck disable=SC2086 # a list of processes
	wait $TRAFFIC || true
	pkill -x ping || true
	pkill -x iperf3 || true
	wait_until 30 is_quiet || fail "packets go on when nobody sends"
}

# start_traffic: load pathtime, start readers and senders
start_traffic() {
	load_pathtime
	STATES=$(states)
	note esp4 esp6 nics
	start_reading
	start_sending
}

# after_stress NAME...: check, when the traffic has ended, that readers still read, that probes have their states, and that the
# counts named are right. Then check all counts once more with new traffic.
after_stress() {
	kill -0 "$READER" || fail "a file could not be read"
	progress "$ROUNDS rounds, sent through ESP: $(encrypted 4) IPv4, $(encrypted 6) IPv6"
	equal "probes" "$(states)" "$STATES"
	agree "$@"
	note esp4 esp6 nics
	traffic_ping 10 >/dev/null
	traffic_tcp 200K >/dev/null
	wait_until 30 is_quiet
	agree esp4 esp6 nics
	[ "$(truth esp4)" -ge $((TRUTH[esp4] + 40)) ] || fail "no traffic through the tunnel afterwards"
}

# rebind INTERFACE: take the driver from a NIC of the gateway and give it back. The kernel takes the lowest free name. The
# flowtable loses a NIC that goes, so it is set up again.
rebind() {
	local device name setup=inside

	[ "$1" = eth1 ] || setup=outside
	device=$(readlink "/sys/class/net/$1/device")
	device=${device##*/}
	echo "$device" >$DRIVER/unbind
	echo "$device" >$DRIVER/bind
	name=$(ls "/sys/bus/virtio/devices/$device/net")
	{
		[ "$name" = "$1" ] || echo "link set $name name $1"
		$setup
	} | ip -batch -
	nft delete table inet lab
	offload
}
