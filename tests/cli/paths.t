#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# paths: the paths of packets, the packets of interfaces, and the filter that selects packets

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=machine.sh
. "$(dirname "$0")/machine.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

control=$PATHTIME_ROOT$debugfs/pathtime/control
paths=(--file "$data/paths.snapshot" paths)

# from PATTERN: print $out from the line on that begins with the pattern
from()
{
	awk -v pattern="^$1" '$0 ~ pattern { on = 1 } on' <<< "$out"
}

run "${paths[@]}"
is "a line for each path, the most packets first, and what was lost" \
	"$(from PATH)" \
"PATH                                                       PACKETS      %     P50     P99   P99.9     MAX
rx > flowtable > tx                                             14   82.4    2.02    4.00    4.00    4.00
rx > drop NO_SOCKET                                              2   11.8   0.700   0.700   0.700   0.700
rx > flowtable-miss > conntrack > confirm > forward > tx         1   5.88    30.0    30.0    30.0    30.0

INTERFACE                   PACKETS  IN PATHS    MERGED      LOST PROTOCOL FILTERED NO RECORD
1@4026532281 received     1,234,602 1,234,000         7         1      556       33         5
    in no path: 1 timed_out, 5 gro_merged, 2 reassembled
1@4026532281 sent                 9         0         -         -        0        9         0
2@4026532281 sent         1,234,594 1,234,567         -         -       21        0         6
other interfaces received         3         0         0         4        0        0         0
    in no path: 4 reused

5 packets in no path: found no free in-flight record
1,000 packets merged into other packets by GRO, which is no loss
6 packets in no path: received and sent without a record"
like "times are in us" "$out" "to the last in us; % of all packets"
run "${paths[@]}" --unit ns
like "or in what is asked for" "$out" "^rx > drop NO_SOCKET  .* 700$"

run "${paths[@]}" --verbose
is "with stages as bars" "$(from PATH | sed '/^$/,$d')" \
"PATH                                                       PACKETS      %     P50     P99   P99.9     MAX
rx > flowtable > tx                                             14   82.4    2.02    4.00    4.00    4.00
    |> flowtable 0.571 25%|flowtable > tx 1.71 75%                                         |  1,000 bytes
rx > drop NO_SOCKET                                              2   11.8   0.700   0.700   0.700   0.700
    |rx > drop 0.700 100%                                                                  |     40 bytes
rx > flowtable-miss > conntrack > confirm > forward > tx         1   5.88    30.0    30.0    30.0    30.0
    |3% |7%   |10%     |> forward  |forward > tx 20.0 67%                                  |     60 bytes
    >flowtable-miss:3%, >conntrack:7%, >confirm:10%"
like "what they are" "$(tr '\n' ' ' <<< "$out")" "; the mean length of a packet  *PATH"
terminal 60 "${paths[@]}" --verbose
is "bars of as many columns as the terminal has" "$(sed -n 's/\x1b\[[0-9]*m//g; /^    |/p' <<< "$out" | awk '{ print length() }' | sort -u)" 59

run "${paths[@]}" --slowest
is "with the slowest packets" "$(from PATH | sed '/^rx > drop/,$d')" \
"PATH                                                       PACKETS      %     P50     P99   P99.9     MAX
rx > flowtable > tx                                             14   82.4    2.02    4.00    4.00    4.00
    4.00, 1 s ago, in 1@4026532281, out 2@4026532281, ipv4 udp 5000 > 53, 1,500
    bytes, CPU 1, 0.250 in interrupts: rx > flowtable 1.00, flowtable > tx 3.00
    on CPU 0
    3.00, 20 s ago, in 1@4026532281, ipv4 udp 5000 > 53, 1,500 bytes, CPU 0, at
    least 1.20 in interrupts: rx > flowtable 0.900, flowtable > tx 2.10"
like "an interface without its namespace, as with anonymize=1" "$out" \
	"^    0.700, 0 s ago, in 1, 40 bytes, CPU 0: rx > drop 0.700$"
