#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# export: the forms for other programs have the content of the JSON

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

fails 2 "name a format: --folded, --csv" "no form" export
fails 2 "--csv and --json are two formats" "two forms" \
	export --csv --json
fails 2 "export --csv does not take --raw" "an option of another form" \
	export --csv --raw
fails 2 "export does not take --unit" "an option of no form" \
	export --csv --unit us

for snapshot in usual paths without_paths; do
	run --file "$data/$snapshot.snapshot" --json
	document=$(json tojson)
	run export --file "$data/$snapshot.snapshot" --json
	is "$snapshot: JSON is that of the summary" \
		"$(json 'del(.paths, .path_filter, .timed_waits, .path_losses, .interfaces, .waits, .polls) | tojson')" "$document"
	is "$snapshot: it also has paths, or null if they are not known" \
		"$(json '[.paths, .path_losses, .interfaces | type] | join(" ")')" \
		"$([ $snapshot = paths ] && echo array object array || echo null null null)"
done
run paths --file "$data/paths.snapshot" --json --cpu 1
document=$(json '[.paths, .path_losses, .interfaces] | tojson')
run export --file "$data/paths.snapshot" --json --cpu 1
is "these are those of paths" "$(json '[.paths, .path_losses, .interfaces] | tojson')" "$document"

# ".p50_ns, .p90_ns" and so on
percentiles=$(percentiles | sed 's/^/./' | paste -sd ,)

# print the wanted lines, made from the JSON
expected_csv()
{
	jq -r --argjson cpus "$1" '
		def times: [.min_ns, '"$percentiles"', .max_ns, .timed, .packets,
			    .overflowed, .clock_backwards, .below_overhead];
		def line($names; $cpu; $missed): $names + [$cpu, .calls,
			$missed, .total_ns, .self_ns, .raw_total_ns] + times
			| map(. // "" | tostring) | join(",");
		def lines($names; $missed): line($names; null; $missed),
			(select($cpus) | .cpus[]? |
			 line($names; .cpu; null));
		.probes[] | [.group, .module, .function] as $names
		| lines($names + [""]; .missed),
		  (.outcomes | to_entries[] | .key as $key
		   | .value | lines($names + [$key]; null))' <<< "$out"
}

for snapshot in usual sampled costly nested empty below without_below; do
	for cpus in false true; do
		flags=()
		[ $cpus = false ] || flags=(--per-cpu)
		flags+=(--file "$data/$snapshot.snapshot")
		run "${flags[@]}" --json
		wanted=$(expected_csv $cpus)
		run export --csv "${flags[@]}"
		is "$snapshot, CPUs $cpus: lines are those of JSON" \
			"$(tail -n +2 <<< "$out")" "$wanted"
		is "$snapshot, CPUs $cpus: as many columns as names" \
			"$(awk -F , '{ print NF }' <<< "$out" | sort -u)" $((17 + $(percentiles | wc -l)))
	done
done
run_usual export --csv --group xfrm --cpu 5
is "lines of a group on a CPU" "$(cut -d , -f 1,3,4,6,7 <<< "$out")" \
	"group,function,outcome,calls,missed
xfrm,xfrm_input,,23000,17
xfrm,xfrm_input,ok,22000,
xfrm,xfrm_input,error,1000,
xfrm,esp_output_tail,,0,0
xfrm,esp_output_tail,all,0,
xfrm,esp6_input,,0,0
xfrm,esp6_input,all,0,"

printf '0) 1.5 us | f();\n' > "$scratch/a, \"b\".txt"
run export --csv -f "$scratch/a, \"b\".txt" -f "$scratch/a, \"b\".txt"
is "the head comes once, before all captures" "$(grep -c '^source,segment,' <<< "$out")" 1
is "a name with commas and quotes is quoted" \
	"$(sed -n 2p <<< "$out" | cut -d , -f 1-7)" \
	"\"$scratch/a, \"\"b\"\".txt\",,other,,f,"
is "nothing stands between captures" "$(grep -c . <<< "$out")" \
	"$(wc -l <<< "$out")"

# print the wanted lines of paths, made from the JSON
expected_csv_of_paths()
{
	jq -r --argjson cpus "$1" '
		def row: map(. // "" | tostring) | join(",");
		def times: [.min_ns, '"$percentiles"', .max_ns, .overflowed,
			    .clock_backwards];
		(.paths[] | [.path, .reason] as $names | .packets_on_all_cpus as $all
		| ($names + [null, null, null, .packets, $all, .bytes, .total_ns] + times
			| row),
		  (select($cpus) | .cpus[]
			| ($names + [null, null, .cpu, .packets, null, null, .total_ns] | row)),
		  (.steps | to_entries[1:][]
			| $names + [.key + 1, .value.step, null, null, $all, null,
				    .value.total_ns, (times | map(null))[]] | row)),
		(.path_losses | to_entries[]
			| [null, .key, null, null, null, null, .value, null, null, (times | map(null))[]]
			| row)' <<< "$out"
}

for flags in "" "--per-cpu" "--cpu 1" "--cpu 7 --per-cpu"; do
	# shellcheck disable=SC2086 # options and their arguments
	set -- --file "$data/paths.snapshot" $flags
	run paths --json "${@//--per-cpu/--json}"
	wanted=$(expected_csv_of_paths "$([[ $flags == *--per-cpu ]] && echo true || echo false)")
	run export --csv paths "$@"
	# JSON has no percentiles of a single CPU.
	is "paths $flags: lines are those of JSON" \
		"$(tail -n +2 <<< "$out" | awk -F , -v OFS=, '$5 != "" { NF = 9 } { print }')" \
		"$wanted"
	is "paths $flags: as many columns as names" \
		"$(awk -F , '{ print NF }' <<< "$out" | sort -u)" $((13 + $(percentiles | wc -l)))
done
is "paths have names for their columns" "$(head -n 1 <<< "$out")" \
	"path,reason,position,step,cpu,packets,packets_on_all_cpus,bytes,total_ns,min_ns,$(percentiles | tr '\n' ,)max_ns,overflowed,clock_backwards"
run export --csv paths --per-cpu --file "$data/paths.snapshot"
is "percentiles of a CPU" "$(grep '^rx > flowtable > tx,' <<< "$out" |
	cut -d , -f 5,6,10- | sed -n 2,3p)" \
	"$(for cpu in 0 1; do
		run export --csv paths --cpu $cpu --file "$data/paths.snapshot"
		echo "$cpu,$(grep '^rx > flowtable > tx,' <<< "$out" | head -n 1 |
			cut -d , -f 6,10-)"
	   done)"
