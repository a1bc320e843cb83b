# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by the cases
# functions for test cases in a guest: needs, traffic through the gateway, the life of the module

DEBUGFS=/sys/kernel/debug/pathtime
CLIENT4=10.0.1.2
CLIENT6=fd00:1::2
SERVER4=10.0.2.2
SERVER6=fd00:2::2

# skip REASON: end the case as skipped. The runner reads $TC_SKIP, so this works in a subshell, too.
skip() {
	echo "$*" >"${TC_SKIP:-/dev/stderr}"
	exit 0
}

fail() {
	echo "failed: $*" >&2
	exit 1
}

possible_cpus() {
	awk -F - '{ print $NF + 1 }' /sys/devices/system/cpu/possible
}

# lacks NEED: print why the guest does not meet "kind:name", or nothing if it does
lacks() {
	local name=${1#*:}

	case $1 in
	module:*)
		[ -e "$PATHTIME_MODULES/$name.ko" ] || modinfo "$name" >/dev/null 2>&1 ||
			echo "no kernel module $name"
		;;
	loadable:*)
		[[ $(modinfo -F filename "$name" 2>/dev/null) = /* ]] || echo "no kernel module $name that comes and goes"
		;;
	builtin:*)
		[ "$(modinfo -F filename "$name" 2>/dev/null)" = "(builtin)" ] || echo "$name is not part of the kernel"
		;;
	program:*) command -v "$name" >/dev/null || echo "no program $name" ;;
	file:*) [ -e "$name" ] || echo "no file $name" ;;
	topology:*) [ "$PATHTIME_TOPOLOGY" = "$name" ] || echo "not in the topology $name" ;;
	icount:*) [ "$PATHTIME_ICOUNT" = "$name" ] || echo "needs icount $name" ;;
	smp:*) [ "$PATHTIME_SMP" -ge "$name" ] || echo "needs $name CPUs" ;;
	possible:*) [ "$(possible_cpus)" -ge "$name" ] || echo "needs $name possible CPUs" ;;
	kernel:release) [ "$PATHTIME_SLOWER" -eq 1 ] || echo "would count the instructions of the kernel's debugging" ;;
	backend:*)
		modinfo -F parm "$PATHTIME_KO" | grep -q "^backend:.*\<$name\>" || echo "this kernel has no backend $name"
		;;
	kernels:*) [[ ",$name," == *",$PATHTIME_KERNEL,"* ]] || echo "is tried on ${name//,/ and }" ;;
	*) echo "unknown need $1" ;;
	esac
}

# require NEED...: skip the case unless all needs are met
require() {
	local need reason

	for need in "$@"; do
		reason=$(lacks "$need")
		[ -z "$reason" ] || skip "$reason"
	done
}

# In an emulated guest, a process is expensive, and "ip netns exec" even more, as it mounts the namespace's /sys, which is also
# /run/sys/NAMESPACE. So these use nsenter, and functions that cases call often read files without another process.
in_client() {
	nsenter --net=/run/netns/client "$@"
}

in_gwb() {
	nsenter --net=/run/netns/gwb "$@"
}

in_server() {
	nsenter --net=/run/netns/server "$@"
}

# sum_of FILE...: print the sum of the numbers in the files
sum_of() {
	local file number sum=0

	for file; do
		read -r number <"$file" || return
		sum=$((sum + number))
	done
	echo $sum
}

# expect_report PATTERN: do not fail the case for reports in the kernel log that match, which are of the kernel's own making
expect_report() {
	echo "pathtime-test-expects: $1" >/dev/kmsg
}

# clock_name: print what pathtime calls the counter of this CPU
clock_name() {
	case $(uname -m) in
	aarch64) echo counter ;;
	*) echo tsc ;;
	esac
}

# instructions_per_tick: print how many instructions a tick of that counter is with --icount. arm64's counter runs at 62.5 MHz
# in QEMU before 9.1, and at 1 GHz since then.
instructions_per_tick() {
	case $(clock_name) in
	counter) dmesg | awk 'sub(/.*arch_timer: .* running at /, "") { sub(/MHz.*/, ""); print 1000 / $0; exit }' ;;
	*) echo 1 ;;
	esac
}

