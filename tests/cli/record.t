#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# record: making recordings, and how they end

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

run version
if ! grep -q '^features:.* zstd' <<< "$out"; then
	fails 1 "record: .* built without" "built without zstd" \
		record --output "$scratch/file"
	ok "and writes no file" [ ! -e "$scratch/file" ]
	done_testing
	exit
fi

enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs
file=$scratch/recording

is_larger()
{
	[ "$(stat -c %s "$file" 2> /dev/null || echo 0)" -gt "$1" ]
}

# snapshots: print their number in the recording, from its report
snapshots()
{
	run report "$file" --json
	json .recording.snapshots_of_all
}

# no module to record, or no file to write to
fails 1 "the module is not loaded" "no module" record --output "$file"
ok "no module: no file" [ ! -e "$file" ]
show usual
fails 2 "name the file to write with --output" "no file named" record
fails 1 "No such file or directory" "no such directory" \
	record --output "$scratch/none/file"
echo mine > "$scratch/mine"
fails 1 "mine: File exists: .*name another one, or remove it; --append continues" \
	"a file that is there" record --output "$scratch/mine"
is "it is what it was" "$(< "$scratch/mine")" mine
fails 1 "File exists" "a device" record --output /dev/null
fails 2 "--duration: '5w'" "no such duration" record -o "$file" -d 5w
fails 2 "record does not take --json" "no JSON" record -o "$file" --json
ok "wrong usage: no file" [ ! -e "$file" ]

# with a command: a snapshot before it and one after it
change="cp '$data/later.snapshot' '$debugfs/pathtime/snapshot'"
run record --output "$file" --interval 1h -- sh -c "$change; exit 7"
is "command: its exit status" "$status" 7
is "command: no message" "$out$err" ""
run report "$file" --json
is "command: what was counted while it ran" \
	"$(json '"\(.probes[5].calls) \(.recording.snapshots)"')" "32000 2"
rm "$file"
status=0
timeout -s KILL 20 env --ignore-signal=CHLD "$pathtime" record --output "$file" -i 1h -- sh -c 'exit 7' || status=$?
is "command: its exit status, although the parent ignored SIGCHLD" "$status" 7
rm "$file"
run record --output "$file" -i 1h -- sh -c 'kill -9 $$'
is "command: killed" "$status" $((128 + 9))
rm "$file"
run record --output "$file" -i 1h -- no-such-command-as-this
is "command: not found" "$status" 127
like "command: a message" "$err" "no-such-command-as-this: No such file"
ok "command: not found: no recording" [ ! -e "$file" ]
run record --output "$file" -i 1h -- "$scratch"
is "command: cannot be run" "$status" 126
ok "command: cannot be run: no recording" [ ! -e "$file" ]
run record --output "$file" -i 1h -- sh -c 'exit 127'
is "command: its own status 127" "$status $(snapshots)" "127 2"
rm "$file"
run record --output "$file" -i 1h -- cat "$scratch/mine"
is "command: its output is its own" "$out" mine
rm "$file"
run record --output "$file" -i 20ms -d 50ms -- sleep 1
is "command: it ends after the recording" "$status" 0
rm "$file"
run record --output "$file" -i 20ms -- sleep 1
ok "command: snapshots while it runs" [ "$(snapshots)" -gt 2 ]
rm "$file"

# for a time
run record --output "$file" --interval 50ms --duration 200ms
is "duration: status" "$status" 0
is "duration: no progress without a terminal" "$err$out" ""
count=$(snapshots)
ok "duration: $count snapshots, the last one at its end" \
	[ $((count >= 2 && count <= 5)) = 1 ]
run report "$file" --json
took=$(json '(.recording.end_ns - .recording.begin_ns) / 1000000 | floor')
ok "duration: it took $took ms" [ "$took" -ge 190 ]
rm "$file"

# interrupted; for a job in the background, the shell has SIGINT ignored
show usual
for signal in HUP INT TERM; do
	env --default-signal=$signal "$pathtime" record --output "$file" --interval 20ms \
		> "$scratch/out" 2>&1 &
	tool=$!
	until_true is_larger 20000
	show later
	kill -$signal $tool
	status=0
	wait $tool || status=$?
	is "SIG$signal: it ends well" "$status" 0
	is "SIG$signal: and quietly" "$(< "$scratch/out")" ""
	run report "$file" --json
	is "SIG$signal: the last snapshot is taken" \
		"$status$err $(json '.probes[5].calls')" "0 32000"
	show usual
	rm "$file"
