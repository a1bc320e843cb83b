# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# the guest's part of part.d/memory: prints lines "release KERNEL", "module BYTES", what the loaded module itself
# takes, and "probes WHICH PROBES SERIES CPUS PERCPU OTHER", the last two in KiB that the kernel had less for these probes
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh

# so many that what the kernel keeps in reserve does not matter
PROBES=100

# "PERCPU OTHER" in KiB, without what can be had back. A kretprobe's calls under way are vmalloc's memory on 7.2.
used() {
	sleep 1
	awk '$1 == "Percpu:" { percpu = $2 } /^(SUnreclaim|VmallocUsed):/ { other += $2 } END { print percpu, other }' \
		/proc/meminfo
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

# "PROBES SERIES" that have their memory
counted() {
	pathtime --json | jq -r '[.probes[] | select(.state == "armed").outcomes | length] | "\(length) \(add)"'
}

possible_cpus() {
	awk -F - '{ print $NF + 1 }' /sys/devices/system/cpu/possible
}

# report WHICH COUNTED_BEFORE COUNTED_AFTER USED_BEFORE USED_AFTER, pairs of numbers each
report() {
	local which=$1 pairs

	shift
	read -r -a pairs <<<"$*"
	echo "probes $which $((pairs[2] - pairs[0])) $((pairs[3] - pairs[1])) $(possible_cpus)" \
		"$((pairs[6] - pairs[4])) $((pairs[7] - pairs[5]))"
}

# Nothing is freed in between: the kernel would take that again before more.
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
