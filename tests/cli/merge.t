#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# merge: recordings of many machines in one file, and its reports

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

run version
if ! grep -q '^features:.* zstd' <<< "$out"; then
	fails 1 "merge: .* built without" "built without zstd" \
		merge "$0" --output "$scratch/all"
	done_testing
	exit
fi

cd "$scratch" || exit
recording_of gw1 a usual later latest
recording_of gw2 b later latest
recording_of gw3 c usual later reset
recording_of gw1 nested1 nested nested_later
recording_of gw2 nested2 nested nested_later
recording_of gw4 other empty small
recording_of gw1 before usual later
recording_of gw1 behind later latest

# merged FILE...: merge into a new file "all"
merged()
{
	rm -f all
	run merge "$@" --output all
}

# sums EXPRESSION: sum up numbers of the documents on standard input
# The expression makes lists of a name and numbers. Lists with the same name become one.
sums()
{
	jq -cs "[.[] | $1 | map(. // 0)] | group_by(.[0]) | map([.[0][0]] +
		(map(.[1:]) | transpose | map(add)))"
}

# the compared numbers; null, for a number that a machine does not know, counts as 0
# shellcheck disable=SC2016 # the variables are those of jq
declare -A list=(
	[counts]='.probes[] | [.module + ":" + .function, .calls, .timed,
		.missed, .overhead_ns, .overflowed, .clock_backwards, .below_overhead, .packets,
		.total_ns, .raw_total_ns, .self_calls, .self_ns]'
	[outcomes]='.probes[] | (.module + ":" + .function) as $name
		| .outcomes | to_entries[]
		| [$name + ":" + .key, .value.calls, .value.total_ns,
		   .value.packets]'
	[buckets]='.probes[] | (.module + ":" + .function) as $name
		| .outcomes | to_entries[] | ($name + ":" + .key) as $outcome
		| (.value.buckets[] | ["\($outcome) \(.[0])", .[2]]),
		  (.value.self_buckets // [] | .[]
			| ["\($outcome) self \(.[0])", .[2]])'
	[cpus]='.probes[] | (.module + ":" + .function) as $name | .cpus[]
		| ["\($name) \(.cpu)", .calls, .total_ns]'
	[heads]='["", .interval_ns, .losses.missed, .losses.overflowed,
		.losses.clock_backwards, .losses.below_overhead, .overhead_ns, .over_budget,
		.recording.snapshots, .recording.snapshots_of_all]'
	[warnings]='.warnings | to_entries[] | [.key, .value]'
	[nodes]='[.tree[]] as $tree | range($tree | length) as $i
		| [([$i | recurse($tree[.].parent; . != null)]
			| map($tree[.].context + " " + $tree[.].module + ":" +
			      $tree[.].function) | join("<")),
		   $tree[$i].calls, $tree[$i].total_ns, $tree[$i].self_ns,
		   $tree[$i].interrupt_ns, $tree[$i].raw_total_ns]'
)

# adds_up NAME WHAT FILE...: check that the report of the merged file is the sum of the
# reports of these files
adds_up()
{
	local name=$1 file what command whats

	read -ra whats <<< "$2"
	shift 2
	merged "$@"
	is "$name: status" "$status" 0
	is "$name: quiet" "$err" ""
	for what in "${whats[@]}"; do
		command=hist
		[ "$what" != nodes ] || command=tree
		for file; do
			"$pathtime" report "$file" $command --json 2> /dev/null
		done | sums "${list[$what]}" > wanted
		"$pathtime" report all $command --json 2> /dev/null |
			sums "${list[$what]}" > got
		is "$name: $what" "$(< got)" "$(< wanted)"
		ok "$name: there are $what" [ "$(< got)" != "[]" ]
	done
}

all="counts outcomes buckets cpus heads warnings nodes"
flat="counts outcomes buckets cpus heads"
adds_up "two machines" "$all" nested1 nested2
run report all tree --json
nodes_add_up "two machines"
run report all breakdown virtnet_poll --json
is "a breakdown of both" "$(json '.breakdown | "\(.calls) \(.packets)"')" \
	"400 1000"
