#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# summary: table and JSON have the same numbers

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

# row NAME: print the numbers of the table's first line of that name
row()
{
	awk -v name="$1" '$1 == name { gsub(",", ""); $1 = ""
			  sub(" ", ""); print; exit }' <<< "$table"
}

# wanted PATH: print the same numbers from the JSON
wanted()
{
	json "$1 | [.calls, .missed, .mean_ns, .p50_ns, .p99_ns, .max_ns]
		 | map(select(. != null)) | join(\" \")"
}

small=(--file "$data/small.snapshot")
run "${small[@]}" --unit ns
table=$out
is "status" "$status" 0
is "nothing on stderr" "$err" ""
run "${small[@]}" --json
is "the JSON's status" "$status" 0

function=$(row xfrm_input)
is "a function" "${function% *}" \
	"$(wanted '.probes[] | select(.function == "xfrm_input")')"
outcome=$(row ok)
is "an outcome" "${outcome% *}" "$(wanted '.probes[0].outcomes.ok')"
outcome=$(row error)
is "another outcome" "${outcome% *}" "$(wanted '.probes[0].outcomes.error')"
function=$(row nf_conntrack_in)
is "another function" "${function% *}" "$(wanted '.probes[1]')"
is "total" "${function##* }" "$(json '.probes[1].total_ns / 1000 | round')"
is "packets" "$(grep -o '[0-9,]* packets, .* ns each' <<< "$table")" \
	"5,000 packets, $(json '.probes[0] | (.total_ns / .packets | round)
			   | tostring | .[:-3] + "," + .[-3:]') ns each"
is "outcomes add up" "$(json '.probes[0] | [.outcomes[].calls] | add')" \
	"$(json '.probes[0].calls')"
is "CPUs add up" "$(json '.probes[0] | [.cpus[].total_ns] | add')" \
	"$(json '.probes[0].total_ns')"

# per CPU
run "${small[@]}" --unit ns --per-cpu
table=$out
run "${small[@]}" --json --per-cpu
outcome=$(row cpu)
is "a CPU" "$(cut -d ' ' -f 2-6 <<< "$outcome")" \
	"$(wanted '.probes[0].outcomes.ok.cpus[0]')"
is "number of the CPU" "${outcome%% *}" \
	"$(json '.probes[0].outcomes.ok.cpus[0].cpu')"
is "a function's CPUs" "$(json '.probes[0].cpus | map(.cpu) | join(" ")')" "0 1"

# The keys are an interface for scripts.
run_usual --json
is "one line" "$(wc -l <<< "$out")" 1
compact=$out
run_usual --json --pretty
is "--pretty is the same" "$(jq -c . <<< "$out")" "$(jq -c . <<< "$compact")"
is "with a line for each member" "$(sed -n '1,2p; /"probes"/,+2p' <<< "$out")" \
	$'{\n  "format": 1,\n  "probes": [\n    {\n      "group": "flowtable",'
is "and an end" "$(tail -n 3 <<< "$out")" $'    }\n  ]\n}'
fails 2 "--pretty needs --json" "--pretty alone" --pretty
out=$compact
is "keys of the document" "$(json 'keys_unsorted | join(" ")')" \
	"format version kernel clock hist_bits sample time_ns since_ns running nesting overhead_ns overhead_percent budget_percent over_budget warnings losses probes"
is "keys of a probe" "$(json '.probes[0] | keys_unsorted | sort | .[]')" \
	"$({
		printf '%s\n' backend below_overhead calls clock_backwards cpus function group in_window_ns max_ns mean_ns min_ns missed module out_of_window_ns outcomes overflowed overhead_ns overhead_per_call_ns overhead_percent packets raw_mean_ns raw_total_ns reason self_calls self_mean_ns self_ns state steps_only timed total_ns
		percentiles
		percentiles | sed 's/^/self_/'
	} | LC_ALL=C sort)"
is "times of no calls" "$(json '.probes[1] | [.min_ns, .p50_ns, .max_ns]
			      | unique | join(",")')" ""
is "they are there, as null" "$(json '.probes[1] | has("p50_ns")')" true
is "losses" "$(json '.losses | [.missed, .overflowed, .clock_backwards, .below_overhead]
		     | join(" ")')" "17 2 2 10"
is "states" "$(json '[.probes[].state] | unique | join(" ")')" \
	"armed failed pending"

run_usual
like "losses in the table" "$out" \
	"17 calls missed, 2 longer than 68.7 s, 2 with the clock"
