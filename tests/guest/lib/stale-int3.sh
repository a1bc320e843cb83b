# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Show, without pathtime, the fault of the emulator for which tests/guest/bin/suite runs cases again. The guest panics, at once
# or within an hour.
#
#	tests/guest/bin/run 6.1 --timeout 4000 -- bash /src/tests/guest/lib/stale-int3.sh 3600 [tracer]
#
# A kernel that patches the first instruction of a function puts a breakpoint there for a moment. If QEMU has translated it for a
# CPU, that CPU may execute it long after it is gone. The kernel then takes it for the breakpoint of the kretprobe. But ftrace
# calls that kretprobe, which has no breakpoint. So the kernel continues at its instruction, NULL (setup_singlestep() in
# arch/x86/kernel/kprobes/core.c). With "tracer" there is no kretprobe: nobody claims the breakpoint, and the kernel reports
# "Oops: int3". On a real processor the kernel waits until no CPU has the breakpoint (text_poke_sync()).
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh

keep_calling() {
	while :; do
		target target_leaf task 10000
	done
}

load_module target
[ "${2:-}" = tracer ] || load_module empty_kretprobe function=target:target_leaf
cd /sys/kernel/tracing
echo target_leaf >set_ftrace_filter
keep_calling &
keep_calling &
end=$((SECONDS + $1))
for ((changes = 0; SECONDS < end; changes++)); do
	echo function >current_tracer
	echo nop >current_tracer
	((changes % 100)) || echo "$changes times after $SECONDS s" >&2
done
kill %1 %2
echo "not seen in $changes changes" >&2
