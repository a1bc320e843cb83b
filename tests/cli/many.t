#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# many: 60,000 functions, and hostile captures, take time in proportion to their number

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

# Limits are of CPU time, so that a busy machine does not exceed them. They are of one that imports 20,000 names in 1.5 s,
# and up to twice as long on a slower one. Time that grows with the square of a number is a hundred times as long.
TIMEFORMAT=%U
PACE=1.5

# new_names NUMBER: print a capture of so many functions
new_names()
{
	awk -v number="$1" 'BEGIN { for (i = 0; i < number; i++) printf " 0)   0.5 us    |  f%d();\n", i }'
}

new_names 20000 > "$scratch/pace"
pace=$({ time "$pathtime" import --json "$scratch/pace" > /dev/null; } 2>&1)
slowness=$(awk -v pace="$pace" -v of=$PACE 'BEGIN { f = pace / of; print (f < 1 ? 1 : f > 2 ? 2 : f) }')
echo "# import of 20,000 names: $pace s; limits are $slowness times as long"

# timed LIMIT NAME ARGUMENTS...: run the tool, and check its exit status and its CPU time in seconds; set $out
timed()
{
	local limit name=$2 seconds

	limit=$(awk -v limit="$1" -v slowness="$slowness" 'BEGIN { print limit * slowness }')
	shift 2
	status=0
	seconds=$({ time "$pathtime" "$@" > "$scratch/out" 2> "$scratch/err"; } 2>&1) || status=$?
	out=$(< "$scratch/out")
	is "$name: status and stderr" "$status$(< "$scratch/err")" 0
	echo "# $name: $seconds s"
	ok "$name: at most $limit s of CPU time" \
		awk -v seconds="$seconds" -v limit="$limit" \
		'BEGIN { exit !(seconds <= limit) }'
}

# names: print the names of three functions, as make_snapshot.c makes them
names()
{
	grep -oE '^(one:|other:)?function_[123] ' <<< "$out" | sort | xargs
}

many=$scratch/many.snapshot
"$data/make_snapshot" many > "$many"
timed 5 summary --file "$many" summary
is "summary: a module for names that two modules have" "$(names)" \
	"function_2 one:function_1 other:function_1"
timed 5 diff diff "$many" "$many"
is "diff: a module for names that two modules have" "$(names)" \
	"function_2 one:function_1 other:function_1"
timed 1 hist --file "$many" hist function_2

# captures of 5 MB that a hostile sender made
new_names 200000 > "$scratch/names"
timed 8 "import of new names only" import --json "$scratch/names"
is "import of new names only: what is not kept is counted" \
	"$(grep -o '"not_kept":[0-9]*' <<< "$out")" '"not_kept":134464'
awk 'BEGIN { for (i = 0; i < 200000; i++) printf " %d)   0.5 us    |  f();\n", i % 8192 }' > "$scratch/cpus"
timed 6 "import of 8,192 CPUs" import --json "$scratch/cpus"
is "import of 8,192 CPUs: all calls" "$(grep -o '"calls":[0-9]*' <<< "$out" | head -n 1)" '"calls":200000'

run version
if grep -q '^features:.* zstd' <<< "$out"; then
	"$data/make_snapshot" many_later > "$scratch/later.snapshot"
	"$data/make_snapshot" many_reset > "$scratch/reset.snapshot"
	"$data/make_recording" - "$scratch/recording" "$many" \
		"$scratch/later.snapshot" "$scratch/reset.snapshot"
	timed 8 report report "$scratch/recording"
	is "report: a module for names that two modules have" "$(names)" \
		"function_2 one:function_1 other:function_1"
	timed 12 "report: one interval" report "$scratch/recording" \
		export --csv --to 10s
	is "report: each function is there" "$(grep -c ',all,' <<< "$out")" 60000
	run version
	if grep -q '^features:.* page' <<< "$out"; then
		timed 8 "report --html" report --html "$scratch/recording" \
			--output "$scratch/page.html"
	else
		skip "report --html" "built without page"
	fi
fi
done_testing
