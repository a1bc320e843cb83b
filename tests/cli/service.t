#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# service: the exporter's unit is well-formed, has few privileges, and runs an existing command

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

unit=$top/userspace/systemd/pathtime-exporter.service
# ten times the exposure that systemd-analyze prints: for the network that it needs, and for its user, root
threshold=13

command=$(sed -n 's|^ExecStart=/usr/sbin/pathtime-exporter ||p' "$unit")
like "it listens at loopback, at the tool's own port" "$command" \
	"--listen 127\.0\.0\.1:$(sed -n 's/^#define PTOOL_ADDRESS_PORT[^0-9]*//p' \
		"$top/userspace/base/address.h")$"
[ -e "$exporter" ] || skip_all "pathtime-exporter is not built"
# shellcheck disable=SC2086 # words of a command line
pathtime=$exporter fails 2 "no option --raw here" \
	"but for one more option, the exporter takes its command" $command --raw

if ! command -v systemd-analyze > /dev/null; then
	skip "it is well-formed" "systemd-analyze is not installed"
	done_testing
	exit
fi

# The unit runs the exporter that was built, because the one in the unit need not be installed.
copy=$scratch/pathtime-exporter.service
sed "s|/usr/sbin/pathtime-exporter|$exporter|" "$unit" > "$copy"
out=$(systemd-analyze verify --man=no "$copy" 2>&1)
is "it is well-formed" "$? $out" "0 "

if ! systemd-analyze --help | grep -qe --threshold; then
	skip "the privileges of the unit" "this systemd-analyze has no --threshold"
	done_testing
	exit
fi

# exposed FILE: check whether the unit has more privileges
exposed()
{
	out=$(systemd-analyze security --no-pager --offline=true \
		--threshold=$threshold "$1" 2>&1) || return 0
	return 1
}

status=0
exposed "$copy" || status=1
is "it may do no more than is wanted" \
	"$status $([ $status = 1 ] || grep '^✗' <<< "$out")" "1 "
for setting in CapabilityBoundingSet SystemCallFilter ProtectSystem \
	       IPAddressDeny PrivateUsers; do
	sed "/^$setting=/d" "$copy" > "$scratch/less.service"
	ok "systemd-analyze rates $setting" exposed "$scratch/less.service"
done
done_testing
