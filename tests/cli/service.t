#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# service: the units are well-formed, have few privileges, and run existing commands

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

units=$top/userspace/systemd

# command_of UNIT: what it runs
command_of()
{
	sed -n 's|^ExecStart=/usr/sbin/||p' "$units/$1.service"
}

# exposed THRESHOLD FILE: check whether the unit has more privileges
exposed()
{
	out=$(systemd-analyze security --no-pager --offline=true \
		--threshold="$1" "$2" 2>&1) || return 0
	return 1
}

# rated UNIT THRESHOLD SETTING...: check the unit's privileges, and that each setting takes some away
# The threshold is ten times the exposure that systemd-analyze prints.
rated()
{
	local unit=$1 threshold=$2 setting

	shift 2
	status=0
	exposed "$threshold" "$scratch/$unit.service" || status=1
	is "$unit: it may do no more than is wanted" \
		"$status $([ $status = 1 ] || grep '^✗' <<< "$out")" "1 "
	for setting; do
		sed "/^$setting=/d" "$scratch/$unit.service" > "$scratch/less.service"
		ok "$unit: systemd-analyze rates $setting" exposed "$threshold" "$scratch/less.service"
	done
}

like "the exporter listens at loopback, at the tool's own port" "$(command_of pathtime-exporter)" \
	"--listen 127\.0\.0\.1:$(sed -n 's/^#define PTOOL_ADDRESS_PORT[^0-9]*//p' \
		"$top/userspace/base/address.h")$"
like "the recorder writes to its own directory" "$(command_of pathtime-record)" \
	"--output /var/lib/$(sed -n 's/^StateDirectory=//p' "$units/pathtime-record.service")/"
[ -e "$exporter" ] || skip_all "pathtime-exporter is not built"
# shellcheck disable=SC2046 # words of a command line
pathtime=$exporter fails 2 "no option --raw here" \
	"but for one more option, the exporter takes its command" $(command_of pathtime-exporter | cut -d ' ' -f 2-) --raw
# shellcheck disable=SC2046 # words of a command line
fails 2 "record does not take --raw" \
	"but for one more option, the tool takes the recorder's command" $(command_of pathtime-record | cut -d ' ' -f 2-) --raw

if ! command -v systemd-analyze > /dev/null; then
	skip "the units are well-formed" "systemd-analyze is not installed"
	done_testing
	exit
fi

# The units run the programs that were built, because those in the units need not be installed.
for unit in pathtime-exporter pathtime-record; do
	sed "s|/usr/sbin/pathtime|$pathtime|" "$units/$unit.service" > "$scratch/$unit.service"
	out=$(systemd-analyze verify --man=no "$scratch/$unit.service" 2>&1)
	is "$unit: it is well-formed" "$? $out" "0 "
done

if ! systemd-analyze --help | grep -qe --threshold; then
	skip "the privileges of the units" "this systemd-analyze has no --threshold"
	done_testing
	exit
fi

# both have a user, root, and the exporter the network that it needs
rated pathtime-exporter 13 CapabilityBoundingSet SystemCallFilter ProtectSystem IPAddressDeny PrivateUsers
rated pathtime-record 5 CapabilityBoundingSet SystemCallFilter ProtectSystem PrivateNetwork PrivateUsers
done_testing