like "functions hidden" "$out" "^3 without calls: see 'pathtime --all'"
like "pending and failed" "$out" "^1 pending, 1 failed: see 'pathtime probes'"
like "error bound" "$out" "percentiles within 3.1 %"
like "clock" "$out" "clock tsc"
ok "no inactive" [ -z "$(grep inactive <<< "$out")" ]
ok "no stopped" [ -z "$(grep stopped <<< "$out")" ]
ok "functions without calls are not listed" \
	[ -z "$(grep esp6_input <<< "$out")" ]
run --file "$data/inactive.snapshot"
like "inactive probes are named first" "$(sed -n 2p <<< "$out")" \
	"^2 of 3 probes inactive: the kernel calls no probes: kernel.ftrace_enabled is 0$"
run_usual --all
like "--all lists them" "$out" "esp6_input"
like "--all shows the reason" "$out" "pending: module esp6 is not loaded"
run_usual summary
summary=$out
run_usual
is "no command is summary" "$out" "$summary"

# calls that took less than the overhead: a few are normal
ok "no line for a few" [ -z "$(grep "too short" <<< "$out")" ]
run --file "$data/below.snapshot"
like "a line for many, of the function with most" "$(tr '\n' ' ' <<< "$out")" \
	" times may be too short: 37.5 % of the calls of nf_conntrack:nf_conntrack_in, and over 1 % of 1 more took less than the overhead subtracted\. .* load the module again"
is "it is one line" "$(grep -c "too short" <<< "$out")" 1
run --file "$data/below.snapshot" --cpu 1
like "of one CPU" "$(tr '\n' ' ' <<< "$out")" "too short: 50.0 % of the calls of nf_conntrack:nf_conntrack_in, and over 1 % of 1 more took"
run --file "$data/below.snapshot" hist
like "with histograms" "$out" "^times may be too short: 37.5 %"
run diff "$data/without_below.snapshot" "$data/below.snapshot"
like "in a comparison" "$out" "times may be too short: 37.5 %"
run --file "$data/below.snapshot" --raw
ok "not for raw times" [ -z "$(grep "too short" <<< "$out")" ]
run --file "$data/below.snapshot" --json
is "JSON counts them" "$(json '[.losses, .probes[] | .below_overhead] | join(" ")')" \
	"1640 20 21 1500 99"
run --file "$data/without_below.snapshot"
ok "no line for an older module" [ -z "$(grep "too short" <<< "$out")" ]
run --file "$data/without_below.snapshot" --json
is "null in JSON" "$(json '[.losses, .probes[] | .below_overhead] | unique | tojson')" "[null]"

run --file "$data/stopped.snapshot"
like "stopped" "$out" "^stopped"
run --file "$data/stopped.snapshot" --json
is "stopped in JSON" "$(json .running)" false

# estimates: ten times the usual numbers, with a mark
run_usual --json
usual=$out
is "all calls are timed" "$(json '[.sample, (.. | objects | select(has("calls") and .calls != .timed))] | map(tostring) | join(" ")')" 1
run --file "$data/sampled.snapshot" --json
is "one call in so many" "$(json .sample)" 10
is "those that were" "$(json '[.. | objects | select(has("timed")).timed] | join(" ")')" \
	"$(jq -r '[.. | objects | select(has("timed")).calls] | join(" ")' <<< "$usual")"
is "estimated packets" "$(json '[.probes[].packets / 10] | join(" ")')" \
	"$(jq -r '[.probes[].packets] | join(" ")' <<< "$usual")"
total=$(json '.probes[] | select(.function == "xfrm_input").total_ns / 1e9 * 10 | round / 10')
run --file "$data/sampled.snapshot"
like "the first line explains estimates" "$(head -n 2 <<< "$out" | tr '\n' ' ')" "1 call in 10 timed: ~ is an estimate"
is "the numbers say so" "$(awk '$1 == "xfrm_input" { print $2, $3, $8; exit }' <<< "$out")" \
	"~430,000 170 ~$total"
like "packets say so" "$out" " ~1,000,000 packets, "
like "losses say so" "$out" "170 calls missed, ~[0-9]+ longer than 68.7 s, ~[0-9]+ with the clock"
run --file "$data/sampled.snapshot" hist
is "no count without a mark" "$(awk '/^ *CALLS/ { getline; print $1 }' <<< "$out" | grep -v '^~')" ""
run --file "$data/sampled.snapshot" probes
is "no count of probes without a mark" "$(awk '/^GROUP/ { on = 1; next } on && / (armed|pending|failed) / { print $(NF - 1) }' <<< "$out" | grep -v '^~')" ""

# self times: table and JSON agree
run --file "$data/nested.snapshot" --self --unit ns
like "the text calls them self times" "$(sed -n 2p <<< "$out")" \
	"^self times: calls without their timed callees; MIN and MAX rounded to a bucket$"
