#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# exposition: all formats of the exporter have the same counts, by readers that share no code with it, and by Prometheus

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

for program in jq curl python3; do
	command -v $program > /dev/null || skip_all "$program is not installed"
done
[ -e "$exporter" ] || skip_all "pathtime-exporter is not built: no libmicrohttpd"

here=$(cd "$(dirname "$0")" && pwd)
enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs

openmetrics="application/openmetrics-text;version=1.0.0"
protobuf="application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited"

# start [OPTION]...: start the exporter; set $tool to its process, and $url to its address
start()
{
	: > "$scratch/talk"
	"$exporter" --listen 0 "$@" > "$scratch/stdout" 2> "$scratch/talk" &
	tool=$!
	until_true grep -q 'listening at' "$scratch/talk"
	url=$(sed -n 's/.*listening at //p' "$scratch/talk")
}

stop()
{
	kill $tool
	wait $tool
}

# get FILE [ACCEPT]: write an answer into $scratch; set $head
get()
{
	curl -s --max-time 30 -D "$scratch/head" -o "$scratch/$1" -H "Accept: ${2-text/plain}" "$url"
	head=$(tr -d '\r' < "$scratch/head")
}

# The library of protobuf is a third reader, besides the decoder of exposition.py.
library=()
mkdir "$scratch/pb2"
if command -v protoc > /dev/null && /usr/bin/python3 -c 'import google.protobuf' 2> /dev/null &&
   protoc --proto_path "$here" --python_out "$scratch/pb2" metrics.proto; then
	library=("$scratch/pb2")
else
	skip "protobuf's own decoder" "python3-protobuf or protobuf-compiler is not installed"
fi

# put FILE: replace the module's counts by this snapshot, and wait until the next request reads them
put()
{
	cp "$1" "$debugfs/pathtime/new"
	mv "$debugfs/pathtime/new" "$debugfs/pathtime/snapshot"
	sleep 0.6
}

# has_counts FILE: can it be read? Snapshots that are cut or of another version cannot
has_counts()
{
	run --snapshot "$1" summary --json && [ "$status" -eq 0 ]
}

# compare_protobuf: compare the answers in $scratch with what the tool says of the counts
compare_protobuf()
{
	timeout 60 "$pathtime" hist --full --json > "$scratch/hist" 2> "$scratch/err"
	timeout 60 "$pathtime" paths --json > "$scratch/paths" 2> "$scratch/err"
	/usr/bin/python3 "$here/exposition.py" protobuf "$scratch/protobuf" "$scratch/text" \
		"$scratch/hist" "$scratch/paths" "${library[@]}" 2>&1
}

compare_openmetrics()
{
	/usr/bin/python3 "$here/exposition.py" openmetrics "$scratch/openmetrics" "$scratch/text" \
		"$scratch/paths" "$scratch/protobuf" 2>&1
}