fails 2 "export --csv writes all functions: 'path' is one word too many" \
	"another word" export --csv path
fails 2 "export --csv paths writes all paths: 'rx' is one word too many" \
	"a word behind paths" export --csv paths rx
fails 2 "export --json writes all functions: 'paths' is one" "paths as JSON" \
	export --json paths
fails 2 "export --csv paths does not take --group" "a group of paths" \
	export --csv paths --group xfrm
fails 1 "export: the module was loaded with paths=0" \
	"no room for paths" export --csv paths --file "$data/usual.snapshot"
fails 1 "export: the snapshot is of an older module, and has no paths" \
	"an older module" export --csv paths --file "$data/without_paths.snapshot"
fails 1 "export: a capture has calls of functions" "a capture" \
	export --csv paths -f "$scratch/a, \"b\".txt"
run version
if grep -q '^features:.* zstd' <<< "$out"; then
	recording_of gw1 one paths paths_later
	recording_of gw2 other paths paths_later
	run merge "$scratch/one" "$scratch/other" -o "$scratch/both"
	run report "$scratch/both" export --csv paths --per-machine
	is "paths of machines: one head, and the machine in each line" \
		"$(cut -d , -f 1-6,11-13 <<< "$out" | grep -E '^[^,]*,[0-9]+,[0-9]+,[01],[0-9]+,rx > drop|^machine')" \
		"machine,time_ns,interval_ns,restarted,realtime_ns,path,packets,packets_on_all_cpus,bytes
