#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# report: ranges of recordings, and recordings that are whole, cut and corrupted

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

run version
if ! grep -q '^features:.* zstd' <<< "$out"; then
	fails 1 "report: .* built without" "built without zstd" report "$0"
	is "and nothing on stdout" "$out" ""
	done_testing
	exit
fi

cd "$data" || exit
recording usual usual later latest
recording nested nested nested_later
recording reset usual later reset
recording unreset empty reset
recording back usual later -3600 latest
recording back_reset usual later -3600 reset latest
recording restarts usual reset latest
recording nested_restarts nested nested_later nested_reset
recording unnested nested nested_later reset
recording sampled after_sampled after_sampled reset
# shellcheck disable=SC2046 # names of snapshots
recording many usual $(yes 'reset later' | head -n 6 | tr '\n' ' ')
recording grouped usual later nested_reset
recording first_group before before_later latest
recording fewer usual later fewer
recording gone usual empty
recording one usual
recording none
recording wide usual wide

report()
{
	run report "$scratch/$1" "${@:2}"
}

report usual
is "status" "$status" 0
is "quiet" "$err" ""
like "it is headed by machine, kernel, version" "$(head -n 1 <<< "$out")" \
	"^$(uname -n), Linux .*, pathtime [0-9.]+:"
like "the head has range and snapshots" "$(head -n 3 <<< "$out" | tr '\n' ' ')" \
	"[0-9]{4}-[0-9-]{5}T[0-9:]{8} to .* 3 snapshots"
like "an interval it is" "$out" "an interval of 10 s"
is "as with --interval" "$(run report "$scratch/usual" --json
	json '"\(.interval_ns) \(.restarted) \(.probes[5].calls)"')" \
	"10000000000 false 64000"
report usual --json
is "the recording in JSON" "$(json '.recording | keys | join(" ")')" \
	"begin_ns end_ns events kernel machine snapshots snapshots_of_all tool"
is "its snapshots" \
	"$(json '.recording | "\(.machine) \(.snapshots) \(.snapshots_of_all)"')" \
	"$(uname -n) 3 3"
is "keys of the recording are in the manual page" \
	"$(report reset --json; json '.recording | keys[], (.events[] | keys[])' | while read -r key; do
		sed 's/\\-/-/g; s/\\f[BRI]//g' "$top/userspace/man/pathtime-json.5" |
			grep -qw "$key" || echo "$key"
	done)" ""

# calls NAME ARGUMENTS...: print the calls of virtnet_poll, and the number of snapshots
calls()
{
	report "$@" --json
	json '"\(.probes[] | select(.function == "virtnet_poll") | .calls) \(.recording.snapshots)"'
}

# The snapshots are at 0, 2.5 and 10 s, with 16000, 48000 and 80000 calls.
is "all" "$(calls usual)" "64000 3"
is "--to" "$(calls usual --to 2500ms)" "32000 2"
is "--to, the nearest" "$(calls usual --to 3s)" "32000 2"
is "--from" "$(calls usual --from 2.5)" "32000 2"
is "--from, the nearest" "$(calls usual --from 1.3s)" "32000 2"
is "--from the beginning --to the end" "$(calls usual --from 0 --to 10s)" "64000 3"
is "--to beyond the end" "$(calls usual --to 1d)" "64000 3"
is "dates" \
	"$(calls usual --from 2001-01-01T00:00:00 --to 2100-01-01T00:00:00Z)" \
	"64000 3"
fails 1 "usual: --from 1h is not in the recording, which covers 10 s: 2" \
	"--from beyond the end" report "$scratch/usual" --from 1h
fails 1 "usual: --to 2001-01-01T00:00:00 is not in the recording" \
	"--to before the beginning" report "$scratch/usual" \
	--to 2001-01-01T00:00:00
fails 1 "fewer than two of the 3 snapshots" "an empty range" report "$scratch/usual" \
	--from 2s --to 3s
fails 1 "fewer than two of the 3 snapshots" "a range backwards" report "$scratch/usual" \
	--from 9s --to 1s
for time in "" never -x 0x10 1e3 " 1" nan inf 5w 10:60 2026-02-30T10:00:00 2026-01-01T \
	    2026-01-01T10:00:00x 1960-01-01T00:00:00 2900-01-01T00:00:00 \
	    30000000000; do
	fails 2 "is neither a time since the start" "--from '$time'" \
		report "$scratch/usual" --from "$time"