# wait_until SECONDS COMMAND...: repeat a command until it succeeds, and fail when the time is over
wait_until() {
	local end=$((SECONDS + $1))

	shift
	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.1
	done
}

# load_pathtime [PARAMETER...]: load the module with the backend of this turn, or with that of a parameter, which then stays the
# backend of the case. The module does not know the arguments of functions in probes=. Only add can tell that a direct call
# is safe for them.
load_pathtime() {
	local parameter functions="" parameters=()

	for parameter; do
		[[ $parameter != backend=* ]] || PATHTIME_BACKEND=${parameter#backend=}
	done
	for parameter; do
		if [ "${PATHTIME_BACKEND:-}" = direct ] && [[ $parameter = probes=* ]]; then
			functions=${parameter#probes=}
		else
			parameters+=("$parameter")
		fi
	done
	insmod "$PATHTIME_KO" ${PATHTIME_BACKEND:+backend="$PATHTIME_BACKEND"} "${parameters[@]}" || return
	for parameter in ${functions//,/ }; do
		control add "$parameter"
	done
}

# status KEY: print a value of the file status
status() {
	awk -v key="$1" '$1 == key { print $2 }' $DEBUGFS/status
}

unpinned() {
	[ "$(status pinned)" = 0 ]
}

# Print what keeps the module: its status, the probes that are being removed, and the tasks that sleep in their functions.
explain_pin() {
	local function task

	cat $DEBUGFS/status
	while read -r _ function _; do
		grep "$function" $DEBUGFS/probes
		grep -lw "${function#*:}" /proc/[0-9]*/task/*/stack 2>/dev/null | while read -r task; do
			echo "$task: $(cat "${task%stack}comm"): $(sed 's/.* //' "$task" | xargs)"
		done
	done < <(awk '$3 == "stopping"' $DEBUGFS/probes)
}

# stop_pathtime [SECONDS]: with direct calls the module stays until they are stopped and the last call has returned
stop_pathtime() {
	[ ! -e $DEBUGFS/control ] || { echo stop >$DEBUGFS/control && wait_until "${1:-60}" unpinned; } || explain_pin >&2
}

unload_pathtime() {
	stop_pathtime
	rmmod pathtime
}

# control VERB [ARGUMENT...]: write a control command, and fail as the write does. If a case does not state the arguments of a
# function for a direct call, they are at most six words.
control() {
	local more=

	[ "${PATHTIME_BACKEND:-}$1" != directadd ] || [[ $* = *backend=* ]] || more=" backend=direct"
	if [[ "$1 $*$more" = add*backend=direct* && "$*" != *" arguments="* && "$*" != *" force"* ]]; then
		[[ $2 = *.* ]] && more+=" force" || more+=" arguments=6"
	fi
	echo "$*$more" >"$DEBUGFS/control"
}

# errno_of TEXT: print the name of the error of writing TEXT to the control file, or "0"
errno_of() {
	perl -MErrno -e '
		open(my $file, ">", $ARGV[0]) or die "$ARGV[0]: $!";
		if (defined syswrite($file, $ARGV[1])) { print "0\n"; exit }
		print((grep { $!{$_} && $_ ne "ENOTSUP" } keys %!)[0], "\n");' "$DEBUGFS/control" "$1"
}

last_error() {
	sed -n 's/^last error: //p' "$DEBUGFS/control"
}

# probe FUNCTION FILTER: print what jq finds in the JSON object of a probe
probe() {
	pathtime --json | jq -r --arg function "$1" \
		".probes[] | select(.function == \$function) | $2"
}

# tree FILTER: print what jq finds in the list of callers and callees
tree() {
	pathtime tree --json | jq -r ".tree | $1"
}

# node CONTEXT FUNCTION DEPTH KEY: print the sum over all such nodes
node() {
	tree "[.[] | select(.context == \"$1\" and .function == \"$2\" and .depth == $3) | .$4] | add // 0"
}

# wrong_sums: print nodes whose total is not, to the nanosecond, the sum of self time, interrupt time and callees. All calls must
# have returned, as the tool takes a difference for a call that has not.
wrong_sums() {
	# shellcheck disable=SC2016 # jq's own variables
	tree '. as $tree
		| (reduce ($tree[] | select(.parent != null)) as $node ({}; .[$node.parent | tostring] += $node.total_ns)) as $nested
		| $tree | to_entries[] | .value as $node | ($nested[.key | tostring] // 0) as $below
		| select($node.unfinished != 0 or $node.total_ns != $node.self_ns + $node.interrupt_ns + $below)
		| "\($node.context) \($node.function): \($node.total_ns) is not \($node.self_ns) + \($node.interrupt_ns) + \($below)"'
}

# unlinked REASON: print how many calls are in no node for this reason
unlinked() {
	grep -q "\"unlinked_$1\"" /src/userspace/snapshot/snapshot.c || fail "no reason 'unlinked_$1'"
	pathtime tree --json | jq -r ".warnings.unlinked_$1 // 0"
}

# probe_state [MODULE:]FUNCTION: print it without the tool, which takes a quarter of a second in an emulated guest
probe_state() {
	awk -v name="$1" '$2 == name { print $3 }' $DEBUGFS/probes
}

# calls [MODULE:]FUNCTION: print the number of timed and missed calls, without the tool
calls() {
	awk -v name="$1" '$2 == name { print $5 + $6 }' $DEBUGFS/probes
}

# equal WHAT GOT EXPECTED: fail the case unless both are the same
equal() {
	[ "$2" = "$3" ] || fail "$1: got '$2', expected '$3'"
}

# target FUNCTION CONTEXT TIMES [ARGUMENT]: call a function of the target
target() {
	echo "$*" >/sys/kernel/debug/target/run
}

# target_calls FUNCTION: print how often a function was called, by the target's own count
target_calls() {
	awk -v name="$1" '$1 == name { print $2 }' /sys/kernel/debug/target/calls
}

# keep_busy: start a task that stays in the kernel, on CPU 0
keep_busy() {
	local calls

	calls=$(target_calls target_leaf)
	taskset -c 0 bash -c 'echo "target_leaf task 2000000000" >/sys/kernel/debug/target/run' &
	busy=$!
	wait_until 60 is_busy $((calls + 1000))
}

is_busy() {
	[ "$(target_calls target_leaf)" -gt "$1" ]
}

end_busy() {
	kill "$busy" || fail "the task was not busy for as long as others were measured"
	wait "$busy" || true
}

# load_module NAME [PARAMETER...]: load a test module of the tree
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
		wait_until 60 server_listens
	fi
}

server_address() {
	case $1 in
	4) echo $SERVER4 ;;
	6) echo $SERVER6 ;;
	*) fail "no IP version $1" ;;
	esac
}

# iperf IP-VERSION ARGUMENT...: run one transfer, and end it after a minute, as it hangs then
iperf() {
	local address

	address=$(server_address "$1")
	shift
	start_iperf_server
	in_client timeout 60 iperf3 -c "$address" "$@"
}

# progress TEXT: show that a long run goes on; $0 is the case
progress() {
	echo "$(date +%T) $PATHTIME_KERNEL ${PATHTIME_BACKEND:-auto} $(basename "$0" .tc): $*" >&8
}

# cycles: print 1 2 3 ... up to the number of times that a case loads and unloads a module. Rare failures are for `make soak` to
# find, and for debugging kernels, which see them the first time.
cycles() {
	seq "${PATHTIME_CYCLES:-2}"
}

cycle_done() {
	[ $(($1 % 50)) -ne 0 ] || progress "$1 cycles"
}

# The next functions run while a case runs, at a pace that leaves time for the case, on slower kernels, too.

# keep_reading: read all files repeatedly, and end if one cannot be read. One program does that, as it costs more to start a
# program than to read.
keep_reading() {
	perl -e '
		my $pause = 0.3 * shift;
		for (;;) {
			for my $name (@ARGV) {
				open(my $file, "<", $name) or die "$name: $!";
				1 while sysread($file, my $buffer, 65536);
			}
			select(undef, undef, undef, $pause);
		}' "$PATHTIME_SLOWER" $DEBUGFS/hist $DEBUGFS/summary $DEBUGFS/paths $DEBUGFS/probes $DEBUGFS/snapshot
}

# keep_pinging IP-VERSION: ping from the client, also while there is no route
keep_pinging() {
	while :; do
		in_client ping -q -i "0.$PATHTIME_SLOWER" "$(server_address "$1")" || sleep 0.2
	done >/dev/null 2>&1 8>&-
}

# keep_sending: send TCP and UDP in turns, also while there is no route
keep_sending() {
	local rate=$((1000 / PATHTIME_SLOWER))k

	while :; do
		iperf 4 -b "$rate" -t 5 || sleep 1
		iperf 6 -u -b "$rate" -l 1200 -t 5 -R || sleep 1
	done >/dev/null 2>&1 8>&-
}

# state_packets SPI [NAMESPACE]: print the packets that an SA has counted
state_packets() {
	ip ${2:+-n $2} -s xfrm state list spi "$1" | sed -n 's/.*, \([0-9]*\)(packets).*/\1/p' | head -n 1
}

# encrypted IP-VERSION: print the packets that the sending SAs of both gateways have counted
encrypted() {
	case $1 in
	4) echo $(($(state_packets 0x401) + $(state_packets 0x402 gwb))) ;;
	6) echo $(($(state_packets 0x601) + $(state_packets 0x602 gwb))) ;;
	esac
}

# decrypted IP-VERSION: print the packets that the receiving SAs of both gateways have counted
decrypted() {
	case $1 in
	4) echo $(($(state_packets 0x401 gwb) + $(state_packets 0x402))) ;;
	6) echo $(($(state_packets 0x601 gwb) + $(state_packets 0x602))) ;;
	esac
}

