#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# rotated: the files of a rotated recording are read as one recording

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"
run version
grep -q '^features:.* zstd' <<< "$out" || skip_all "built without zstd"

# counts: what all tests compare, without what says when it was
counts()
{
	jq -S 'del(.source, .recording)' <<< "$out"
}

# files as a rotating recorder leaves them, against one file
recording whole usual later reset latest
recording first usual later
recording second later reset
recording third reset latest
recording last latest
recording going_on later latest
recording nested nested nested_later nested_reset
recording nested_first nested nested_later
recording nested_second nested_later nested_reset
files=("$scratch"/{first,second,third,last})
# the message about restarts names the file
unnamed()
{
	sed 's/: .*nested[a-z_]*: /: /' "$scratch/err"
}

# timeless: the output without the time of day, which CSV has in the fourth column
timeless()
{
	sed -E 's/^([0-9]+,[0-9]+,[01],)[0-9]+,/\1,/' <<< "$out"
}

for command in "export --csv" "export --folded" "export --hdr esp_input"; do
	# shellcheck disable=SC2086 # a command and its option
	run report "$scratch/nested" $command
	wanted="$status $(unnamed) $(timeless)"
	# shellcheck disable=SC2086 # a command and its option
	run report "$scratch/nested_first" "$scratch/nested_second" $command
	is "report of two files: $command" "$status $(unnamed) $(timeless)" "$wanted"
done
run report "${files[@]}" export --hlog
is "each interval is in a log" "$status $(grep -c '^Tag=nf_flow_table:nf_flow_offload_ip_hook.hit,' <<< "$out")" "0 3"
run report "$scratch/whole" --json
wanted=$(counts)
run report "${files[@]}" --json
is "report of four files: JSON" "$(counts)" "$wanted"
is "the snapshot at a change of file counts once" "$(json .recording.snapshots)" 4
run summary --json -f "${files[0]}" -f "${files[1]}" -f "${files[2]}" -f "${files[3]}"
is "--file of four files" "$(counts)" "$wanted"
run report "${files[@]:1:3}" --json
is "without the first file" "$(json '"\(.recording.snapshots) \(.recording.events | length)"')" "3 2"
run report "${files[0]}" "${files[2]}" --json
wanted=$(counts)
run report "${files[@]:0:3}" --json
is "a file that is missing in the middle: its counts are in the next one" \
	"$(json '.probes[5].calls')" "$(jq '.probes[5].calls' <<< "$wanted")"
sum=0
for file in "${files[@]:0:2}"; do
	run report "$file" --json
	sum=$((sum + $(json '.probes[5].calls')))
done
run report "${files[@]:0:2}" --json
is "the files one by one add up to all of them" "$(json '.probes[5].calls')" "$sum"
run report "${files[0]}" "$scratch/going_on" --json --from 5s
is "a range that begins in the second file" "$(json '.recording.snapshots')" 2
run report "${files[0]}" "$scratch/going_on" --json --to 5s
is "a range that ends at the change" "$(json '.recording.snapshots')" 2
if [[ "$(run version; echo "$out")" == *" page"* ]]; then
	run report --html "${files[@]}" -o "$scratch/page"
	is "a page" "$status$err" 0
fi
run report "${files[0]}" - --json < <(cat "${files[1]}")
is "one of them from a pipe" "$status $(json .recording.snapshots)" "0 3"

cp "${files[1]}" "$scratch/cut"
truncate -s -20 "$scratch/cut"
run report "${files[0]}" "$scratch/cut" "${files[2]}" --json
is "a file that is cut: the rest is read" "$status $(json .recording.snapshots)" "0 4"
is "and reported once" "$(grep -c 'cut: cut at byte' <<< "$err")" 1
: > "$scratch/none"
head -c 100 "${files[1]}" > "$scratch/headless"
head -c 5 "${files[1]}" > "$scratch/magic"
run report "${files[0]}" "${files[2]}" --json
wanted=$(counts)
run report "$scratch/none" "${files[0]}" "$scratch/headless" "${files[2]}" "$scratch/magic" --json
is "files that are empty or cut in the head: the others are read" "$status $(counts)" "0 $wanted"
is "and each is reported" \
	"$(grep -cE '(none|headless|magic): empty, or cut in the head of the recording: it is left out$' <<< "$err")" 3
