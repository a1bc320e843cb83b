#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# captured: a snapshot of a real kernel's module; table and JSON have the same numbers

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

snapshot=(--file "$top/tests/data/gateway-6.1.snapshot")

run "${snapshot[@]}" --all
table=$out
is "status of the table" "$status" 0
run "${snapshot[@]}" --json
is "status of the JSON" "$status" 0

is "probes by state" \
	"$(json '[.probes[].state] | group_by(.) | map("\(.[0]) \(length)") | join(", ")')" \
	"failed 1, pending 1, stopped 33"
is "the kernel" "$(json '.kernel')" "6.1.0-56-amd64"
is "as many packets were decrypted as encrypted" \
	"$(json '.probes[] | select(.function == "esp_output") | .calls + .missed')" \
	"$(json '.probes[] | select(.function == "esp_input") | .calls + .missed')"
is "outcomes add up" \
	"$(json '.probes[] | select(([.outcomes[].calls] | add) != .calls) | .function')" ""
is "CPUs add up" \
	"$(json '.probes[] | select(([.cpus[].total_ns] | add // 0) != .total_ns) | .function')" ""
is "percentiles ascend" \
	"$(json '.probes[] | select(.calls > 0) |
		select([.min_ns, .p50_ns, .p90_ns, .p99_ns, .p999_ns, .max_ns] |
		       . != sort) | .function')" ""

while read -r function calls missed; do
	is "$function" "$(awk -v name="$function" '
		$1 == name { gsub(",", ""); print $2, $3; exit }' <<< "$table")" \
		"$calls $missed"
done < <(json '.probes[] | select(.calls > 0 and (.function | length) < 24) |
	"\(.function) \(.calls) \(.missed)"')

run "${snapshot[@]}" hist --full --json
is "buckets add up" "$(json '.probes[] | select(.calls > 0) |
	select(([.outcomes[] | (.buckets // [])[][2]] | add) != .calls) |
	.function')" ""

# The module's version had no nesting.
is "no callers, no self times" \
	"$(json '[.nesting, .probes[].self_ns] | unique | tojson')" "[null,false]"
fails 1 "without nesting" "no tree either" "${snapshot[@]}" tree
done_testing
