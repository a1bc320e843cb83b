#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# append: recordings that are continued

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=debugfs.sh
. "$(dirname "$0")/debugfs.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

run version
grep -q '^features:.* zstd' <<< "$out" || skip_all "built without zstd"

enter_namespace
no_debugfs || skip_all "debugfs cannot be unmounted"
fake_debugfs
file=$scratch/recording

# record_now FILE: record two snapshots of the present counts, one before and one after the command
record_now()
{
	run record --append --output "$1" --interval 1h -- true
}

# start_again: give the kernel another boot ID, as a new start of the machine does
start_again()
{
	boots=$((boots + 1))
	printf '%08d-0000-0000-0000-000000000000\n' $boots > "$scratch/boot"
	umount /proc/sys/kernel/random/boot_id 2> /dev/null
	mount --bind "$scratch/boot" /proc/sys/kernel/random/boot_id
}
boots=0
start_again
trap 'umount "$debugfs" "$debugfs" /proc/sys/kernel/random/boot_id; rm -rf "$scratch"' EXIT

# timeless ARGUMENTS...: print a report without the times of day, which depend on when the test runs
timeless()
{
	run report "$@" --json
	[ -z "$err" ] || echo "$err"
	jq -c 'del(.recording.begin_ns, .recording.end_ns)' <<< "$out"
}

# heads: count the heads of the file, that of the file and those of continued recordings
heads()
{
	LC_ALL=C grep -aoc PTIMEREC <(tr '\n\0' '  ' < "$file" |
		LC_ALL=C sed 's/PTIMEREC/\n&/g')
}

fails 2 "name the file to write with --output" "no file named" record --append
fails 2 "report does not take --append" "another command" \
	report "$file" --append

# A recording that is continued reads as one recorder would have written it.
show usual
record_now "$file"
is "no file: it is begun" "$status$err" 0
show later
record_now "$file"
is "continued: no message" "$status$err" 0
show latest
record_now "$file"
recording whole usual usual later later latest latest
is "it reads as recorded by one" "$(timeless "$file")" "$(timeless "$scratch/whole")"
is "a range of it, too" "$(timeless "$file" --from 2s --to 3s)" \
	"$(timeless "$scratch/whole" --from 2s --to 3s)"
is "it has one head" "$(heads)" 1
ok "zstd finds no fault" zstd -qt "$file"
fails 1 "File exists: .*; --append continues a recording" \
	"without --append it is refused" record --output "$file"

# The machine was started again: to the tool this is a reloaded module.
cp "$file" "$scratch/first"
start_again
show before
sleep 1
record_now "$file"
is "started again: no message" "$status$err" 0
show before_later
record_now "$file"
is "started again: one more head" "$(heads)" 2
run report "$file" --json
is "started again: the counts before and since then" \
	"$err$(json '"\(.restarted) \(.probes[] | select(.function == "virtnet_poll") | .calls) \(.recording.snapshots)"')" \
	"true 66000 10"
is "started again: their time" "$(json .interval_ns)" 30000000000
is "started again: it is listed" "$(json '[.recording.events[].kind] | join(" ")')" reboot
is "started again: --to before it" "$(timeless "$file" --to 10s |
	jq 'del(.recording.snapshots_of_all)')" \
	"$(timeless "$scratch/first" | jq 'del(.recording.snapshots_of_all)')"
# The last 10 s are those of this start. The length of the gap depends on the load of the machine.
run report "$file" --from 1h
behind=$(sed -n 's/.*, which covers \([0-9.]*\) s: .*/\1/p' <<< "$err" | awk '{ print $1 * 1000 - 10000 "ms" }')
run report "$file" --from "$behind" --json
is "started again: --from after it" \
	"$err$(json '"\(.restarted) \(.probes[5].calls) \(.recording.snapshots)"')" \
	"false 1000 4"
fails 1 "not in the recording, which covers [2-9][0-9].* s" \
	"started again: the time between is known by the time of day" \
	report "$file" --from 1h
run report "$file" export --hlog
is "started again: a log has each interval and the counts since then" \
	"$status$err $(grep ^Tag= <<< "$out" | cut -d , -f 3 | uniq | tr '\n' ' ')" \
	"0 2.500 7.500 10.000 "
ok "zstd finds no fault, either" zstd -qt "$file"

# Start once more, in a copy. Each start counts by itself, for any range of a report.
cp "$file" "$scratch/third"
start_again
show after
sleep 1
record_now "$scratch/third"
for part in "--from 0s" "--from 5s"; do
	# shellcheck disable=SC2086 # an option and its word
	run report "$scratch/third" $part --json
	is "started again twice: $part" \
		"$status$err $(json '[.recording.events[].kind] | join(" ")')" \
		"0 reboot reboot"
