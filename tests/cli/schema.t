#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# schema: the JSON of each command is as userspace/json/pathtime.schema.json describes it

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"
/usr/bin/python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2> /dev/null ||
	skip_all "python3-jsonschema is not installed"

# A short run spends most of its time on the search for leaks, which other tests do for each command.
export ASAN_OPTIONS=detect_leaks=0
schema=$top/userspace/json/pathtime.schema.json
page=$top/userspace/man/pathtime-json.5
: > "$scratch/all"

validate()
{
	"$top/tests/cli/validate.py" "$schema" "$@" 2>&1
}

# add ARGUMENTS...: run the tool, and add its documents to those of this test
add()
{
	run --json "$@"
	[ -n "$out" ] || echo "# no output: $* ($err)"
	echo "$out" >> "$scratch/documents"
}

# valid NAME: check all documents since the last call
valid()
{
	is "$1" "$(validate "$scratch/documents")" ""
	cat "$scratch/documents" >> "$scratch/all"
	rm "$scratch/documents"
}

# add_commands ARGUMENTS...: run each command that shows counts, with these options for their source
add_commands()
{
	local command

	for command in summary hist; do
		add "$@" "$command"
		add "$@" "$command" --per-cpu
	done
	for command in probes tree breakdown paths export; do
		add "$@" "$command"
	done
}

for snapshot in "$data"/*.snapshot "$top"/tests/data/*.snapshot; do
	add_commands --file "$snapshot"
	valid "$(basename "$snapshot")"
done
for group in xfrm none; do
	add --file "$data/usual.snapshot" --group "$group" --cpu 0
done
add --file "$data/usual.snapshot" summary --limit 2
for command in summary "summary --per-cpu" hist export; do
	# shellcheck disable=SC2086 # a command and its option
	add --file "$data/nested.snapshot" $command --percentiles 0.05,50,75,99.99
done
add --file "$data/paths.snapshot" paths --percentiles 0.05,75
add --file "$data/paths_behind.snapshot" paths
add --file "$data/paths_behind.snapshot" export
valid "a group, a CPU, a limit, and percentiles"
# pretty_is_same ARGUMENTS...: indented, a document is the same
pretty_is_same()
{
	local compact

	run --json "$@"
	compact=$out
	run -jp "$@"
	is "--pretty: ${*: -1}" "$(jq -c . <<< "$out")" "$(jq -c . <<< "$compact")"
	ok "--pretty: ${*: -1} has lines" [ "$(wc -l <<< "$out")" -gt 20 ]
}
for command in summary hist probes tree breakdown export; do
	pretty_is_same --file "$data/nested.snapshot" $command
done
pretty_is_same --file "$data/paths.snapshot" paths
pretty_is_same diff "$data/before.snapshot" "$data/after.snapshot"
pretty_is_same doctor
add --file "$scratch/none"
add --file "$data/usual.snapshot" hist none
add summary none
valid "errors"

cat > "$scratch/capture.txt" << 'END'
### first
0)               |  f() {
0)   0.1 us      |    g();
0)               |    h();
0)   0.2 us      |  }
...
### second
1) + 12.3 us     |  virtnet_poll [virtio_net]();
1)   0.1 us      |  } /* xfrm_input */
END
for command in summary hist tree breakdown export; do
	add --file "$scratch/capture.txt" "$command" --per-cpu
	add --file "$scratch/capture.txt" "$command"
done
add import "$scratch/capture.txt"
add import "$scratch/capture.txt" --per-cpu
valid "a capture"
for capture in "$top"/tests/fuzz/corpus/import/*; do
	add import "$capture"
done
valid "captures of the fuzzers"

for snapshots in "before.snapshot after.snapshot" "before.snapshot before.snapshot" \
	"before.snapshot after_raw.snapshot" "usual.snapshot empty.snapshot" \
	"paths_before.snapshot paths_after.snapshot" "paths.snapshot usual.snapshot"; do
	add diff "$data/${snapshots% *}" "$data/${snapshots#* }"
done
valid "diffs"

add doctor
valid "the doctor"

run version
if grep -q '^features:.* zstd' <<< "$out"; then
	recording_of gw1 one usual later latest
	recording_of gw2 two later latest
	recording_of gw1 nested nested nested_later
	recording_of gw1 paths1 paths paths_later
	recording_of gw2 paths2 paths paths_later
	recording_of gw1 reset usual later reset
	for recording in one nested paths1 reset; do
		add_commands report "$scratch/$recording"
		valid "a recording: $recording"
	done
	run merge "$scratch/one" "$scratch/two" --output "$scratch/merged"
	run merge "$scratch/paths1" "$scratch/paths2" --output "$scratch/merged_paths"
	for recording in merged merged_paths; do
		add_commands report "$scratch/$recording"
		add report "$scratch/$recording" --machine gw1
		add report "$scratch/$recording" --per-machine
		valid "merged recordings: $recording"
	done
	run import "$scratch/capture.txt" --output "$scratch/captured"
	for command in summary hist tree breakdown export; do
		add report "$scratch/captured" "$command"
	done
	valid "a recording of a capture"
	sed -n '/### second/,$p' "$scratch/capture.txt" > "$scratch/part.txt"
	run import "$scratch/part.txt" --output "$scratch/part"
	add diff "$scratch/one" "$scratch/merged"
	add diff "$scratch/paths1" "$scratch/merged_paths"
	add diff "$scratch/part" "$scratch/one"
	valid "diffs of recordings"
else
	skip "recordings" "built without zstd"
fi

is "the schema rejects a renamed key, wherever it is" \
	"$(validate "$scratch/all" --renamed)" ""
is "its keys are in the manual page" \
	"$(jq -r '."$defs"[].properties // {} | keys[]' "$schema" | sort -u |
		while read -r key; do
			sed 's/\\-/-/g; s/\\f[BRI]//g' "$page" | grep -qw -e "$key" ||
				echo "$key"
		done)" ""
# interval.t has the one that only intervals of the running module have
is "the tool writes each key" \
	"$(jq -r '."$defs" | del(.warnings)[].properties // {} | keys[]' "$schema" |
		sort -u | grep -vx realtime_ns | while read -r key; do
			grep -q "\"$key\":" "$scratch/all" || echo "$key"
		done)" ""
done_testing
