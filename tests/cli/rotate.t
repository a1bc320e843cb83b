#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# rotate: record --rotate-size, --rotate-age and --keep

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
show usual
dir=$scratch/dir
mkdir "$dir"

fails 2 "--rotate-size: '5X' is not a size" "no such size" record -o "$dir/day" --rotate-size 5X
fails 2 "--rotate-size: '0'" "no size" record -o "$dir/day" --rotate-size 0
fails 2 "--rotate-age: '10ms' is not a time" "no such age" record -o "$dir/day" --rotate-age 10ms
fails 2 "--keep: '1' is not a number of files, at least 2" "one file" \
	record -o "$dir/day" --rotate-age 1h --keep 1
fails 2 "--keep needs --rotate-size or --rotate-age" "--keep alone" record -o "$dir/day" --keep 5
fails 2 "--append continues a file" "--append" record -o "$dir/day" --append --rotate-age 1h
fails 1 "none/: No such file or directory" "no such directory" \
	record -o "$scratch/none/day" --rotate-size 1M
for name in "$dir/" "$dir" "$dir/." "$dir/none/"; do
	fails 1 "--output $name: a directory: name a file in it" "a directory: ${name#"$scratch"}" \
		record -o "$name" -d 20ms --rotate-size 1M
done
is "wrong usage: no file" "$(ls -A "$dir"; compgen -G "$dir-*")" ""

# change NAME: a command that replaces the module's counts
change()
{
	echo "cp '$data/$1.snapshot' '$debugfs/pathtime/new'; mv '$debugfs/pathtime/new' '$debugfs/pathtime/snapshot'; sleep 0.2"
}

before=$(date -u +%Y%m%dT%H%M%SZ)
run record -o "$dir/day.ptime" -i 50ms --rotate-size 1 -- \
	sh -c "$(change later); $(change latest); exit 7"
is "a file for each interval: the command's status" "$status$err" 7
mapfile -t files < <(ls "$dir")
ok "several files: ${#files[@]}" [ "${#files[@]}" -gt 3 ]
is "their names" "$(printf '%s\n' "${files[@]}" | grep -cvE '^day-[0-9]{8}T[0-9]{6}Z\.ptime$')" 0
# the second may have ended meanwhile
ok "the first one is not of before" [ ! "${files[0]}" \< "day-$before.ptime" ]
cd "$dir" || exit
sum=0
for file in "${files[@]}"; do
	run report "$file" --json
	[ "$status" = 0 ] || continue
	sum=$((sum + $(json '.probes[5].calls')))
done
is "each interval is in one file" "$sum" 64000
run report day-*.ptime --json
is "all files in the order of their names" "$status $(json '.probes[5].calls')" "0 64000"

# --keep: the newest ones, among them those of earlier runs; other files stay
touch day-notes.ptime day-20200101T000000Z.txt day-20200101T000000Z.ptime.old 20200101T000000Z.ptime
touch -d 2020-01-01 day-20200101T000000Z.ptime
show usual
run record -o day.ptime -i 20ms -d 500ms --rotate-size 1 --keep 3
is "--keep: status" "$status$err" 0
is "--keep: three files are left" "$(find . -name 'day-*Z.ptime' | wc -l)" 3
is "--keep: other files stay" "$(find . -size 0 | wc -l)" 4
first=$(find . -name 'day-2*Z.ptime' | sort | tail -n 1)
kept=$(ls)
run record -o day.ptime --rotate-size 1M --keep 2 -- nosuchcmd
is "a command that cannot be executed: status" "$status" 127
is "a command that cannot be executed: no file is removed" "$(ls)" "$kept"
run record -o day.ptime -d 20ms -i 10ms --rotate-size 1M --keep 3
is "the next start begins a new file, and removes the oldest one" \
	"$(find . -name 'day-2*Z.ptime' | wc -l)" 3
ok "and its name is behind the others" [ "$(find . -name 'day-2*Z.ptime' | sort | tail -n 1)" != "$first" ]
rm -f -- *

# by age
show usual
run record -o age -i 100ms -d 1500ms --rotate-age 1s
is "--rotate-age: two files" "$status $(find . -name 'age-*Z' | wc -l)" "0 2"
run report age-* --json
took=$(json '(.recording.end_ns - .recording.begin_ns) / 1000000 | floor')
ok "--rotate-age: together $took ms" [ "$took" -ge 1400 ]
rm -f -- *