done
run report "$scratch/third" export --hlog --from "$behind"
is "started again twice: a log from the first time on" \
	"$status$err $(grep ^Tag= <<< "$out" | cut -d , -f 3 | uniq | tr '\n' ' ')" \
	"0 10.000 20.000 "
# a file for each boot, and two for the first one
show usual
record_now "$scratch/a1"
show later
record_now "$scratch/a2"
start_again
show latest
record_now "$scratch/b1"
run report "$scratch/a1" "$scratch/a2" "$scratch/b1" --json
is "files of two boots in their order" \
	"$status$err $(json '[.recording.events[].kind] | join(" ")')" "0 reboot"
fails 1 "a1: of the same boot as .*a1, and another boot is between them: name the files in the order" \
	"a file twice, before and after another boot" \
	report "$scratch/a1" "$scratch/b1" "$scratch/a1"
fails 1 "a2: of the same boot as .*a1, and another boot is between them" "a boot that returns" \
	report "$scratch/a1" "$scratch/b1" "$scratch/a2"
# columns NAME: print the ends of the columns of a page, in nanoseconds
columns()
{
	run report --html "$scratch/$1" -o "$scratch/page"
	sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' \
		"$scratch/page" | jq -c '[.timelines[].columns[][1]]'
}

run version
if grep -q '^features:.* page' <<< "$out"; then
	is "started again twice: columns of a page follow each other" \
		"$(columns third |
			jq '. == sort and .[-1] < 60e9 and length == 11')" true
	show usual
	"$pathtime" record -o "$scratch/fourth" -i 1h -- \
		cp "$data/later.snapshot" "$debugfs/pathtime/snapshot"
	start_again
	show after
	record_now "$scratch/fourth"
	is "started again: a column before it is by the clock" \
		"$(columns fourth | jq '.[0]')" 2500000000
else
	skip "started again twice: columns of a page follow each other" \
		"built without page"
fi

# A file with a second head is merged without change.
recording_of other other usual later
run merge --output "$scratch/merged" "$file" "$scratch/other"
is "merged: status" "$status$err" 0
is "merged: it reads as before" \
	"$(timeless "$scratch/merged" --machine "$(uname -n)" | tail -n 1)" \
	"$(timeless "$file" | tail -n 1)"
(show before && "$pathtime" record -o "$scratch/twice" -i 1h -- \
	cp "$data/before_later.snapshot" "$debugfs/pathtime/snapshot")
fails 1 "both have counts of $(uname -n) for the same time" \
	"merged: what counts twice in the part behind" \
	merge --output "$scratch/again" "$file" "$scratch/twice"

# The tool rejects other files before it drops a cut end.
head -c $(($(stat -c %s "$file") - 1)) "$file" > "$scratch/cut"
cp "$scratch/cut" "$scratch/untouched"
mv "$debugfs/pathtime/snapshot" "$scratch/right"
echo rubbish > "$debugfs/pathtime/snapshot"
fails 1 "snapshot of the module: not a snapshot" "no snapshot" \
	record --append -o "$scratch/cut"
ok "no snapshot: nothing was dropped" cmp "$scratch/cut" "$scratch/untouched"
mv "$scratch/right" "$debugfs/pathtime/snapshot"

# the remains of a power cut: part of the last snapshot, of its mark, or of the mark's frame
size=$(stat -c %s "$file")
head -c $((size - 1)) "$file" > "$scratch/cut"
run report "$scratch/cut" --json
snapshots=$(json .recording.snapshots_of_all)
whole=$(grep -oP 'begins at byte \K[0-9]+' <<< "$err")
for at in $((size - 1)) $((size - 500)) $((whole + 40)) $((whole + 3)); do
	head -c $at "$file" > "$scratch/cut"
	record_now "$scratch/cut"
	is "cut at $at: a message names the dropped part" "$status $err" \
		"0 pathtime: $scratch/cut: cut: the incomplete last snapshot is dropped, $((at - whole)) bytes from byte $whole on"
	run report "$scratch/cut" --json
	is "cut at $at: it goes on behind the last whole one" \
		"$(json '"\(.recording.snapshots_of_all) \(.probes[] | select(.function == "virtnet_poll") | .calls)"')" \
		"$((snapshots + 2)) 68000"
	ok "cut at $at: what was whole is untouched" \
		cmp -s -n "$whole" "$file" "$scratch/cut"
