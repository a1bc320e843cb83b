#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# textfile: a file for node_exporter, written at intervals

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

export=(export --prometheus)

enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs
mkdir "$scratch/collector"
file=$scratch/collector/pathtime.prom

fails 2 "--interval rewrites a file: name it with --output" "no file" \
	"${export[@]}" --interval 1
fails 2 "--interval reads the counts repeatedly" "with a snapshot" \
	"${export[@]}" -i 1 -o "$file" -f "$data/usual.snapshot"
fails 2 "report does not take --interval" "with a recording" \
	report "$0" "${export[@]}" -i 1 -o "$file"
fails 1 "--output $scratch/none/x.prom: cannot make a file in its directory" \
	"no directory" "${export[@]}" -i 1 -o "$scratch/none/x.prom"
ok "no file yet" [ ! -e "$file" ]

show usual
run "${export[@]}"
usual=$out
show later
run "${export[@]}"
later=$out

# the interval
(umask 022 && run "${export[@]}" -o "$file" -i 10ms -n 3
 echo "$status $out$err" > "$scratch/said")
is "--count: it ends, and says nothing" "$(< "$scratch/said")" "0 "
is "--count: the counts, and not those of an interval" "$(< "$file")" "$later"
is "its mode" "$(stat -c %a "$file")" 644
for mode in 600 640 604 400; do
	chmod $mode "$file"
	run "${export[@]}" -o "$file"
	is "a file of mode $mode keeps it" "$status $(stat -c %a "$file")" "0 $mode"
done
chmod 640 "$file"
chown 12345:54321 "$file"
run "${export[@]}" -o "$file"
is "it keeps its owner, too" "$status $(stat -c '%a %u %g' "$file")" "0 640 12345 54321"
rm "$file"

has()
{
	[ "$(cat "$file" 2> /dev/null)" = "$1" ]
}

# The tool runs until a signal ends it.
show usual
for signal in INT TERM; do
	env --default-signal=$signal "$pathtime" "${export[@]}" -o "$file" --interval 50ms > "$scratch/out" 2>&1 &
	tool=$!
	ok "SIG$signal: written at once" until_true has "$usual"
	show later
	ok "SIG$signal: and again" until_true has "$later"
	kill -$signal $tool
	status=0
	wait $tool || status=$?
	is "SIG$signal: it ends well, and quietly" "$status $(< "$scratch/out")" "0 "
	is "SIG$signal: the file stays, and nothing else" \
		"$(ls -A "$scratch/collector")" pathtime.prom
	show usual
done
began=$SECONDS
"$pathtime" "${export[@]}" -o "$file" --interval 1h &
tool=$!
until_true has "$usual"
kill $tool
wait $tool
ok "a signal ends a long interval" [ $((SECONDS - began)) -lt 30 ]

# Each reader sees a whole file at any time.
"$pathtime" "${export[@]}" -o "$file" --interval 1ms &
tool=$!
for ((i = 0; i < 300; i++)); do
	sha256sum < "$file"
done | sort -u > "$scratch/seen"
kill $tool
wait $tool
is "nobody sees a part" "$(< "$scratch/seen")" "$(sha256sum <<< "$usual")"

# The module is unloaded and loaded again.
down='# HELP pathtime_up Whether the module'"'"'s counts could be read.
# TYPE pathtime_up gauge
pathtime_up 0'
"$pathtime" "${export[@]}" -o "$file" --interval 20ms > "$scratch/out" 2>&1 &
tool=$!
until_true has "$usual"
rm "$debugfs/pathtime/snapshot"
ok "no module: no counts" until_true has "$down"
show later
until_true has "$later" || true
is "the module comes back" "$(< "$file")" "$later"
kill $tool
status=0
wait $tool || status=$?
is "no module: exit status" "$status" 0
is "no module: one message, and one when it is back" "$(< "$scratch/out")" \
	"pathtime: the module is not loaded: modprobe pathtime
pathtime: the counts can be read again"