done

# all commands that can read a recording
report usual hist virtnet_poll --json
is "hist" "$(json '[.probes[0].outcomes.all.buckets[][2]] | add')" 64000
report usual probes --names
is "probes" "$(wc -l <<< "$out")" 8
report usual probes --verbose
is "probes --verbose waits for nothing" "$status" 0
report nested tree --json
is "tree" "$(json '.tree[] | select(.function == "virtnet_poll") | .calls')" 200
nodes_add_up "tree of a recording"
report nested breakdown virtnet_poll --json
is "breakdown" "$(json '.breakdown | "\(.calls) \(.packets)"')" "200 500"
breakdowns_add_up "breakdown of a recording"
report nested breakdown
like "breakdown is headed" "$out" "^$(uname -n), Linux "
report nested export --folded
is "export --folded: self times of all nodes" \
	"$(awk '{ sum += $NF } END { print sum }' <<< "$out")" \
	"$(report nested tree --json; json '[.tree[] | .self_ns] | add')"
report usual export --csv --group virtio_net
is "export --csv" "$(cut -d , -f 1,2,7,10 <<< "$out" | tail -n 1)" \
	"4010000000000,10000000000,virtnet_poll,64000"
realtime=$(cut -d , -f 4 <<< "$out" | tail -n 1)
report usual --json
# jq rounds such a number
is "export --csv: the end by the time of day" "$realtime" \
	"$(grep -o '"recording":{[^}]*' <<< "$out" | grep -o '"end_ns":[0-9]*' | cut -d : -f 2)"
report usual export --prometheus
like "export --prometheus" "$out" \
	'^pathtime_call_duration_seconds_count.*virtnet_poll.* 64000'
report usual --group virtio_net --cpu 0 --per-cpu --unit ms
like "options of the command" "$out" "virtnet_poll .*36,000"
is "in 80 columns" "$(for name in usual wide; do
	terminal 80 report "$scratch/$name" --all; awk 'length > 79' <<< "$out"
	terminal 80 report "$scratch/$name" probes; awk 'length > 79' <<< "$out"
done)" ""
fails 2 "report: 'doctor' is not a command that reads" "a command that does not read" \
	report "$scratch/usual" doctor
fails 2 "report: 'report' is not a command that reads" "a report of a report" \
	report "$scratch/usual" report "$scratch/usual"
fails 2 "tree does not take --full" "an option of another command" \
	report "$scratch/usual" tree --full
fails 2 "report does not take --interval" "an option of no recording" \
	report "$scratch/usual" --interval 1
fails 2 "usage: pathtime tree" "an argument too many" \
	report "$scratch/usual" tree virtnet_poll xfrm_input
# other ways to write a time
seconds=$(run report "$scratch/usual" --json; json '.recording.begin_ns / 1e9 | floor')
is "--from before the end" "$(calls usual --from -8s)" "$(calls usual --from 2.5)"
# all snapshots are of the same second or two
for form in "%F %T" "%FT%T" "%FT%T%:z" "%FT%T%z" "%FT%H:%M" "%F" "%T"; do
	is "--from by $form" "$(calls usual --from "$(date -d "@$seconds" "+$form")")" "64000 3"
done
is "--from in another zone" "$(calls usual --from "$(TZ=UTC-5:30 date -d "@$seconds" +%FT%T%:z)")" "64000 3"
fails 1 "is not in the recording" "--from an hour later in another zone" \
	report "$scratch/usual" --from "$(TZ=UTC-5:30 date -d "@$((seconds + 3600))" +%FT%T%:z)"
run report "$scratch/usual" --from 2001-01-01 --to 1d
is "beyond both ends: two warnings" "$(grep -c "is not in the recording, which covers" <<< "$err")" 2
fails 2 "--from needs a recording: name it with --file" "--from without a recording" --from 1s

# events between the snapshots
report reset --json
is "reset: what was counted before and since then is added up" \
	"$status$err $(json '"\(.restarted) \(.interval_ns) \(.probes[5].calls)"')" \
	"0 true 3500000000 48000"
# the end of a range that is added up: that of its last snapshot
is "reset: times are those of the last snapshot" \
	"$(json '"\(.time_ns) \(.since_ns)"')" "4002500000000 4001500000000"
is "reset: it is listed" \
	"$(json '.recording | "\(.events[].kind) \(.events[].at_ns == .end_ns - 1000000000)"')" \
	"reset true"