breakdowns_add_up "two machines"
adds_up "one machine" "$all" nested1
adds_up "other functions" "$flat" a other
adds_up "a reset, and a machine that was recorded twice" "$flat" \
	before behind b c
run report all --json
is "a reset in JSON" "$(json .restarted)" true
is "a reset in JSON is one of its machine" \
	"$(json '.recording.recordings[] | select(.events != []) | "\(.machine) \(.events[].kind)"')" \
	"gw3 reset"
like "a reset in the table names the machine" \
	"$("$pathtime" report all)" "^  [0-9T:-]+ gw3 reset"

# A merged file is a recording like any other.
merged a b
mv all ab
merged ab other c
mv all once
merged other c b a
ok "the order is that of the machines, not of the files" cmp all once
merged once
ok "merged again it is what it was" cmp all once
if command -v zstd > /dev/null; then
	ok "zstd tests it" zstd -qt all < /dev/null
fi

# A histogram with more buckets is made coarser, which is exact.
recording_of gw1 coarse empty after
recording_of gw2 fine empty after_fine
recording_of gw2 alike empty after
adds_up "other hist_bits" "counts outcomes cpus heads" coarse fine
run report all hist --json
is "the fewest buckets of all" "$(json .hist_bits)" 4
json '.probes[] | [.function, .outcomes, .min_ns, .p50_ns, .p99_ns, .max_ns]' > got
merged coarse alike
run report all hist --json
json '.probes[] | [.function, .outcomes, .min_ns, .p50_ns, .p99_ns, .max_ns]' > wanted
ok "they are those of machines that agree" cmp got wanted
merged fine coarse
"$pathtime" report all hist --json 2> /dev/null |
	jq -r '.probes[] | [.function, .outcomes, .min_ns, .p50_ns, .p99_ns, .max_ns]' > got
ok "in any order" cmp got wanted

# recordings that cannot be added
recording_of gw2 sampled empty after_sampled
merged coarse sampled
is "sampled and not: status" "$status" 1
like "sampled and not: it names both" "$err" \
	"^pathtime: sampled: 1 call in [0-9]+ was timed, and 1 in 1 on gw1"
ok "sampled and not: no file" [ ! -e all ]
merged nested1 b
run report all
is "no callers of all: a summary" "$status" 0
fails 1 "tree: some of the machines have no callers, .* without nesting" \
	"no callers of all: no tree" report all tree
run report all tree --machine gw1 --json
is "no callers of all: a tree of those that have" \
	"$(json '.tree | length')" 8
recording_of gw2 without_raw empty without_raw
merged nested1 without_raw
run report all --json
is "no raw times if a machine has none" \
	"$status $(json '[.probes[].raw_total_ns] | unique == [null]')" "0 true"

recording_of gw1 below empty below
recording_of gw2 below2 empty below
recording_of gw2 without_below empty without_below
merged below below2
run report all
like "enough calls of both machines below the overhead" "$(tr '\n' ' ' <<< "$out")" \
	"too short: 100 % of the calls of udp_sendmsg, and over 1 % of 2 more took"
merged below without_below
run report all --json
is "no calls below the overhead if a machine does not count them" \
	"$status $(json '[.losses, .probes[] | .below_overhead] | unique == [null]')" "0 true"

# reports of single machines
merged before behind b c
for machine in gw1 gw2 gw3; do
	run report all --machine $machine --json
	is "--machine $machine: its recordings" \
		"$(json '.recording | [(.recordings // [.])[].machine] | unique | join(" ")')" \
		$machine
done
run report b hist --json
json 'del(.recording)' > wanted
run report all hist --machine gw2 --json
json 'del(.recording)' > got
ok "--machine is the report of its recording" cmp got wanted
run report all --per-machine --json 2> /dev/null
is "--per-machine: a document for each" \
	"$(json '.recording | (.recordings // [.])[0].machine' | tr '\n' ' ')" \
	"gw1 gw2 gw3 "
run report all --per-machine
is "--per-machine: a table for each" "$(grep -c "^FUNCTION" <<< "$out")" 3
run report all export --csv --per-machine
is "--per-machine: a column" "$(cut -d , -f 1 <<< "$out" | uniq | tr '\n' ' ')" \
	"machine gw1 gw2 gw3 "
