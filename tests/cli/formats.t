#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# formats: the JSON of hist, CSV, Prometheus's text and HdrHistogram logs have the same counts, times and buckets, by a reader that
# shares no code with the tool

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v python3 > /dev/null || skip_all "python3 is not installed"

# write FORM FILE ARGUMENTS...: write one form of a snapshot into $scratch
write()
{
	local form=$1 file=$2

	shift 2
	timeout 60 "$pathtime" --snapshot "$file" "$@" > "$scratch/$form" 2> "$scratch/err"
}

# write_all FILE: write every form
write_all()
{
	write hist "$1" hist --full --json && write csv "$1" export --csv &&
		write prometheus "$1" export --prometheus && write hlog "$1" export --hlog
}

# has_series FILE: are there counts of functions? Snapshots that are cut or of another version cannot be read.
has_series()
{
	run --snapshot "$1" summary --json && [ "$status" -eq 0 ] && [ "$(json '.probes | length')" -gt 0 ]
}

compare()
{
	python3 "$(dirname "$0")/formats.py" "$scratch/hist" "$scratch/csv" "$scratch/prometheus" "$scratch/hlog" 2>&1
}

outcomes=0
for file in "$top"/tests/data/*.snapshot "$data"/*.snapshot; do
	has_series "$file" || continue
	ok "${file##*/}: written" write_all "$file"
	result=$(compare)
	like "${file##*/}: no difference" "$result" '^[0-9]+ outcomes, [0-9]+ buckets$'
	is "${file##*/}: and nothing else" "$(wc -l <<< "$result")" 1
	if [[ $result =~ ^([0-9]+)" outcomes" ]]; then
		outcomes=$((outcomes + BASH_REMATCH[1]))
	fi
done
ok "enough to compare: $outcomes outcomes" [ "$outcomes" -gt 300 ]

# a call more in one bucket, a nanosecond more in a time: each form is really compared
file=$top/tests/data/gateway-6.1.snapshot
write_all "$file"
jq -c '(.probes[] | select(.function == "esp_input").outcomes.ok.buckets[0][2]) += 1' "$scratch/hist" > "$scratch/wrong"
mv "$scratch/wrong" "$scratch/hist"
result=$(compare)
for form in JSON Prometheus "HdrHistogram log"; do
	like "$form: a call too many is seen" "$result" "^$form, esp4:esp_input ok"
done
sed -i 's/,11557,/,11558,/' "$scratch/csv"
like "CSV: a wrong time is seen" "$(compare)" "^CSV, esp4:esp_input ok, min_ns: 11558"
done_testing