$(for machine in gw1 gw2; do
		sed -n "s/^\($machine,[0-9]*,[0-9]*,0,[0-9]*,\)rx > drop,.*/\1rx > drop,4,4,160/p" <<< "$out" |
			head -n 1
		sed -n "s/^\($machine,[0-9]*,[0-9]*,0,[0-9]*,\)rx > drop,.*/\1rx > drop,,4,/p" <<< "$out" |
			head -n 1
	done)"
else
	skip "paths of machines" "built without zstd"
fi

# value NAME LABELS: print the value of that line in $out
value()
{
	grep -F "$1{$2} " <<< "$out" | sed 's/.* //'
}

small='group="xfrm",module="",function="xfrm_input",outcome="ok"'
run export --prometheus --file "$data/small.snapshot"
# 1234 times 3 17 17 100 640 641 1200 9000 ns, 77 times 17 100 640 ns
is "buckets are cumulative" \
	"$(for le in 0.000000256 0.000000512 0.000001024 0.000002048 \
		     0.000008192 0.000016384 68.719476736 +Inf; do
		value pathtime_call_duration_seconds_bucket "$small,le=\"$le\""
	   done | tr '\n' ' ')" "5090 5090 7635 8869 8869 10103 10103 10103 "
is "as many buckets as powers of two, and one without end" \
	"$(grep -c "_bucket{$small" <<< "$out")" 30
is "sum in seconds" "$(value pathtime_call_duration_seconds_sum "$small")" \
	0.014394901
is "number of calls" "$(value pathtime_call_duration_seconds_count "$small")" \
	10103
is "missed calls" "$(value pathtime_missed_calls_total "${small%,outcome*}")" 12
is "packets" "$(value pathtime_packets_total "${small%,outcome*}")" 5000
is "no packets where none are known" \
	"$(grep -c "^pathtime_packets_total" <<< "$out")" 1
like "pathtime_up is 1" "$out" '^pathtime_up 1$'
like "versions and clock in pathtime_info" "$out" '^pathtime_info\{version="[^"]+",kernel="[^"]+",clock="[^"]+"\} 1$'
run export --prometheus --file "$data/busy.snapshot"
is "cost in seconds" \
	"$(value pathtime_probe_overhead_seconds_total \
		 'group="xfrm",module="",function="xfrm_input"')" 3.000000000
is "armed probes" "$(grep -o '^pathtime_probe_armed.* .$' <<< "$out" |
	grep -o '[^"]*"} .$' | tr '\n' ' ')" \
	'xfrm_input"} 1 ip_rcv"} 1 ip_output"} 0 '
is "nothing of a function that is not timed and was not called" \
	"$(grep -c 'ip_output.*outcome' <<< "$out")" 0
run_usual export --prometheus
is "a longer call than all bounds is in the last bucket only" \
	"$(grep 'esp_output_tail.*le="[6+]' <<< "$out" | cut -d ' ' -f 2 |
		tr '\n' ' ')" "1 3 "
is "lines of a family are together" \
	"$(grep -o '^pathtime_[a-z_]*' <<< "$out" | sed 's/_\(bucket\|sum\|count\)$//' |
		uniq | sort | uniq -d)" ""
