#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# interval: differences of consecutive readings

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

command -v jq > /dev/null || skip_all "jq is not installed"
enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs
mkfifo "$debugfs/pathtime/snapshot"

# feed NAME...: give the tool one snapshot each time it opens the file
feed()
{
	local name fifo=$debugfs/pathtime/snapshot

	for name; do
		exec 9> "$fifo"
		# When the tool has read all of this one, it opens another file for the next.
		rm -f "$fifo.next"
		mkfifo "$fifo.next"
		mv "$fifo.next" "$fifo"
		cat "$data/$name.snapshot" >&9
		exec 9>&-
	done
}

# watch NAMES ARGUMENTS...: run the tool while these snapshots are fed to it
watch()
{
	local names=$1 feeder

	shift
	# shellcheck disable=SC2086 # a list of names
	feed $names &
	feeder=$!
	run --interval 300ms "$@"
	# If the tool read less often, the writer would wait forever.
	kill "$feeder" 2> /dev/null
	wait "$feeder"
}

run --json --file "$data/usual.snapshot"
usual=$(json '.probes | map(.calls) | join(" ")')
missed=$(json '.losses.missed')

watch "usual later" --count 1 --json
is "status" "$status" 0
is "one document" "$(wc -l <<< "$out")" 1
is "length" "$(json .interval_ns)" 2500000000
is "no restart" "$(json .restarted)" false
is "the shortest and longest call are bounds of buckets" "$(json .min_max_rounded)" true
is "calls: twice as many came as there were" \
	"$(json '.probes | map(.calls / 2) | join(" ")')" "$usual"
is "missed" "$(json '.losses.missed')" $((2 * missed))
is "the mean is that of the whole" \
	"$(json '.probes[5].mean_ns')" \
	"$(run_usual --json; json '.probes[5].mean_ns')"

watch "usual usual later" --count 2 --json hist virtnet_poll
is "two documents" "$(jq -r '.probes[0].calls' <<< "$out" | tr '\n' ' ')" \
	"0 32000 "
is "with buckets" "$(tail -1 <<< "$out" |
	jq '[.probes[0].outcomes.all.buckets[][2]] | add')" 32000
is "no time where there are no calls" \
	"$(head -1 <<< "$out" | jq '.probes[0].p50_ns')" null

before=$(date +%s)
watch "usual usual later" --count 2 --json
is "the end of each interval by the wall clock" "$(jq "(.realtime_ns / 1e9) as \$at
	| \$at >= $before and \$at <= $(date +%s) + 1" <<< "$out" | xargs)" "true true"
TZ=XYZ-5:30 watch "usual usual later" --count 2
is "in tables, with the offset from UTC" \
	"$(grep -cE '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\+0530: Linux' <<< "$out")" 2
is "a blank line between tables" "$(grep -B 1 -E '^20[0-9]{2}-' <<< "$out" | sed -n '/^$/p' | wc -l)" 1
watch "usual usual later" --count 2 --json
is "but not between documents" "$(grep -c '^$' <<< "$out")" 0

# callers and callees: the difference between the two readings
watch "nested nested_later" --count 1 --json tree
is "tree: twice as much came as there was" \
	"$(json '.tree[] | select(.context == "softirq") | "\(.function) \(.calls) \(.total_ns) \(.self_ns)"')" \
"virtnet_poll 200 1000000 240000
nf_flow_offload_ip_hook 400 400000 400000
xfrm_input 200 300000 120000
esp_input 200 180000 180000"
is "tree: of a call that was under way what came in the interval" \
	"$(json '.tree[] | select(.context == "task") | "\(.function) \(.calls) \(.total_ns) \(.self_ns)"')" \
"udp_sendmsg 1 70000 10000
xfrm_input 40 60000 24000
esp_input 40 36000 36000"
nodes_add_up "tree of an interval"
is "tree: calls in no tree" "$(json '.warnings | tojson')" '{"unlinked_tasks":6}'
watch "costly costly_later" --count 1 --json tree
is "tree: raw times of the interval" \
	"$(json '.tree[] | select(.context == "softirq") | "\(.function) \(.raw_total_ns)"')" \
"virtnet_poll 1044000
nf_flow_offload_ip_hook 408000
xfrm_input 314000
esp_input 184000"
watch "costly costly_later" --count 1 --unit ns --raw
is "raw times of an interval" \
	"$(awk '$1 == "xfrm_input" { print $2, $4, $8; exit }' <<< "$out")" \
	"240 1,570 377"
watch "nested nested_later" --count 1 --json breakdown
breakdowns_add_up "breakdown of an interval"
is "breakdown: its packets" "$(json '.breakdown | "\(.calls) \(.packets)"')" "200 500"
watch "nested nested_later" --count 1 --json
is "self times: twice as much came as there was" \
	"$(json '.probes[] | select(.function == "virtnet_poll") | "\(.self_calls) \(.self_ns)"')" \
	"200 240000"
