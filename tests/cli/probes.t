#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# probes: states, reasons, names

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

run_usual probes
table=$out
run_usual probes --json
is "each probe has its line" \
	"$(tr -d , <<< "$table" | awk '$3 ~ /^(armed|pending|failed|stopped)$/ {
		print $1, $2, $3, $4, $5 }')" \
	"$(json '.probes[] | [.group, (if .module == "" then "" else
		.module + ":" end) + .function, .state, .calls, .missed]
		| join(" ")')"
like "the reason stands below" "$table" "^ +module esp6 is not loaded$"
is "a long reason is whole" \
	"$(tr -s ' \n' '  ' <<< "$table" | grep -o 'the compiler .* either')" \
	"$(json '.probes[6].reason')"
like "one backend is named once" "$table" "^timed by kretprobe$"
run --file "$data/wide.snapshot" probes --json
is "shortened texts are whole in JSON" \
	"$(json '.probes[0].function | length')" 127

run_usual probes --names
is "names" "$(wc -l <<< "$out")" 8
like "names have their module" "$out" "^esp4:esp_output_tail$"
like "but not those of the kernel itself" "$out" "^xfrm_input$"
run --file "$data/inactive.snapshot" probes
is "inactive ones" "$(awk '$3 == "inactive"' <<< "$out" | wc -l)" 2

run --file "$data/untimed.snapshot" probes
like "a function that only reports steps has no calls" "$out" "^paths +ip_forward +armed +- +0$"
like "a note explains it" "$out" "^-: not timed, reports steps of packets: see 'pathtime paths'$"
run --file "$data/untimed.snapshot" probes --verbose
like "a function that only reports steps has no overhead" "$out" "^ip_forward +armed +- +- +- +-$"
run --file "$data/untimed.snapshot" probes --json
is "a key of JSON says so" "$(json '[.probes[] | select(.steps_only).function] | join(" ")')" \
	"ip_forward ip6_forward"
run --file "$data/untimed.snapshot"
is "it is in no summary" "$(grep -c 'forward\|without calls' <<< "$out")" 0
run --file "$data/untimed.snapshot" summary --all --json
is "not in the JSON of a summary" "$(json '[.probes[].function] | join(" ")')" ip_output
run --file "$data/untimed.snapshot" export --prometheus
is "not in an export" "$(grep -c ip_forward <<< "$out")" 0
fails 1 "no function 'ip_forward'" "no histogram" --file "$data/untimed.snapshot" hist ip_forward
done_testing