run export --prometheus --file "$data/below.snapshot"
is "calls below the overhead" \
	"$(sed -n 's/^pathtime_below_overhead_calls_total{.*function="\([^"]*\)"} /\1 /p' <<< "$out" | tr '\n' ' ')" \
	"ip_rcv 20 ip_output 21 nf_conntrack_in 1500 udp_sendmsg 99 "
run export --prometheus --file "$data/without_below.snapshot"
is "none of an older module" "$(grep -c '^pathtime_below' <<< "$out")" 0
LC_ALL=C sed 's/xfrm_input/xfrm"in\\ut/' "$data/small.snapshot" \
	> "$scratch/odd.snapshot"
run export --prometheus --file "$scratch/odd.snapshot"
like "quotes and backslashes are escaped" "$out" \
	'^pathtime_probe_armed.*function="xfrm\\"in\\\\ut"\} 1$'

# An outcome that never happened has its number of calls, for rate(), and no bucket.
run_usual export --prometheus
unused='group="flowtable",module="nf_flow_table",function="nf_flow_offload_ip_hook",outcome="drop"'
is "an outcome without calls" "$(grep -F "$unused" <<< "$out" | sed "s/{.*}//")" \
	"pathtime_call_duration_seconds_sum 0.000000000
pathtime_call_duration_seconds_count 0"
is "a saved snapshot does not say when its counts began" \
	"$(grep -c counts_start <<< "$out")" 0

# quantiles Q: print "MODULE FUNCTION OUTCOME NS" as histogram_quantile() computes it from the buckets in $out
quantiles()
{
	sed -nE 's/^pathtime_call_duration_seconds_bucket\{.*module="([^"]*)",function="([^"]*)",outcome="([^"]*)",le="([^"]*)"\} (.*)/\1:\2:\3 \4 \5/p' \
		<<< "$out" | awk -v quantile="$1" '
		function end(i) {
			if (!buckets)
				return
			rank = quantile * count[buckets]
			for (i = 1; count[i] < rank; i++)
				;
			low = i > 1 ? bound[i - 1] : 0
			below = i > 1 ? count[i - 1] : 0
			if (i == buckets)
				value = low
			else
				value = low + (bound[i] - low) * (rank - below) / (count[i] - below)
			print name, value * 1e9
			buckets = 0
		}
		$1 != name { end(); name = $1 }
		{ bound[++buckets] = $2; count[buckets] = $3 }
		END { end() }' | sort
}

# farthest KEY Q BUCKETS: print the largest difference to the percentile of the JSON, in per mille, over all outcomes
# of 100 calls or more
farthest()
{
	local file

	for file in "$top/tests/data/gateway-6.1" "$data"/{usual,later,busy,nested}; do
		run --snapshot "$file.snapshot" --json
		# shellcheck disable=SC2016 # expanded by jq
		json '.probes[] | .module as $m | .function as $f | .outcomes | to_entries[]
			| select(.value.calls >= 100 and .value.'"$1"' >= 32)
			| "\($m):\($f):\(.key) \(.value.'"$1"')"' | sort > "$scratch/wanted"
		run --snapshot "$file.snapshot" export --prometheus --buckets "$3"
		quantiles "$2" | join - "$scratch/wanted"
	done | awk '
		{ apart = ($2 / $3 - 1) * 100; apart = apart < 0 ? -apart : apart }
		apart > worst { worst = apart }
		END { print (NR > 50 ? int(worst * 10) : 1000) }'
}

# worst case: a printed bucket less half a bucket of the module, 2^-hist_bits wide
for quantile in p50_ns:0.5 p90_ns:0.9 p99_ns:0.99; do
	worst=$(farthest "${quantile%:*}" "${quantile#*:}" 16)
	ok "16 buckets: ${quantile%:*} is within 5 %" [ "$worst" -le 50 ]
	worst=$(farthest "${quantile%:*}" "${quantile#*:}" 8)
	ok "8 buckets: ${quantile%:*} is within 9.4 %" [ "$worst" -le 94 ]
done
run_usual export --prometheus --buckets 8
is "8 buckets: eight in each power of two from 32 ns, the first and the last" \
	"$(grep -c '_bucket.*"xfrm_input",outcome="ok"' <<< "$out")" $((8 * 31 + 2))
like "8 buckets: bounds between powers of two" "$out" 'le="0\.000000288"'
bucket='pathtime_call_duration_seconds_bucket{group="xfrm",module="",function="xfrm_input",outcome="ok",le="0.0000'
eight=$(grep -F "$bucket" <<< "$out")
run_usual export --prometheus
is "one of eight ends where one of one does, with the same calls" \
	"$(grep -F "$bucket" <<< "$out" | grep -vxF "$eight")" ""
run_usual export --prometheus --buckets 16
wanted=$out
run_usual export --prometheus --buckets 128
is "no more buckets than those of the module" "$out" "$wanted"
for buckets in 0 3 129 256 -8 8x ""; do
	fails 2 "--buckets: '$buckets' is not 1, 2, 4" "'$buckets' buckets" \
		export --prometheus --buckets "$buckets"
done
fails 2 "export --csv does not take --buckets" "buckets of CSV" export --csv --buckets 8


# The two paths with the most packets, and the sums of the others.
# paths_of METRIC: print the path, the reason and the value of a metric in $out, sorted
paths_of()
{
	sed -n "s/^$1{path=\"\([^\"]*\)\",reason=\"\([^\"]*\)\"} /\1;\2;/p" <<< "$out" | sort
}

run export --prometheus --snapshot "$data/paths.snapshot"
is "all paths by default" "$(paths_of pathtime_path_bytes_total | grep -c '^other')" 0
like "no path is added up" "$out" '^pathtime_other_paths 0$'
for metric in pathtime_path_duration_seconds_count pathtime_path_bytes_total pathtime_path_duration_seconds_sum; do
	run export --prometheus --snapshot "$data/paths.snapshot"
	most=$(paths_of pathtime_path_duration_seconds_count | sort -t ';' -k 3nr | cut -d ';' -f 1,2 | head -n 2 | paste -sd '|')
	all=$(paths_of $metric)
	run export --prometheus --snapshot "$data/paths.snapshot" --paths 2
	is "$metric: two paths, and sums by reason" "$(paths_of $metric)" \
		"$(awk -F ';' -v most="$most" -v format="$([[ $metric == *_sum ]] && echo %.9f || echo %d)" '
			BEGIN { n = split(most, line, "|"); for (i = 1; i <= n; i++) keep[line[i]] }
			{ name = (($1 ";" $2) in keep ? $1 : "other") ";" $2; sum[name] += $3 }
			END { for (name in sum) printf "%s;" format "\n", name, sum[name] }' <<< "$all" | sort)"
	like "$metric: how many were added up" "$out" \
		"^pathtime_other_paths $(($(wc -l <<< "$all") - 2))$"
done
is "sums have no steps" "$(grep -c 'step_seconds.*path="other"' <<< "$out")" 0
run export --prometheus --snapshot "$data/paths.snapshot" --paths 0
is "no path, but the sums" "$(paths_of pathtime_path_bytes_total | grep -vc '^other;')" 0
fails 2 "--paths: 'x' is not a number" "no number of paths" export --prometheus --paths x

path='path="rx > flowtable > tx",reason=""'
run export --prometheus --snapshot "$data/paths_behind.snapshot" --paths 1
is "paths behind others that are added up stay apart" \
	"$(sed -n 's/^pathtime_path_bytes_total{path="\(.*\)",reason="\(.*\)"} /\1;\2;/p' <<< "$out" | sort)" \
	"local-in > other;;700
other;NO_SOCKET;80
rx > flowtable > tx;;14000
tx > other;;2800"
run paths --file "$data/paths.snapshot" --json
document=$out
run export --prometheus --file "$data/paths.snapshot"
metrics=$out
is "packets of each path" \
	"$(sed -n 's/^pathtime_path_duration_seconds_count{path="\(.*\)",reason="\(.*\)"} /\1;\2;/p' \
		<<< "$metrics" | sort)" \
	"$(jq -r '.paths[] | "\(.path);\(.reason // "");\(.packets)"' <<< "$document" | sort)"
is "their buckets are unions of those of the module" \
	"$(for exponent in {8..36}; do
		value pathtime_path_duration_seconds_bucket \
			"$path,le=\"$(printf '%d.%09d' $((2 ** exponent / 1000000000)) \
				$((2 ** exponent % 1000000000)))\""
	   done)" \
	"$(jq '.paths[0].buckets as $buckets | range(8; 37) | pow(2; .) as $bound
		| [$buckets[] | select(.[0] < $bound) | .[2]] | add // 0' <<< "$document")"
is "their times" "$(value pathtime_path_duration_seconds_sum "$path")" 0.000032000
is "their bytes" "$(value pathtime_path_bytes_total "$path")" 14000
is "the times of their steps" \
	"$(grep -F "pathtime_path_step_seconds_total{$path" <<< "$metrics" |
		sed 's/.*reason="",//')" \
	'position="2",step="flowtable"} 0.000008000
position="3",step="tx"} 0.000024000'
is "bytes of dropped packets, by reason" "$(value pathtime_path_bytes_total \
	'path="rx > drop",reason="NO_SOCKET"')" 80
is "packets in no path, each reason" \
	"$(sed -n 's/^pathtime_packets_without_path_total{reason="\(.*\)"} / \1 /p' \
		<<< "$metrics" | tr -d '\n')" \
	" table_full 5 timed_out 0 reused 0 reused_tx 0 path_table_full 0 gro_merged 1000 reassembled 0 sent_received 6 sent_own 0 dropped 0 no_memory 0 not_followed 0 steps_left_out 0"
# of JSON: all packets of an interface by direction and fate. JSON has those that were found out later in protocol and filtered.
fates=$(sed -n 's/^pathtime_interface_packets_total//p' <<< "$metrics")
later()
{
	grep -F 'interface="1@' <<< "$fates" | sed -n "s/.*fate=\"$1_later\"} //p"
}
is "found out later: by protocol and filter" "$(later protocol) $(later filtered)" "1 3"
is "packets of interfaces, each fate" "$fates" \
	"$(jq -r --argjson protocol "$(later protocol)" --argjson filtered "$(later filtered)" '.interfaces[]
		| "{interface=\"\(.interface)\"\(if .netns then ",netns=\"\(.netns)\"" else "" end),direction=\"" as $of
		| (if .ifindex == 1 then [$protocol, $filtered] else [0, 0] end) as $later
		| .received as $rx | .sent as $tx
		| ($rx.protocol - $later[0]) as $protocol | ($rx.filtered - $later[1]) as $filtered
		| ($of + "received\",fate=\"record\"} \($rx.packets - $protocol - $filtered - $rx.no_record)",
		   $of + "received\",fate=\"protocol\"} \($protocol)",
		   $of + "received\",fate=\"filtered\"} \($filtered)",
		   $of + "received\",fate=\"no_record\"} \($rx.no_record)"),
		  ($tx | $of + "sent\",fate=\"record\"} \(.in_paths)",
			 $of + "sent\",fate=\"protocol\"} \(.protocol)",
			 $of + "sent\",fate=\"filtered\"} \(.filtered)",
			 $of + "sent\",fate=\"no_record\"} \(.no_record)"),
		  ($rx.losses | to_entries[] | $of + "received\",fate=\"\(.key)\"} \(.value)"),
		  ($of + "received\",fate=\"protocol_later\"} \($later[0])",
		   $of + "received\",fate=\"filtered_later\"} \($later[1])")' <<< "$document")"