if [[ "$(run version; echo "$out")" == *" page"* ]]; then
	run report --html "$scratch/none" "${files[0]}" "$scratch/headless" -o "$scratch/page"
	is "a page without a file that is empty" "$status $(grep -c 'left out' <<< "$err")" "0 2"
fi
fails 1 "none: empty" "an empty file alone" report "$scratch/none"
fails 1 "none: empty" "only empty files" report "$scratch/none" "$scratch/none"

# the last file of a recorder may have the snapshot at the change only
without_names()
{
	jq 'del(.a.file, .b.file)' <<< "$out"
}

recording single latest
cp "$scratch/single" "$scratch/single2"
run diff --json "${files[0]}" "${files[1]}" -- "${files[2]}" "$scratch/going_on"
ok "diff: of two files on each side" [ "$status" = 0 ]
wanted="$status $(without_names)"
run diff --json "${files[0]}" "${files[1]}" "$scratch/single" -- "$scratch/single" "${files[2]}" "$scratch/going_on"
is "diff: a file with one snapshot is left out" "$status $(without_names)" "$wanted"
is "diff: and reported" "$(grep -c 'single: left out: one snapshot only' <<< "$err")" 2
fails 1 "single: one snapshot only" "diff: nothing else on a side" \
	diff "$scratch/single" "$scratch/single2" -- "${files[0]}"
run merge "${files[0]}" "${files[1]}" -o "$scratch/two"
run merge "${files[0]}" "$scratch/single" "${files[1]}" -o "$scratch/three"
is "merge: a file with one snapshot is left out" "$status $(cmp "$scratch/two" "$scratch/three" 2>&1)" "0 "
is "merge: and reported" "$(grep -c 'single: left out: one snapshot only' <<< "$err")" 1
fails 1 "no recording has the two snapshots" "merge: nothing else" \
	merge "$scratch/single" "$scratch/single2" -o "$scratch/none_at_all"

recording follows later latest
run merge "${files[0]}" "$scratch/follows" -o "$scratch/joined"
is "merge: nothing is between two files of one recorder" "$status$err" 0
recording apart latest latest
run merge "${files[0]}" "$scratch/apart" -o "$scratch/gap"
is "merge: what is between two files is not in the result" "$status" 0
like "merge: and a message says so" "$err" \
	"^pathtime: .*first and .*apart: what .* counted between them is not in the result: 'pathtime report' of the"

mkdir "$scratch/many"
for ((i = 10; i < 50; i++)); do
	cp "${files[0]}" "$scratch/many/$i"
done
is "more files than the soft limit: the next error is about the order" \
	"$(ulimit -Sn 30; "$pathtime" report "$scratch"/many/* 2>&1 | grep -c 'name the files in the order')" 1
fails 1 "first: begins before .*second ends: name the files in the order" "a wrong order" \
	report "${files[1]}" "${files[0]}"
run report "${files[0]}" "${files[0]}"
is "a file twice" "$status" 1
recording_of other elsewhere later latest
fails 1 "elsewhere: a recording of the machine other, and .*first is of .*: 'pathtime merge' joins" \
	"two machines" report "${files[0]}" "$scratch/elsewhere"
"$pathtime" merge "${files[0]}" "$scratch/elsewhere" -o "$scratch/merged"
fails 1 "merged: a merged recording, which must be the only file" "a merged one" \
	report "${files[0]}" "$scratch/merged"
fails 1 "merged: a merged recording, which must be the only file" "a merged one first" \
	report "$scratch/merged" "${files[0]}"
printf '0) 0.5 us | g();\n' > "$scratch/text"
"$pathtime" import "$scratch/text" -o "$scratch/captures" > /dev/null
fails 1 "captures: a recording of captures, which must be the only file" "captures" \
	report "$scratch/captures" "${files[0]}"
fails 2 "one of several files, which must be captures only or recordings only" "a capture and a recording" \
	summary -f "$scratch/text" -f "${files[0]}"
fails 1 "text: not a recording" "a recording and a capture" summary -f "${files[0]}" -f "$scratch/text"
fails 2 "'sumary' is neither a file nor a command" "no such command" report "${files[0]}" sumary
fails 2 "report --html takes no command" "a page and a command" report --html "${files[@]}" hist
run report "${files[0]}" "$scratch/third" --json
is "a restart between two files is listed" "$(json '.recording.events | length')" 2

done_testing
