#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# width: on a terminal no line is wider than it, for any data; elsewhere, and with --wide, no name is cut

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

# A short run spends most of its time on the search for leaks, which the other tests do for each command.
export ASAN_OPTIONS=detect_leaks=0

script -qec true /dev/null > /dev/null 2>&1 || skip_all "script is not installed"

# too_wide ARGUMENTS...: print lines of more than 79 characters
too_wide()
{
	terminal 80 "$@"
	awk 'length > 79' <<< "$out"
}

for snapshot in "$data"/*.snapshot "$top"/tests/data/*.snapshot; do
	[ -e "$snapshot" ] || continue
	[ "$(basename "$snapshot")" != version.snapshot ] || continue
	name=$(basename "$snapshot")
	# Numbers are the longest in ns. The snapshot "wide" has the longest names.
	case $name in
	paths*|wide*) units="auto ns us ms s" ;;
	*) units=ns ;;
	esac
	is "summary of $name" "$(too_wide -f "$snapshot" --all)" ""
	is "summary of $name, per CPU" \
		"$(too_wide -f "$snapshot" --all --per-cpu -C 0-99999)" ""
	for unit in $units; do
		is "summary of $name in $unit" \
			"$(too_wide -f "$snapshot" -u "$unit")" ""
		is "self times of $name in $unit" \
			"$(too_wide -f "$snapshot" -u "$unit" --self)" ""
		is "hist of self times of $name in $unit" \
			"$(too_wide -f "$snapshot" hist -u "$unit" --self)" ""
		is "hist of $name in $unit" \
			"$(too_wide -f "$snapshot" hist -u "$unit" --per-cpu)" ""
		is "hist of $name in $unit, all buckets" \
			"$(too_wide -f "$snapshot" hist -u "$unit" --full)" ""
	done
	for unit in $units; do
		is "raw times of $name in $unit" \
			"$(too_wide -f "$snapshot" -u "$unit" --raw --per-cpu)" ""
		is "raw tree of $name in $unit" \
			"$(too_wide -f "$snapshot" tree -u "$unit" --all --raw)" ""
		is "tree of $name in $unit" \
			"$(too_wide -f "$snapshot" tree -u "$unit" --all)" ""
		is "breakdown of $name in $unit" \
			"$(too_wide -f "$snapshot" breakdown -u "$unit")" ""
	done
	case $(basename "$snapshot") in
	paths*|wide*)
		for unit in $units; do
			is "paths of $name in $unit" \
				"$(too_wide -f "$snapshot" paths -u "$unit")" ""
			is "paths of $name in $unit, with their steps" \
				"$(too_wide -f "$snapshot" paths -u "$unit" -v -C 0-99)" ""
			is "polls of $name in $unit" \
				"$(too_wide -f "$snapshot" polls -u "$unit" --per-cpu)" ""
		done ;;
	esac
	is "cost of the probes of $name" \
		"$(too_wide -f "$snapshot" probes --verbose)" ""
	is "probes of $name" "$(too_wide -f "$snapshot" probes)" ""
done
is "help" "$(too_wide help)" ""

# COLUMNS, up to the widest that a terminal can be, and not wider than names need
snapshot=$data/wide.snapshot
for columns in 60 70 120; do
	for command in summary "summary --per-cpu --all" "summary --raw" hist "hist -u ns --full" "probes --verbose" \
		tree "tree --all" "breakdown"; do
		# shellcheck disable=SC2086 # a command and its option
		terminal "$columns" -s "$snapshot" $command
		# its sums have up to 20 digits
		[ "$command $columns" = "breakdown 60" ] ||
			is "COLUMNS=$columns: $command" "$(awk "length >= $columns" <<< "$out")" ""
	done
	terminal "$columns" -s "$data/nested.snapshot" breakdown
	is "COLUMNS=$columns: breakdown of shorter sums" "$(awk "length >= $columns" <<< "$out")" ""
	terminal "$columns" -s "$data/paths.snapshot" paths -v
	is "COLUMNS=$columns: paths" "$(awk "length >= $columns" <<< "$out")" ""
	terminal "$columns" -s "$data/usual.snapshot" hist --percentiles "$(seq -s , 80 95)"
	is "COLUMNS=$columns: hist of 16 percentiles" "$(awk "length >= $columns" <<< "$out")" ""
	is "COLUMNS=$columns: hist has all of them" \
		"$(grep -oE 'P(8[0-9]|9[0-5])\b' <<< "$out" | sort -u | wc -l)" 16
done
for options in "" -v; do
	# shellcheck disable=SC2086 # an option, or none
	terminal 80 diff "$data/paths_before.snapshot" "$data/paths_after.snapshot" $options
	is "COLUMNS=80: diff $options" "$(awk 'length >= 80' <<< "$out")" ""
done
terminal 65535 -s "$data/usual.snapshot" summary
is "a very wide terminal: no wider than needed" "$(awk 'length > 150' <<< "$out")" ""
terminal 65535 -s "$data/paths.snapshot" paths
is "paths, too" "$(awk 'length > 150' <<< "$out")" ""
terminal 65535 -s "$data/nested.snapshot" breakdown
is "breakdown, too" "$(awk 'length > 150' <<< "$out")" ""
for columns in "" 0 -5 12x 99999999999999999999; do
	terminal "$columns" -s "$data/wide.snapshot" summary
	is "COLUMNS='$columns' is ignored" "$(awk 'length > 79' <<< "$out")" ""
done

# names of the widest snapshot
run -s "$snapshot" --json
names=$(json '.probes[] | select(.calls > 0) | .function')
# absent_from_out: print the names that are not in $out
absent_from_out()
{
	while read -r name; do
		grep -qF -e "$name" <<< "$out" || echo "$name"
	done <<< "$names"
}
terminal 80 -s "$snapshot" summary
ok "names are cut on a terminal" [ -n "$(absent_from_out)" ]
for command in summary hist probes tree breakdown "summary --self" "probes --verbose"; do
	# shellcheck disable=SC2086 # a command and its option
	run -s "$snapshot" $command --all
	# hist and probes show all functions anyway
	# shellcheck disable=SC2086 # a command and its option
	[ "$status" = 0 ] || run -s "$snapshot" $command
	is "no name is cut in a pipe: $command" "$(absent_from_out)" ""
	ok "nor marked as cut: $command" [ "$(grep -c '[a-z_]~[a-z_]' <<< "$out")" = 0 ]
done
terminal 80 -s "$snapshot" summary --wide
is "no name is cut with --wide" "$(absent_from_out)" ""
run -s "$data/paths.snapshot" paths
is "a path has one line in a pipe" \
	"$(grep -c '^rx > flowtable-miss > conntrack > confirm > forward > tx  *[0-9]' <<< "$out")" 1
terminal 80 -s "$data/paths.snapshot" paths
is "and two on a terminal that has no space" \
	"$(grep -c '^rx > flowtable-miss > conntrack > confirm > forward > tx$' <<< "$out")" 1

# Columns line up: each row of numbers ends where the head does.
run --file "$data/wide.snapshot" --all --per-cpu
is "numbers end with their head" \
	"$(awk '/^FUNCTION/ { end = length }
		/ [0-9.,]+[kMGTPE]? +[0-9.,]+[kMGTPE]?$/ && length != end' \
		<<< "$out")" ""
done_testing
