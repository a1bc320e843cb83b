# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# what the cases of cases/stress share: traffic and readers while something happens around pathtime, and the truth
# afterwards. Sourced behind lib.sh and the gateway's topology file.

DRIVER=/sys/bus/virtio/drivers/virtio_net

# truth NAME: what the kernel itself has counted. counted NAME: what pathtime has, calls it missed included.
truth() {
	case $1 in
	esp4) encrypted 4 ;;
	esp6) encrypted 6 ;;
	cards) received ;;
	esac
}

counted() {
	case $1 in
	esp4) calls esp4:esp_output ;;
	esp6) calls esp6:esp6_output ;;
	cards) calls virtio_net:receive_buf ;;
	esac
}

# state of each probe, without its counts
states() {
	awk '{ print $1, $2, $3 }' "$DEBUGFS/probes" | sort
}

# note NAME...: while nothing is sent
declare -A TRUTH COUNTED
note() {
	local name

	for name in "$@"; do
		TRUTH[$name]=$(truth "$name")
		COUNTED[$name]=$(counted "$name")
	done
}

# agree NAME...: since they were noted; while nothing is sent
agree() {
	local name

	for name in "$@"; do
		equal "$name: counted since = the kernel's own count" \
			"$(($(counted "$name") - COUNTED[$name]))" "$(($(truth "$name") - TRUTH[$name]))"
	done
}

# start_reading: all files, while the case lasts
start_reading() {
	keep_reading &
	READER=$!
}

# start_stress: notes the end of it, PATHTIME_SECONDS from now (5)
start_stress() {
	ROUNDS=0
	STRESS_ENDS=$((SECONDS + ${PATHTIME_SECONDS:-5}))
	NEXT_PROGRESS=$((SECONDS + 60))
}

# under_stress: is there time for another round? The first is always done.
under_stress() {
	if [ "$SECONDS" -ge "$NEXT_PROGRESS" ]; then
		progress "$ROUNDS rounds"
		NEXT_PROGRESS=$((SECONDS + 60))
	fi
	ROUNDS=$((ROUNDS + 1))
	[ "$ROUNDS" -eq 1 ] || [ "$SECONDS" -lt "$STRESS_ENDS" ]
}

# start_sending: both directions, both IP versions
start_sending() {
	keep_pinging 4 &
	TRAFFIC=$!
	keep_pinging 6 &
	TRAFFIC+=" $!"
	keep_sending &
	TRAFFIC+=" $!"
}

# stop_sending: and all that was sent has arrived
stop_sending() {
	# shellcheck disable=SC2086 # a list of processes
	kill $TRAFFIC
	# shellcheck disable=SC2086 # a list of processes
	wait $TRAFFIC || true
	pkill -x ping || true
	pkill -x iperf3 || true
	wait_until 30 is_quiet || fail "packets go on when nobody sends"
}

# start_traffic: with pathtime and readers there
start_traffic() {
	load_pathtime
	STATES=$(states)
	note esp4 esp6 cards
	start_reading
	start_sending
}

# after_stress NAME...: when the traffic has ended: the readers have read to the end, all probes are what they were, and
# the counts named are right; then all counts are, once more from now on
after_stress() {
	kill -0 "$READER" || fail "a file could not be read"
	progress "$ROUNDS rounds, sent through ESP: $(encrypted 4) IPv4, $(encrypted 6) IPv6"
	equal "probes" "$(states)" "$STATES"
	agree "$@"
	note esp4 esp6 cards
	traffic_ping 10 >/dev/null
	traffic_tcp 200K >/dev/null
	wait_until 30 is_quiet
	agree esp4 esp6 cards
	[ "$(truth esp4)" -ge $((TRUTH[esp4] + 40)) ] || fail "no traffic through the tunnel afterwards"
}

# rebind INTERFACE: takes the driver from one of the gateway's cards and gives it back. The kernel takes the lowest name that
# is free; the flowtable loses a card that goes, so it is set up anew.
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