run export --prometheus --file "$data/paths.snapshot" --cpu 1
is "on some CPUs fewer packets" \
	"$(value pathtime_path_duration_seconds_count "$path")" 6
is "and bytes of all" "$(value pathtime_path_bytes_total "$path")" 14000
for snapshot in usual without_paths; do
	run export --prometheus --file "$data/$snapshot.snapshot"
	is "$snapshot: no metrics of paths without packet tracing" \
		"$status $(grep -c 'path_' <<< "$out")" "0 0"
done
fails 2 "export --prometheus does not take --per-cpu" "counters of a CPU" \
	export --prometheus --per-cpu

file=$scratch/dir/pathtime.prom
mkdir "$scratch/dir"
run_usual export --prometheus
wanted=$out
(umask 027 && run_usual export --prometheus --output "$file"
 echo "$status $out $err" > "$scratch/said")
is "a file is written, and nothing said" "$(< "$scratch/said")" "0  "
is "it has what standard output would have" "$(< "$file")" "$wanted"
is "its mode is that of a new file" "$(stat -c %a "$file")" 640
run_usual export --csv -o "$file"
is "it is replaced" "$(head -c 6 "$file")" group,
before=$(< "$file")
fails 1 "no group 'none' in use" "an error while it is written" \
	export --json -f "$data/usual.snapshot" -g none -o "$file"