run --file "$data/paths_older.snapshot" paths --slowest
like "an older module keeps no CPUs" "$out" "^    0.700, 0 s ago, in 1, 40 bytes: rx > drop 0.700$"
run --file "$data/wide.snapshot" paths --slowest
is "all stages of a packet that changes its CPU with each" "$(tr -s '\n ' ' ' <<< "$out" | grep -o ' on CPU 65520' | wc -l)" \
	2
fails 2 "JSON always has the slowest packets" "in tables only" "${paths[@]}" --slowest --json

run "${paths[@]}" --anatomy
is "where fast and slow packets spent their time" "$(from PATH | sed '/^rx > flowtable-miss/,$d')" \
"PATH                                                       PACKETS      %     P50     P99   P99.9     MAX
rx > flowtable > tx                                             14   82.4    2.02    4.00    4.00    4.00
    STAGE                ALL       P50 P90-P99.9
    rx > flowtable     0.571     0.600     0.400
    flowtable > tx      1.71      1.40      3.60
    together            2.29      2.00      4.00
    packets               14        12         2
    that took              -      1.02      2.05
    to below               -      2.05      4.10

rx > drop NO_SOCKET                                              2   11.8   0.700   0.700   0.700   0.700
    not known where slow packets spent their time: an older module counted
    some; load the module of this version"
like "what the columns are" "$out" "^below each path: mean times of the stages; of all packets, "
run "${paths[@]}" --anatomy --percentiles 10,99.99
like "of other percentiles" "$out" "^    STAGE +ALL +P10 +P99.99$"
terminal 40 "${paths[@]}" --anatomy
like "as many as fit" "$out" "^    STAGE +ALL +P50$"
run "${paths[@]}" --anatomy --cpu 1
like "octaves are of all CPUs" "$(tr '\n' ' ' <<< "$out")" "as a percentile \(on all CPUs\)"
fails 2 "JSON has it as 'octaves'" "for tables only" "${paths[@]}" --anatomy --json
fails 2 "summary does not take --anatomy" "for paths only" --file "$data/paths.snapshot" summary --anatomy

stages=(--file "$data/paths_stages.snapshot" paths)
run "${stages[@]}" --stages
is "with the times of stages" "$(from PATH)" \
"PATH                             PACKETS      %     P50     P99   P99.9     MAX
rx > flowtable > tx                   40   95.2    1.01    41.0    41.0    41.0
    rx > flowtable                    40   5.22   0.600   0.600   0.600   0.600
    flowtable > tx                    40   94.8   0.415    40.4    40.4    40.4

rx > drop                              2   4.76   0.700   0.700   0.700   0.700
    rx > drop                          2    100   0.700   0.700   0.700   0.700"
like "what they are" "$out" "^below each path: its stages, % of its time$"
run "${stages[@]}" --stages --columns mean,p10,max --unit ns
like "other columns" "$out" "^    flowtable > tx +10,900 +415 +40,400$"
terminal 50 "${stages[@]}" --stages
like "the end of a name, if only that fits" "$out" "^    > tx +40 "
like "and lines of its own, if that does not either" "$out" "^    rx > flowtable$"
run "${stages[@]}" --stages --cpu 1
like "stages are of all CPUs" "$out" "its stages, % of its time \(on all CPUs\)$"
run "${stages[@]}" --json
is "stages in JSON" "$(json '.paths[0].steps | map(.stage | if . then [.p50_ns, .p99_ns, .max_ns, .mean_ns, .buckets] else null end) | tojson')" \
	'[null,[600,600,600,600,[[512,639,40]]],[415,40400,40400,10900,[[384,447,20],[2048,2559,10],[32768,40959,10]]]]'
run "${paths[@]}" --stages
like "not kept" "$out" "^the times of stages are not kept: load the module with stages=1$"
fails 2 "JSON has the times of stages in 'steps'" "for tables only" "${paths[@]}" --stages --json