done
"$pathtime" record --output "$file" --interval 1h -- sleep 1000 &
tool=$!
until_true is_larger 200
kill -TERM $tool
status=0
wait $tool || status=$?
is "a signal is passed on to the command" "$status" $((128 + 15))
is "and the recording is whole" "$(snapshots)" 2
rm "$file"

# a signal that the tool was started to ignore
(trap '' HUP INT; exec "$pathtime" record --output "$file" --interval 1h) &
tool=$!
until_true is_larger 200
kill -HUP $tool
kill -INT $tool
sleep 0.3
ok "ignored signals do not end it" kill -0 $tool
kill -TERM $tool
status=0
wait $tool || status=$?
is "another one does" "$status" 0
is "and the last snapshot is taken" "$(snapshots)" 2
rm "$file"

# If the tool is killed, the snapshots written so far stay.
"$pathtime" record --output "$file" --interval 10ms &
tool=$!
until_true is_larger 20000
kill -KILL $tool
wait $tool 2> /dev/null
ok "killed: what was recorded is there" [ "$(snapshots)" -gt 2 ]
rm "$file"

# The module is unloaded meanwhile.
run record --output "$file" --interval 1h -- rm "$debugfs/pathtime/snapshot"
is "unloaded meanwhile: exit status" "$status" 1
like "unloaded meanwhile: a message" "$err" "the module is not loaded"
run report "$file"
like "unloaded meanwhile: the rest is there" "$err" "one snapshot only"
rm "$file"
echo rubbish > "$debugfs/pathtime/snapshot"
fails 1 "snapshot of the module: not a snapshot" "no snapshot" \
	record --output "$file"
ok "no snapshot: no file" [ ! -e "$file" ]
show usual

# the disk is full
mkdir "$scratch/small"
mount -t tmpfs -o size=32k none "$scratch/small"
file=$scratch/small/recording
fails 1 "small/recording: No space left on device" "a full disk at the end" \
	record --output "$file" --interval 1ms --duration 500ms
like "a full disk: snapshots that were not written" "$err" \
	"small/recording: there was no space for [0-9]+ snapshots"
is "a full disk: one message about the first one" \
	"$(grep -c "No space left on device: trying again at each interval$" <<< "$err")" 1
run report "$file" --json
is "a full disk: what was recorded is whole" "$status $err" "0 "
ok "a full disk: it is all there" [ "$(json .recording.snapshots)" -gt 2 ]
rm "$file"
dd if=/dev/zero of="$scratch/small/zeros" bs=4k 2> /dev/null
fails 1 "small/recording: No space left on device" "a disk that was full" \
	record --output "$file"
ok "a disk that was full: no file" [ ! -e "$file" ]

# the disk has room again: nothing is lost, as counts go on
rm "$scratch/small/zeros"
mount -o remount,size=4m "$scratch/small"
show usual
"$pathtime" record --output "$file" --interval 50ms 2> "$scratch/reported" &
tool=$!
until_true is_larger 200
dd if=/dev/zero of="$scratch/small/zeros" bs=1k 2> /dev/null
until_true grep -q "trying again" "$scratch/reported"
rm "$scratch/small/zeros"
before=$(stat -c %s "$file")
until_true is_larger "$before"
show later
kill -TERM $tool
status=0
wait $tool || status=$?
is "room again: status" "$status" 0
run report "$file" --json
is "room again: it goes on to the last snapshot" \
	"$status $(json '.probes[5].calls')" "0 32000"
like "room again: what was not written is counted" "$(< "$scratch/reported")" \
	"small/recording: there was no space for [0-9]+ snapshot"
show usual
umount "$scratch/small"
file=$scratch/recording

if script -qec true /dev/null > /dev/null 2>&1; then
	out=$(script -qec \
		"$pathtime record --output $file -i 50ms -d 200ms" /dev/null)
	like "a terminal: progress" "$out" \
		"[0-9] snapshots, 0[.0-9]* s, [0-9,]+ bytes in $file"
	is "a terminal: one line" "$(wc -l <<< "$out")" 1
else
	skip "a terminal: progress" "script is not installed"
fi
done_testing
