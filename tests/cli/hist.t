#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# hist: buckets, patterns, similar names

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

# print the lines of buckets: FROM BELOW CALLS
buckets()
{
	tr -d , <<< "$out" | awk '$NF ~ /^#+$/ { print $1, $2, $3 }'
}

run_usual hist --unit ns --full xfrm_input
like "function and outcome" "$out" "^xfrm: xfrm_input, ok"
table=$(buckets)
run_usual hist --json xfrm_input
is "all buckets are those of the JSON" "$table" \
	"$(json '.probes[0].outcomes[].buckets[]
		 | "\(.[0]) \(.[1] + 1) \(.[2])"')"
is "the buckets' calls are the calls" \
	"$(json '[.probes[0].outcomes[].buckets[][2]] | add')" \
	"$(json '.probes[0].calls')"
is "a function wanted is the only one" "$(json '.probes | length')" 1

run_usual hist --unit ns xfrm_input
like "a text about merged buckets" "$out" "merged, [0-9]+ per power of two instead of 16"
is "merged, no call is lost" \
	"$(buckets | awk '{ calls += $3 } END { print calls }')" \
	"$(run_usual --json; json '.probes[] | select(.function == "xfrm_input")
				   | .calls')"
rows=$(run_usual hist virtnet_poll; sed -n '/FROM/,/^$/p' <<< "$out" | wc -l)
ok "merged, it fits a screen ($rows lines)" [ "$rows" -le 27 ]
like "the shares end at all" "$out" " 100.00 #+$"

run_usual hist esp_output_tail
like "the overflow has no end" "$out" "68.719476736 +no end +2"
run_usual hist --json esp_output_tail
is "no end of the overflow in JSON" "$(json '.probes[0].outcomes.all.buckets[-1][1]')" null

run_usual hist --json 'nf_*'
is "a pattern" "$(json '[.probes[].function] | join(" ")')" \
	"nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook nf_ct_get nf_conntrack_in"
run_usual hist --json esp4:esp_output_tail
is "with the module" "$(json '[.probes[].function] | join(" ")')" \
	esp_output_tail
run_usual hist --per-cpu --unit us nf_flow_offload_ip_hook
is "per CPU" "$(grep -oE 'hit, cpu [0-9]+' <<< "$out" | tr '\n' ' ')" \
	"hit, cpu 0 hit, cpu 1 hit, cpu 3 "
run_usual hist nf_flow_offload_ipv6_hook
like "no calls" "$out" "^1 without calls"

run --file "$data/nested.snapshot" hist --self --unit ns --full virtnet_poll
table=$(buckets)
run --file "$data/nested.snapshot" hist --json virtnet_poll
is "self times: all buckets are those of the JSON" "$table" \
	"$(json '.probes[0].outcomes[].self_buckets[]
		 | "\(.[0]) \(.[1] + 1) \(.[2])"')"
is "self times are not those of whole calls" \
	"$(json '.probes[0].outcomes.work | .buckets == .self_buckets')" false
run_usual hist --json virtnet_poll
is "self buckets that are not known" \
	"$(json '.probes[0].outcomes.all | has("self_buckets"), .self_buckets')" \
	$'true\nnull'

run_usual hist --sort=-calls --limit 2
table=$(awk '/^ *CALLS +MISSED/ { sub(/,.*/, "", title); sub(/.*[ :]/, "", title); print title }
	{ title = $0 }' <<< "$out" | uniq | xargs)
run_usual hist --sort=-calls --limit 2 --json
is "--sort, --limit: JSON has the table's functions" \
	"$(json '[.probes[].function] | join(" ")')" "$table"

fails 1 "no function 'offload': there is nf_flow_offload_ip_hook" \
	"part of a name" --file "$data/usual.snapshot" hist offload
fails 1 "there is nf_conntrack_in" "a longer name" \
	--file "$data/usual.snapshot" hist nf_conntrack_in.part.0
fails 1 "no function 'qqq'; see 'pathtime probes'" "no such name" \
	--file "$data/usual.snapshot" hist qqq
done_testing
