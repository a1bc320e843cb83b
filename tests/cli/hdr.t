#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# hdr: HdrHistogram's own reader finds the numbers of the JSON in a log

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

command -v jq > /dev/null || skip_all "jq is not installed"
enter_namespace

jar=/usr/share/java/hdrhistogram.jar
usual=(--file "$data/usual.snapshot")

fails 2 "--hdr: name a function" "no function" export --hdr "${usual[@]}"
fails 2 "--csv writes all functions: 'xfrm_input' is one word too many" \
	"a function where none is taken" export --csv xfrm_input "${usual[@]}"
fails 1 "no function 'xfrm_inputs': there is xfrm_input" "no such function" \
	export --hdr xfrm_inputs "${usual[@]}"
fails 1 "takes one function, and 4 match 'nf_\*': nf_flow_offload_ip_hook, .*others" \
	"a pattern of several" export --hdr 'nf_*' "${usual[@]}"
fails 1 "xfrm_input has no outcome 'lost': its outcomes are ok, error" \
	"no such outcome" export --hdr xfrm_input lost "${usual[@]}"
fails 2 "export --hdr does not take --per-cpu" "another form's option" \
	export --hdr xfrm_input --per-cpu "${usual[@]}"
printf '0) 1.5 us | f();\n' > "$scratch/capture.txt"
for form in --hdr --hlog; do
	[ $form = --hlog ] || form+=" f"
	# shellcheck disable=SC2086 # an option and its word
	fails 1 "export: ${form% f} .* a capture has" "$form: a capture" \
		export $form --file "$scratch/capture.txt"
done

# a histogram of so many calls that the levels come closer than a double can tell
run export --hdr countless --file "$data/countless.snapshot"
is "more calls than a double can count: status" "$status" 0
is "more calls than a double can count: the last row" \
	"$(grep -c '1.000000000000 72057594037927937$' <<< "$out")" 1
like "more calls than a double can count: rows" "$(wc -l <<< "$out")" '^[0-9]{2,3}$'

# rows: print value, percentile and count of each row of the distribution in $out
rows()
{
	grep -E '^ *[0-9]' <<< "$out"
}

# footer NAME: print a figure below the distribution in $out
footer()
{
	grep -oP "$1 += +\K[0-9.]+" <<< "$out"
}

# round as printf() does, to the digits that both outputs have
rounded()
{
	awk '/^ *[0-9]/ { printf "%s %.10f %s %s\n", $1, $2, $3, $4 }'
}

# is_in_bucket NS: check that the time is in the bucket in $buckets that has $reported, to three figures
is_in_bucket()
{
	jq -e --argjson ns "$1" --argjson reported "$reported" \
		'[.[] | select(.[0] <= $reported and .[1] >= $reported)
		  | .[0] <= $ns and $ns <= .[1] * 1.001] | all and length > 0' \
		<<< "$buckets" > /dev/null
}

for snapshot in usual sampled nested small costly; do
	run hist --full --json --file "$data/$snapshot.snapshot"
	probe=$(json '[.probes[] | select(.calls > 0)][0]')
	function=$(jq -r .function <<< "$probe")
	buckets=$(jq '[.outcomes[].buckets[]]' <<< "$probe")
	run export --hdr "$function" --file "$data/$snapshot.snapshot"
	is "$snapshot: number of calls" "$(footer "Total count")" \
		"$(jq .calls <<< "$probe")"
	is "$snapshot: the longest, to the nanosecond" "$(footer Max)" \
		"$(jq .max_ns <<< "$probe").000"
	is "$snapshot: the mean, to the nanosecond" \
		"$(printf '%.0f' "$(footer Mean)")" "$(jq .mean_ns <<< "$probe")"
	for level in 0.5 0.9; do
		reported=$(jq ".p${level#0.}0_ns // .p${level#0.}_ns" <<< "$probe")
		ok "$snapshot: the percentile $level is in summary's bucket" \
			is_in_bucket "$(rows |
				awk -v level=$level '$2 >= level { print $1; exit }')"
	done
	is "$snapshot: the last row is all" \
		"$(rows | tail -n 1 | awk '{ print $2, $3, NF }')" \
		"1.000000000000 $(jq .calls <<< "$probe") 3"
done
run export --hdr xfrm_input error --group xfrm --cpu 5 "${usual[@]}"
is "an outcome on a CPU" "$(footer "Total count")" 1000
run export --hdr esp_output_tail "${usual[@]}"
is "the overflow is at its longest call" \
	"$(rows | awk 'END { print ($1 >= 9e10 && $1 < 9.01e10) }')" 1
