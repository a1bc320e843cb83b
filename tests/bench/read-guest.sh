# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guest part of part.d/read: prints "FILE BYTES INSTRUCTIONS" for files of the module
# usage: read-guest.sh CPUS, the number of possible CPUs that this guest must have
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh

possible=$(awk -F - '{ print $NF + 1 }' /sys/devices/system/cpu/possible)
[ "$possible" -eq "$1" ] || fail "$possible CPUs are possible, and not $1"
modprobe -a esp4 esp6 nft_flow_offload virtio_net
load_pathtime
armed=$(grep -c ' armed ' "$DEBUGFS/probes") || fail "no probe is armed"
[ "$armed" -ge 40 ] || fail "only $armed of the default groups' probes are armed"
perl /src/tests/bench/read.pl 5 summary snapshot
unload_pathtime
