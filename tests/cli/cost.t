#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# cost: raw times, the overhead of the probes, and the budget

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

# Each probe takes 20 ns within a call's time and 30 ns outside.
costly=(--file "$data/costly.snapshot")

# numbers FUNCTION: print the numbers of its line in the summary
numbers()
{
	awk -v name="$1" '$1 == name { print $4, $5, $6, $7, $8; exit }' <<< "$out"
}

run "${costly[@]}" --raw --unit ns
is "raw times of a function" "$(numbers esp_input)" "920 ~920 ~920 ~920 110"
is "raw times of a function that calls others" "$(numbers virtnet_poll)" \
	"5,220 ~4,251 ~6,220 ~6,220 522"
is "and per packet" "$(grep -o '2,088 ns each' <<< "$out")" "2,088 ns each"
like "the text calls them raw" "$(sed -n 3p <<< "$out")" \
	"^raw times: as measured, with the overhead of the probes$"
like "and which are estimates" "$out" "^~ is an estimate: corrected by"
run "${costly[@]}" --unit ns
is "corrected times" "$(numbers esp_input)" "900 900 900 900 108"
ok "are not said to be raw" [ -z "$(grep raw <<< "$out")" ]
run "${costly[@]}" --raw --unit ns --per-cpu
is "raw times of a CPU" "$(awk '$1 == "xfrm_input" { on = 1 }
	on && $1 == "cpu" && $2 == 1 { print $4, $5, $8; exit }' <<< "$out")" \
	"1,570 ~1,570 31.4"

