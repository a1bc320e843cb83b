# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# instructions of a call of in_aton() with one tool after the other on it: calls.sh [TOOL...]
# prints lines of "release", "package", "cost" and "lack" with their values, separated by tabs
set -eu
# shellcheck source=/dev/null
. /src/tests/guest/lib/lib.sh
# shellcheck source=/dev/null
. /src/tests/bench/guest/tools.sh

FUNCTION=in_aton
BENCH=/sys/kernel/debug/target/bench_in_aton
CALLS_PER_READ=100000
# number of equal figures in a row after which a figure counts as settled
SETTLED=3
TOOLS="empty_kretprobe empty_fprobe pathtime_kretprobe pathtime_direct function_graph perf_latency perf_latency_bpf hist_trigger
	bpftrace_kretprobe bpftrace_fexit bcc_funclatency libbpf_funclatency"

is_function() {
	[ "$(type -t "$1")" = function ]
}

# near A B: succeed if the difference is below half an instruction
near() {
	awk -v a="$1" -v b="$2" 'BEGIN { exit !(a - b < 0.5 && b - a < 0.5) }'
}

# Set COST to the instructions of a call, once they no longer change: a tool attaches its probes one after the other.
settle() {
	local last=0 same=0 reads=0

	while [ $same -lt $SETTLED ] && [ $reads -lt 20 ]; do
		[ $reads -eq 0 ] || sleep 0.5
		COST=$(instructions $BENCH)
		reads=$((reads + 1))
		same=$((same + 1))
		near "$COST" "$last" || same=1
		last=$COST
	done
	[ $same -eq $SETTLED ]
}

ready() {
	attached $FUNCTION && { ! is_function "ready_$1" || "ready_$1"; }
}

ready_or_ended() {
	ready "$1" || { [ -n "$PROGRAM_PID" ] && ! running; }
}

# Check that the tool is detached and a call costs what it did before. Otherwise all later figures are wrong.
prove_gone() {
	wait_until 60 detached ||
		fail "$1 is gone, and leaves: $(cat "$TRACING/enabled_functions" /sys/kernel/debug/kprobes/list)"
	COST=$(instructions $BENCH)
	near "$COST" "$NOTHING" || fail "$1 is gone, and a call takes $COST instructions, not $NOTHING"
}

# Print the share of the calls that the tool counted, in percent. It also counts calls made before it settled, so the
# share is cut to 100.
share() {
	if is_function "counted_$1"; then
		awk -v counted="$("counted_$1")" -v calls=$((SETTLED * CALLS_PER_READ)) \
			'BEGIN { share = 100 * counted / calls; printf "%.1f\n", (share > 100 ? 100 : share) }'
	else
		echo -
	fi
}

measure() {
	local tool=$1 cost

	PROGRAM_PID=
	"start_$tool" $FUNCTION
	if ! wait_until 300 ready_or_ended "$tool" || ! ready "$tool" || ! settle; then
		[ -n "$PROGRAM_PID" ] || fail "$tool cannot be put on $FUNCTION"
		! running || "stop_$tool"
		tell lack "$tool" "$(last_words)"
	else
		cost=$COST
		"stop_$tool"
		tell cost "$tool" "$cost" "$(share "$tool")"
	fi
	prove_gone "$tool"
}

measure_or_tell() {
	local lack=

	! is_function "lack_$1" || lack=$("lack_$1")
	echo "$PATHTIME_KERNEL: $1" >&2
	if [ -n "$lack" ]; then
		tell lack "$1" "$lack"
	else
		measure "$1"
	fi
}

main() {
	local tool

	# shellcheck disable=SC2086 # a list
	[ $# -gt 0 ] || set -- $TOOLS
	tell release "$(uname -r)"
	dpkg-query -W -f 'package\t${Package}\t${Version}\n' bpftrace bpfcc-tools libbpf-tools linux-perf 2>/dev/null || true
	load_module target
	prove_gone_before_all
	for tool in "$@"; do
		# This backend comes with the module.
		[ "$tool" != pathtime_direct ] || has_backend direct || continue
		measure_or_tell "$tool"
	done
}

prove_gone_before_all() {
	NOTHING=$(instructions $BENCH)
	prove_gone nothing
	tell cost nothing "$NOTHING" -
}

main "$@"