merged nested1 nested2
run report all export --folded --per-machine
is "--per-machine: the first frame" \
	"$(cut -d ';' -f 1 <<< "$out" | uniq | tr '\n' ' ')" "gw1 gw2 "
run report all
like "the head names the machines" "$(head -n 2 <<< "$out" | tr '\n' ' ')" \
	"^2 recordings of 2 machines: gw1, gw2: .*, 4 snapshots"
like "the head says what rates are" "$out" "rates, and shares of a CPU, are means of a machine"
for option in "--cpu 0" --per-cpu; do
	# shellcheck disable=SC2086 # an option and its word
	run report all $option
	is "$option: refused" "$status" 2
	like "$option: it says why" "$err" \
		"${option% 0} would add CPUs of the same number on 2 machines: choose one with --machine"
	# shellcheck disable=SC2086 # an option and its word
	run report all $option --per-machine
	is "$option of each machine" "$status$err" 0
	# shellcheck disable=SC2086 # an option and its word
	run report all $option --machine gw1
	is "$option of one machine" "$status$err" 0
done
run report all
like "the head has the sum of the intervals" "$out" "an interval of 5 s in all"
is "in 80 columns" "$(awk 'length > 79' <<< "$out")" ""
run report all --json
is "JSON names each" "$(json '.recording.recordings | map(.machine) | join(" ")')" \
	"gw1 gw2"
like "a table of probes" "$("$pathtime" report all probes)" "virtnet_poll +armed"
fails 1 "all: no machine 'gw9' in it" "no such machine" \
	report all --machine gw9
fails 2 "export --prometheus does not take --per-machine" \
	"--per-machine for Prometheus" \
	report all export --prometheus --per-machine
fails 2 "--machine needs a recording: name it with --file" "--machine without a recording" \
	--machine gw1
run diff nested1 all --machine gw1 --json
is "diff --machine: no change" \
	"$status $(json '[.functions[].mean_ns.percent.value | . == 0 or . == null] | all')" \
	"0 true"
fails 1 "usual.snapshot: --machine needs a recording" "diff --machine of a snapshot" \
	diff "$data/usual.snapshot" all --machine gw1

# The range applies to each machine's own time.
merged a b
# same_range OPTION...: check that a machine's range is that of its own recording
same_range()
{
	local wanted

	run report a --json "$@"
	wanted=$(json '.probes[5].calls')
	run report all --machine gw1 --json "$@"
	is "$*" "$(json '.probes[5].calls')" "$wanted"
}

same_range --from 2500ms
same_range --to 3s
same_range --from 2s --to 10s
recording_of gw2 short usual later
merged a short
run report all --from 3s --json
is "a machine without the range is left out" \
	"$(json '.recording.machine')" gw1
like "a message about the machine" "$err" "all: gw2: left out: --from 3s is not in the recording"
fails 1 "^pathtime: all: --from 1d is not in the recording" "a range of none" \
	report all --from 1d

# counts that would be added twice
cp a copy
merged a copy
is "a copy: status" "$status" 1
like "a copy: it names both" "$err" \
	"copy and a: both have counts of gw1 for the same time|a and copy: both"
merged behind a
like "an overlap" "$err" "a and behind: both have counts of gw1"
merged before behind
is "one behind the other is no overlap" "$status $err" "0 "
"$pathtime" report a hist --json | jq -c 'del(.recording)' > wanted
run report all hist --json
is "together they are the whole" \
	"$(json '.probes[5] | "\(.calls) \(.total_ns)"')" \
	"$(jq -r '.probes[5] | "\(.calls) \(.total_ns)"' wanted)"
ln a linked
merged a linked
like "the same file twice" "$err" "a and linked are the same file"
merged a a
like "the same name twice" "$err" "a and a are the same file"

# After an error nothing is written.
merged a b
cp all wanted
fails 1 "--output all: File exists: .*name another one, or remove it" \
	"the output is there" merge a c --output all
ok "it is what it was" cmp all wanted
fails 1 "--output b: File exists" "the output is an input" \
	merge a b --output b