report reset
like "reset: it is listed above the table" "$out" "^  [0-9-]+T[0-9:]+ reset$"
is "reset: each bucket is added" \
	"$(report reset hist --json; json '.probes[5].outcomes.all.buckets[] | join(" ")')" \
	"$(for part in "usual --to 2500ms" "unreset"; do
		# shellcheck disable=SC2086 # a file and an option
		report $part hist --json
		json '.probes[5].outcomes.all.buckets[] | join(" ")'
	done | awk '{ sum[$1 " " $2] += $3 } END { for (i in sum) print i, sum[i] }' | sort -n)"
report reset --from 2s
is "--from: a reset after it" "$status$err $(report reset --from 2s --json
	json '"\(.probes[5].calls) \(.recording.events | length)"')" "0 16000 1"
report grouped --to 2500ms --json
is "--to: no reset before it" "$(json '"\(.probes[5].calls) \(.recording.events)"')" \
	"32000 []"
report restarts --json
is "a reset and a reload" \
	"$status $(json '[.recording.events[] | "\(.kind) \(.span_ns)"] | join(", ")')" \
	"0 reset 1500000000, reload 0"
is "a reset and a reload: all counts" "$(json .probes[5].calls)" 96000
for form in --csv --folded --prometheus "--hdr virtnet_poll"; do
	file=restarts
	[ "$form" != --folded ] || file=nested_restarts
	# shellcheck disable=SC2086 # an option and its words
	report $file export $form
	like "$form: a message about the restarts" "$status$err" \
		"^0pathtime: .*$file: the counts restarted [12] times? in this range, and are added up"
done
report restarts export --csv
is "--csv: one line for all of them" \
	"$(grep -c 'virtnet_poll,,,96000' <<< "$out")" 1
report nested_restarts tree --json
nodes_add_up "a tree across a reload"
is "a tree across a reload" "$(json '.tree[] | select(.function == "virtnet_poll") | .calls')" \
	500
report unnested tree
like "a tree in one part of the range only" "$err" \
	"callers, callees and self times are left out, because the module reported none in a part"
is "a tree in one part of the range only: status" "$status" 1
fails 1 "1 call in 5000 was timed before a restart, and 1 in 1 after it: .* --from and --to" \
	"counts that cannot be added" report "$scratch/sampled"
is "many restarts: the first ones are listed" \
	"$(report many; sed -n '/^  [0-9-]*T[0-9:]* re/p; /^  and 4 more/p' <<< "$out" | wc -l)" 9
is "a group that only the first part has" \
	"$(report first_group --group ip --json; json '.probes[] | "\(.function) \(.calls)"')" \
	"ip_rcv 1000"
fails 1 "no group 'nonesuch' in use" "a group that no part has" \
	report "$scratch/grouped" --group nonesuch

# the time of day was set back by an hour, with and without a restart of the counts
report back
like "a clock set back: the head says so" "$out" \
	"^  [0-9-]+T[0-9:]+ the time of day was set back by (1 h|60 min|59 min)"
report back --json
is "a clock set back: in JSON" \
	"$(json '.recording.events[] | "\(.kind) \(.span_ns > 3590e9 and .span_ns <= 3600e9)"')" \
	"clock true"
is "a clock set back: all counts" "$status$err $(json .probes[5].calls)" "0 64000"
between=$(date -d '-40 min' +%Y-%m-%dT%H:%M:%S)
report back --to "$between" --json
is "a clock set back: --to between its two times" "$status$err" 0
report back --from "$(date -d "-20 min" +%Y-%m-%dT%H:%M:%S)" --json
is "a clock set back: --from between its two times" "$status$err" 0
fails 1 "is not in the recording" "a clock set back: --to before all of it" \
	report "$scratch/back" --to 2001-01-01T00:00:00
for name in back back_reset; do
	report $name export --hlog
	is "$name: a log ascends" \
		"$status $(grep ^Tag= <<< "$out" | cut -d , -f 2 | sort -nc 2>&1)" "0 "
done
report usual --to 3s
like "the number of snapshots in the range" "$(head -n 3 <<< "$out" | tr '\n' ' ')" \
	"2 of 3 snapshots"
fails 1 "virtnet_poll|had [0-9]+ calls in the snapshot at byte [0-9]+, and" \
	"counts that fall" report "$scratch/fewer" --from 2.5s
