#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# errors: each message says what failed and what to do, and has its exit status

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

fails 1 "bad.snapshot: No such file" "no such file" \
	--file "$scratch/bad.snapshot"
fails 1 ": Is a directory" "a directory" --file "$scratch"
fails 1 "lib.sh: neither a snapshot, nor a recording, nor a" "another file" --file "$top/tests/cli/lib.sh"
fails 1 "empty" "an empty file" --file /dev/null
fails 1 "zero: neither a snapshot" "a file without end" --file /dev/zero
fails 1 "version 9, and this tool reads versions up to 3" "another version" \
	--file "$data/version.snapshot"
head -c 700 "$data/usual.snapshot" > "$scratch/short"
fails 1 "truncated: 700 of [0-9]+ bytes" "cut short" --file "$scratch/short"
{ cat "$data/usual.snapshot"; echo; } > "$scratch/long"
fails 1 "corrupted" "a byte too many" --file "$scratch/long"
{ head -c 370 "$data/usual.snapshot"; printf '\377\377\377\377'
  tail -c +375 "$data/usual.snapshot"; } > "$scratch/damaged"
fails 1 "corrupted: a probe of" "damaged" --file "$scratch/damaged"
perl -pe 's/nf_flow_offload_ipv6_hook/nf_flow_offload_ip_hook\0\0/' "$data/usual.snapshot" > "$scratch/twice"
fails 1 "corrupted: two probes of nf_flow_offload_ip_hook" "a function twice" --file "$scratch/twice"
run --json --file "$scratch/short"
is "in JSON: exit status" "$status" 1
like "in JSON: on stdout" "$out" '^\{"error": ?".*truncated'
like "in JSON: on stderr too" "$err" "truncated"

# output that cannot be written
status=0
"$pathtime" --file "$data/usual.snapshot" > /dev/full 2> "$scratch/err" ||
	status=$?
is "a full disk: exit status" "$status" 1
like "a full disk: a message" "$(< "$scratch/err")" "No space left on device"
for command in "summary --json" "hist --full --per-cpu" "export --csv --per-cpu"; do
	status=0
	# shellcheck disable=SC2086 # a command and its options
	"$pathtime" --snapshot "$data/wide.snapshot" $command > /dev/full 2> "$scratch/err" || status=$?
	is "a full disk: $command" "$status $(< "$scratch/err")" \
		"1 pathtime: standard output: No space left on device"
	# shellcheck disable=SC2086 # a command and its options
	(trap '' PIPE; sleep 0.2; "$pathtime" --snapshot "$data/wide.snapshot" $command \
		2> "$scratch/err") | true
	is "a closed pipe is quiet, with the signal ignored: $command" "$(< "$scratch/err")" ""
done
status=0
"$pathtime" help >&- 2> "$scratch/err" || status=$?
is "no stdout at all" "$status" 1
"$pathtime" --file "$data/usual.snapshot" hist --full 2> "$scratch/err" |
	head -1 > /dev/null
is "a closed pipe is quiet" "$(< "$scratch/err")" ""
(trap '' PIPE; sleep 0.2; "$pathtime" --file "$data/usual.snapshot" \
	2> "$scratch/err") | true
is "a closed pipe is quiet, with the signal ignored" "$(< "$scratch/err")" ""
# names of files that are not printable: everything printed is UTF-8, and no terminal obeys it
odd=$'odd\xff\e[31m\u00ea.txt'
printf '### b\303\252ta\n0) 1.5 us | f();\n' > "$scratch/$odd"
cp "$data/usual.snapshot" "$scratch/$odd.snapshot"
cd "$scratch" || exit
for command in "summary --json --file" "import" "summary --json --file" \
	"diff --json $data/usual.snapshot" "report"; do
	# shellcheck disable=SC2086 # a command and its options
	run $command "$odd"
	is "$command: UTF-8" "$(iconv -f UTF-8 -t UTF-8 <<< "$out$err" > /dev/null && echo yes)" yes
	is "$command: no control characters" "$(tr -d '\n' <<< "$out$err" | grep -c $'[\x01-\x1f]')" 0
	like "$command: the name" "$out$err" 'odd\?\?\[31m(ê|\\u00ea).txt'
done
run summary --json --file "$odd"
like "a mark is UTF-8" "$out" '"segment": ?"bêta"'
run diff --json "$odd.snapshot" "$odd.snapshot"
like "diff: the name" "$out" 'odd\?\?\[31mê.txt.snapshot'

done_testing
