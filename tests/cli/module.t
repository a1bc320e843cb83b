#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module: how the tool finds the module, sends commands to it, and fails without it

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"

fails 1 "debugfs is not mounted: mount -t debugfs none /sys/kernel/debug" \
	"debugfs not mounted" summary
fails 1 "debugfs is not mounted" "debugfs is not mounted, a control command" start

mkdir "$scratch/real mount"
if mount -t debugfs none "$scratch/real mount" 2> /dev/null; then
	if [ -e "$scratch/real mount/pathtime" ]; then
		skip "module not loaded" "it is loaded"
	else
		fails 1 "the module is not loaded: modprobe pathtime" \
			"module not loaded" summary
	fi
	chmod 0755 "$scratch"
	nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	if "${nobody[@]}" "$pathtime" version > /dev/null 2>&1; then
		status=0
		err=$("${nobody[@]}" "$pathtime" 2>&1 > /dev/null) || status=$?
		is "not root: exit status" "$status" 1
		like "not root: a message with the path" "$err" \
			"real mount/pathtime/snapshot: permission denied: run as root"
	else
		skip "not root" "the tool is out of nobody's reach"
	fi
	umount "$scratch/real mount"
else
	skip "module not loaded" "debugfs cannot be mounted"
fi

fake_debugfs
fails 1 "the module is not loaded: modprobe pathtime" "no files" summary
fails 1 "the module is not loaded" "no files, a control command" reset
cp "$data/usual.snapshot" "$debugfs/pathtime/snapshot"
run summary
found=$out
run_usual summary
is "the module's snapshot is found" "$found" "$out"
run summary --cpu 0-99999
like "a CPU that is not there" "$err" "--cpu 99999: this machine has CPUs 0 to [0-9]+"
: > "$debugfs/pathtime/snapshot"
fails 1 "snapshot of the module: empty" "an empty snapshot" summary

# the lines that the tool writes to the module's control file
verb()
{
	: > "$debugfs/pathtime/control"
	run "$@"
	is "$1: status" "$status" 0
	is "$1: silent" "$out$err" ""
	is "$1: one line" "$(cat "$debugfs/pathtime/control"; echo .)" \
		"$*"$'\n.'
}

verb start
verb stop
verb reset
verb add nf_hook_slow
verb add ip_tables:ipt_do_table group=mine
verb del nf_hook_slow
verb enable xfrm:detail
verb disable xfrm
verb budget 3
verb budget off
verb add "$(printf '%04091d' 0)"

# refuse WORDS...: make a control file that can be read but takes nothing
refuse()
{
	status=0
	err=$( (trap '' XFSZ; ulimit -f 0; "$pathtime" "$@" 2>&1) ) || status=$?
}

printf 'start: arm all probes\nlast error: add: no function foo\n' \
	> "$debugfs/pathtime/control"
refuse add foo
is "refused: exit status" "$status" 1
like "refused: the verb, the error, the module's own words" "$err" \
	"the module refused 'add foo': File too large: add: no function foo$"
printf 'last error: none\n' > "$debugfs/pathtime/control"
refuse add foo
like "refused without words" "$err" "'add foo': File too large$"

if chattr +i "$debugfs/pathtime/control" 2> /dev/null; then
	fails 1 "not permitted: the kernel is locked down" "lockdown" start
	chattr -i "$debugfs/pathtime/control"
else
	skip "lockdown" "no immutable files here"
fi
done_testing