done
# in the second head, of 240 bytes, and right behind it
begin=$(($(LC_ALL=C grep -abo PTIMEREC "$file" | tail -n 1 | cut -d : -f 1) - 24))
for at in $((begin + 30)) $((begin + 240)); do
	head -c $at "$file" > "$scratch/cut"
	run report "$scratch/cut" --json
	is "cut at the second head: it is read up to there" \
		"$status $(json .recording.snapshots_of_all)" "0 6"
	record_now "$scratch/cut"
	is "cut at the second head: status" "$status" 0
	run report "$scratch/cut" --json
	is "cut at the second head: continued" \
		"$(json '"\(.recording.snapshots_of_all) \(.probes[] | select(.function == "virtnet_poll") | .calls)"')" \
		"8 66000"
done
head -c 50 "$file" > "$scratch/cut"
fails 1 "cut at byte 50, in the head" "cut in the first head" \
	record --append -o "$scratch/cut"
is "cut in the first head: untouched" "$(stat -c %s "$scratch/cut")" 50

# files that are refused and not changed
recording_of gw1 gw1 usual later
echo mine > "$scratch/mine"
: > "$scratch/empty"
printf '0) 1.5 us | f();\n' > "$scratch/capture.txt"
"$pathtime" import "$scratch/capture.txt" -o "$scratch/captured"
cp "$file" "$scratch/wrong"
printf 'wrong' | dd of="$scratch/wrong" bs=1 seek=$((size - 50)) conv=notrunc \
	2> /dev/null
{ head -c 12 "$file"; printf '\002\0\0\0'; tail -c +17 "$file"; } > "$scratch/newer"
mkdir "$scratch/directory"
while read -r name pattern; do
	[ -d "$scratch/$name" ] || cp "$scratch/$name" "$scratch/copy"
	fails 1 "$name: $pattern" "$name" record --append -o "$scratch/$name"
	[ -d "$scratch/$name" ] ||
		ok "$name: it is untouched" cmp -s "$scratch/$name" "$scratch/copy"
done << 'EOF'
gw1 a recording of the machine gw1, and this is .*: name another file; 'pathtime merge'
mine not a recording of pathtime
empty empty, not a recording
captured a recording of captures, which cannot be appended to
merged a merged recording, which cannot be appended to
wrong corrupted at byte [0-9]+:
newer a recording of version 2, this tool reads version 1
directory Is a directory
EOF
fails 1 "null: not a regular file, as a recording must be" "a device" \
	record --append -o /dev/null
fails 1 "no/file: No such file or directory" "no such directory" \
	record --append -o "$scratch/no/file"
cp "$file" "$scratch/copy"
rm "$debugfs/pathtime/snapshot"
fails 1 "the module is not loaded" "no module" record --append -o "$file"
ok "no module: it is untouched" cmp -s "$file" "$scratch/copy"
show before_later

# two recorders at once
rm "$file"
"$pathtime" record -o "$file" --interval 20ms &
tool=$!
until_true test -s "$file"
for first in made "gone on with"; do
	fails 1 "recording: another pathtime is recording into it: wait until" \
		"$first by another" record --append -o "$file"
	kill -STOP $tool
	before=$(stat -c %s "$file")
	fails 1 "another pathtime" "$first by another, stopped" \
		record --append -o "$file"
	is "$first by another: untouched" "$(stat -c %s "$file")" "$before"
	kill -CONT $tool
	kill $tool
	wait $tool
	[ "$first" = made ] || continue
	"$pathtime" record --append -o "$file" --interval 20ms &
	tool=$!
	has_grown()
	{
		[ "$(stat -c %s "$file")" -gt "$before" ]
	}
	before=$(stat -c %s "$file")
	until_true has_grown
done
run report "$file" --json
is "two at once: all is whole" "$status$err" 0

# killed, then continued
"$pathtime" record --append -o "$file" --interval 10ms &
tool=$!
before=$(stat -c %s "$file")
until_true has_grown
kill -KILL $tool
wait $tool 2> /dev/null
record_now "$file"
is "killed: it can be continued at once" "$status" 0

# the disk is full
mkdir "$scratch/small"
mount -t tmpfs -o size=32k none "$scratch/small"
"$pathtime" record -o "$scratch/small/recording" -i 1h -- true
dd if=/dev/zero of="$scratch/small/zeros" bs=4k 2> /dev/null
while [ "$(stat -c %s "$scratch/small/recording")" -lt 100000 ]; do
	record_now "$scratch/small/recording"
	[ "$status" = 0 ] || break
done
like "a full disk: a message" "$err" "No space left on device"
run report "$scratch/small/recording" --json
is "a full disk: what was there is whole" "$status$err" 0
umount "$scratch/small"
done_testing
