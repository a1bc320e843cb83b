# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# the guest's part of the demo: load the module, send packets, show the counts; $1 is how many seconds have passed
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh

OUT=/out/demo
BOOTED=$(($1 + $(cut -d. -f1 /proc/uptime)))
SECONDS=$BOOTED

step() {
	printf '[%s/6] %3d s  %s\n' "$1" "$SECONDS" "$2" >&2
}

# send TEXT FUNCTION...
send() {
	printf '             %s\n' "$1" >&2
	shift
	"$@" >>$OUT/traffic.log 2>&1 || {
		tail -n 20 $OUT/traffic.log >&2
		fail "$*"
	}
}

# show FILE COMMAND...: show a command and its output, as a user of the gateway sees them
show() {
	local file=$1

	shift
	printf '\n# %s\n' "$*"
	"$@" | tee "$OUT/$file"
}

rm -rf $OUT
mkdir -p $OUT
step 5 "load pathtime, then send through the flowtable and the ESP tunnel, both ways"
load_pathtime || {
	dmesg | tail -n 20 >&2
	fail "insmod $PATHTIME_KO"
}
send "100 pings each way" traffic_ping 50
send "TCP, 8 MB each way" traffic_tcp 4M
send "UDP, 2000 datagrams each way" traffic_udp 1000
step 6 "what the gateway's user sees"
show summary.txt pathtime
show hist.txt pathtime hist esp_output
pathtime --json >$OUT/pathtime.json
unload_pathtime
