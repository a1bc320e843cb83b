# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# what test cases use inside a guest: needs, traffic through the gateway, the module's life

DEBUGFS=/sys/kernel/debug/pathtime
CLIENT4=10.0.1.2
CLIENT6=fd00:1::2
SERVER4=10.0.2.2
SERVER6=fd00:2::2

# Ends the case as skipped. $TC_SKIP is read by the runner, so it works in a subshell as well.
skip() {
	echo "$*" >"${TC_SKIP:-/dev/stderr}"
	exit 0
}

fail() {
	echo "failed: $*" >&2
	exit 1
}

# lacks NEED: says why the guest cannot serve "kind:name", or nothing where it can.
lacks() {
	local name=${1#*:}

	case $1 in
	module:*)
		[ -e "$PATHTIME_MODULES/$name.ko" ] || modinfo "$name" >/dev/null 2>&1 ||
			echo "no kernel module $name"
		;;
	program:*) command -v "$name" >/dev/null || echo "no program $name" ;;
	file:*) [ -e "$name" ] || echo "no file $name" ;;
	topology:*) [ "$PATHTIME_TOPOLOGY" = "$name" ] || echo "not in the topology $name" ;;
	icount:*) [ "$PATHTIME_ICOUNT" = "$name" ] || echo "needs icount $name" ;;
	smp:*) [ "$PATHTIME_SMP" -ge "$name" ] || echo "needs $name CPUs" ;;
	*) echo "unknown need $1" ;;
	esac
}

# require NEED...: skips the case unless all are there.
require() {
	local need reason

	for need in "$@"; do
		reason=$(lacks "$need")
		[ -z "$reason" ] || skip "$reason"
	done
}

in_client() {
	ip netns exec client "$@"
}

in_gwb() {
	ip netns exec gwb "$@"
}

in_server() {
	ip netns exec server "$@"
}

# wait_until SECONDS COMMAND...: polls; fails when the time is over.
wait_until() {
	local end=$((SECONDS + $1))

	shift
	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.1
	done
}

load_pathtime() {
	insmod "$PATHTIME_KO" "$@"
}

unload_pathtime() {
	rmmod pathtime
}

# control VERB [ARGUMENT...]: fails as the write does
control() {
	echo "$*" >"$DEBUGFS/control"
}

# errno_of TEXT: the name of the error that writing TEXT to the control file gives, or "0"
errno_of() {
	perl -MErrno -e '
		open(my $file, ">", $ARGV[0]) or die "$ARGV[0]: $!";
		if (defined syswrite($file, $ARGV[1])) { print "0\n"; exit }
		print((grep { $!{$_} } keys %!)[0], "\n");' "$DEBUGFS/control" "$1"
}

last_error() {
	sed -n 's/^last error: //p' "$DEBUGFS/control"
}

# probe FUNCTION FILTER: what jq finds with FILTER in a probe's JSON object
probe() {
	pathtime --json | jq -r --arg function "$1" \
		".probes[] | select(.function == \$function) | $2"
}

# equal WHAT GOT EXPECTED
equal() {
	[ "$2" = "$3" ] || fail "$1: got '$2', expected '$3'"
}

# victim FUNCTION CONTEXT TIMES [ARGUMENT]
victim() {
	echo "$*" >/sys/kernel/debug/victim/run
}

# how often a function of the victim was called, as it knows itself
victim_calls() {
	awk -v name="$1" '$1 == name { print $2 }' /sys/kernel/debug/victim/calls
}

# load_module NAME [PARAMETER...]: a test module of the tree
load_module() {
	local name=$1

	shift
	insmod "$PATHTIME_MODULES/$name.ko" "$@"
}

server_listens() {
	in_server ss -Hltn 'sport = :5201' | grep -q .
}

# The server ends with the case: the runner kills what a case leaves behind.
start_iperf_server() {
	if ! server_listens; then
		in_server iperf3 -s >/dev/null 2>&1 &
		wait_until 10 server_listens
	fi
}

server_address() {
	case $1 in
	4) echo $SERVER4 ;;
	6) echo $SERVER6 ;;
	*) fail "no IP version $1" ;;
	esac
}

# iperf IP-VERSION ARGUMENT...: one transfer; nothing in this lab takes a minute unless it hangs.
iperf() {
	local address

	address=$(server_address "$1")
	shift
	start_iperf_server
	in_client timeout 60 iperf3 -c "$address" "$@"
}

# traffic_ping [COUNT [IP-VERSIONS]]: COUNT echoes from the client to the server, then as many the other way
traffic_ping() {
	local count=${1:-10} version

	for version in ${2:-4 6}; do
		case $version in
		4) ping_both_ways "$count" $CLIENT4 $SERVER4 ;;
		6) ping_both_ways "$count" $CLIENT6 $SERVER6 ;;
		esac
	done
}

# ping_both_ways COUNT CLIENT SERVER. One echo at a time (-A), each seen answered: with several under way on a busy
# machine ping leaves before the last answer, and now and then a host answers one less than it was asked.
ping_both_ways() {
	in_client timeout 60 ping -q -A -c "$1" "$3"
	in_server timeout 60 ping -q -A -c "$1" "$2"
}

# traffic_tcp [BYTES [IP-VERSIONS]]: BYTES to the server, then as many from it
traffic_tcp() {
	local version

	for version in ${2:-4 6}; do
		iperf "$version" -n "${1:-2M}"
		iperf "$version" -n "${1:-2M}" -R
	done
}

# traffic_udp [DATAGRAMS [IP-VERSIONS]]: 1200-byte datagrams, which fit the tunnel whole, to the server and from it
traffic_udp() {
	local version

	for version in ${2:-4 6}; do
		iperf "$version" -u -l 1200 -b 10M -k "${1:-500}"
		iperf "$version" -u -l 1200 -b 10M -k "${1:-500}" -R
	done
}
