#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# nesting: callers, callees and self times of the module

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

nested=(--file "$data/nested.snapshot")

run "${nested[@]}" tree --unit ns
is "tree" "$(awk '/^task/ { on = 1 } on' <<< "$out")" "task: 30,000 ns
         0  30,000       0       -  100.0>udp_sendmsg
        20  30,000  12,000   1,500  100.0 \`xfrm_input
        20  18,000  18,000     900   60.0  \`esp4:esp_input

softirq: 500,000 ns
       100 500,000 120,000   5,000  100.0 virtio_net:virtnet_poll
       200 200,000 200,000   1,000   40.0 |nf_flow_table:nf_flow_offload_ip_hook
       100 150,000  60,000   1,500   30.0 \`xfrm_input
       100  90,000  90,000     900   60.0  \`esp4:esp_input

hardirq: 30,000 ns
        60  30,000  30,000     500  100.0 virtio_net:skb_recv_done

3 calls in no tree: made while too many tasks were in timed functions
1 call in no tree: nested too deeply"

run "${nested[@]}" breakdown --unit ns
is "breakdown of the largest root, per call and per packet" \
	"$(awk '/^FUNCTION/ { on = 1; next } /^$/ { on = 0 } on' <<< "$out")" \
"flowtable:                                    200    2,000      800  40.00         200,000
  nf_flow_table:nf_flow_offload_ip_hook       200    2,000      800  40.00         200,000
xfrm:                                         200    1,500      600  30.00         150,000
  esp4:esp_input                              100      900      360  18.00          90,000
  xfrm_input                                  100      600      240  12.00          60,000
(itself, in no callee)                               1,200      480  24.00         120,000
(interrupts within)                                    300      120   6.00          30,000
total                                         100    5,000    2,000 100.00         500,000"
like "its calls and packets" "$out" "virtnet_poll goes: 100 calls, 250 packets,"
run "${nested[@]}" breakdown udp_sendmsg
is "an unfinished call has no time per call" "$(awk '$1 == "total"' <<< "$out")" \
	"total                                   - 100.00          30.000"
run "${nested[@]}" breakdown esp4:esp_input
like "a function with two callers" "$out" "esp_input goes: 120 calls, times"

run "${nested[@]}" tree --json
nodes_add_up "tree"
is "each context" "$(json '[.tree[].context] | unique | join(" ")')" \
	"hardirq softirq task"
is "calls in no tree" "$(json '.warnings | tojson')" \
	'{"unlinked_tasks":3,"unlinked_depth":1}'
is "a call under way" "$(json '.tree[] | select(.unfinished > 0) | "\(.function) \(.calls)"')" \
	"udp_sendmsg 0"
selves=$(json '[.tree[].self_ns] | add')
run "${nested[@]}" breakdown --json
breakdowns_add_up "breakdown"
is "packets" "$(json .breakdown.packets)" 250
run "${nested[@]}" export --folded
is "folded stacks add up" "$(awk '{ sum += $NF } END { print sum }' <<< "$out")" \
	"$selves"
like "a folded stack" "$out" "^softirq;virtnet_poll;xfrm_input;esp_input 90000$"

run "${nested[@]}" tree --json --group xfrm
nodes_add_up "tree of a group"
is "the time of hidden callees is their caller's" \
	"$(json '.tree[] | select(.function == "virtnet_poll").self_ns')" 320000
run "${nested[@]}" breakdown --json --group xfrm virtnet_poll
is "and packets are known nevertheless" "$(json .breakdown.packets)" 250

run "${nested[@]}" tree --unit ns xfrm_input
is "branches that lead to a function" "$(awk 'NF == 6 && $1 ~ /^[0-9]/ { print $6 }' <<< "$out" | xargs)" \
	"\`xfrm_input virtio_net:virtnet_poll \`xfrm_input"
run "${nested[@]}" tree --json 'esp4:*'
# shellcheck disable=SC2016 # a variable of jq
is "in JSON, too, with their callers" "$(json '.tree as $tree | [.tree[] |
	"\(.function)<\(if .parent then $tree[.parent].function else "-" end)"] | join(" ")')" \
	"udp_sendmsg<- xfrm_input<udp_sendmsg esp_input<xfrm_input virtnet_poll<- xfrm_input<virtnet_poll esp_input<xfrm_input"
run "${nested[@]}" tree --json --sort function --limit 1
is "the first callee of each caller" "$(json '[.tree[].function] | join(" ")')" \
	"udp_sendmsg xfrm_input esp_input virtnet_poll nf_flow_offload_ip_hook skb_recv_done"
left_out=$(json .left_out)
ok "how many nodes there are more" [ "$left_out" -gt 0 ]
run "${nested[@]}" tree --all --sort function --limit 1
like "and in the table" "$out" "^$left_out more: see --limit"
# a callee of less than 1 %, and two others
printf '0) | f() {\n0) 1.0 us | g();\n0) 300.0 us | h();\n0) 400.0 us | i();\n0) 900.0 us | }\n' \
	> "$scratch/small.txt"
# tree_functions: print the functions of a table in $out
tree_functions()
{
	awk '/^[A-Z ]*%  FUNCTION$/ { on = 1; next }
		on && /^ +[0-9]/ { sub(/.*[>|`:]/, "", $NF); print $NF }' <<< "$out" | xargs
}
for source in "${nested[1]}" "$scratch/small.txt"; do
	for all in "" --all; do
		run --file "$source" tree --sort=-total --limit 1 $all
		table=$(tree_functions)
		run --file "$source" tree --sort=-total --limit 1 $all --json
		is "--sort, --limit $all: JSON has the table's rows" "$(json '[.tree[].function] | join(" ")')" "$table"
	done
done
is "a limit counts no row that is not shown" "$table" "f g"
run --file "$scratch/small.txt" tree --sort=-total --limit 1
is "unless all rows are shown" "$(tree_functions)" "f h"
fails 1 "no function 'esp'" "no such function" "${nested[@]}" tree esp

# If a tree cannot be shown, the message says why.
unknown="pathtime: (tree|breakdown|export): the module was loaded without nesting, .*: load it with nesting=1$"
for command in tree breakdown "export --folded"; do
	# shellcheck disable=SC2086 # a command and its option
	fails 1 "$unknown" "$command where nothing nests" \
		--file "$data/usual.snapshot" $command
	# shellcheck disable=SC2086 # a command and its option
	fails 1 "1 call in 10 .*: load the module without sample=$" \
		"$command of a sample" \
		--file "$data/sampled.snapshot" $command
	# shellcheck disable=SC2086 # a command and its option
	fails 2 "--cpu works only while a capture is imported" "$command of a CPU" \
		"${nested[@]}" $command --cpu 0
done
run --file "$data/usual.snapshot" --json
is "JSON where nothing nests" "$(json .nesting)" false
run "${nested[@]}" --json
is "JSON where it does" "$(json .nesting)" true
fails 1 "no call of nf_conntrack_in" "a breakdown of what was not called" \
	"${nested[@]}" breakdown nf_conntrack_in
fails 1 "no function 'no_such' is timed; see 'pathtime probes'" \
	"a breakdown of what is not there" "${nested[@]}" breakdown no_such
fails 2 "export --folded does not take --interval" "an export of intervals" \
	export --folded --interval 1
done_testing