# The disk is full, and has room again: the old file stays whole meanwhile.
mkdir "$scratch/small"
mount -t tmpfs -o size=1m none "$scratch/small"
show usual
"$pathtime" "${export[@]}" -o "$scratch/small/x.prom" --interval 20ms > "$scratch/out" 2>&1 &
tool=$!
until_true [ -e "$scratch/small/x.prom" ]
no_other_file()
{
	[[ $(cd "$scratch/small" && echo .[!.]* ./*) == ".[!.]* ./x.prom"?(" ./zeros") ]]
}
# The file of a try would give its room back.
stops_between_tries()
{
	kill -STOP $tool
	until_true grep -q '^State:.*stopped' /proc/$tool/status
	no_other_file && return
	kill -CONT $tool
	return 1
}
until_true stops_between_tries
dd if=/dev/zero of="$scratch/small/zeros" bs=4k 2> /dev/null
show later
kill -CONT $tool
until_true grep -q "tried again" "$scratch/out"
sleep 0.2
is "a full disk: the old file is whole" "$(< "$scratch/small/x.prom")" "$usual"
# The file of a try may be there for a moment: one that stays is a leak.
ok "a full disk: no other file stays" until_true no_other_file
rm "$scratch/small/zeros"
until_true grep -q "written again" "$scratch/out"
is "room again: the file is of now" "$(< "$scratch/small/x.prom")" "$later"
kill $tool
status=0
wait $tool || status=$?
is "a full disk: exit status" "$status" 0
is "a full disk: two messages" "$(sed 's|[^ ]*/small/||' "$scratch/out")" \
	"pathtime: --output x.prom: cannot be written: No space left on device: the file keeps its old counts, and is tried again at each interval
pathtime: x.prom: written again"
dd if=/dev/zero of="$scratch/small/zeros" bs=4k 2> /dev/null
fails 1 "x.prom: cannot be written: No space left on device" "a disk that is full at the last interval" \
	"${export[@]}" -o "$scratch/small/x.prom" --interval 20ms -n 3
is "and the old file is whole" "$(< "$scratch/small/x.prom")" "$later"
umount "$scratch/small"
show later

# The directory is removed.
"$pathtime" "${export[@]}" -o "$file" --interval 20ms > "$scratch/out" 2>&1 &
tool=$!
until_true has "$later"
mv "$scratch/collector" "$scratch/other"
status=0
wait $tool || status=$?
is "no directory any more: exit status" "$status" 1
like "no directory any more: a message" "$(< "$scratch/out")" \
	"(cannot make a file in its directory|cannot be put in its place): No such file"
mv "$scratch/other" "$scratch/collector"
rm -f "$scratch"/collector/*.prom.*

if ! command -v prometheus-node-exporter > /dev/null ||
   ! command -v curl > /dev/null; then
	skip "node_exporter reads it" "prometheus-node-exporter or curl is not installed"
	done_testing
	exit
fi

"$pathtime" "${export[@]}" -o "$file" --interval 20ms &
tool=$!
until_true has "$later"
: > "$scratch/node.log"
prometheus-node-exporter --collector.disable-defaults --collector.textfile \
	--collector.textfile.directory="$scratch/collector" \
	--web.listen-address=127.0.0.1:0 2> "$scratch/node.log" &
node=$!

has_address()
{
	server=$(grep -oP 'Listening on" address=\K[0-9.:]+' "$scratch/node.log")
}
until_true has_address
out=$(curl -s --max-time 30 "http://$server/metrics")
# It gives each histogram the bucket +Inf, also those without calls.
is "node_exporter exports each of its numbers" \
	"$(grep '^pathtime_' <<< "$out" | grep -vc 'le="+Inf"')" \
	"$(grep '^pathtime_' <<< "$later" | grep -vc 'le="+Inf"')"
like "node_exporter has no complaint" "$out" '^node_textfile_scrape_error 0$'
like "node_exporter exports the time of the file" "$out" \
	'^node_textfile_mtime_seconds\{file=".*/pathtime\.prom"\} [0-9]'
kill $node $tool
wait $node $tool
done_testing