table=$out
run --file "$data/nested.snapshot" --json
for function in virtnet_poll nf_flow_offload_ip_hook xfrm_input esp_input; do
	is "self times of $function" "$(row $function | awk '{ print $1, $3, $4, $5 }')" \
		"$(json ".probes[] | select(.function == \"$function\") |
			 [.self_calls, .self_mean_ns, .self_p50_ns, .self_p99_ns] | join(\" \")")"
done
is "sum of self times" "$(json '.probes[] | select(.function == "virtnet_poll").self_ns')" \
	120000
is "self times are of the calls in a tree only" \
	"$(json '.probes[] | select(.function == "nf_flow_offload_ip_hook") | "\(.calls) \(.self_calls)"')" \
	"203 200"
is "self times of outcomes add up" \
	"$(json '.probes[] | select(([.outcomes[].self_ns] | add) != .self_ns).function')" ""
is "self times of no calls are null, their number is not" \
	"$(json '.probes[] | select(.function == "udp_sendmsg") | "\(.self_calls) \(.self_ns) \(.self_p50_ns)"')" \
	"0 0 null"
run --file "$data/nested.snapshot" --json --per-cpu
is "self times of CPUs add up" \
	"$(json '.probes[] | select(.function == "xfrm_input") | [.cpus[].self_ns] | join("+")')" \
	"60000+12000"
run --file "$data/nested.snapshot" --json --cpu 1
is "self times of a CPU" "$(json '.probes[] | select(.function == "xfrm_input").self_ns')" \
	12000
run_usual --json
is "self times that are not known" \
	"$(json '[.probes[] | .self_calls, .self_ns, .self_p50_ns] | unique | tojson')" "[null]"
fails 1 "summary: the module was loaded without nesting, .*: load it with nesting=1$" \
	"self times that are not known" --file "$data/usual.snapshot" --self
fails 1 "hist: callers are not known where 1 call in 10 .*: load the module without sample=$" \
	"self times of a sample" --file "$data/sampled.snapshot" hist --self

run --file "$data/empty.snapshot"
is "no probes at all" "$status" 0
run --file "$data/tail.snapshot" --json
newer=$out
run_usual --json
is "a newer snapshot reads the same" "$newer" "$out"
# the order, the number and the names of rows
functions()
{
	json '[.probes[].function] | join(" ")'
}

run_usual --json
all=$(functions)
run_usual --json --sort calls
is "--sort in JSON" "$(json '[.probes[].calls] | . == (sort | reverse)')" true
sorted=$(functions)
ok "is another order" [ "$sorted" != "$all" ]
run_usual --sort calls
is "--sort of the table" "$(awk '/^[a-z_]+ +[0-9,]+ +[0-9]/ { print $1 }' <<< "$out" | xargs)" \
	"$(run_usual --json --sort calls; json '[.probes[] | select(.calls > 0).function] | join(" ")')"
run_usual --json --sort -CALLS
is "--sort reversed" "$(json '[.probes[].calls] | . == sort')" true
run_usual --json --sort function
is "--sort by names" "$(json '[.probes[].function] | . == sort')" true
run_usual --json --sort calls --limit 2
is "--limit in JSON" "$(functions)" "$(cut -d ' ' -f 1,2 <<< "$sorted")"
ok "how many there are more" [ "$(json .left_out)" -gt 0 ]
run_usual --sort calls --limit 2
is "--limit of the table" "$(awk '/^[a-z_]+ +[0-9,]+ +[0-9]/ { print $1 }' <<< "$out" | xargs)" \
	"$(cut -d ' ' -f 1,2 <<< "$sorted")"
like "and how many there are more" "$out" "^[0-9]+ more: see --limit$"
for column in -calls -missed -p99; do
	run_usual --sort=$column --limit 3
	table=$(awk '/^[a-z_]+ +[0-9,]+ +[0-9]/ { print $1 }' <<< "$out" | xargs)
	more=$(sed -n 's/ more: see --limit$//p' <<< "$out")
	run_usual --sort=$column --limit 3 --json
	is "--sort $column --limit: JSON has the table's rows" "$(functions) $(json .left_out)" "$table $more"
done
run_usual --sort=-calls --limit 1 --json --all
is "--all: a function without calls is one" "$(json '.probes[0].calls')" 0
run_usual --limit 999
is "a limit beyond the rows" "$(grep -c "see --limit" <<< "$out")" 0
run_usual summary 'xfrm*' --json
is "a pattern" "$(json '[.probes[].function | startswith("xfrm")] | unique | tojson')" "[true]"
fails 1 "no function 'qqq'; see 'pathtime probes'" "a name that is not there" \
	--snapshot "$data/usual.snapshot" summary qqq
done_testing
