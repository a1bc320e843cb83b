#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# closed: standard descriptors that are closed at start are never the descriptors of a file

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

run version
grep -q '^features:.* zstd' <<< "$out" || skip_all "built without zstd"

# A recording is cut, so that the tool has messages to print while it writes the next one.
recording before usual later latest
recording_of other after small small
head -c -100 "$scratch/before" > "$scratch/cut"

# merged NAME: merge into a file with the descriptors as they are; its exit status
merged()
{
	rm -f "$scratch/merged"
	"$pathtime" merge "$scratch/cut" "$scratch/after" --output "$scratch/merged"
}

# report of the merged file, which must be complete
check_merged()
{
	run report "$scratch/merged" --json
	is "$1: the recording can be read" "$status" 0
	is "$1: nothing is said of it" "$err" ""
}

status=0
merged > /dev/null 2>&1 || status=$?
is "open: exit status" "$status" 0
check_merged open
for closed in '0' '1' '2' '0 1 2'; do
	status=0
	(
		for fd in $closed; do
			exec {fd}>&-
		done
		merged
	) || status=$?
	is "$closed closed: exit status" "$status" 0
	check_merged "$closed closed"
done

status=0
"$pathtime" export --csv --file "$data/usual.snapshot" --output "$scratch/csv" >&- || status=$?
is "a file is written without stdout" "$status" 0
status=0
"$pathtime" export --csv --file "$data/usual.snapshot" >&- 2> "$scratch/err" || status=$?
is "a table needs stdout" "$status" 1
like "a table needs stdout: says why" "$(< "$scratch/err")" "standard output: Bad file descriptor"
is "stdin is closed" "$("$pathtime" --file - <&- 2>&1)" "pathtime: standard input: Bad file descriptor"

done_testing