is "counts that fall: no numbers" "$out" ""
report gone
like "a message about removed functions" "$err" \
	"gone: 8 functions of the first snapshot are no longer timed"
fails 1 "one: one snapshot only" "one snapshot" report "$scratch/one"
fails 1 "none: no snapshot" "no snapshot" report "$scratch/none"

# a power cut, with any part of the last snapshot left
size=$(stat -c %s "$scratch/usual")
recording two usual later
whole=$(stat -c %s "$scratch/two")
run report "$scratch/usual" --to 2.5s --json
two=$(json .probes)
for cut in $((whole + 1)) $((whole + 7)) $((whole + 8)) $((whole + 71)) \
	   $((whole + 72)) $((whole + 73)) $(((whole + size) / 2)) $((size - 1)); do
	head -c $cut "$scratch/usual" > "$scratch/cut"
	report cut --json
	is "cut at $cut: status" "$status" 0
	is "cut at $cut: what comes before is shown" \
		"$(json .probes)" "$two"
	like "cut at $cut: a message" "$err" \
		"cut: cut at byte $cut: .* begins at byte $whole"
done
head -c 100 "$scratch/usual" > "$scratch/cut"
fails 1 "cut at byte 100, in the head" "cut in the head" report "$scratch/cut"

# Each byte is checked: by a hash, by a checksum, or as a size.
recording clean usual later
report clean
is "the bytes as they were" "$status" 0
size=$(stat -c %s "$scratch/clean")
bad=
for at in $(seq 0 8 191) $(seq 192 5 264) $(seq 265 1499 $((size - 1))) \
	  $((size - 1)); do
	byte=$(tail -c +$((at + 1)) "$scratch/clean" | head -c 1 |
		od -An -tu1)
	{ head -c "$at" "$scratch/clean"
	  # shellcheck disable=SC2059 # a byte by its number
	  printf "\\$(printf %o $((${byte:-0} ^ 255)))"
	  tail -c +$((at + 2)) "$scratch/clean"; } > "$scratch/corrupted"
	report corrupted
	if [ "$status" != 1 ] || [ -n "$out" ] ||
	   ! grep -qE "^pathtime: $scratch/corrupted: (corrupted at byte [0-9]+: |a recording of version|not a recording|cut at byte|one snap)" \
		<<< "$err"; then
		bad+="$at: $status $err"$'\n'
	fi
done
is "a byte that is not what it was is an error" "$bad" ""
{ head -c 12 "$scratch/usual"; printf '\002'
  tail -c +14 "$scratch/usual"; } > "$scratch/newer"
fails 1 "newer: a recording of version 2, this tool reads version 1" \
	"a newer version" report "$scratch/newer"
{ head -c 12 "$scratch/usual"; printf '\000\000\000\001'
  tail -c +17 "$scratch/usual"; } > "$scratch/swapped"
fails 1 "swapped: recorded on a machine with the other byte order" \
	"another byte order" report "$scratch/swapped"
{ cat "$scratch/two"; printf 'and more than that of what is no recording'; } \
	> "$scratch/more"
fails 1 "more: corrupted at byte $whole" "something behind" \
	report "$scratch/more"
cat "$scratch/two" "$scratch/two" > "$scratch/twice"
fails 1 "twice: corrupted at byte [0-9]+: snapshot 0 is out of order" \
	"two recordings in one file" \
	report "$scratch/twice"
: > "$scratch/empty"
fails 1 "empty: empty" "an empty file" report "$scratch/empty"
fails 1 "usual.snapshot: a snapshot: read it with" "a snapshot" \
	report "$data/usual.snapshot"
fails 1 "Is a directory" "a directory" report "$scratch"
fails 1 "zero: not a recording" "a device" report /dev/zero
fails 1 "not-there: No such file" "no file" report "$scratch/not-there"
run report "$scratch/empty" --json
like "an error in JSON" "$out" '^\{"error": ?".*empty'

if command -v zstd > /dev/null; then
	ok "zstd tests it" zstd -qt "$scratch/usual" < /dev/null
	is "zstd unpacks its snapshots" \
		"$(zstd -dqc < "$scratch/usual" | sha256sum)" \
		"$(cat "$data"/{usual,later,latest}.snapshot | sha256sum)"
else
	skip "zstd tests it" "zstd is not installed"
fi
done_testing
