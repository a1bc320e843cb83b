#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# diff: changes, how certain they are, and which of them make the exit status 3

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

cd "$data" || exit
before=before.snapshot
after=after.snapshot

# line FUNCTION: print its numbers in the table in $out
line()
{
	awk -v name="$1" '$1 == name { $1 = ""; sub(/^ /, ""); print }' <<< "$out"
}

# change FUNCTION FIGURE: print it from JSON, rounded to tenths
change()
{
	json ".functions[] | select(.function == \"$1\") | .$2
		| [.percent.value, .percent.low, .percent.high]
		| map(if . == null then \"-\" else . * 10 | round / 10 end)
		| join(\" \")"
}

# from WORD: print $out from the line on that begins with the word
from()
{
	awk -v word="$1" 'index($0, word) == 1 { on = 1 } on' <<< "$out"
}

# the table: 10 s before and 20 s after, as make_snapshot.c writes them
run diff "$before" "$after"
is "status" "$status" 0
is "quiet" "$err" ""
is "the head has files and lengths" \
	"$(grep -oE '^[AB]: .*|counts of .*' <<< "$out" | tr '\n' ' ')" \
	"A: $before counts of 10 s B: $after counts of 20 s "
is "the largest change in time per second is first" \
	"$(awk '/^FUNCTION/ { on = 1; next } on && NF { print $1 } on && !NF { exit }' \
		<<< "$out" | tr '\n' ' ')" \
	"xfrm_input xfrm_output virtnet_poll udp_sendmsg esp_input esp_output nf_conntrack_in ip_rcv "
is "grown" "$(line xfrm_input)" "1,000 1,000 1.00 1.50 +50.0? +50.0? +50.0?"
is "shrunk" "$(line xfrm_output)" "400 400 2.00 1.00 -50.0? -50.0? -50.0?"
is "30 calls of 1,000 in the tail: too few" "$(line virtnet_poll)" \
	"100 100 1.12 1.27 ~ ~ ~"
like "no change is certain" "$(tr '\n' ' ' <<< "$out")" \
	"no change is certain, as A has no intervals, and 20 are needed; \? marks"
is "50 calls, 16 % more: not certain" "$(line udp_sendmsg)" \
	"5.00 2.50 5.00 5.80 ~ ~ ~"
is "3 calls, 50 % more: too few" "$(line nf_conntrack_in)" \
	"0.30 0.15 0.300 0.450 ~ ~ ~"
is "the same" "$(line ip_rcv)" "100 100 0.500 0.500 ~ ~ ~"
is "in A only" "$(line esp_output)" "10.0 - 0.200 - - - -"
is "in B only" "$(line esp_input)" "- 20.0 - 0.200 - - -"
like "the number of functions in one file only" "$out" "in A only: 1, in B only: 1"
run diff "$after" "$before"
is "the other way round" "$(line virtnet_poll)" "100 100 1.27 1.12 ~ ~ ~"
run diff "$before" "$before"
is "nothing changes from itself" \
	"$(awk '$1 ~ /^(xfrm|ip_|virt|udp)/ { print $6, $7, $8 }' <<< "$out" | sort -u)" \
	"~ ~ ~"
run diff empty.snapshot empty.snapshot
like "no calls at all" "$out" "^no calls in either"
is "no calls at all: status" "$status" 4
for option in "" "--fail-above 0" --json; do
	# shellcheck disable=SC2086 # an option and its argument, or nothing
	fails 4 "^pathtime: diff: nothing is compared, as empty.snapshot has no calls: " \
		"no calls in B $option" diff "$before" empty.snapshot $option
	# shellcheck disable=SC2086 # an option and its argument, or nothing
	fails 4 "^pathtime: diff: nothing is compared, as empty.snapshot has no calls: " \
		"no calls in A $option" diff empty.snapshot "$before" $option
done
fails 4 "^pathtime: diff: nothing is compared, as no function or path has calls in both files$" \
	"nothing in common" diff countless.snapshot "$before"

# intervals: all calls take 1,000 ns, and 1,500, which MIN and MAX tell
run diff "$before" "$after" --verbose
is "a line for each figure" \
	"$(awk '/^[a-z]/ { on = $1 == "xfrm_input" } on { print $1 }' <<< "$out" | tr '\n' ' ')" \
	"xfrm_input calls per mean P50 P90 P99 P99.9 "
is "bounds within MIN and MAX" "$(line P99 | head -n 1)" \
	"1.00 1.00 1.00 1.50 1.50 1.50 +50.0? +50.0 +50.0"
is "calls" "$(line calls | head -n 1)" "10,000 20,000"
like "a bound that is none" "$out" "P99.9 +5.00 +5.00 +- +10.0 +10.0 +- +~ +-100 +-$"
run diff "$before" "$after" --json
is "a percentile" "$(change xfrm_input p50_ns)" "50 50 50"
# 0.5 % / 30 changes on both sides together are 3.766 errors. The errors are
# 0.01168 % and 0.00873 % of the means, 0.01458 % of their quotient.
is "the number of changes" "$(json '"\(.changes) \(.false_alarm_percent)"')" "36 null"
is "a mean" "$(json '.functions[0].mean_ns.percent
	| [.low, .high] | map(. * 1000 | round) | join(" ")')" "49917 50083"
# 1120 +- 42.16 and 1270 +- 67.14
is "a mean with a tail" "$(json '.functions[2].mean_ns
	| [.a.low, .a.high, .b.low, .b.high] | map(round) | join(" ")')" \
	"1078 1162 1203 1337"
is "its change" "$(change virtnet_poll mean_ns)" "13.4 -0.3 28.2"
is "none is certain" "$(json '[.functions[] | .mean_ns.certain] | any')" false
is "likely or not" "$(json '[.functions[] | .mean_ns.likely] | join(" ")')" \
	"true true false false false false false false"
is "as independent calls are assumed" \
	"$(json '[.functions[] | .a, .b | select(.) | .independent] | all')" true
is "too few calls have no bounds" "$(change nf_conntrack_in p50_ns)" "50 -100 -"
is "a mean of fewer than 30 calls has no bounds" "$(change nf_conntrack_in mean_ns)" "50 -100 -"
is "a side without calls" \
	"$(json '.functions[4] | "\(.a) \(.b.calls) \(.p50_ns.a) \(.p50_ns.percent) \(.p50_ns.certain)"')" \
	"null 400 null null false"
is "time per second" "$(json '[.functions[].ns_per_s | round] | join(" ")')" \
	"500000 -400000 15000 -10500 4000 -2000 -23 0"
is "the two sources" \
	"$(json '[.a, .b | .file, .span_ns, .hist_bits, .sample] | join(" ")')" \
	"$before 10000000000 4 1 $after 20000000000 4 1"

# --fail-above of snapshots: neither success nor failure can be claimed
run diff "$before" "$after" --fail-above 45%
is "--fail-above cannot decide" "$status" 4
is "what has grown if calls are independent" "$err" \
	"pathtime: xfrm_input: mean has grown by at least 49.9 % if calls are independent, more than 45 %
pathtime: xfrm_input: P50 has grown by at least 50.0 % if calls are independent, more than 45 %
pathtime: xfrm_input: P90 has grown by at least 50.0 % if calls are independent, more than 45 %
pathtime: xfrm_input: P99 has grown by at least 50.0 % if calls are independent, more than 45 %
pathtime: diff: --fail-above cannot decide: A has no intervals, and 20 are needed; record longer or with a shorter --interval, or give several recordings a side"
like "the table is there all the same" "$out" "^xfrm_input"
run diff "$before" "$before" --fail-above 10
is "nor if nothing has grown" "$status" 4
run diff "$before" "$after" --group ip --fail-above=0.5%
is "--group" "$(grep -cE '^[a-z_]+ +[0-9-]' <<< "$out")" 1
for percent in "" % x -1 nan inf 10%% 10x 0x10 1e2 1.2.3 " 5" 9999999; do
	fails 2 "--fail-above: '$percent' is not a percentage" \
		"--fail-above '$percent'" diff "$before" "$after" \
		--fail-above "$percent"
done

# another number of buckets, samples, an older module
run diff "$before" after_fine.snapshot --json
is "another number of buckets" "$(change xfrm_input p50_ns)" "50 50 50"
run diff "$before" "$after" --json
wanted=$(json '[.functions[] | .function, .b.timed, .mean_ns, .p50_ns, .p99_ns] | sort_by(tostring)')
run diff "$before" after_sampled.snapshot --json
is "samples: the timed calls count" \
	"$(json '[.functions[] | .function, .b.timed, .mean_ns, .p50_ns, .p99_ns] | sort_by(tostring)')" \
	"$wanted"
is "and stand for all" \
	"$(json '.functions[] | select(.function == "udp_sendmsg") | .b | "\(.calls) \(.calls_per_s)"')" \
	"250000 12500"
run diff "$before" after_sampled.snapshot
is "rates of samples are marked as estimates" "$(line udp_sendmsg)" \
	"5.00 ~12,500 5.00 5.80 ~ ~ ~"
run diff "$before" after_raw.snapshot
like "a message about an older module" "$(tr '\n' ' ' <<< "$out")" \
	"those of B include the overhead of the probes"
run diff "$before" nested.snapshot
is "other functions, with nesting" "$status" 0

# paths of packets, as make_snapshot.c writes them, with the functions of the other snapshots
paths_before=paths_before.snapshot
paths_after=paths_after.snapshot
run diff "$before" "$after"
functions=$(from FUNCTION)
run diff "$paths_before" "$paths_after"
is "functions are compared as without paths" \
	"$(from FUNCTION | sed '/^paths of packets/,$d')" "$functions"
is "paths: what changed most in time per second comes first" "$(from PATH)" \
"PATH                                                           A       B      A      B PACKETS    MEAN     P50     P99
rx > flowtable-miss > conntrack > confirm > forward > tx     100     150   30.0   30.0   +50.0       ~       ~       ~
rx > flowtable > tx                                        1,000   1,000   2.00   3.00    +0.0  +50.0?  +50.0?  +50.0?
rx > local-in                                                100     100   8.00   5.00    +0.0  -37.5?  -37.5?  -37.5?
rx > xfrm-in > tx                                           10.0       -   4.00      -       -       -       -       -
rx > xfrm-out > tx                                             -    5.00      -   6.00       -       -       -       -
rx > drop NO_SOCKET                                         40.0    40.0  0.700   1.40    +0.0   +100?   +100?       ~
local-out > tx                                              0.30    0.15   5.00   9.00   -50.0       ~       ~       ~
rx > drop SOCKET_FILTER                                     40.0    40.0  0.900  0.900    +0.0       ~       ~       ~

paths with packets in A only: 1, in B only: 1"
is "packets in no path, of the one that has some" \
	"$(grep -c '^7 packets in no path: found the path table full' <<< "$out")" 1
run diff "$paths_before" "$paths_after" --unit ns
like "paths: --unit" "$out" "^rx > local-in +100 +100 +8,000 +5,000 +"
run diff "$paths_before" "$paths_after" --verbose
is "paths: a line for each figure" \
	"$(from 'rx > drop SOCKET' | awk '/^ / { print $1 }' | xargs)" \
	"packets per mean P50 P90 P99 P99.9"
is "paths: bounds, as of functions" \
	"$(from 'rx > drop NO' | awk '$1 == "P99"' | head -n 1 | xargs)" \
	"P99 0.700 0.700 0.700 1.40 1.40 1.40 ~ -100 -"
is "paths: packets and their change" \
	"$(from 'rx > flowtable-miss' | sed -n 2,3p | xargs)" \
	"packets 1,000 3,000 per s 100 150 +50.0"
run diff "$paths_before" "$paths_after" --json
# path PATH REASON FILTER: print a part of a path in JSON
path()
{
	json ".paths[] | select(.path == \"$1\" and .reason == $2) | $3"
}
is "paths in JSON: the change of packets" \
	"$(json '[.paths[] | .packets_percent // "-"] | join(" ")')" \
	"50 0 0 - - 0 -50 0"
is "paths in JSON: both sides" "$(path 'rx > flowtable > tx' null \
	'[.a, .b | .packets, .total_ns, .packets_per_s, .ns_per_s] | join(" ")')" \
	"10000 20000000 1000 2000000 20000 60000000 1000 3000000"
is "paths in JSON: a percentile" "$(path 'rx > flowtable > tx' null \
	'.p99_ns | [.percent.low, .percent.high | . * 10 | round / 10]
		+ [.likely] | map(tostring) | join(" ")')" "50 50 true"
is "paths in JSON: reasons match by name, not by number" \
	"$(path 'rx > drop' '"SOCKET_FILTER"' \
		'"\(.a.packets) \(.b.packets) \(.p50_ns.certain)"')" "400 800 false"
is "paths in JSON: in B only" "$(path 'rx > xfrm-out > tx' null \
	'"\(.a) \(.b.packets) \(.mean_ns.percent) \(.packets_percent)"')" \
	"null 100 null null"
is "paths in JSON: too few packets for bounds" \
	"$(path 'local-out > tx' null '.p50_ns.percent | "\(.low) \(.high)"')" \
	"-100 null"
is "paths in JSON: losses" \
	"$(json '"\(.a.path_losses.path_table_full) \(.b.path_losses.path_table_full)"')" "0 7"

run diff "$paths_before" "$paths_after" --cpu 1
is "paths of a CPU" "$(from PATH | grep -cE '^(rx|local)')" 4
run diff "$paths_before" "$paths_after" --group ip
is "no paths with --group" \
	"$status $(grep -cE '^paths of packets|in no path' <<< "$out")" "0 0"
run diff "$paths_before" "$paths_after" --group ip --json
is "no paths in JSON with --group" "$(json .paths)" null
run diff "$before" "$after" --json
is "no paths from modules with paths=0" \
	"$(json '"\(.paths) \(.a.path_losses)"')" "null null"
run diff "$before" "$after"
ok "no message about paths" [ -z "$(grep "paths of packets" <<< "$out")" ]
for pair in "A $before $paths_after" "B $paths_before $after" \
	"A without_paths.snapshot $paths_after"; do
	read -r side one other <<< "$pair"
	run diff "$one" "$other"
	like "$pair: not compared" "$out" \
		"^paths of packets are not compared: $side has none"
	is "$pair: no failure" "$status" 0
done

# options
run diff "$before" "$after" --unit ns
is "--unit" "$(line xfrm_input)" "1,000 1,000 1,000 1,500 +50.0? +50.0? +50.0?"
run diff "$before" "$after" --cpu 1 --json
is "--cpu" "$(json '[.functions[].function] | join(" ")')" \
	"virtnet_poll udp_sendmsg"
is "in 80 columns" "$(for file in wide usual after_sampled paths_after; do
	for how in --unit=ns --verbose; do
		terminal 80 diff $file.snapshot wide.snapshot $how
		awk 'length > 79' <<< "$out"
		terminal 80 diff wide.snapshot $file.snapshot $how
		awk 'length > 79' <<< "$out"
	done
done)" ""
# unreadable files
fails 2 "usage: pathtime diff A B" "one file only" diff "$before"
fails 2 "usage: pathtime diff A B, or pathtime diff A\.\.\. -- B\.\.\." "three files" \
	diff "$before" "$after" "$after"
fails 1 "$after: not a recording of the module, and several files" "several snapshots a side" \
	diff "$before" -- "$after" "$before"
fails 2 "$after: named twice on one side" "a file twice on a side" diff "$before" -- "$after" "$after"
fails 1 "not-there: No such file" "one of several is not there" diff "$before" -- not-there "$after"
fails 2 "usage: pathtime diff A B, or" "-- before three" diff -- "$before" "$after" "$after"
fails 1 "not-there: No such file" "a file that is not there" \
	diff "$before" not-there
is "and nothing on stdout" "$out" ""
head -c 700 /dev/zero > "$scratch/zeros"
fails 1 "zeros: neither a snapshot" "another file" diff "$scratch/zeros" "$after"
fails 1 "Is a directory" "a directory" diff "$scratch" "$after"
head -c 700 "$before" > "$scratch/short"
fails 1 "short: truncated: 700 of" "a snapshot that is cut" \
	diff "$scratch/short" "$after"
fails 1 "no group 'ipvs' in use" "a group that is not there" \
	diff "$before" "$after" --group ipvs
fails 1 "$before: --from needs a recording" "--from of a snapshot" \
	diff "$before" "$after" --from 5s
fails 2 "diff does not take --raw" "an option of others" \
	diff "$before" "$after" --raw
fails 2 "summary does not take --fail-above" "--fail-above of others" \
	--fail-above 10
run diff - "$after" --json < "$before"
is "a snapshot from standard input" "$status $(change xfrm_input p50_ns)" \
	"0 50 50 50"
run diff <(cat "$before") "$after" --json
is "a snapshot from a pipe" "$status $(change xfrm_input p50_ns)" \
	"0 50 50 50"

# recordings
run version
if ! grep -q '^features:.* zstd' <<< "$out"; then
	printf '[*M\030' > "$scratch/recording"
	fails 1 "diff: .* built without" "built without zstd" \
		diff "$scratch/recording" "$after"
	done_testing
	exit
fi

recording a before before_later
recording usual usual later latest
recording reset usual later reset
recording one usual

run diff "$before" "$after" --json
wanted=$(json '[.functions[] | .function, .ns_per_s, .mean_ns.percent, .p99_ns.percent.low]')
run diff "$scratch/a" "$after" --json
is "a recording with the same calls: the same changes" \
	"$(json '[.functions[] | .function, .ns_per_s, .mean_ns.percent, .p99_ns.percent.low]')" \
	"$wanted"
is "the description of a recording" \
	"$(json '"\(.a.span_ns) \(.a.restarted) \(.a.recording.snapshots) \(.b.recording)"')" \
	"10000000000 false 2 null"
like "too few intervals" "$(run diff "$scratch/a" "$after" --fail-above 45; echo "$err")" \
	"cannot decide: A has no intervals"
run diff "$scratch/a" "$after"
like "its length is in the head" "$out" "an interval of 10 s"

# 32,000 calls of virtnet_poll in 2.5 s, 64,000 in 10 s, of the same durations
run diff "$scratch/usual" "$scratch/usual" --to 2500ms --json
is "--to, of both" "$(json '"\(.a.span_ns) \(.b.span_ns)"')" \
	"2500000000 2500000000"
recording early usual later
run diff "$scratch/early" "$scratch/usual"
is "two lengths" "$status $(line virtnet_poll)" \
	"0 12,800 6,400 14.6 14.6 ~ ~ ~"

# 21 intervals: each has 10 s of before, and 20 s of after

# long NAME SNAPSHOT: make a recording of 22 snapshots, of which each has more calls
long()
{
	local i snapshots=""

	for i in {1..22}; do
		"$data/make_snapshot" "$2:$i" > "$data/$1.$i.snapshot"
		snapshots+=" $1.$i"
	done
	# shellcheck disable=SC2086 # a list of names
	recording "$1" $snapshots
	rm -f "$data/$1".*.snapshot
}
long slow paths_after
long fast paths_before
run diff "$scratch/fast" "$scratch/slow"
is "21 intervals: grown" "$(line xfrm_input)" "1,000 1,000 1.00 1.50 +50.0 +50.0 +50.0"
is "21 intervals: shrunk" "$(line xfrm_output)" "400 400 2.00 1.00 -50.0 -50.0 -50.0"
is "21 intervals: a tail: the median stays" "$(line virtnet_poll)" \
	"100 100 1.12 1.27 +13.4 ~ +100"
is "21 intervals: too few calls" "$(line nf_conntrack_in)" \
	"0.30 0.15 0.300 0.450 +50.0 +50.0 ~"
is "21 intervals: the same" "$(line ip_rcv)" "100 100 0.500 0.500 ~ ~ ~"
is "21 intervals: a path" "$(from 'rx > local-in' | head -n 1)" \
	"rx > local-in                                                100     100   8.00   5.00    +0.0   -37.5   -37.5   -37.5"
like "the chance of a false alarm" "$(tr '\n' ' ' <<< "$out")" \
	"~ marks a change that is not certain; the chance that any other change of this report is false is 1 % at most"
ok "no change is marked as likely only" [ -z "$(grep -F '?' <<< "$out")" ]
run diff "$scratch/fast" "$scratch/slow" --json
is "21 intervals in JSON" \
	"$(json '"\(.a.batches) \(.b.batches_are_recordings) \(.changes) \(.false_alarm_percent)"')" \
	"21 false 72 1"
is "certain in JSON" "$(json '.functions[0]
	| "\(.p50_ns.certain) \(.p50_ns.likely) \(.a.independent)"')" "true true false"

run diff "$scratch/fast" "$scratch/slow" --fail-above 45% --group xfrm
is "grown by more" "$status" 3
is "it is named" "$(head -n 1 <<< "$err")" \
	"pathtime: xfrm_input: mean has grown by at least 50.0 %, more than 45 %"
run diff "$scratch/fast" "$scratch/slow" --fail-above 60
is "functions and paths that have grown by more" \
	"$status $(sed 's/pathtime: //; s/ has .*//' <<< "$err" | tr '\n' ' ')" \
	"3 virtio_net:virtnet_poll: P99 rx > drop NO_SOCKET: mean rx > drop NO_SOCKET: P50 rx > drop NO_SOCKET: P90 rx > drop NO_SOCKET: P99 local-out > tx: mean local-out > tx: P50 "
run diff "$scratch/fast" "$scratch/slow" --fail-above 150
is "not by more; packets, more or few, never fail" "$status $err" "0 "
run diff "$scratch/fast" "$scratch/slow" --cpu 0 --fail-above 60
is "paths of another CPU" "$status $err" "0 "
run diff "$scratch/fast" "$scratch/slow" --fail-above 45 --group ip
is "no failure without a change" "$status" 0
run diff "$scratch/fast" "$scratch/fast" --fail-above 0
is "nothing grows from itself" "$status $err" "0 "
run diff "$scratch/fast" "$scratch/slow" --fail-above 0 --json
is "JSON stays one document" "$status $(jq -s length <<< "$out")" "3 1"
run diff "$scratch/fast" "$after" --fail-above 45
is "one side without intervals" "$status $(tail -n 1 <<< "$err" | grep -o 'B has no intervals')" \
	"4 B has no intervals"
run diff "$scratch/fast" "$scratch/slow" --to 100s --fail-above 45
is "too few intervals in a range" "$status $(tail -n 1 <<< "$err" | grep -o 'A has 10 intervals')" \
	"4 A has 10 intervals"
esc=$(printf '\033')
run diff "$scratch/fast" "$scratch/slow" --color always
like "an increase is red" "$out" "^xfrm_input .*$esc\[31m +\+50.0$esc"

# several recordings a side: each is one observation
cd "$scratch" || exit
for name in fast slow; do
	for number in 2 3; do
		cp $name $name$number
	done
done
run diff --json fast fast2 a -- slow slow2 slow3
is "three recordings a side" \
	"$status $(json '"\(.a.file) \(.a.batches) \(.b.batches_are_recordings)"')" \
	"0 fast, fast2, a 3 true"
is "their counts are added" "$(json '.functions[0].a.calls')" 430000
is "changes are certain" "$(json '.functions[0].mean_ns.certain')" true
run diff --fail-above 45 fast fast2 -- slow slow2
is "two a side are too few" "$status $(tail -n 1 <<< "$err" | grep -o 'A has 2 recordings')" \
	"4 A has 2 recordings"
run diff <(cat fast) slow
like "a recording from a pipe has no intervals" "$err" "/dev/fd/[0-9]+: its intervals are not compared, as a pipe"
run diff -- fast slow
is "-- before both" "$status $(line xfrm_output)" "0 400 400 2.00 1.00 -50.0 -50.0 -50.0"
run diff fast -- slow
is "-- between two" "$status $(line xfrm_output)" "0 400 400 2.00 1.00 -50.0 -50.0 -50.0"
cd "$data" || exit

# The counts of a recording are those of its report.
run diff "$scratch/reset" "$after" --json
is "a reset in between" "$status $(json '"\(.a.restarted) \(.a.span_ns)"')" \
	"0 true 3500000000"
run diff "$scratch/reset" "$after"
like "a reset in between: the head lists it" "$out" "^  [0-9T:-]+ reset"
recording all_paths paths paths_later
run diff paths.snapshot "$scratch/all_paths" --json
is "paths of a recording" \
	"$(json '.paths[0] | "\(.path) \(.a.packets) \(.b.packets) \(.b.packets_per_s)"')" \
	"rx > flowtable > tx 14 28 11.2"
size=$(stat -c %s "$scratch/usual")
head -c $((size - 1)) "$scratch/usual" > "$scratch/cut"
run diff "$scratch/early" "$scratch/cut" --json
is "a cut recording is read up to there" \
	"$status $(json '"\(.b.span_ns) \(.b.recording.snapshots)"')" \
	"0 2500000000 2"
like "a cut recording: a message" "$err" "cut: cut at byte $((size - 1))"
fails 1 "one: one snapshot only" "one snapshot" diff "$scratch/one" "$after"
{ head -c 300 "$scratch/usual"; printf 'x'
  tail -c +302 "$scratch/usual"; } > "$scratch/corrupted"
fails 1 "corrupted: corrupted at byte [0-9]+" "corrupted" \
	diff "$before" "$scratch/corrupted"
is "no numbers then" "$out" ""
done_testing
