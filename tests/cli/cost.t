#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# cost: raw times

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

# each probe takes 20 ns within a call's time and 30 outside
costly=(--snapshot "$data/costly.snapshot")

# numbers FUNCTION: of its line in the summary
numbers()
{
	awk -v name="$1" '$1 == name { print $4, $5, $6, $7, $8; exit }' <<< "$out"
}

run "${costly[@]}" --raw --unit ns
is "raw times of a function" "$(numbers esp_input)" "920 ~920 ~920 ~920 110"
is "raw times of a function that calls others" "$(numbers virtnet_poll)" \
	"5,220 ~4,251 ~6,220 ~6,220 522"
is "and per packet" "$(grep -o '2,088 ns each' <<< "$out")" "2,088 ns each"
like "they are said to be such" "$(sed -n 2p <<< "$out")" \
	"^raw times: as they were taken, with what the probes added$"
like "and which are estimates" "$out" "^~ is an estimate: moved by"
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
        20  18,400  18,400     920   58.6  \`esp_input [esp4]

softirq: 522,000 ns
       100 522,000 131,000   5,220  100.0 virtnet_poll [virtio_net]
       200 204,000 204,000   1,020   39.1 |nf_flow_offload_ip_hook
       100 157,000  65,000   1,570   30.1 \`xfrm_input
       100  92,000  92,000     920   58.6  \`esp_input [esp4]"
run "${costly[@]}" tree --raw --unit ns --group xfrm
is "what is left out of a raw tree is its caller's" \
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
is "of each outcome" "$(json '.probes[] | select(.function == "xfrm_input")
	.outcomes.ok.raw_total_ns')" 188400
is "a mean of no calls" "$(json '.probes[] | select(.calls == 0) |
	"\(.raw_total_ns) \(.raw_mean_ns)"' | sort -u)" "0 null"
run "${costly[@]}" tree --json
is "in a tree" "$(json '.tree[] | select(.function == "virtnet_poll").raw_total_ns')" \
	522000

# where there are none
for command in summary tree breakdown "export --folded"; do
	# shellcheck disable=SC2086 # a command and its option
	fails 1 "${command%% *}: --raw: the snapshot is of an older module, which corrected no times" \
		"raw times of an older module, $command" \
		--snapshot "$data/without_raw.snapshot" $command --raw
	# shellcheck disable=SC2086 # likewise
	fails 2 "--raw: nothing was taken off the times of a capture" \
		"raw times of a capture, $command" \
		--import "$data/nothing" $command --raw
done
run --snapshot "$data/without_raw.snapshot" --json
is "nor in JSON" "$(json '[.probes[] | .raw_total_ns, .raw_mean_ns] | unique | tojson')" \
	"[null]"
run --snapshot "$data/without_raw.snapshot" --json tree
is "nor in a tree" "$(json '[.tree[].raw_total_ns] | unique | tojson')" "[null]"
fails 2 "raw times are known of whole calls only" "raw self times" \
	"${costly[@]}" --raw --self
fails 2 "--raw is for tables" "--raw in JSON" "${costly[@]}" --raw --json
fails 2 "hist does not take --raw" "raw buckets" "${costly[@]}" hist --raw

done_testing