run "${paths[@]}" --json
is "octaves" "$(json '.paths[].octaves | tojson')" \
'[{"from_ns":1024,"below_ns":2048,"packets":12,"step_ns":[0,7200,16800]},{"from_ns":2048,"below_ns":4096,"packets":2,"step_ns":[0,800,7200]}]
null
null
null'
is "octaves add up to the steps" "$(json '.paths[0] |
	[.steps[].total_ns] == ([.octaves[].step_ns] | transpose | map(add))')" true
is "JSON has all" "$(json '.paths[] | "\(.path) \(.packets) \(.reason)"')" \
"rx > flowtable > tx 14 null
rx > drop 2 NO_SOCKET
rx > flowtable-miss > conntrack > confirm > forward > tx 1 null
local-out > tx 0 null"
is "steps add up" \
	"$(json '[.paths[] | .total_ns == ([.steps[].total_ns] | add)] | all')" true
is "CPUs add up" "$(json '[.paths[] | .packets == ([.cpus[].packets] | add // 0) and
	.total_ns == ([.cpus[].total_ns] | add // 0)] | all')" true
is "buckets add up" \
	"$(json '[.paths[] | .packets == ([.buckets[][2]] | add // 0)] | all')" true
is "shares add up" "$(json '[.paths[].share] | add * 1000 | round')" 1000
is "the slowest add up" "$(json '[.paths[].slowest[] |
	.total_ns == (.step_ns | add)] | all')" true
is "the CPUs of their steps" "$(json '[.paths[0].slowest[].step_cpu] | tojson')" "[[1,1,0],[0,0,0]]"
is "their time in interrupts" "$(json '[.paths[0].slowest[] | [.irq_ns, .irq_is_whole]] | tojson')" "[[250,true],[1200,false]]"
is "no interrupts were timed" "$(json '[.paths[1].slowest[] | [.irq_ns, .irq_is_whole]] | tojson')" "[[null,null]]"
is "a packet that nobody sent" "$(json '.paths[0].slowest[1] |
	"\(.in) \(.out) \(.netns) \(.protocol) \(.transport) \(.source_port) \(.bytes)"')" \
	"1@4026532281 null 4026532281 ipv4 udp 5000 1500"
is "an interface without its namespace" \
	"$(json '.paths[1].slowest[0] | "\(.in) \(.netns) \(.protocol)"')" \
	"1 null null"
is "no packets have no times" \
	"$(json '.paths[3] | "\(.p50_ns) \(.mean_ns) \(.steps[1].mean_ns)"')" \
	"null null null"
is "packets in no path" "$(json '.path_losses | tojson')" \
	'{"table_full":5,"timed_out":0,"reused":0,"reused_tx":0,"path_table_full":0,"gro_merged":1000,"reassembled":0,"sent_received":6,"sent_own":0,"dropped":0,"no_memory":0,"not_followed":0,"steps_left_out":0}'