# compare BUCKETS SNAPSHOT...: compare the formats; count the quantiles in $quantiles
compare()
{
	local file name result

	start --buckets "$1"
	for file in "${@:2}"; do
		has_counts "$file" || continue
		name=${file##*/}
		put "$file"
		get text
		get protobuf "$protobuf"
		like "$name: the type" "$head" \
			'^Content-Type: application/vnd\.google\.protobuf; proto=io\.prometheus\.client\.MetricFamily; encoding=delimited$'
		result=$(compare_protobuf)
		like "$name, $1 buckets: $result" "$result" '^[0-9]+ values, .* from percentiles$'
		is "$name: no difference" "$(wc -l <<< "$result")" 1
		if [[ $result =~ ([0-9]+)" quantiles" ]]; then
			quantiles=$((quantiles + BASH_REMATCH[1]))
		fi
		get openmetrics "$openmetrics"
		like "$name: the type of OpenMetrics" "$head" \
			'^Content-Type: application/openmetrics-text; version=1\.0\.0; charset=utf-8$'
		result=$(compare_openmetrics)
		like "$name, $1 buckets: $result" "$result" '^[0-9]+ values, [0-9]+ exemplars, [^ ]+ [a-z ]+$'
		is "$name: no difference in OpenMetrics" "$(wc -l <<< "$result")" 1
		if [[ $result =~ ([0-9]+)" exemplars" ]]; then
			exemplars=$((exemplars + BASH_REMATCH[1]))
		fi
	done
	stop
}

quantiles=0
exemplars=0
compare 1 "$top"/tests/data/*.snapshot "$data"/*.snapshot
ok "enough to compare: $quantiles quantiles" [ $quantiles -gt 1000 ]
ok "enough exemplars: $exemplars" [ $exemplars -gt 4 ]
sed -i '0,/_sum{/ s/\(_sum{.*}\) .*/\1 1/' "$scratch/text"
like "a difference is seen" "$(compare_protobuf)" '_sum.* wanted 1\.0$'
like "a difference in OpenMetrics is seen" "$(compare_openmetrics)" '_sum.* wanted 1\.0$'
# the native histograms do not depend on it
compare 16 "$top/tests/data/gateway-6.1.snapshot" "$data"/{paths,wide,after_fine}.snapshot

# start_prometheus FEATURES: let Prometheus scrape the exporter; set $scraper to its process, and $server to its address
start_prometheus()
{
	cat > "$scratch/scrape.yml" <<- EOF
		global: {scrape_interval: 1s}
		scrape_configs:
		- job_name: pathtime
		  static_configs: [{targets: ["${url:7:-8}"]}]
	EOF
	: > "$scratch/prometheus.log"
	prometheus --config.file="$scratch/scrape.yml" --web.listen-address=127.0.0.1:0 \
		--storage.tsdb.path="$scratch/tsdb" --enable-feature="$1" 2> "$scratch/prometheus.log" &
	scraper=$!
	until_true has_address
}

has_address()
{
	server=$(grep -oP 'Listening on" address=\K[0-9.:]+' "$scratch/prometheus.log")
}

stop_prometheus()
{
	kill "$scraper"
	wait "$scraper"
	rm -r "$scratch/tsdb"
}

# ask QUERY: print Prometheus's answer: function, outcome, value
ask()
{
	curl -sG --max-time 30 --data-urlencode "query=$1" "http://$server/api/v1/query" |
		jq -r '.data.result[] | [.metric.module, .metric.function, .metric.outcome, .value[1]] | join(" ")' |
		LC_ALL=C sort
}

has_samples()
{
	[ -n "$(ask "$1")" ]
}

# outcomes VALUE: print what the tool has of all outcomes with calls, in the form of ask
outcomes()
{
	run --json
	json ".probes[] | .module as \$m | .function as \$f | .outcomes | to_entries[] | select(.value.calls > 0)
		| [\$m, \$f, .key, .value.$1] | join(\" \")" | LC_ALL=C sort
}

# apart QUANTILE KEY: compare Prometheus's quantiles with the tool's percentiles: number, largest difference in per cent
apart()
{
	ask "histogram_quantile($1, pathtime_call_duration_seconds)" | grep -v ' NaN$' > "$scratch/quantiles"
	outcomes "$2" > "$scratch/percentiles"
	# the first three words are the key
	LC_ALL=C join <(sed 's/ /!/; s/ /!/' "$scratch/quantiles") <(sed 's/ /!/; s/ /!/' "$scratch/percentiles") |
		awk '{
			apart = $2 * 1e9 / $3 - 1
			apart = apart < 0 ? -apart : apart
			most = apart > most ? apart : most
		} END { printf "%d %.2f\n", NR, 100 * most }'
}

# exemplars: print what Prometheus stored: path, le or nothing, labels, seconds
exemplars()
{
	curl -sG --max-time 30 -d start=1 -d end=9999999999 \
		--data-urlencode "query=pathtime_path_duration_seconds$1" "http://$server/api/v1/query_exemplars" |
		jq -rc '.data[] | .seriesLabels as $of | .exemplars[]
			| [$of.path, $of.le // "", (.labels | to_entries | map(.key + "=" + .value) | join(",")), .value] | join("; ")' |
		LC_ALL=C sort
}

has_exemplars()
{
	[ -n "$(exemplars "$1")" ]
}

# has_scraped: has Prometheus scraped more than once? Only then would it warn of exemplars that are out of order
has_scraped()
{
	[ "$(ask 'count_over_time(up[1m]) > 2')" ]
}

if command -v prometheus > /dev/null; then
	# with OpenMetrics, and with protobuf
	for of in exemplar-storage: exemplar-storage,native-histograms:native; do
		put "$data/paths.snapshot"
		start
		start_prometheus "${of%:*}"
		suffix=_bucket low="0.000001024" high="0.000004096"
		[ "${of#*:}" = "" ] || suffix="" low="" high=""
		ok "$of stores exemplars" until_true has_exemplars "$suffix"
		is "$of: they are those of the slowest packets" "$(exemplars "$suffix")" \
			"rx > drop; $low; bytes=40,in=1; 7e-07
rx > flowtable > tx; $high; bytes=1500,destination_port=53,in=1@4026532281,netns=4026532281,out=2@4026532281,protocol=ipv4,source_port=5000,transport=udp; 0.000004"
		ok "$of: scraped again" until_true has_scraped
		is "$of: no warning of Prometheus" "$(grep -E 'level=(warn|error)' "$scratch/prometheus.log")" ""
		stop_prometheus
		stop
	done
	put "$top/tests/data/gateway-6.1.snapshot"
	start
	start_prometheus native-histograms
	ok "Prometheus reads native histograms" until_true has_samples \
		'histogram_count(pathtime_call_duration_seconds)'
	is "their counts are the tool's" \
		"$(ask 'histogram_count(pathtime_call_duration_seconds) > 0')" "$(outcomes calls)"
	wanted=$(outcomes calls | wc -l)
	for quantile in 0.5:p50_ns 0.9:p90_ns 0.99:p99_ns; do
		result=$(apart ${quantile/:/ })
		is "quantile ${quantile%:*}: of all outcomes" "${result% *}" "$wanted"
		# 1.1 % of the bucket, and 3.1 % where the longest time limits the percentile
		ok "quantile ${quantile%:*}: differs by ${result#* } %" \
			[ "$(awk '{ print $2 <= 4.3 }' <<< "$result")" = 1 ]
	done
	is "no classic buckets are stored with them" "$(ask pathtime_call_duration_seconds_bucket)" ""
	is "counters are there, too" "$(ask 'count(pathtime_missed_calls_total) > bool 0')" "   1"
	is "no warning of Prometheus" "$(grep -E 'level=(warn|error)' "$scratch/prometheus.log")" ""
	stop_prometheus
	stop
else
	skip "Prometheus" "prometheus is not installed"
fi
done_testing