watch "nested nested nested_later" --count 2 --json breakdown udp_sendmsg
is "breakdown: an interval without calls" \
	"$status $(head -1 <<< "$out" | jq -c '.breakdown')" "0 null"
is "breakdown: the next one" "$(tail -1 <<< "$out" | jq -c '.breakdown.total_ns')" \
	70000
watch "nested nested" --count 1 breakdown
like "breakdown: nothing came, so it says" "$out" "^no calls to break down"
watch "nested nested" --count 1 tree
is "tree: nothing came" "$status $(grep -cE '^(task|softirq|hardirq):' <<< "$out")" \
	"0 0"

watch "busy busy_later" --count 1
like "cost: of the interval" "$out" \
	"^probes took 34 ns a call, 13.6 ms/s, 1.36 % of one CPU$"
watch "busy busy_later" --count 1 probes --verbose
is "cost: of each probe in the interval" \
	"$(awk '/^(xfrm_input|ip_rcv|all) / { print $(NF - 1), $NF }' <<< "$out")" \
"12,000,000 1.20
1,600,000 0.16
13,600,000 1.36"
like "cost: the text names the interval" "$(tr '\n' ' ' <<< "$out")" \
	"% of one CPU at the call rate of this interval "
watch "busy busy_later" --count 1 --json
is "cost: in JSON" "$(json '"\(.overhead_ns) \(.overhead_percent * 1)"')" "34000000 1.36"

# the present call rate: always two readings, one second apart
feed busy busy_later &
before=$(date +%s%N)
run probes -v
took=$((($(date +%s%N) - before) / 1000000))
wait
ok "present rate: takes a second (${took} ms)" [ $((took >= 1000 && took < 20000)) = 1 ]
is "present rate: of the two readings" "$status $(awk '/^all / { print $NF }' <<< "$out")" \
	"0 1.36"
feed busy &
run probes -v --names
wait
is "present rate: names need none" "$out" $'xfrm_input\nip_rcv\nip_output'

watch "usual reset" --count 1
like "a message about a reset" "$out" "counts were reset, or the module reloaded"
like "it is since the reset" "$out" "an interval of 1 s"
watch "usual reset" --count 1 --json
is "a reset in JSON" "$(json .restarted)" true
is "the shortest and longest call since a reset are known" "$(json .min_max_rounded)" false
is "nothing is subtracted" "$(json '.probes | map(.calls) | join(" ")')" \
	"$usual"

watch "usual later" --count 1
like "the table has the interval" "$out" "an interval of 2.5 s"
like "and that the longest is not exact" "$out" "MAX rounded to a bucket"
is "in 80 columns" "$(awk 'length > 79' <<< "$out")" ""

watch "usual later" --count 1 --json --cpu 0
is "only some CPUs" "$(json '[.probes[].cpus[].cpu] | unique | join(" ")')" 0

watch "usual usual later" --count 2 export --csv --group virtio_net
is "CSV: one head, and when each interval was" \
	"$(cut -d , -f 1-3,7-10 <<< "$out")" \
	"time_ns,interval_ns,restarted,function,outcome,cpu,calls
4000000000000,0,0,virtnet_poll,,,0
4000000000000,0,0,virtnet_poll,all,,0
4002500000000,2500000000,0,virtnet_poll,,,32000
4002500000000,2500000000,0,virtnet_poll,all,,32000"
watch "usual reset" --count 1 export --csv --group virtio_net
is "CSV: a reset" \
	"$(cut -d , -f 3,10 <<< "$out" | tail -n 1)" 1,16000
before=$(date +%s)
watch "usual later" --count 1 export --csv
is "CSV: the wall clock at the end of each interval" \
	"$(awk -F , -v before="$before" -v after="$(date +%s)" 'NR == 1 { print $4 }
		NR > 1 && ($4 / 1e9 < before || $4 / 1e9 > after + 1)' <<< "$out")" realtime_ns

# The module is unloaded between two readings.
(feed usual; rm "$debugfs/pathtime/snapshot") &
run --interval 0.3
wait
is "unloaded meanwhile: exit status" "$status" 1
like "unloaded meanwhile: a message" "$err" "the module is not loaded"

cp "$data/usual.snapshot" "$debugfs/pathtime/snapshot"
env --default-signal=INT "$pathtime" --interval 60 > "$scratch/out" 2>&1 &
tool=$!
sleep 0.5
kill -INT $tool
status=0
wait $tool || status=$?
is "interrupted it ends well" "$status" 0
is "and quietly" "$(< "$scratch/out")" ""
status=0
"$pathtime" --interval 0.05 > /dev/full 2> "$scratch/err" || status=$?
is "a full disk ends it" "$status" 1
like "a full disk: a message" "$(< "$scratch/err")" "standard output"
for format in csv hlog json; do
	fails 1 "--output /dev/full: cannot be written: No space left" "a full disk behind --output: $format" \
		export --$format --interval 0.05 --count 2 --output /dev/full
done
done_testing
