#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# listen: the exporter answers HTTP requests with the text of export, which Prometheus and VictoriaMetrics can read

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

for program in jq curl; do
	command -v $program > /dev/null || skip_all "$program is not installed"
done

[ -e "$exporter" ] || skip_all "pathtime-exporter is not built: no libmicrohttpd"

enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs

# invalid addresses, and other options that cannot go with --listen
for address in "" : 9x 127.0.0.1: 1.2.3.4.5 ::1 ::1:7284 '[::1' '[::1]x' \
	       '[127.0.0.1]:1' 70000 :70000 -1 localhost:1 127.0.0.1:1:2; do
	pathtime=$exporter fails 2 "--listen: '.*' is not a port or an address such as :7284" \
		"no address: '$address'" --listen "$address"
done
pathtime=$exporter fails 2 "no option --file here" "with a snapshot" -l 0 -f file
pathtime=$exporter fails 2 "no option --interval here" "at intervals" -l 0 -i 15s
pathtime=$exporter fails 2 "'summary' is one word too many" "with a command" -l 0 summary
pathtime=$exporter fails 1 "--listen 192.0.2.1:7284: Cannot assign" \
	"an address of another machine" --listen 192.0.2.1

# start ADDRESS [OPTION]...: start the exporter; set $tool to its process, and $url and $port to its address
# Its messages go to $scratch/talk.
start()
{
	: > "$scratch/talk"
	env --default-signal=INT "$exporter" --listen "$@" \
		> "$scratch/stdout" 2> "$scratch/talk" &
	tool=$!
	until_true grep -q 'listening at' "$scratch/talk"
	url=$(sed -n 's|.*listening at \(http://.*\)/metrics$|\1|p' "$scratch/talk")
	port=${url##*:}
}

# stop [SIGNAL]: end the exporter; set $status to its exit status
stop()
{
	kill "-${1:-TERM}" $tool
	status=0
	wait $tool || status=$?
}

# get PATH [OPTION]...: send a request; set $code, $head, and $out to the body
get()
{
	code=$(curl -s --max-time 30 -D "$scratch/head" -o "$scratch/body" \
		-w '%{http_code}' "${@:2}" "$url$1")
	head=$(tr -d '\r' < "$scratch/head")
	out=$(tr -d '\0' < "$scratch/body")
}

# settle: wait until the next request reads the module again
settle()
{
	sleep 0.6
}

# talk: print all messages but the one that names the address
talk()
{
	grep -v 'listening at' "$scratch/talk"
}

# without_start: leave out when the counts began, which two processes find to differ by a millisecond
without_start()
{
	sed 's/^\(pathtime_counts_start_seconds\) .*/\1/'
}

show usual
run export --prometheus
wanted=$out
start 0
like "loopback by default" "$url" '^http://127\.0\.0\.1:[0-9]+$'
get /metrics
is "/metrics" "$code" 200
is "it is what export writes" "$(without_start <<< "$out")" "$(without_start <<< "$wanted")"
wanted=$out
started=$(sed -n 's/^pathtime_counts_start_seconds //p' <<< "$out")
booted=$(awk '/^btime/ { print $2 }' /proc/stat)
# the counts of the snapshot began soon after the machine was booted
ok "it says when the counts began: $started" \
	[ $((${started%.*} - booted)) -lt 3600 ]
get /metrics
settle
get /metrics
is "the next reading says the same" \
	"$(sed -n 's/^pathtime_counts_start_seconds //p' <<< "$out")" "$started"
like "its type" "$head" '^Content-Type: text/plain; version=0\.0\.4; charset=utf-8$'
get /metrics --head
is "HEAD" "$code" 200
like "HEAD: the size of what GET gives" "$head" \
	"^Content-Length: $(($(wc -c <<< "$wanted")))$"
get /metrics?a=b
is "a query is not looked at" "$code $out" "200 $wanted"
get /
is "/ names the page of the counts" "$code $out" "200 pathtime: the counts are at /metrics"
get /other
is "an unknown page" "$code $out" "404 there is no such page"
get /metrics/
is "an unknown page below" "$code" 404

# raw LINE...: send these lines as the head of a request, and print the status of the answer
raw()
{
	local fd

	exec {fd}<> "/dev/tcp/127.0.0.1/$port"
	printf '%s\r\n' "$@" "" >&"$fd"
	timeout 30 head -n 1 <&"$fd" | cut -d ' ' -f 2
	exec {fd}>&-
}

is "a path with a NUL" "$(raw 'GET /metrics%00x HTTP/1.1' 'Host: x')" 404
is "a path that ends in a NUL" "$(raw 'GET /metrics%00 HTTP/1.1' 'Host: x')" 404
is "a path with an escaped letter" "$(raw 'GET /metric%73 HTTP/1.1' 'Host: x')" 200
is "HTTP/1.1 without Host" "$(raw 'GET /metrics HTTP/1.1')" 400
is "HTTP/1.1 with two of them" "$(raw 'GET /metrics HTTP/1.1' 'Host: x' 'Host: x')" 400
is "HTTP/1.0 without Host" "$(raw 'GET /metrics HTTP/1.0')" 200

if pathtime=$exporter run --version && grep -q '^features:.* zlib' <<< "$out"; then
	get /metrics -H 'Accept-Encoding: gzip'
	like "gzip: it is said" "$head" '^Content-Encoding: gzip$'
	like "gzip: caches know that there are several forms" "$head" '^Vary: Accept, Accept-Encoding$'
	is "gzip: the same text" "$(zcat "$scratch/body")" "$wanted"
	ok "gzip: a sixth of it, or less" \
		[ $((6 * $(wc -c < "$scratch/body"))) -lt "${#wanted}" ]
	size=$(wc -c < "$scratch/body")
	get /metrics --head -H 'Accept-Encoding: gzip'
	like "gzip: HEAD: the size of what GET gives" "$head" "^Content-Length: $size$"
	get /metrics -H 'Accept-Encoding: br;q=1' -H 'Accept-Encoding: gzip;q=0.2'
	is "gzip: in a second line" "$(zcat "$scratch/body")" "$wanted"
	for encoding in 'gzip;q=0' 'identity, gzip;q=0.5' 'deflate' '*;q=0'; do
		get /metrics -H "Accept-Encoding: $encoding"
		is "no gzip for '$encoding'" \
			"$(grep Content-Encoding <<< "$head")$out" "$wanted"
	done
	get /metrics -H "Accept-Encoding: $(printf 'x,%.0s' {1..2000})"
	is "a long list of encodings" "$code $out" "200 $wanted"
	get /
	get / -H 'Accept-Encoding: gzip'
	like "gzip: no short answer" "$out" '^pathtime: the counts'
else
	skip "gzip" "pathtime-exporter is built without zlib"
fi
for method in POST PUT DELETE OPTIONS; do
	get /metrics -X $method -d 'a=b'
	is "$method" "$code $out" "405 only GET, HEAD are served"
	like "$method: what there is" "$head" '^Allow: GET, HEAD$'
done
is "127.0.0.2 is not listened at" \
	"$(curl -s --max-time 30 -o /dev/null "http://127.0.0.2:$port/"; echo $?)" 7
pathtime=$exporter fails 1 "^pathtime-exporter: --listen 127.0.0.1:$port: Address already in use" \
	"a port in use" --listen "$port"

# calls FUNCTION OUTCOME: print its calls in the last answer of /metrics
calls()
{
	sed -n "s/^pathtime_call_duration_seconds_count{.*\"$1\",outcome=\"$2\"} //p" \
		<<< "$out"
}

get /metrics
is "calls before" "$(calls virtnet_poll all)" 16000

# The reading is used again for half a second, which a slow machine may need for two requests.
for ((i = 0; i < 30; i++)); do
	settle
	show usual
	began=${EPOCHREALTIME/./}
	get /metrics
	show later
	get /metrics
	took=$((${EPOCHREALTIME/./} - began))
	[ "$took" -ge 400000 ] || break
done
if [ "$took" -lt 400000 ]; then
	is "a request soon after another has the same counts" \
		"$(calls virtnet_poll all)" 16000
else
	skip "a request soon after another" "the machine is too slow"
fi
settle
get /metrics
is "a later request reads the module again" "$(calls virtnet_poll all)" 48000
rm "$debugfs/pathtime/snapshot"
settle
is "no message yet" "$(talk)" ""
why="pathtime: the module is not loaded: modprobe pathtime"
for _ in 1 2 3; do
	get /metrics
	is "no module" "$code $out" "503 $why"
done
get /metrics --head
is "no module: HEAD" "$code" 503
get /
is "no module: / is there" "$code" 200
is "no module: one message" "$(talk)" "${why/pathtime:/pathtime-exporter:}"
echo rubbish > "$debugfs/pathtime/snapshot"
settle
get /metrics
like "no snapshot" "$code $out" "^503 pathtime: snapshot of the module: not a snap"
show usual
settle
get /metrics
is "the module comes back" "$code $out" "200 $wanted"
is "a message about it" "$(talk | wc -l) $(talk | tail -n 1)" \
	"3 pathtime-exporter: the counts can be read again"

# requests one by one, and all at once
seq 40 | xargs -P 20 -I {} curl -sSf --max-time 30 -o "$scratch/body.{}" \
	"$url/metrics" 2> "$scratch/errors"
is "40 at once: no error" "$(< "$scratch/errors")" ""
is "40 at once" "$(sha256sum "$scratch"/body.* | cut -d ' ' -f 1 | uniq -c |
	tr -s ' ')" " 40 $(sha256sum <<< "$wanted" | cut -d ' ' -f 1)"