is "packets of interfaces" "$(json '.interfaces[] | tojson')" \
	'{"interface":"7@4026531840","ifindex":7,"netns":4026531840,"received":{"packets":0,"in_paths":0,"losses":{"table_full":0,"timed_out":0,"reused":0,"reused_tx":0,"path_table_full":0,"gro_merged":0,"reassembled":0,"no_memory":0},"protocol":0,"filtered":0,"no_record":0},"sent":{"packets":0,"in_paths":0,"protocol":0,"filtered":0,"no_record":0}}
{"interface":"1@4026532281","ifindex":1,"netns":4026532281,"received":{"packets":1234602,"in_paths":1234000,"losses":{"table_full":0,"timed_out":1,"reused":0,"reused_tx":0,"path_table_full":0,"gro_merged":5,"reassembled":2,"no_memory":0},"protocol":556,"filtered":33,"no_record":5},"sent":{"packets":9,"in_paths":0,"protocol":0,"filtered":9,"no_record":0}}
{"interface":"2@4026532281","ifindex":2,"netns":4026532281,"received":{"packets":0,"in_paths":0,"losses":{"table_full":0,"timed_out":0,"reused":0,"reused_tx":0,"path_table_full":0,"gro_merged":0,"reassembled":0,"no_memory":0},"protocol":0,"filtered":0,"no_record":0},"sent":{"packets":1234594,"in_paths":1234567,"protocol":21,"filtered":0,"no_record":6}}
{"interface":"other interfaces","ifindex":null,"netns":null,"received":{"packets":3,"in_paths":0,"losses":{"table_full":0,"timed_out":0,"reused":4,"reused_tx":0,"path_table_full":0,"gro_merged":0,"reassembled":0,"no_memory":0},"protocol":0,"filtered":0,"no_record":0},"sent":{"packets":0,"in_paths":0,"protocol":0,"filtered":0,"no_record":0}}'
is "what became of them adds up, unless more are lost than received" \
	"$(json '.interfaces[] | select(.ifindex) | .received, .sent |
		.packets - .in_paths - ([.losses // {} | .[]] | add // 0) - .protocol - .filtered - .no_record' |
		sort -u)" 0
is "reasons have the names of losses" \
	"$(json '(.interfaces[0].received.losses | keys) - (.path_losses | keys) | tojson')" "[]"
run --file "$data/paths_before.snapshot" paths
is "no table without interfaces" "$(grep -c INTERFACE <<< "$out")" 0
run --file "$data/paths_before.snapshot" paths --json
is "none in JSON" "$(json '.interfaces | tojson')" "[]"
terminal 60 "${paths[@]}"
is "on a narrow terminal, names have lines of their own" "$(from INTERFACE | head -3)" \
"INTERFACE
 PACKETS IN PATHS MERGED   LOST PROTOCOL FILTERED NO RECORD
1@4026532281 rx"
terminal 80 "${paths[@]}"
is "80 columns have room for all names" "$(from INTERFACE | sed '/^$/,$d' | awk 'length() > 79 { long = 1 } END { print long + 0, NR }')" "0 7"

run "${paths[@]}" --json conntrack
is "paths with a step" "$(json '[.paths[].path] | join(";")')" \
	"rx > flowtable-miss > conntrack > confirm > forward > tx"
run "${paths[@]}" --json NO_SOCKET
is "with a drop reason" "$(json '[.paths[].path] | join(";")')" "rx > drop"
run "${paths[@]}" 'rx*tx' --sort max --limit 1
is "a pattern of the whole path, the slowest" "$(grep -c '^rx' <<< "$out")$(grep -o '^.*miss' <<< "$out")" \
	"1rx > flowtable-miss"
like "and how many there are more" "$out" "^1 more: see --limit"
run "${paths[@]}" --json --sort max --limit 2
is "in JSON" "$(json '[.paths[].max_ns] | tojson')" "[30000,4000]"
ok "how many more in JSON" [ "$(json .left_out)" -gt 0 ]
fails 1 "no path 'qqq', and none with such a step" "no such path" "${paths[@]}" qqq
run "${paths[@]}" --verbose --slowest --cpu 1
like "packets that ended on a CPU" "$out" "^rx > flowtable > tx  +6 +75.0"
like "stages are of all CPUs, and said to be" "$(tr '\n' ' ' <<< "$out")" \
	"length of a packet \(on all CPUs\)"
like "the slowest packets are of all CPUs" "$out" "^below each path: the slowest packets \(on all CPUs\)$"
like "packets of interfaces are of all CPUs" "$out" "^packets of each interface \(on all CPUs\)$"
like "losses are of all CPUs" "$out" "no free in-flight record \(on all CPUs\)"
run "${paths[@]}" --cpu 7
like "no packet ended there" "$out" "^no packet has completed its path$"
run "${paths[@]}" --json --cpu 1
is "in JSON both numbers" \
	"$(json '.paths[0] | "\(.packets) \(.packets_on_all_cpus) \(.steps[1].mean_ns)"')" \
	"6 14 571"

# the filter of packets
is "no filter" "$(json '.path_filter | tojson')" \
	'{"in":null,"out":null,"proto":null,"netns":null,"differs":false}'
run --file "$data/paths_behind.snapshot" paths
is "paths behind others are last, without a share" "$(from PATH)" \
"PATH                                     PACKETS      %     P50     P99   P99.9     MAX
rx > flowtable > tx                           14   87.5    2.02    4.00    4.00    4.00
rx > drop NO_SOCKET                            2   12.5   0.700   0.700   0.700   0.700
tx > freed eth1 queue 0                       20      -    9.00    9.00    9.00    9.00
tx > freed a@5@4026532281 queue 1              5      -    1.00    1.00    1.00    1.00
local-in > read udp port 53@4026532281         4      -    3.00    3.00    3.00    3.00
tx > freed a@5 queue 0                         3      -    2.00    2.00    2.00    2.00
local-in > read udp port 53                    2      -    5.00    5.00    5.00    5.00
local-in > drop udp port 53                    1      -    7.00    7.00    7.00    7.00"
run --file "$data/paths_behind.snapshot" paths --json
is "JSON has their queue or port, and no share" "$(json '.paths[] | tojson' | jq -r '"\(.path) \(.reason) \(.share)"')" \
"rx > flowtable > tx null 0.875
rx > drop NO_SOCKET 0.125
tx > freed eth1 queue 0 null
tx > freed a@5@4026532281 queue 1 null
local-in > read udp port 53@4026532281 null
tx > freed a@5 queue 0 null
local-in > read udp port 53 null
local-in > drop udp port 53 null"
gateway=(--file "$data/paths_gateway.snapshot" paths)
run "${gateway[@]}"
is "what was merged has no line, unless packets were lost" "$(grep -B1 '^    in no path' <<< "$out")" \
"9@4026531840 received        10         7         0         3        0        0         0
    in no path: 3 timed_out"
run "${gateway[@]}" --limit 2
is "the busiest interfaces, and those with losses" "$(from INTERFACE | sed '/^$/,$d; /PATHS/d; s/ \(received\|sent\) .*//')" \
"1@4026531840
1@4026531840
2@4026531840
2@4026531840
9@4026531840
    in no path: 3 timed_out
6 more interfaces: see --limit"
run "${gateway[@]}" --json --limit 2
is "JSON has all interfaces" "$(json '.interfaces | length')" 9
terminal 80 "${gateway[@]}" --verbose --limit 5
ok "five paths with their stages and interfaces fit 50 lines of 80 columns" [ "$(wc -l <<< "$out")" -le 50 ]
is "none is longer" "$(awk 'length() > 80' <<< "$out")" ""
is "an interface's row is one line" "$(grep -cE '^[0-9]@4026531840 [rt]x +[0-9]' <<< "$out")" 11
terminal 80 "${gateway[@]}" --verbose --limit 1
ok "one path fits 24 lines" [ "$(wc -l <<< "$out")" -le 24 ]
run --file "$data/paths_filtered.snapshot" paths
is "a filter" "$(grep -A1 "^filter" <<< "$out")" \
	"filter in=2@4026532281 proto=tcp netns=4026532281: since it was set, only these
packets are traced"
is "the waits that are timed" "$(grep -A1 "^waits" <<< "$out" | paste -sd' ')" \
	"waits that are timed (waits=): gro, poll; not timed: ring, socket, irq; always: queue, backlog, crypto and others; polls=1, stages=0"
run --file "$data/paths.snapshot" paths
is "an older module does not say it" "$(grep -c "^waits" <<< "$out")" 0
run --file "$data/paths_filtered.snapshot" paths --json
is "in JSON, too" "$(json '.timed_waits | tojson')" '["gro","poll"]'
is "a filter in JSON" "$(json '.path_filter | tojson')" \
	'{"in":"2@4026532281","out":null,"proto":"tcp","netns":4026532281,"differs":false}'

# reports that are not possible, and the reason
fails 1 "paths: the module was loaded with paths=0, and has no paths; load it with paths=64$" \
	"no room for paths" --file "$data/usual.snapshot" paths
fails 1 "load it with paths=64, without sample=$" \
	"neither paths nor all calls" --file "$data/after_sampled.snapshot" paths
run --file "$data/paths_older.snapshot" paths --json
is "the CPUs of steps, of an older module" "$(json '.paths[0].slowest[0].step_cpu')" null
fails 1 "paths: the snapshot is of an older module, and has no paths" \
	"an older module" --file "$data/without_paths.snapshot" paths
run --file "$data/without_paths.snapshot"
is "snapshots of an older module can be read" "$status" 0
for option in --all "--out eth0" "--proto tcp" "--netns 5"; do
	# shellcheck disable=SC2086 # an option and its argument
	fails 2 "option '${option% *}' is unknown|paths does not take ${option% *}" \
		"the filter is not an option: $option" paths $option
done
printf '0) 1.5 us | f();\n' > "$scratch/capture.txt"
fails 1 "a capture has calls of functions, but no packets" "a capture" paths --file "$scratch/capture.txt"
fails 2 "filter: 'in=a b' is not one word" "two words" filter "in=a b"
fails 2 "filter: longer than" "a line too long" \
	filter "in=$(printf '%05000d' 0)"

# the difference of two readings
run version
if grep -q '^features:.* zstd' <<< "$out"; then
	recording_of gw1 one paths paths_later
	recording_of gw2 other paths paths_later
	recording_of gw3 none usual later
	run report "$scratch/one" paths --json
	is "an interval: twice as many came as there were" \
		"$(json '.paths[] | "\(.packets) \(.bytes) \(.total_ns) \(.steps[1].total_ns)"')" \
		"28 28000 64000 16000
4 160 2800 2800
2 120 60000 2000"
	is "and were lost" \
		"$(json '.path_losses | "\(.table_full) \(.gro_merged)"')" "10 2000"
	interfaces='.interfaces[] | "\(.interface) \(.received.packets) \(.received.losses | add) \(.sent.packets)"'
	is "an interval of interfaces, without the one that counted nothing" "$(json "$interfaces")" \
		"1@4026532281 2469204 16 18
2@4026532281 0 0 2469188
other interfaces 6 8 0"
	is "the slowest are those that ended in it" \
		"$(json '.paths[0].slowest | map(.total_ns) | tojson')" "[4000]"
	recording_of gw4 filtered paths paths_filtered
	run report "$scratch/filtered" paths
	like "the filter of a recording is the last one" "$out" "^filter in=2@.* proto=tcp"
	run merge "$scratch/one" "$scratch/filtered" -o "$scratch/differ"
	run report "$scratch/differ" paths
	like "several machines with different filters" "$out" "^the machines have different filters"
	run report "$scratch/differ" paths --json
	is "in JSON, too" "$(json '.path_filter | "\(.differs) \(.proto)"')" "true null"
	run merge "$scratch/one" "$scratch/other" -o "$scratch/both"
	is "merged" "$status" 0
	run report "$scratch/both" paths --json
	is "two machines" "$(json '.paths[] | "\(.packets) \(.bytes) \(.total_ns)"')" \
		"56 56000 128000
8 320 5600
4 240 120000"
	is "they add up" \
		"$(json '[.paths[] | .total_ns == ([.steps[].total_ns] | add) and
			.packets == ([.buckets[][2]] | add)] | all')" true
	is "interfaces are of one machine" "$(json '.interfaces | tojson')" "[]"
	run report "$scratch/both" paths --per-machine
	is "each machine has its own" "$(grep -c "^INTERFACE" <<< "$out")" 2
	recording_of gw5 again paths paths_later paths_reset
	run report "$scratch/again" paths --json
	is "before and after a restart, interfaces are added up" "$(json "$interfaces")" \
		"1@4026532281 3703806 24 27