run export --hdr esp6_input "${usual[@]}"
is "no calls: no rows, no error" "$status $(rows)$(footer "Total count")" "0 0"
paths=(--file "$data/paths.snapshot")
run paths --json "${paths[@]}"
while IFS=$'\t' read -r name packets max; do
	run export --hdr paths "$name" "${paths[@]}"
	is "$name: its name, packets and the longest" \
		"$(head -n 1 <<< "$out") $(footer "Total count") $(footer Max)" \
		"#[pathtime: $name, values in nanoseconds] $packets $max.000"
done < <(jq -r '.paths[] | "\(.path)\(if .reason then " " + .reason else "" end)\t\(.packets)\t\(.max_ns // 0)"' \
	 <<< "$out")
fails 2 "--hdr paths: name a path as 'pathtime paths' prints it" "no path" \
	export --hdr paths "${paths[@]}"
fails 1 "no packets took the path 'rx > tx': 'pathtime paths' lists" "no such path" \
	export --hdr paths "rx > tx" "${paths[@]}"
fails 2 "--hlog paths writes all paths: 'rx > tx' is one word too many" \
	"a path where none is taken" export --hlog paths "rx > tx" "${paths[@]}"
for words in "--hdr paths rx" "--hlog paths"; do
	# shellcheck disable=SC2086 # an option and its words
	fails 1 "export: the module was loaded with paths=0" \
		"no room for paths: $words" export $words "${usual[@]}"
	# shellcheck disable=SC2086 # an option and its words
	fails 2 "paths does not take --group" "a group of paths: $words" \
		export $words --group xfrm "${paths[@]}"
done
run export --hdr f --file "$data/none.snapshot"
is "no snapshot: no heading" "$status $out" "1 "

# the text of a log
run export --hlog "${usual[@]}"
is "head of a log" "$(head -n 3 <<< "$out")" \
'#[Logged with pathtime '"$("$pathtime" version | head -n 1 | cut -d ' ' -f 2)"', values in nanoseconds]
#[Histogram log format version 1.2]
"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"'
is "no line is too long for the C reader's head" \
	"$(head -n 3 <<< "$out" | awk 'length > 126')" ""
is "a snapshot: from when its counts began to when it was taken" \
	"$(tail -n +4 <<< "$out" | cut -d , -f 2,3 | sort -u)" \
	"$("$pathtime" --json "${usual[@]}" |
		jq -r '"\(.since_ns / 1e9).000,\((.time_ns - .since_ns) / 1e9).000"')"
is "the longest in milliseconds" \
	"$(grep -F Tag=xfrm_input.ok, <<< "$out" | cut -d , -f 4)" 6.089

if [ ! -e "$jar" ] || ! command -v java > /dev/null; then
	skip "HdrHistogram reads it" "libhdrhistogram-java or java is not installed"
	done_testing
	exit
fi

# hdr ARGUMENTS...: run HdrHistogram's reader on a log
hdr()
{
	java -cp "$jar" org.HdrHistogram.HistogramLogProcessor \
		-outputValueUnitRatio 1 "$@"
}

for snapshot in usual sampled nested; do
	run export --hlog --file "$data/$snapshot.snapshot"
	printf '%s\n' "$out" > "$scratch/log"
	run --json --file "$data/$snapshot.snapshot"
	tags=$(jq -r '.probes[]
		| (if .module == "" then "" else .module + ":" end) as $of
		| .function as $function | .outcomes | to_entries[]
		| select(.value.calls > 0) | $of + $function + "." + .key' <<< "$out" |
		LC_ALL=C sort)
	is "$snapshot: tags" "$(hdr -i "$scratch/log" -listtags | tail -n +2)" \
		"$tags"
	for tag in $(head -n 4 <<< "$tags"); do
		out=$(hdr -i "$scratch/log" -tag "$tag")
		read_back=$(rounded <<< "$out")
		calls=$(footer "Total count")
		buckets="$(footer Buckets) $(footer SubBuckets)"
		run export --hdr "${tag%.*}" "${tag##*.}" \
			--file "$data/$snapshot.snapshot"
		is "$snapshot, $tag: HdrHistogram reads the same distribution" \
			"$calls $buckets
$read_back" "$(footer "Total count") $(footer Buckets) $(footer SubBuckets)
$(rounded <<< "$out")"
	done
done