stop
is "SIGTERM: exit status" "$status" 0
is "nothing is on standard output" "$(< "$scratch/stdout")" ""

# Slow clients: more of them than there are connections. $slow has their descriptors.
trap '' PIPE
start 0 --group xfrm
slow=()

# take_place: open a connection and send nothing
take_place()
{
	exec {fd}<> "/dev/tcp/127.0.0.1/$port"
	slow+=("$fd")
}

# is_put_out FD: check whether a client that sends a byte now and then is closed
is_put_out()
{
	! { printf y >&"$1"; } 2> /dev/null
}

# leave: close the slow clients
leave()
{
	for fd in "${slow[@]}"; do
		exec {fd}>&-
	done
	slow=()
}

for count in 64 100; do
	for ((i = 0; i < count; i++)); do
		take_place
	done
	began=${EPOCHREALTIME/./}
	get /metrics --max-time 1
	is "$count idle clients: a scrape is answered within a second" "$code" 200
	ok "$count idle clients: measured" \
		[ $((${EPOCHREALTIME/./} - began)) -lt 2000000 ]
	is "$count idle clients: all of the answer" \
		"$(grep -o 'group="[^"]*"' <<< "$out" | sort -u)" 'group="xfrm"'
	leave
done

# The head of a request has two seconds, whatever arrives meanwhile.
take_place
take_place
began=$SECONDS
printf 'GET /metrics HTTP/1.1\r\nHost: x\r\nX: ' >&"${slow[0]}"
printf 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n' >&"${slow[1]}"
ok "a client that sends a byte now and then is closed" \
	until_true is_put_out "${slow[0]}"
ok "after two seconds" [ $((SECONDS - began)) -lt 9 ]
is "a client that reads late has its answer" \
	"$(timeout 9 head -n 1 <&"${slow[1]}" | tr -d '\r')" "HTTP/1.1 200 OK"
leave
stop INT
is "SIGINT: exit status" "$status" 0
trap - PIPE

if [ -e /proc/net/if_inet6 ] && grep -q ' lo$' /proc/net/if_inet6; then
	start '[::1]:0'
	like "IPv6: the address is printed as it is typed" "$url" '^http://\[::1\]:[0-9]+$'
	get /
	is "IPv6" "$code" 200
	stop
else
	skip "IPv6" "the machine has none"
fi

# Each scraper listens on a port of its own. Its start_ function sets $scraper to its process and $server to its address.

start_prometheus()
{
	: > "$scratch/prometheus.log"
	prometheus --config.file="$scratch/scrape.yml" \
		--web.listen-address=127.0.0.1:0 \
		--storage.tsdb.path="$scratch/tsdb" 2> "$scratch/prometheus.log" &
	scraper=$!
	until_true has_address
}

has_address()
{
	server=$(grep -oP 'Listening on" address=\K[0-9.:]+' "$scratch/prometheus.log")
}

# VictoriaMetrics does not print its port. By default it answers with values that are half a minute old.
start_victoria-metrics()
{
	server=127.0.0.1:$(perl -MIO::Socket -e '
		print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1")->sockport')
	victoria-metrics -promscrape.config="$scratch/scrape.yml" \
		-httpListenAddr="$server" -storageDataPath="$scratch/victoria" \
		-search.latencyOffset=0s -search.disableCache \
		2> "$scratch/victoria.log" &
	scraper=$!
	until_true curl -s -o "$scratch/health" "http://$server/health"
}

# ask QUERY: set $out to the scraper's answer
ask()
{
	out=$(curl -sG --max-time 30 --data-urlencode "query=$1" \
		"http://$server/api/v1/query")
}

# tells QUERY WANTED: check that the present answer is this one number
tells()
{
	ask "$1"
	[ "$(json '.data.result[0].value[1]')" = "$2" ]
}

# quantiles BY: print the quantiles of the buckets, a line each: labels, quantile, seconds
quantiles()
{
	local quantile

	for quantile in 0.5 0.9 0.99; do
		ask "histogram_quantile($quantile, sum by (module, function, $1 le)
			(pathtime_call_duration_seconds_bucket))"
		json ".data.result[] | select(.value[1] != \"NaN\")
			| [.metric.module, .metric.function,
			   .metric.outcome // \"\", \"$quantile\", .value[1]]
			| join(\" \")"
	done
}

# percentiles: print the percentiles that pathtime computes, in the form of quantiles
percentiles()
{
	run --json
	# shellcheck disable=SC2016 # expanded by jq
	json '.probes[] | .module as $m | .function as $f
		| (["", .], (.outcomes | to_entries[] | [.key, .value]))
		| .[0] as $o | .[1] | select(.calls > 0)
		| ([["0.5", .p50_ns], ["0.9", .p90_ns], ["0.99", .p99_ns]][]
		   | [$m, $f, $o, .[0], .[1] / 1e9]) | join(" ")'
}

# buckets: replace each time by the number of its bucket in the export, from 2^8 ns to beyond 2^36 ns
buckets()
{
	awk '{
		for (i = 8; i < 37 && $NF * 1e9 > 2 ^ i; i++)
			;
		$NF = i
		print
	}' | LC_ALL=C sort
}

# compare NAME: compare the counts of several snapshots, one after the other
compare()
{
	local snapshot armed calls

	for snapshot in usual later small nested busy; do
		show $snapshot
		run --json
		armed=$(json '[.probes[] | select(.state == "armed")] | length')
		calls=$(json '[.probes[].calls] | add')
		ok "$1, $snapshot: it has all calls" until_true tells \
			"sum(pathtime_call_duration_seconds_count) and sum(pathtime_probe_armed) == $armed" \
			"$calls"
		{ quantiles ""; quantiles outcome,; } | buckets > "$scratch/quantiles"
		percentiles | buckets > "$scratch/percentiles"
		is "$1, $snapshot: quantiles of the same calls" \
			"$(sed 's/ [0-9]*$//' "$scratch/quantiles")" \
			"$(sed 's/ [0-9]*$//' "$scratch/percentiles")"
		is "$1, $snapshot: they are pathtime's, within a bucket" \
			"$(paste -d ' ' "$scratch/quantiles" "$scratch/percentiles" | awk '
				{ apart = $(NF / 2) - $NF }
				apart > 1 || apart < -1')" ""
	done
}

for name in prometheus victoria-metrics; do
	if ! command -v $name > /dev/null; then
		skip "$name reads it" "$name is not installed"
		continue
	fi
	show usual
	start 127.0.0.1:0
	cat > "$scratch/scrape.yml" <<- EOF
		global: {scrape_interval: 1s}
		scrape_configs:
		- job_name: pathtime
		  static_configs: [{targets: ["127.0.0.1:$port"]}]
	EOF
	start_$name
	ok "$name: up" until_true tells 'up{job="pathtime"}' 1
	compare $name
	rm "$debugfs/pathtime/snapshot"
	ok "$name: not up without the module" until_true tells \
		'up{job="pathtime"}' 0
	kill "$scraper"
	wait "$scraper"
	stop
	is "after $name: exit status" "$status" 0
done
done_testing