is "the error is not on standard output" "$out" ""
is "the file is what it was" "$(< "$file")" "$before"
is "no other file is left" "$(ls -A "$scratch/dir")" pathtime.prom
fails 1 "^pathtime: --output $scratch/no/f: cannot make a file in its directory: No such" \
	"a directory that is not there" \
	export --csv -f "$data/usual.snapshot" -o "$scratch/no/f"
fails 1 "^pathtime: --output $scratch/dir: a directory" "a directory" \
	export --json -f "$data/usual.snapshot" -o "$scratch/dir"
is "a directory: nothing is on standard output" "$out" ""
run export --csv -f "$data/usual.snapshot"
wanted=$out
for name in - /dev/stdout; do
	run export --csv -f "$data/usual.snapshot" -o $name
	is "-o $name" "$out" "$wanted"
done
[ ! -e - ] || echo "# a file is named -"
echo old > "$scratch/target"
ln -s target "$scratch/link"
run export --csv -f "$data/usual.snapshot" -o "$scratch/link"
is "through a symbolic link" "$(< "$scratch/target")" "$wanted"
ok "the link stays" test -L "$scratch/link"
ln -sf /dev/null "$scratch/link"
run export --csv -f "$data/usual.snapshot" -o "$scratch/link"
is "a link to a device" "$status$out$err" 0
is "a pipe that has no name" "$("$pathtime" export --csv -f "$data/usual.snapshot" -o /dev/fd/3 3>&1 | cat)" "$wanted"
mkfifo "$scratch/fifo"
cat "$scratch/fifo" > "$scratch/got" &
run export --csv -f "$data/usual.snapshot" -o "$scratch/fifo"
wait
is "a named pipe" "$(< "$scratch/got")" "$wanted"
ln -sf missing/file "$scratch/link"
fails 1 "--output $scratch/link: cannot be written: No such" "a link into a missing directory" \
	export --csv -f "$data/usual.snapshot" -o "$scratch/link"
