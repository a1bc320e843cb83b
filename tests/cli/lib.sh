# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# lib: results in TAP, and functions to run the tool, for the tests in this directory

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# the tool under test: by default the build with the sanitizers
pathtime=${PATHTIME:-$top/build/unit/pathtime}
# shellcheck disable=SC2034 # tests of the exporter use it
exporter=$pathtime-exporter
data=$top/build/unit
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# programs of packages that tests/guest/bin/deps unpacks without installing them
for programs in "${PATHTIME_CACHE:-/var/cache/pathtime}"/unpacked/*/usr/bin; do
	PATH+=:$programs
done

tests=0

# ok NAME COMMAND...: pass if the command succeeds
ok()
{
	local name=$1

	shift
	tests=$((tests + 1))
	if "$@"; then
		echo "ok $tests - $name"
	else
		echo "not ok $tests - $name"
	fi
}

# is NAME GOT WANTED: pass if the texts are equal
is()
{
	ok "$1" [ "$2" = "$3" ]
	if [ "$2" != "$3" ]; then
		printf '# got:    %s\n# wanted: %s\n' "${2//$'\n'/$'\n# '}" \
			"${3//$'\n'/$'\n# '}"
	fi
}

# like NAME TEXT PATTERN: pass if the text matches the extended regular expression
like()
{
	ok "$1" grep -qE -e "$3" <<< "$2"
	if ! grep -qE -e "$3" <<< "$2"; then
		printf '# got: %s\n' "${2//$'\n'/$'\n# '}"
	fi
}

# listed_in NAME.def: what the macros on standard input make of a list
listed_in()
{
	{ cat; echo "#include <pathtime/$1>"; } |
		cc -E -P -x c -I "$top/include" - | grep -v '^$'
}

# percentiles [USE]: keys of all percentiles, or of those with PTIME_IN_USE
percentiles()
{
	listed_in percentiles.def <<- 'END' | grep -E "^p.*${1:+PTIME_IN_$1}" | sed 's/ .*/_ns/'
		#define PTIME_PERCENTILE(name, permyriad, key, title, uses) key uses
	END
}

skip()
{
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

# run ARGUMENTS...: run the tool; set $out, $err and $status
run()
{
	status=0
	out=$(timeout 30 "$pathtime" "$@" 2> "$scratch/err") || status=$?
	err=$(< "$scratch/err")
}

# terminal COLUMNS ARGUMENTS...: run the tool on a terminal of that width; set $out to its standard output
terminal()
{
	local columns=$1

	shift
	out=$(script -qec "NO_COLOR=1 COLUMNS=$columns '$pathtime' ${*@Q} 2> /dev/null" \
		/dev/null < /dev/null | tr -d '\r')
}

# run_usual ARGUMENTS...: run the tool on the usual snapshot
run_usual()
{
	run --file "$data/usual.snapshot" "$@"
}

# recording_of MACHINE NAME SNAPSHOT...: make a recording of these in $scratch; the machine - is this one.
# Before a snapshot, -3600 sets the time of day back by so many seconds from there on.
recording_of()
{
	local machine=$1 name=$2

	shift 2
	(cd "$data" && ./make_recording "$machine" "$scratch/$name" \
		"${@/%/.snapshot}")
}

# recording NAME SNAPSHOT...: make a recording of this machine
recording()
{
	recording_of - "$@"
}

# json EXPRESSION: apply a jq expression to $out
json()
{
	jq -r "$1" <<< "$out"
}

# nodes_add_up NAME: check in $out that each node is the sum of its self time and its callees
nodes_add_up()
{
	is "$1: nodes add up" "$(jq -s '[.[].tree as $tree
		| reduce ($tree[] | select(.parent != null)) as $node
			([$tree[] | .self_ns + .interrupt_ns];
			 .[$node.parent] += $node.total_ns)
		| . == [$tree[].total_ns]] | all' <<< "$out")" true
}

# breakdowns_add_up NAME: check in $out that each breakdown is the sum of its rows
breakdowns_add_up()
{
	is "$1: breakdowns add up" "$(jq -s '[.[].breakdown
		| .self_ns + .interrupt_ns + ([.groups[].self_ns] | add // 0)
			== .total_ns and
		  ([.groups[] | .self_ns == ([.functions[].self_ns] | add)]
			| all)] | all' <<< "$out")" true
}

# until_true COMMAND...: wait until the command succeeds, up to half a minute for slow machines
until_true()
{
	local i

	for ((i = 0; i < 300; i++)); do
		! "$@" || return 0
		sleep 0.1
	done
	return 1
}

# fails STATUS PATTERN NAME ARGUMENTS...: check the exit status and the error message of the tool
fails()
{
	local wanted=$1 pattern=$2 name=$3

	shift 3
	run "$@"
	is "$name: exit status" "$status" "$wanted"
	like "$name: says why" "$err" "$pattern"
}

done_testing()
{
	echo "1..$tests"
}