fails 2 "name the file to write with --output" "no output" merge a b
fails 2 "usage: pathtime merge" "no input" merge --output new
fails 1 "No such file" "no such directory" merge a b --output none/new
fails 1 "not-there: No such file" "no such input" merge a not-there --output new
fails 1 "^pathtime: $data/usual.snapshot: not a recording" "a snapshot" \
	merge a "$data/usual.snapshot" --output new
printf ' 0)   1.000 us    |  kfree();\n' > capture
run import capture --output captured
is "a recording of captures: status" "$status" 0
fails 1 "^pathtime: captured: a recording of captures, which cannot be merged" \
	"captures" merge a captured --output new
fails 1 "captured: --machine needs a recording of the module" \
	"a machine of captures" report captured --machine gw1
fails 1 "captured: --per-machine needs a recording of the module" \
	"machines of captures" report captured --per-machine
recording_of gw2 one usual
fails 1 "^pathtime: one: one snapshot only" "one snapshot" \
	merge one --output new
recording_of gw2 fewer later fewer
fails 1 "^pathtime: fewer: .* had [0-9]+ calls" "counts that fall" \
	merge a fewer --output new
size=$(stat -c %s c)
# byte FILE OFFSET: print the byte with its bits inverted
byte()
{
	cp c "$1"
	printf '\377\377\377\377' |
		dd of="$1" bs=1 seek="$2" conv=notrunc 2> /dev/null
}
byte corrupted $((size / 2))
fails 1 "^pathtime: corrupted: corrupted at byte [0-9]+" \
	"a corrupted snapshot in the middle" merge a corrupted --output new
byte corrupted 12
fails 1 "^pathtime: corrupted: a recording of version 4294967295" \
	"a newer version" merge a corrupted --output new
is "nothing was written" "$(find . -name "new*")" ""
head -c $((size - 100)) c > "$scratch/cut"
merged a cut
is "a cut is no error" "$status" 0
like "a message about the cut" "$err" "^pathtime: cut: cut at byte $((size - 100)): "
run report cut hist --json
json '.probes[5]' > wanted
run report all hist --machine gw3 --json
json '.probes[5]' > got
ok "the counts before the cut are there" cmp got wanted

# A merged file is read whole or not at all.
merged a b c
size=$(stat -c %s all)
cp all whole
bad=
for at in 0 7 8 12 20 30 40 47 48 100 $((size / 3)) $((size / 2)) $((size - 1)); do
	head -c $at whole > all
	run report all
	if [ "$status" != 1 ] || [ -n "$out" ] ||
	   ! grep -qE '^pathtime: all: (gw.: )?(cut at|corrupted at|empty|not a rec)' \
		<<< "$err"; then
		bad+="$at: $status $err"$'\n'
	fi
done
is "a cut is an error" "$bad" ""
bad=
for at in $(seq 0 4 250) $(seq $((size / 3)) 997 $((size - 1))); do
	cp whole all
	printf '\252' | dd of=all bs=1 seek="$at" conv=notrunc 2> /dev/null
	! cmp -s whole all || continue
	run report all
	if [ "$status" = 0 ]; then
		"$pathtime" merge all --output again 2> /dev/null && bad+="$at "
		rm -f again
	elif ! grep -q '^pathtime: all: ' <<< "$err"; then
		bad+="$at: $err"$'\n'
	fi
done
is "a byte that is not what it was is seen, by merge at the latest" "$bad" ""
# from pipes: each file is read twice
merged a b c
cp all whole
rm all
run merge a - c --output all < b
is "standard input" "$status$err" 0
ok "standard input: the file is the same" cmp all whole
mkfifo fifo1 fifo2
cat a > fifo1 &
cat b > fifo2 &
merged fifo1 c fifo2
wait
is "named pipes" "$status$err" 0
ok "named pipes: the file is the same" cmp all whole
merged - < whole
ok "a merged one from standard input" cmp all whole
fails 2 "standard input can be read only once" "standard input twice" \
	merge - - --output none < a
fails 1 "standard input: not a recording" "standard input is no recording" \
	merge - --output none <<< "text of some length"
fails 1 "standard input: empty" "standard input is empty" merge - a --output none < /dev/null
ok "after an error there is no file" [ ! -e none ]
{ cat whole; echo more; } > all
fails 1 "all: corrupted at byte $size: data after" "something behind" \
	report all
done_testing