# the clock was set back since the last run, and the name of that file is of the future
touch x-20991231T235959Z.ptime
run record -o x.ptime -d 20ms -i 10ms --rotate-size 1M
ok "names ascend, also if the clock was set back" [ -e x-21000101T000000Z.ptime ]
touch x-99991231T235959Z.ptime
fails 1 "after the year 9999" "no name is left" record -o x.ptime -d 20ms --rotate-size 1M
rm -f -- *

# has_file PATTERN: whether there is a file of this pattern now
has_file()
{
	compgen -G "$1" > /dev/null
}

# signals, and another recorder
"$pathtime" record -o s.ptime -i 20ms --rotate-size 1 --keep 200 > "$scratch/reported" 2>&1 &
tool=$!
until_true has_file 's-*Z.ptime'
fails 1 "another pathtime is recording into it" "another recorder" record -o s.ptime --rotate-size 1M
touch s-20991231T000000Z.ptime
fails 1 "another pathtime is recording into it" "another recorder, whose file is not the newest" \
	record -o s.ptime -d 20ms --rotate-size 1M --keep 2
rm s-20991231T000000Z.ptime
sleep 0.5
show later
kill -TERM $tool
status=0
wait $tool || status=$?
is "SIGTERM: it ends well" "$status $(< "$scratch/reported")" "0 "
run report s-*Z.ptime --json
is "SIGTERM: the last snapshot is taken" "$(json '.probes[5].calls')" 32000
rm -f -- *

# Recorders that begin in the same second: --append, which record names for a file, does not rotate.
for ((i = 0; i < 12; i++)); do
	"$pathtime" record -o t.ptime -d 300ms --rotate-size 1M 2>> "$scratch/together" &
done
wait
is "recorders at once: each that comes too late prints why" \
	"$(grep -vcE 'another pathtime (is recording into it|has just begun it): wait' "$scratch/together")" 0
rm -f -- *

# a recorder without rotation whose file has a name of the pattern
"$pathtime" record -o s-20200101T000000Z.ptime -i 20ms &
tool=$!
until_true [ -s s-20200101T000000Z.ptime ]
mkdir later
mv s-20200101T000000Z.ptime later
"$pathtime" record -o s.ptime -i 20ms --rotate-size 1 --keep 2 2> "$scratch/reported" &
rotating=$!
until_true has_file 's-*Z.ptime'
mv later/s-20200101T000000Z.ptime .
until_true grep -q "cannot be removed" "$scratch/reported"
kill -TERM $rotating
wait $rotating
kill -TERM $tool
wait $tool
ok "--keep: a file into which another pathtime records stays" [ -e s-20200101T000000Z.ptime ]
is "--keep: and one message says so" "$(< "$scratch/reported")" \
	"pathtime: s-20200101T000000Z.ptime: cannot be removed: another pathtime is recording into it"
rm -rf -- *

# No new file can be begun: the recording goes on in the old one.
mkdir "$scratch/small"
mount -t tmpfs -o nr_inodes=3 none "$scratch/small"
show usual
"$pathtime" record -o "$scratch/small/n.ptime" -i 20ms --rotate-size 1 2> "$scratch/reported" &
tool=$!
until_true grep -q "trying again" "$scratch/reported"
show later
sleep 0.2
kill -TERM $tool
status=0
wait $tool || status=$?
is "no room for a new file: it ends well" "$status" 0
is "no room for a new file: one message" \
	"$(grep -c 'n-.*ptime: No space left on device: going on in .*n-.*ptime, and trying again' "$scratch/reported")" 1
run report "$scratch"/small/n-* --json
is "no room for a new file: nothing is lost" "$status $(json '.probes[5].calls')" "0 32000"
umount "$scratch/small"
mount -t tmpfs -o size=20k none "$scratch/small"
show usual
run record -o "$scratch/small/n.ptime" -i 10ms -d 400ms --rotate-size 1
is "a full disk at the end is an error, as without rotation" "$status" 1
like "a full disk: it was reported" "$err" "No space left on device"
run report "$scratch"/small/n-* --json
is "a full disk: all files are whole" "$status $err" "0 "
umount "$scratch/small"
cd / || exit
done_testing