2@4026532281 0 0 3703782
other interfaces 9 12 0"
	run report "$scratch/both" paths --verbose
	ok "no age of the slowest packets of two machines" \
		[ -z "$(grep ago <<< "$out")" ]
	run merge "$scratch/one" "$scratch/none" -o "$scratch/some"
	fails 1 "paths: some of the machines have no paths.*--machine" \
		"a machine without paths" report "$scratch/some" paths
	run report "$scratch/some" paths --machine gw1 --json
	is "the one that has them" "$(json '.paths | length')" 3
	fails 2 "paths does not take --all" "a recording" \
		report "$scratch/one" paths --all
else
	skip "an interval" "built without zstd"
fi

# with the module: its filter, and the names of interfaces
mkdir -p "$PATHTIME_ROOT$debugfs/pathtime"
file /proc/self/mounts "none $debugfs debugfs rw 0 0"
file /proc/self/ns/net ""
netns=$(($(stat -c %i "$PATHTIME_ROOT/proc/self/ns/net") & 0xffffffff))
perl -0777 -pe '
	BEGIN { ($from, $to) = map { pack "L", $_ } 4026532281, shift }
	s/\Q$from\E/$to/g' "$netns" "$data/paths.snapshot" \
	> "$PATHTIME_ROOT$debugfs/pathtime/snapshot"
