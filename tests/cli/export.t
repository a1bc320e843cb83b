#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# export: the forms for other programs tell what the JSON tells

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

fails 2 "say in which form, one of --folded, --csv" "no form" export
fails 2 "say in which form, one of --folded, --csv" "two forms" \
	export --csv --json
fails 2 "export --csv does not take --raw" "an option of another form" \
	export --csv --raw
fails 2 "export does not take --unit" "an option of no form" \
	export --csv --unit us

run_usual --json
document=$out
run_usual export --json
is "JSON is that of the summary" "$out" "$document"

# of the JSON, the lines that there must be
expected_csv()
{
	jq -r --argjson cpus "$1" '
		def times: [.min_ns, .p50_ns, .p90_ns, .p99_ns, .p999_ns,
			    .max_ns, .timed, .packets, .overflowed,
			    .clock_backwards];
		def line($names; $cpu; $missed): $names + [$cpu, .calls,
			$missed, .total_ns, .self_ns, .raw_total_ns] + times
			| map(. // "" | tostring) | join(",");
		def lines($names; $missed): line($names; null; $missed),
			(select($cpus) | .cpus[]? |
			 line($names; .cpu; null));
		.probes[] | [.group, .module, .function] as $names
		| lines($names + [""]; .missed),
		  (.outcomes | to_entries[] | .key as $key
		   | .value | lines($names + [$key]; null))' <<< "$out"
}

for snapshot in usual sampled costly nested empty; do
	for cpus in false true; do
		flags=()
		[ $cpus = false ] || flags=(--per-cpu)
		flags+=(--snapshot "$data/$snapshot.snapshot")
		run "${flags[@]}" --json
		wanted=$(expected_csv $cpus)
		run export --csv "${flags[@]}"
		is "$snapshot, CPUs $cpus: lines are those of JSON" \
			"$(tail -n +2 <<< "$out")" "$wanted"
		is "$snapshot, CPUs $cpus: as many columns as names" \
			"$(awk -F , '{ print NF }' <<< "$out" | sort -u)" 20
	done
done
run_usual export --csv --group xfrm --cpu 5
is "lines of a group on a CPU" "$(cut -d , -f 1,3,4,6,7 <<< "$out")" \
	"group,function,outcome,calls,missed
xfrm,xfrm_input,,23000,17
xfrm,xfrm_input,ok,22000,
xfrm,xfrm_input,error,1000,
xfrm,esp_output_tail,,0,0
xfrm,esp_output_tail,all,0,
xfrm,esp6_input,,0,0
xfrm,esp6_input,all,0,"

printf '0) 1.5 us | f();\n' > "$scratch/a, \"b\".txt"
run export --csv -I "$scratch/a, \"b\".txt" -I "$scratch/a, \"b\".txt"
is "the head comes once, before all captures" "$(grep -c '^source,part,' <<< "$out")" 1
is "a name with commas and quotes is quoted" \
	"$(sed -n 2p <<< "$out" | cut -d , -f 1-7)" \
	"\"$scratch/a, \"\"b\"\".txt\",,other,,f,"
is "nothing stands between captures" "$(grep -c . <<< "$out")" \
	"$(wc -l <<< "$out")"

file=$scratch/dir/pathtime.csv
mkdir "$scratch/dir"
run_usual export --csv
wanted=$out
(umask 027 && run_usual export --csv --output "$file"
 echo "$status $out $err" > "$scratch/said")
is "a file is written, and nothing said" "$(< "$scratch/said")" "0  "
is "it has what standard output would have" "$(< "$file")" "$wanted"
is "its mode is that of a new file" "$(stat -c %a "$file")" 640
run_usual export --csv -o "$file"
is "it is replaced" "$(head -c 6 "$file")" group,
before=$(< "$file")
fails 1 "no group 'none' in use" "an error while it is written" \
	export --json -s "$data/usual.snapshot" -g none -o "$file"
is "the error is not on standard output" "$out" ""
is "the file is what it was" "$(< "$file")" "$before"
is "no other file is left" "$(ls -A "$scratch/dir")" pathtime.csv
fails 1 "^pathtime: --output $scratch/no/f: cannot be created in its directory: No such" \
	"a directory that is not there" \
	export --csv -s "$data/usual.snapshot" -o "$scratch/no/f"
for place in "$scratch/dir" "$scratch/link"; do
	ln -sf /dev/null "$scratch/link"
	fails 1 "^pathtime: --output $place: it is no regular file" "${place##*/}" \
		export --json -s "$data/usual.snapshot" -o "$place"
	is "${place##*/}: nothing is on standard output" "$out" ""
done
trap '' XFSZ
ulimit -S -f 1
fails 1 "^pathtime: --output $file: cannot be written: File too large" \
	"no room" export --csv -s "$data/usual.snapshot" -o "$file"
ulimit -S -f unlimited
is "no room: nothing more is said" "$(wc -l < "$scratch/err")" 1
is "no room: nothing is on standard output" "$out" ""
is "no room: the file is what it was" "$(< "$file")" "$before"
is "no room: no other file is left" "$(ls -A "$scratch/dir")" pathtime.csv

done_testing
