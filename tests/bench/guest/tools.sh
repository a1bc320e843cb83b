# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# the tools that are measured, in a guest; each tool has these functions:
#	lack_TOOL	prints why the tool cannot run here, or nothing (optional: it can always run)
#	start_TOOL	attaches it to the named functions, or to the first if it can take only one
#	ready_TOOL	fails while an end of the functions is not timed (optional)
#	stop_TOOL	ends it; it then reports its counts
#	counted_TOOL	prints the number of all calls that it counted (optional: it does not report them)
# A TOOL that is a program runs in the background and writes its output to $SAID.

TRACING=/sys/kernel/tracing
SAID=/tmp/said
PROGRAM_PID=

# tell WORD...: print a line of results
tell() {
	local IFS=$'\t'

	echo "$*"
}

# instructions FILE: print a figure of the module target in instructions; a tick is one instruction or more
instructions() {
	awk -v scale="$(instructions_per_tick)" '{ printf "%.2f\n", $1 * scale }' "$1"
}

# attached FUNCTION: succeed if any mechanism is attached to the function; this file lists all of them
attached() {
	grep -q "^$1 " $TRACING/enabled_functions
}

return_probe() {
	grep -q ' r ' /sys/kernel/debug/kprobes/list
}

detached() {
	[ ! -s $TRACING/enabled_functions ] && [ ! -s /sys/kernel/debug/kprobes/list ]
}

running() {
	kill -0 "$PROGRAM_PID" 2>/dev/null
}

# A signal for the whole process group must not kill the program. It must not ignore SIGINT either, as the background
# programs of a script do.
start_program() {
	# shellcheck disable=SC2016 # perl's own variables
	setsid perl -e '$SIG{INT} = "DEFAULT"; exec(@ARGV) or die "$ARGV[0]: $!\n"' "$@" >$SAID 2>&1 </dev/null &
	PROGRAM_PID=$!
}

stop_program() {
	kill -INT "$PROGRAM_PID"
	wait "$PROGRAM_PID" || true
}

# print the sum of a histogram in text: the number before the (last) bar of each line
counted_in_text() {
	awk 'match($0, /[0-9]+ *\|[^|]*\|? *$/) { total += substr($0, RSTART) + 0 } END { print total + 0 }' $SAID
}

# Print the message of a program that ended by itself: one short line for a table.
last_words() {
	local words

	words=$(grep -iE 'error|fail|cannot|not |no such|unknown' $SAID | head -n 1)
	[ -n "$words" ] || words=$(tail -n 1 $SAID)
	printf '%.120s\n' "${words:-it ended without a word}"
}

start_empty_kretprobe() {
	load_module empty_kretprobe function="$1"
}

stop_empty_kretprobe() {
	rmmod empty_kretprobe
}

lack_empty_fprobe() {
	[ -e "$PATHTIME_MODULES/empty_fprobe.ko" ] || echo "no fprobes on the function graph"
}

start_empty_fprobe() {
	load_module empty_fprobe function="$1"
}

stop_empty_fprobe() {
	rmmod empty_fprobe
}

# backend NAME FUNCTION...: load pathtime with this backend
start_backend() {
	local backend=$1

	shift
	PATHTIME_BACKEND=$backend load_pathtime groups= nesting=0 probes="$(echo "$*" | tr ' ' ,)"
}

start_pathtime_kretprobe() {
	start_backend kretprobe "$@"
}

stop_pathtime_kretprobe() {
	calls in_aton >$SAID
	unload_pathtime
}

counted_pathtime_kretprobe() {
	cat $SAID
}

has_backend() {
	modinfo -F parm "$PATHTIME_KO" | grep -q "^backend:.*$1"
}

start_pathtime_direct() {
	start_backend direct "$@"
}

stop_pathtime_direct() {
	stop_pathtime_kretprobe
}

counted_pathtime_direct() {
	cat $SAID
}

# Without the filter all functions of the kernel are hooked, and each call checks whether its function is meant.
start_function_graph() {
	printf '%s\n' "$@" >$TRACING/set_ftrace_filter
	echo function_graph >$TRACING/current_tracer
}

stop_function_graph() {
	echo nop >$TRACING/current_tracer
	echo >$TRACING/set_ftrace_filter
	echo >$TRACING/trace
}

start_perf_latency() {
	start_program perf ftrace latency -a -T "$1" -- sleep 100000
}