run export --hlog paths "${paths[@]}"
printf '%s\n' "$out" > "$scratch/log"
run paths --json "${paths[@]}"
lines=$(json '.paths[] | select(.packets > 0)
	| (.path | gsub(" "; "")) + (if .reason then "." + .reason else "" end) + " \(.packets)"')
is "paths: tags" "$(hdr -i "$scratch/log" -listtags | tail -n +2)" \
	"$(cut -d ' ' -f 1 <<< "$lines" | LC_ALL=C sort)"
while read -r tag packets; do
	out=$(hdr -i "$scratch/log" -tag "$tag")
	is "$tag: HdrHistogram reads its packets" "$(footer "Total count")" "$packets"
done <<< "$lines"

run version
if ! grep -q '^features:.* zstd' <<< "$out"; then
	skip "logs of recordings" "built without zstd"
	done_testing
	exit
fi

# counts TAG: print the length and the calls of each interval in $scratch/log
counts()
{
	hdr -i "$scratch/log" -tag "$1" -o "$scratch/read" &&
		grep -oP '^[0-9].* I:\K[0-9]+' "$scratch/read" | tr '\n' ' '
}

# log NAME ARGUMENTS...: write the log of a recording
log()
{
	run report "$scratch/$1" export --hlog "${@:2}"
	printf '%s\n' "$out" > "$scratch/log"
}

recording steps usual later latest
log steps
is "a recording: status" "$status $err" "0 "
is "a recording: a line for each interval" \
	"$(counts virtio_net:virtnet_poll.all)" "32000 32000 "
like "a recording: times of day" "$out" \
	"^#\[StartTime: 1[0-9]{9}\.[0-9]{3} \(seconds since epoch\), .* UTC 20[0-9]{2}\]"
is "a recording: each interval has its length" \
	"$(grep -F virtnet_poll.all, "$scratch/log" | cut -d , -f 3 | tr '\n' ' ')" \
	"2.500 7.500 "
run report "$scratch/steps" hist virtnet_poll --json
reported=$(json '.probes[0].p50_ns')
buckets=$(json '.probes[0].outcomes.all.buckets')
ok "a recording: intervals add up to the report" is_in_bucket \
	"$(hdr -i "$scratch/log" -tag virtio_net:virtnet_poll.all |
		awk '$2 == 0.5 { printf "%.0f", $1 }')"
log steps --to 3s
is "a part of a recording" "$(counts virtio_net:virtnet_poll.all)" "32000 "
recording all_paths paths paths_later
run report "$scratch/all_paths" export --hlog paths
printf '%s\n' "$out" > "$scratch/log"
run report "$scratch/all_paths" paths --json
is "a recording: packets of the interval" "$(counts 'rx>flowtable>tx')" \
	"$(json '.paths[] | select(.path == "rx > flowtable > tx") | .packets') "
log steps --group nf
is "a group of a recording" \
	"$(grep -o '^Tag=[^,.]*' "$scratch/log" | grep -vc nf_)" 0

recording reset usual later reset
log reset
is "a reset: nothing is lost, and nothing said" "$status$err" 0
is "a reset: the interval has what came after it" \
	"$(counts virtio_net:virtnet_poll.all)" "32000 16000 "

(cd "$data" && ./make_recording gw1 "$scratch/a" usual.snapshot later.snapshot &&
 ./make_recording gw2 "$scratch/b" later.snapshot latest.snapshot)
"$pathtime" merge -o "$scratch/both" "$scratch/a" "$scratch/b"
fails 1 "both: 2 recordings, whose times overlap: .*--machine" \
	"several machines" report "$scratch/both" export --hlog
is "several machines: nothing is written" "$out" ""
log both --machine gw2
is "one of several machines" "$(counts virtio_net:virtnet_poll.all)" "32000 "
fails 1 "both: no machine 'gw3' in it" "no such machine" \
	report "$scratch/both" --machine gw3 export --hlog
for form in "--hdr f" --hlog; do
	# shellcheck disable=SC2086 # an option and its word
	fails 2 "does not take --per-machine: .*; --machine chooses one" \
		"$form: each machine" \
		report "$scratch/both" --per-machine export $form
done
run import "$scratch/capture.txt" -o "$scratch/captured"
fails 1 "--hlog needs the time of day .* capture has none; use --csv" \
	"a log of captures" report "$scratch/captured" export --hlog
fails 1 "--hdr writes one distribution, and a capture has segments; use --csv or --json" \
	"a distribution of captures" report "$scratch/captured" export --hdr f
is "captures: nothing is written" "$out" ""

# a log while the module counts
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs
show usual
"$pathtime" export --hlog --interval 1s --count 2 > "$scratch/log" &
tool=$!
until_true grep -qs . "$scratch/log" || true
sleep 0.5
show later
wait $tool
is "live: what came in between" "$(counts virtio_net:virtnet_poll.all)" "32000 "
now=$(date +%s)
run export --hlog
like "live: as of now" "$now" \
	"^$(grep -m 1 -oP '^#\[StartTime: \K[0-9]{2}' <<< "$out")"
done_testing