fails 2 "export: --csv and --hdr are two formats: choose one" "two formats" export --hdr f --csv
fails 2 "a recording cannot go to standard output" "a recording on standard output" record -o -
trap '' XFSZ
ulimit -S -f 1
fails 1 "^pathtime: --output $file: cannot be written: File too large" \
	"no room" export --prometheus -f "$data/usual.snapshot" -o "$file"
ulimit -S -f unlimited
is "no room: no further message" "$(wc -l < "$scratch/err")" 1
is "no room: nothing is on standard output" "$out" ""
is "no room: the file is what it was" "$(< "$file")" "$before"
is "no room: no other file is left" "$(ls -A "$scratch/dir")" pathtime.prom
# The temporary file is the fourth open file; the copy of standard output would be the fifth.
run_with_four()
{
	(
		ulimit -S -n 4
		exec "$pathtime" export --csv -f "$data/usual.snapshot" -o "$file"
	) > "$scratch/out" 2> "$scratch/err"
}
status=0
run_with_four || status=$?
is "too many files: exit status" "$status" 1
like "too many files: says why" "$(< "$scratch/err")" \
	"Too many open files"
is "too many files: nothing is on standard output" "$(< "$scratch/out")" ""
is "too many files: the file is what it was" "$(< "$file")" "$before"
is "too many files: no other file is left" "$(ls -A "$scratch/dir")" pathtime.prom

if command -v promtool > /dev/null; then
	for snapshot in usual small sampled costly busy empty wide paths; do
		run export --prometheus --file "$data/$snapshot.snapshot"
		status=0
		out=$(promtool check metrics <<< "$out" 2>&1) || status=$?
		is "promtool finds nothing in $snapshot" "$status $out" "0 "
	done
else
	skip "promtool finds nothing" "promtool is not installed"
fi
# The tool waits for its input when the signal arrives.
mkdir "$scratch/ended"
mkfifo "$scratch/input"
begun()
{
	[ -n "$(ls -A "$scratch/ended")" ]
}
for signal in HUP INT TERM; do
	# bash makes background programs ignore SIGINT, and nohup makes all programs ignore SIGHUP.
	perl -e '@SIG{"INT", "HUP"} = ("DEFAULT") x 2; exec @ARGV' "$pathtime" export --csv \
		-f "$scratch/input" -o "$scratch/ended/file" &
	tool=$!
	ok "SIG$signal: the file was begun" until_true begun
	kill -$signal $tool
	status=0
	wait $tool 2> /dev/null || status=$?
	is "SIG$signal ends it" "$(kill -l $status)" $signal
	is "SIG$signal: nothing is left" "$(ls -A "$scratch/ended")" ""
done

done_testing