stop_perf_latency() {
	stop_program
}

counted_perf_latency() {
	counted_in_text
}

lack_perf_latency_bpf() {
	perf ftrace latency -h 2>&1 | grep -q -- --use-bpf ||
		echo "built without -b (BUILD_BPF_SKEL)"
}

start_perf_latency_bpf() {
	start_program perf ftrace latency -b -a -T "$1" -- sleep 100000
}

stop_perf_latency_bpf() {
	stop_program
}

counted_perf_latency_bpf() {
	counted_in_text
}

# The kernel can do this without a program: an event for each end of the function, and a third for the time between.
start_hist_trigger() {
	echo "p:bench/enter $1" >$TRACING/kprobe_events
	echo "r:bench/leave $1" >>$TRACING/kprobe_events
	echo 'bench_latency u64 latency' >$TRACING/synthetic_events
	echo 'hist:keys=common_pid:start=common_timestamp' >$TRACING/events/bench/enter/trigger
	# shellcheck disable=SC2016 # a variable of the trigger
	echo 'hist:keys=common_pid:latency=common_timestamp-$start:onmatch(bench.enter).bench_latency($latency)' \
		>$TRACING/events/bench/leave/trigger
	echo 'hist:keys=latency.log2:size=256' >$TRACING/events/synthetic/bench_latency/trigger
}

# Remove the triggers in the reverse order of their dependencies.
stop_hist_trigger() {
	local hist=$TRACING/events/synthetic/bench_latency/hist trigger

	cat $hist >$SAID
	for trigger in synthetic/bench_latency bench/leave bench/enter; do
		sed -n 's/ \[active\]$//; /^#/!s/^/!/p' "$TRACING/events/$trigger/trigger" >/tmp/trigger
		cat /tmp/trigger >"$TRACING/events/$trigger/trigger"
	done
	echo '!bench_latency u64 latency' >>$TRACING/synthetic_events
	echo >$TRACING/kprobe_events
}

counted_hist_trigger() {
	sed -n 's/^ *Hits: //p' $SAID
}

# bpftrace ENTRY EXIT FUNCTION...: make one histogram for each function. A program can have only one END.
start_bpftrace() {
	local entry=$1 leave=$2 function map program="" clear=""

	shift 2
	for function in "$@"; do
		# The name of a map has no dot.
		map=${function//./_}
		program+="$entry:$function { @start_${map}[tid] = nsecs; }
			$leave:$function /@start_${map}[tid]/ {
				@${map} = hist(nsecs - @start_${map}[tid]); delete(@start_${map}[tid]); }"
		clear+=" clear(@start_${map});"
	done
	start_program bpftrace -e "$program END {$clear }"
}

start_bpftrace_kretprobe() {
	start_bpftrace kprobe kretprobe "$@"
}

ready_bpftrace_kretprobe() {
	return_probe
}

stop_bpftrace_kretprobe() {
	stop_program
}

counted_bpftrace_kretprobe() {
	counted_in_text
}

# kfunc is the name that all versions have.
start_bpftrace_fexit() {
	start_bpftrace kfunc kretfunc "$@"
}

stop_bpftrace_fexit() {
	stop_program
}

counted_bpftrace_fexit() {
	counted_in_text
}

start_bcc_funclatency() {
	start_program funclatency-bpfcc "$1"
}

# The second probe is attached seconds after the first.
ready_bcc_funclatency() {
	return_probe
}

stop_bcc_funclatency() {
	stop_program
}

counted_bcc_funclatency() {
	counted_in_text
}

# From Debian 13 on the program is named after its library.
start_libbpf_funclatency() {
	start_program "$(command -v funclatency-libbpf || echo funclatency)" "$1"
}

stop_libbpf_funclatency() {
	stop_program
}

counted_libbpf_funclatency() {
	counted_in_text
}

lack_pwru() {
	command -v pwru >/dev/null || echo "Debian 12 has none"
}

# pwru prints an event for each call, with its time. It matches whole names against the regular expression.
start_pwru() {
	local IFS='|'

	start_program pwru --all-kmods --timestamp relative --output-file /tmp/events --filter-func "$*"
}

ready_pwru() {
	grep -q 'Listening for events' $SAID
}

# The file is in memory.
stop_pwru() {
	stop_program
	rm -f /tmp/events
}
