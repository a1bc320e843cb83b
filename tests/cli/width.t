#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# width: no line takes more than 79 columns, for any data

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

# A short run spends most of its time on the search for leaks, which the other tests do for each command.
export ASAN_OPTIONS=detect_leaks=0

# too_wide ARGUMENTS...: print lines of more than 79 characters
too_wide()
{
	run "$@"
	awk 'length > 79' <<< "$out"
}

for snapshot in "$data"/*.snapshot "$top"/tests/data/*.snapshot; do
	[ -e "$snapshot" ] || continue
	[ "$(basename "$snapshot")" != version.snapshot ] || continue
	name=$(basename "$snapshot")
	# Numbers are the longest in ns. The snapshot "wide" has the longest names.
	case $name in
	paths*|wide*) units="auto ns us ms s" ;;
	*) units="auto ns" ;;
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
		done ;;
	esac
	is "cost of the probes of $name" \
		"$(too_wide -f "$snapshot" probes --verbose)" ""
	is "probes of $name" "$(too_wide -f "$snapshot" probes)" ""
done
is "help" "$(too_wide help)" ""

# Columns line up: each row of numbers ends where the head does.
run --file "$data/wide.snapshot" --all --per-cpu
is "numbers end with their head" \
	"$(awk '/^FUNCTION/ { end = length }
		/ [0-9.,]+[kMGTPE]? +[0-9.,]+[kMGTPE]?$/ && length != end' \
		<<< "$out")" ""
done_testing