# received: print the packets that the NICs of all hosts have received
received() {
	local counter=statistics/rx_packets

	sum_of /sys/class/net/eth[12]/$counter /run/sys/client/class/net/eth0/$counter \
		/run/sys/gwb/class/net/eth[34]/$counter /run/sys/server/class/net/eth5/$counter
}

# is_quiet: is no packet received for half a second?
is_quiet() {
	local before

	before=$(received) || return
	sleep 0.5
	[ "$(received)" = "$before" ]
}

# traffic_ping [COUNT [IP-VERSIONS]]: send COUNT echoes from the client to the server, then as many the other way
traffic_ping() {
	local count=${1:-10} version

	for version in ${2:-4 6}; do
		case $version in
		4) ping_both_ways "$count" $CLIENT4 $SERVER4 ;;
		6) ping_both_ways "$count" $CLIENT6 $SERVER6 ;;
		esac
	done
}

# ping_both_ways COUNT CLIENT SERVER: send one echo at a time (-A), and wait for each answer. If several are under way on a busy
# machine, ping ends before the last answer, and sometimes a host answers one echo less than it received.
ping_both_ways() {
	in_client timeout 60 ping -q -A -c "$1" "$3"
	in_server timeout 60 ping -q -A -c "$1" "$2"
}

# traffic_tcp [BYTES [IP-VERSIONS]]: send BYTES to the server, then receive for a second. iperf3 3.9 counts only what it sends:
# with -n and -R it would not end.
traffic_tcp() {
	local version

	for version in ${2:-4 6}; do
		iperf "$version" -n "${1:-2M}"
		iperf "$version" -t 1 -R
	done
}