mkfifo "$control"
exec 3<> "$control"

# written: print the lines in the control file, each with a ;
written()
{
	local line

	while read -r -t 0.1 line <&3; do
		printf '%s;' "$line"
	done
}

# filters WANTED ARGUMENTS...: check the lines that the tool writes to the control file
filters()
{
	local wanted=$1

	shift
	run "$@"
	is "$*: status" "$status" 0
	is "$*" "$(written)" "$wanted"
}

filters "" paths
for command in summary paths hist probes "export --json"; do
	# shellcheck disable=SC2086 # a command and its option
	filters "" $command
done
filters "filter in=eth0 out=eth1 proto=udp netns=4026531840;" filter \
	in=eth0 out=eth1 proto=udp netns=4026531840
filters "filter;" filter
filters "filter proto=tcp;" filter proto=tcp
run paths --slowest
like "an interface of our own namespace has its name" "$out" "ago, in lo, out "
like "and in the table of interfaces" "$out" "^lo received +1,234,602 +1,234,000 "
run export --prometheus
like "an interface of our own namespace has no label of one" "$out" \
	'^pathtime_interface_packets_total\{interface="lo",direction="received",fate="gro_merged"\} 5$'
run export --json
is "an export has the name, too" "$(json '.paths[0].slowest[0].in')" lo
run paths --json --file "$PATHTIME_ROOT$debugfs/pathtime/snapshot"
is "a saved snapshot has no name" "$(json '.paths[0].slowest[0].in')" \
	"1@$netns"