run "${costly[@]}" tree --raw --unit ns
is "a raw tree" "$(awk '/^task/ { on = 1 } /^hardirq/ { on = 0 } on' <<< "$out")" \
"task: 31,400 ns
         0  31,400       0       -  100.0>udp_sendmsg
        20  31,400  13,000   1,570  100.0 \`xfrm_input
        20  18,400  18,400     920   58.6  \`esp4:esp_input

softirq: 522,000 ns
       100 522,000 131,000   5,220  100.0 virtio_net:virtnet_poll
       200 204,000 204,000   1,020   39.1 |nf_flow_table:nf_flow_offload_ip_hook
       100 157,000  65,000   1,570   30.1 \`xfrm_input
       100  92,000  92,000     920   58.6  \`esp4:esp_input"
run "${costly[@]}" tree --raw --unit ns --group xfrm
is "the time of hidden callees is their caller's" \
	"$(awk '/virtnet_poll/ { print $2, $3 }' <<< "$out")" "522,000 335,000"
run "${costly[@]}" breakdown --raw --unit ns
is "a raw breakdown adds up" \
	"$(tr -d , <<< "$out" | awk '/^(flowtable|xfrm):|^\(/ { sum += $NF }
		/^total/ { print sum == $NF, $NF }')" "1 522000"
run "${costly[@]}" export --folded --raw
is "raw stacks" "$(grep '^softirq' <<< "$out")" \
"softirq;virtnet_poll 131000
softirq;virtnet_poll;nf_flow_offload_ip_hook 204000
softirq;virtnet_poll;xfrm_input 65000
softirq;virtnet_poll;xfrm_input;esp_input 92000"

run "${costly[@]}" --json
is "raw sums in JSON" "$(json '.probes[] | select(.function == "xfrm_input") |
	"\(.total_ns) \(.raw_total_ns) \(.mean_ns) \(.raw_mean_ns)"')" \
	"180000 188400 1500 1570"
is "raw sums of each outcome" "$(json '.probes[] | select(.function == "xfrm_input")
	.outcomes.ok.raw_total_ns')" 188400
is "a mean of no calls" "$(json '.probes[] | select(.calls == 0) |
	"\(.raw_total_ns) \(.raw_mean_ns)"' | sort -u)" "0 null"
run "${costly[@]}" tree --json
is "in a tree" "$(json '.tree[] | select(.function == "virtnet_poll").raw_total_ns')" \
	522000

# snapshots without raw times
printf '0) 1.5 us | f();\n' > "$scratch/capture.txt"
for command in summary tree breakdown "export --folded"; do
	# shellcheck disable=SC2086 # a command and its option
	fails 1 "${command%% *}: --raw: the snapshot is of an older module and has only raw times" \
		"raw times of an older module, $command" \
		--file "$data/without_raw.snapshot" $command --raw
	# shellcheck disable=SC2086 # a command and its option
	fails 1 "--raw: a capture has only raw times" \
		"raw times of a capture, $command" \
		--file "$scratch/capture.txt" $command --raw
done
run --file "$data/without_raw.snapshot" --json
is "no raw times in JSON" "$(json '[.probes[] | .raw_total_ns, .raw_mean_ns] | unique | tojson')" \
	"[null]"
run --file "$data/without_raw.snapshot" --json tree
is "no raw times in a tree" "$(json '[.tree[].raw_total_ns] | unique | tojson')" "[null]"
fails 2 "self times have no raw form" "raw self times" \
	"${costly[@]}" --raw --self
fails 2 "--raw is for tables" "--raw in JSON" "${costly[@]}" --raw --json
fails 2 "hist does not take --raw" "raw buckets" "${costly[@]}" hist --raw

# the overhead of the probes since the counts began, because the snapshot is a saved one
busy=(--file "$data/busy.snapshot")
run "${busy[@]}"
like "cost in the summary" "$out" \
	"^probes took 34 ns a call, 913 us/s, 0.09 % of one CPU$"
run --file "$data/sampled.snapshot"
like "no overhead of calls that are not timed" "$out" \
	"^the overhead of the probes is not known, as not all calls are timed$"
run --file "$data/sampled.snapshot" --json
is "no overhead in JSON" "$(json '[.overhead_ns, .overhead_percent, .probes[].overhead_ns] | unique | tojson')" "[null]"
run "${busy[@]}" --cpu 1
like "no overhead per call for some CPUs" "$out" \
	"^probes took 913 us/s, 0.09 % of one CPU \(on all CPUs\)$"
run "${busy[@]}" --group ip
like "cost of a group" "$out" \
	"^probes took 10 ns a call, 107 us/s, 0.01 % of one CPU$"
for snapshot in usual without_raw; do
	run --file "$data/$snapshot.snapshot"
	like "not measured: the text says so ($snapshot)" "$out" \
		"^times include the overhead of the probes: it was not measured$"
	ok "not measured: no overhead ($snapshot)" [ -z "$(grep took <<< "$out")" ]
	run --file "$data/$snapshot.snapshot" --json
	is "not measured: no overhead in JSON ($snapshot)" \
		"$(json '[.overhead_ns, .overhead_percent, (.probes[] | .overhead_ns, .overhead_percent, .overhead_per_call_ns, .in_window_ns, .out_of_window_ns)] | unique | tojson')" \
		"[null]"
done
printf '0) | f() {\n0) 0.1 us | g();\n0) 0.2 us | }\n' > "$scratch/capture.txt"
run --file "$scratch/capture.txt"
ok "no overhead of a capture" [ -z "$(grep probes <<< "$out")" ]

run "${busy[@]}" probes -v
is "cost of each probe" "$(awk '/^FUNCTION/ { on = 1 } on' <<< "$out")" \
"FUNCTION   STATE    BACKEND    IN-WIN OUT-WIN       NS/S  % CPU
xfrm_input armed    kretprobe    20.0    30.0    806,018   0.08
ip_rcv     armed    direct        4.0     6.0    107,469   0.01
ip_output  pending  -               -       -          -      -
all                                              913,487   0.09"
like "the time that the overhead is part of" "$(tr '\n' ' ' <<< "$out")" \
	"% of one CPU on average since the counts began "
run "${costly[@]}" probes -v
is "columns line up where one backend does for all" \
	"$(awk '/^FUNCTION/ { end = length } /^all|armed/ && length != end' <<< "$out")" ""
run "${busy[@]}" probes
ok "no overhead of probes without -v" [ -z "$(grep IN-WIN <<< "$out")" ]
run --file "$data/without_raw.snapshot" probes --verbose
like "not measured: the text says so" "$out" "^times include the overhead of the probes"

run "${busy[@]}" probes --json
is "cost of each probe in JSON" \
	"$(json '.probes[] | [.overhead_ns, .overhead_per_call_ns, .in_window_ns, .out_of_window_ns, .overhead_percent | if . then . * 1 else . end | tostring] | join(" ")')" \
"3000000000 50 20 30 0.0806
400000000 10 4 6 0.0107
null null null null null"
is "and of all" "$(json '"\(.overhead_ns) \(.overhead_percent * 1)"')" "3400000000 0.0913"
fails 1 "--verbose shows the overhead of probes, which a capture does not have" \
	"cost of a capture" --file "$scratch/capture.txt" probes -v

# the budget
over="2 probes stopped: over the budget of 3 % of one CPU, see 'pathtime probes'"
for command in summary probes "probes -v"; do
	# shellcheck disable=SC2086 # a command and its option
	run "${costly[@]}" $command
	is "stopped over budget, $command: the first line" \
		"$(head -n 1 <<< "$out")" "$over"
done
run --file "$data/busy_later.snapshot"
is "the budget was lifted since" "$(head -n 1 <<< "$out")" \
	"1 probe stopped: over the budget, see 'pathtime probes'"
run_usual
ok "nothing stopped, nothing said" [ -z "$(grep budget <<< "$out")" ]
run "${costly[@]}" --json
is "budget in JSON" "$(json '"\(.budget_percent) \(.over_budget)"')" "3 2"
run_usual --json
is "no budget in JSON" "$(json '"\(.budget_percent) \(.over_budget)"')" "null 0"
done_testing