# traffic_udp [DATAGRAMS [IP-VERSIONS]]: send datagrams of 1,200 bytes, which fit the tunnel, to the server, then receive for a
# second
traffic_udp() {
	local version

	for version in ${2:-4 6}; do
		iperf "$version" -u -l 1200 -b 10M -k "${1:-500}"
		iperf "$version" -u -l 1200 -b 10M -t 1 -R
	done
}

# paths: print "PACKETS PATH" of each path, as the file paths has them
paths() {
	local PATH_LINES

	read_paths || return
	[ ${#PATH_LINES[@]} -eq 0 ] || printf '%s\n' "${PATH_LINES[@]}"
}

# read_paths: set PATH_LINES to the same lines
read_paths() {
	local line path='' is_begun='' lines

	PATH_LINES=()
	mapfile -t lines <$DEBUGFS/paths || return
	set -f
	for line in "${lines[@]}"; do
		case $line in
		"PATH "*) is_begun=yes; continue ;;
		NETNS*) is_begun= ;;
		"packets in no path:"* | "step not reported:"*) continue ;;
		esac
		[ "$is_begun" ] || continue
		# shellcheck disable=SC2086 # the words of the line
		set -- $line
		if [[ $line = " "* ]]; then
			PATH_LINES+=("$1 $path")
		elif [[ $# -gt 5 && ${*: -5:1} =~ ^[0-9]+$ ]]; then
			PATH_LINES+=("${*: -5:1} ${*:1:$#-5}")
		else
			path=$*
		fi
	done
	set +f
}

# path_packets PATTERN: print the packets of all paths that match
path_packets() {
	local path PATH_LINES sum=0

	read_paths || return
	for path in "${PATH_LINES[@]}"; do
		[[ ! ${path#* } =~ $1 ]] || sum=$((sum + ${path%% *}))
	done
	echo $sum
}

# other_paths PATTERN [OF]: print "PACKETS PATH" of each path that does not match, of all or of those that match OF. Two readings of
# path_packets may differ by a packet that comes in between.
other_paths() {
	local path PATH_LINES

	read_paths || { echo "the paths cannot be read"; return 1; }
	for path in "${PATH_LINES[@]}"; do
		[[ ! ${path#* } =~ ${2:-.} || ${path#* } =~ $1 ]] || echo "$path"
	done
}

OWN_NETNS=$(stat -L -c %i /proc/self/ns/net)
# the module's texts for packets that are in no path
LOSS_TEXTS=$(sed -n '/loss_names\[\]/,/^}/p' /src/module/debugfs/show_path.c 2>/dev/null || true)

# lost_packets [TEXT|TEXT...]: print the packets that are in no path, for a reason that has one of the texts. A text that the
# module does not print would be found in no line, and the packets would seem to be none.
lost_packets() {
	local text texts line lines sum=0

	IFS='|' read -ra texts <<<"${1:-}"
	for text in "${texts[@]}"; do
		[[ $LOSS_TEXTS = *"$text"* ]] || fail "no loss '$text'"
	done
	mapfile -t lines <$DEBUGFS/paths || return
	for line in "${lines[@]}"; do
		[[ $line = "packets in no path:"* && $line =~ ${1:-.} ]] || continue
		line=${line#packets in no path:}
		sum=$((sum + ${line%%[!0-9 ]*}))
	done
	echo $sum
}

# nic_packets rx|tx NIC...: print the packets that the NICs have counted
nic_packets() {
	local kind=$1

	shift
	sum_of "${@/%//statistics/${kind}_packets}"
}

declare -A DEVICE_COUNTS

# device_counts DEVICE: print the packets that the device has received and sent, by its own counts; dropped by its driver count as sent
device_counts() {
	local own=/sys/class/net/$1/statistics

	echo "$(sum_of "$own/rx_packets") $(sum_of "$own/tx_packets" "$own/tx_dropped")"
}

# reset_accounts DEVICE...: reset all counts, and remember the devices' own
reset_accounts() {
	local device

	wait_until 30 is_quiet
	control reset
	for device; do
		DEVICE_COUNTS[$device]=$(device_counts "$device")
	done
}

# names of what becomes of packets
FATES="all in_paths $(sed -n 's/^PTIME_ACCOUNT.*, \([a-z_]*\))$/\1/p' /src/include/pathtime/accounts.def 2>/dev/null | tr '\n' ' ' || true)"

# fate_of NAME received|sent FATE: print the packets of an interface that this became of, by pathtime's counts. NAME is NETNS/NUMBER or
# others, and FATE may be all. A line has NAME, the direction, "ALL =" and "PACKETS FATE" for each, with a + between them.
fate_of() {
	local i line lines words sum=0

	[[ " $FATES " = *" $3 "* ]] || fail "nothing is counted as '$3'"
	mapfile -t lines <$DEBUGFS/paths || return
	for line in "${lines[@]}"; do
		[[ $line = "$1 "* ]] || continue
		read -ra words <<<"$line"
		[ "${words[1]}" = "$2" ] || continue
		words[3]=all
		for ((i = 2; i < ${#words[@]}; i += i == 2 ? 2 : 3)); do
			[ "${words[i + 1]}" != "$3" ] || sum=${words[i]}
		done
	done
	echo "$sum"
}

# accounted DEVICE received|sent [FATE]: print the packets of that device, by pathtime's counts; of these, those that FATE became of
accounted() {
	local ifindex

	read -r ifindex </sys/class/net/"$1"/ifindex || return
	fate_of "$OWN_NETNS/$ifindex" "$2" "${3:-all}"
}

# differing_accounts DEVICE...: print "DEVICE DIRECTION PATHTIME'S-COUNT ITS-OWN-COUNT" where they differ since reset_accounts. A device
# with a + in front gets its packets from another device without a function that reports them, so only those that it sends count.
differing_accounts() {
	local name device received sent rx tx

	for name; do
		device=${name#+}
		read -r received sent <<<"${DEVICE_COUNTS[$device]}"
		read -r rx tx <<<"$(device_counts "$device")"
		[ "$name" != "$device" ] || echo "$device received $(accounted "$device" received) $((rx - received))"
		echo "$device sent $(accounted "$device" sent) $((tx - sent))"
	done | awk '$3 != $4'
}

accounts_are_equal() {
	[ -z "$(differing_accounts "$@")" ]
}

# accounts_agree TEXT DEVICE...: fail unless pathtime has counted each packet of the devices, as differing_accounts takes them. A packet
# may come between the two counts, so they are compared several times.
accounts_agree() {
	local text=$1

	shift
	wait_until 30 is_quiet
	wait_until 10 accounts_are_equal "$@" || fail "$text: $(differing_accounts "$@")"
}

# paths_differ received|sent DEVICE...: print "PATHS IN-PATHS" if paths that begin or end at a driver do not have all packets that the
# devices count in paths
paths_differ() {
	local device direction=$1 ends='(^| )tx$' in_paths=0 packets

	[ "$direction" = sent ] || ends='^((irq|poll|ksoftirqd) > )*rx( |$)'
	shift
	for device; do
		in_paths=$((in_paths + $(accounted "$device" "$direction" in_paths)))
	done
	packets=$(path_packets "$ends")
	[ "$packets" = $in_paths ] || echo "$packets $in_paths"
}

paths_are_equal() {
	[ -z "$(paths_differ "$@")" ]
}

# sent_paths_agree TEXT DEVICE...: fail unless each packet that the devices count as sent, and in paths, is in one. The devices are all
# those that packets are sent by last. A filter with out= finds out too late which packets those are.
sent_paths_agree() {
	wait_until 10 paths_are_equal sent "${@:2}" || fail "$1: packets sent by their paths, and by the accounts: $(paths_differ sent "${@:2}")"
}

# paths_agree TEXT DEVICE...: fail unless each packet that the devices count as sent or received, and in paths, is in one. The devices are
# all those that packets come in by first, or are sent by last. A packet that is copied or cut has several paths, and was received once.
paths_agree() {
	sent_paths_agree "$@"
	wait_until 10 paths_are_equal received "${@:2}" ||
		fail "$1: packets received by their paths, and by the accounts: $(paths_differ received "${@:2}")"
}

# waits_us PATH: print the number and the name of each step of that path with the wait before it, in us, rounded down. It is the
# median of the packets that are kept, as a busy host makes a few of them wait anywhere.
waits_us() {
	pathtime paths --json | jq -r --arg path "$1" '.paths[] | select(.path == $path) | range(.steps | length) as $i |
		"\($i) \(.steps[$i].step) \([.slowest[].step_ns[$i]] | sort | .[length / 2 | floor] / 1e3 | floor)"'
}

# waited TEXT PATH NUMBER MS: an injected wait is in the stage of that path that ends with this step, counted from 0, and in no other
waited() {
	local waits us

	waits=$(waits_us "$2")
	us=$(awk -v number="$3" '$1 == number { print $3 }' <<<"$waits")
	[ "${us:-0}" -ge $(($4 * 1000)) ] || fail "$1: $us us, shorter than the wait of $4 ms"
	[ "$us" -lt $(($4 * 5000 + 20000)) ] || fail "$1: $us us, much longer than the wait of $4 ms"
	equal "$1: other stages as long" "$(awk -v number="$3" -v us="$us" '$1 != number && $3 >= us / 2' <<<"$waits")" ""
}

# own_netns: print the number of this network namespace
own_netns() {
	echo "$OWN_NETNS"
}