# namespaces behind paths: the file of the name is that of the number
file /run/netns/gwb ""
netns=$(($(stat -c %i "$PATHTIME_ROOT/run/netns/gwb") & 0xffffffff))
perl -0777 -pe '
	BEGIN { $to = shift }
	s/\@4026532281([^\0]*)(\0+)/"\@$to$1" . "\0" x (length("4026532281$2") - length $to)/ge' "$netns" "$data/paths_behind.snapshot" \
	> "$PATHTIME_ROOT$debugfs/pathtime/snapshot"
run paths
is "a namespace has its name behind a path, and an @ in a device's name stays" "$(grep -o '^[tl].*[^ ] queue [0-9]\|^[tl].* port [^ ]*' <<< "$out")" \
"tx > freed eth1 queue 0
tx > freed a@5@gwb queue 1
local-in > read udp port 53@gwb
tx > freed a@5 queue 0
local-in > read udp port 53
local-in > drop udp port 53"
run paths --json 'udp port 53@gwb'
is "in JSON, and as an argument" "$(json '.paths[] | "\(.path) \(.reason)"')" "local-in > read udp port 53@gwb"
run export --prometheus
like "for Prometheus" "$out" 'reason="a@5@gwb queue 1"'
run paths --json --file "$PATHTIME_ROOT$debugfs/pathtime/snapshot"
is "a saved snapshot has the number" "$(json '[.paths[].reason | select(. != null and contains("@")) | sub(".*@"; "")] | sort | unique | tojson')" \
	"[\"$netns\",\"$netns queue 1\",\"5 queue 0\"]"
done_testing
