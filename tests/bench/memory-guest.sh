# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guest part of part.d/memory
# It prints "release KERNEL", "module BYTES" and "probes WHICH PROBES SERIES CPUS COUNTS OTHER". BYTES is the memory of
# the loaded module itself. COUNTS and OTHER are the memory of these probes in KiB: their series, and all other memory.
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh

# so many probes that the kernel's reserves do not matter
PROBES=100

# Print "COUNTS OTHER" in KiB, without reclaimable memory. Series are in slabs of their own, if the kernel merges no slabs, and
# in per-CPU memory. The newest kernel has the instances of a kretprobe in vmalloc memory.
used() {
	sleep 1
	awk '/^pathtime_/ { slabs += 4 * $6 * $15 }
		$1 == "Percpu:" { percpu = $2 }
		/^(SUnreclaim|VmallocUsed):/ { other += $2 }
		END { print percpu + slabs, other - slabs }' /proc/slabinfo /proc/meminfo
}

add_default() {
	local group

	for group in xfrm flowtable conntrack virtio_net; do
		control enable $group
	done
}

add_probes() {
	local function added=0

	while [ $added -lt $PROBES ]; do
		read -r function || fail "only $added functions could be added"
		! echo "add $function" >"$DEBUGFS/control" || added=$((added + 1))
	done 2>/dev/null < <(sed -n '/^tcp_[a-z0-9_]*$/p' /sys/kernel/tracing/available_filter_functions)
}

# print "PROBES SERIES": those that have their memory
counted() {
	pathtime --json | jq -r '[.probes[] | select(.state == "armed").outcomes | length] | "\(length) \(add)"'
}

possible_cpus() {
	awk -F - '{ print $NF + 1 }' /sys/devices/system/cpu/possible
}

# report WHICH COUNTED_BEFORE COUNTED_AFTER USED_BEFORE USED_AFTER: each of the last four is a pair of numbers
report() {
	local which=$1 pairs

	shift
	read -r -a pairs <<<"$*"
	echo "probes $which $((pairs[2] - pairs[0])) $((pairs[3] - pairs[1])) $(possible_cpus)" \
		"$((pairs[6] - pairs[4])) $((pairs[7] - pairs[5]))"
}

# Nothing is freed in between: the kernel would reuse that memory first.
main() {
	local before default added in_default in_all

	modprobe -a esp4 esp6 nft_flow_offload virtio_net
	load_pathtime groups=
	before=$(used)
	add_default
	default=$(used)
	in_default=$(counted)
	add_probes
	added=$(used)
	in_all=$(counted)
	echo "release $(uname -r)"
	echo "module $(cat /sys/module/pathtime/coresize)"
	report default "0 0" "$in_default" "$before" "$default"
	report added "$in_default" "$in_all" "$default" "$added"
	unload_pathtime
}

main
