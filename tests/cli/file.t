#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# file: --file reads a snapshot, a recording or a capture, and knows by itself which of them it is

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"
run version
zstd=$(grep '^features:.* zstd' <<< "$out")

snapshot=$data/nested.snapshot
capture=$scratch/capture.txt
printf '0) | f() {\n0) 0.5 us | g();\n0) 2.0 us | }\n' > "$capture"
files=(snapshot capture)
if [ -n "$zstd" ]; then
	recording day nested nested_later
	recorded=$scratch/day
	files+=(recorded)
fi

for kind in "${files[@]}"; do
	file=${!kind}
	for command in summary hist probes tree breakdown "export --csv" "export --folded" "export --json"; do
		# shellcheck disable=SC2086 # a command and its option
		run $command --file "$file"
		is "$kind, $command" "$status" 0
	done
	for command in summary tree; do
		run $command -f "$file" --json
		wanted=$(jq -S 'del(.source)' <<< "$out")
		run $command -f - --json < "$file"
		is "$kind, $command: standard input" "$(jq -S 'del(.source)' <<< "$out")" "$wanted"
		# a pipe whose first write is shorter than any magic number
		out=$({ head -c 1 "$file"; sleep 0.1; tail -c +2 "$file"; } |
			"$pathtime" $command -f - --json)
		is "$kind, $command: a pipe" "$(jq -S 'del(.source)' <<< "$out")" "$wanted"
	done
	run diff "$file" "$file"
	is "$kind: diff" "$status" 0
done

run summary --file "$snapshot" hist esp_input
is "two commands" "$status" 2
run -f "$capture" -f "$capture" --json
is "several captures" "$(jq -s length <<< "$out")" 2
fails 2 "one of several files, which must be captures only" "several snapshots" -f "$snapshot" -f "$snapshot"
fails 2 "the name is empty" "no name" -f ""
fails 2 "standard input can be read only once" "standard input twice" diff - - < "$snapshot"
fails 2 "needs an argument" "no file" summary --file

# a kind that the command or an option cannot use
fails 1 "a snapshot: read it with 'pathtime --file'" "a snapshot is no capture" import "$snapshot"
fails 1 "a snapshot: read it with 'pathtime --file'" "a snapshot is no recording" report "$snapshot"
fails 1 "if it is a capture, read it with 'pathtime --file'" "a capture is no recording" report "$capture"
for option in "from 1s" "to 1s" "machine m" per-machine; do
	# shellcheck disable=SC2086 # an option and its argument
	fails 1 "--${option% *} needs a recording, and this is a snapshot" "--$option of a snapshot" \
		-f "$snapshot" --$option
	# shellcheck disable=SC2086 # an option and its argument
	fails 2 "--${option% *} needs a recording: name it with --file" "--$option of the module" --$option
done
fails 1 "--from needs a recording, and this is a capture" "--from of a capture" -f "$capture" --from 1s
fails 1 "a capture has calls of functions, but no packets" "paths of a capture" paths -f "$capture"
printf '### One\n0) 0.5 us | g();\n### Two\n0) 0.5 us | g();\n' > "$scratch/two.txt"
fails 1 "the capture has 2 segments, and one is needed" "a diff of segments" diff "$capture" "$scratch/two.txt"

if [ -n "$zstd" ]; then
	fails 1 "a recording: read it with 'pathtime --file' or" "a recording is no capture" import "$recorded"
	run report "$recorded" tree --json
	wanted=$out
	run tree -f "$recorded" --json
	is "as report shows it" "$out" "$wanted"
	run tree -f "$recorded" --json --from 0s --to 1d
	is "a range" "$(jq .tree <<< "$out")" "$(jq .tree <<< "$wanted")"
	mkfifo "$scratch/fifo"
	cat "$recorded" > "$scratch/fifo" &
	run tree -f "$scratch/fifo" --json
	wait
	is "a recording from a named pipe" "$out" "$wanted"
fi
done_testing
