#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# polls: waits of the receive softirq, and NAPI's polls

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

polls=(--file "$data/paths.snapshot" polls)

# from PATTERN: print $out from the line on that begins with the pattern
from()
{
	awk -v pattern="^$1" '$0 ~ pattern { on = 1 } on' <<< "$out"
}

run "${polls[@]}"
is "a line for each wait, and what polls did" "$(from NET_RX)" \
"NET_RX                    COUNT     P50     P99   P99.9     MAX
raised, until it ran          6    4.99  60,000  60,000  60,000
... in ksoftirqd              1  60,000  60,000  60,000  60,000
run of the softirq            8    3.01    5.00    5.00    5.00
poll                          8    3.01    5.00    5.00    5.00
poll to poll                  0       -       -       -       -
packets of a poll             7       1      64      64      64
1 poll that took all of their budget
3 times that the kernel stopped the softirq with work left (squeezed)
4 polls outside of the softirq: in a thread of NAPI's, or in a task that waits"
like "times are in us" "$out" "^the receive softirq and NAPI's polls, times in us$"
run "${polls[@]}" --unit ms --percentiles 50
like "or in what is asked for" "$out" "^raised, until it ran +6 +0.005 +60.0$"
like "packets have no unit" "$out" "^packets of a poll +7 +1 +64$"
terminal 40 "${polls[@]}"
like "as many columns as fit" "$out" "^NET_RX +COUNT +MAX$"
run "${polls[@]}" --per-cpu
like "a CPU" "$(tr '\n' ';' <<< "$out")" "CPU 2;NET_RX[^;]*;raised, until it ran +2 [^;]*;... in ksoftirqd +0 "
is "CPUs without a run are left out" "$(grep -c '^CPU' <<< "$out")" 2
run "${polls[@]}" --cpu 2
like "one CPU only" "$out" "^raised, until it ran +2 "
is "and what it did" "$(grep -c 'squeezed\|budget' <<< "$out")" 0

run "${polls[@]}" --json
is "JSON has all" "$(json '.waits[] | "\(.wait) \(.unit) \(.count) \(.total) \(.max)"')" \
"softirq ns 6 60021000 60000000
ksoftirqd ns 1 60000000 60000000
run ns 8 32000 5000
poll ns 8 32000 5000
between ns 0 0 null
packets packets 7 132 64"
is "CPUs add up" "$(json '[.waits[] | .count == ([.cpus[].count] | add // 0) and
	.total == ([.cpus[].total] | add // 0)] | all')" true
is "polls of CPUs" "$(json '.polls | tojson')" \
	'[{"cpu":0,"full":1,"outside":0,"squeezed":3},{"cpu":2,"full":0,"outside":4,"squeezed":0}]'
run --json --file "$data/paths.snapshot" export
is "so has the export" "$(json '.waits | length')" 6

fails 1 "loaded with polls=0, or is an older one; load the module of this version without polls=0$" "not timed" --file "$data/paths_before.snapshot" polls
fails 1 "polls: " "no packet tracing" --file "$data/usual.snapshot" polls
done_testing
