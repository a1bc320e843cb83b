#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# options: what they select, and the errors of wrong ones

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

functions()
{
	json '[.probes[].function] | join(" ")'
}

run_usual --json --group virtio_net
is "--group" "$(functions)" virtnet_poll
run_usual --json -g virtio_net,conntrack
is "--group with a list" "$(functions)" "virtnet_poll nf_ct_get nf_conntrack_in"
run_usual --json -g virtio_net -g conntrack
is "--group twice" "$(functions)" "virtnet_poll nf_ct_get nf_conntrack_in"
fails 1 "no group 'ipvs' in use: there are flowtable, xfrm, virtio_net, conn" \
	"a group that is not there" --file "$data/usual.snapshot" -g ipvs

run_usual --json
all=$(json '.probes[0].cpus | map(select(.cpu == 0 or .cpu == 3) | .calls)
	    | add')
run_usual --json --cpu 0,2-4
is "--cpu" "$(json '.probes[0].calls')" "$all"
is "--cpu in the outcomes" "$(json '[.probes[0].outcomes[].calls] | add')" \
	"$all"
run_usual --cpu 7
like "--cpu with no calls" "$out" "8 without calls|7 without calls"
like "--cpu does not part missed calls" "$out" "missed \(on all CPUs\)"

for unit in ns us ms s; do
	run_usual --unit $unit
	like "--unit $unit" "$out" "^times in $unit,"
done
p50=$(run_usual -u ms; awk '$1 == "virtnet_poll" { print $5 }' <<< "$out")
is "a time in ms" "$p50" 0.006

run_usual --json hist
before=$out
run hist --json --file "$data/usual.snapshot"
is "options after the command" "$out" "$before"
run --file - < "$data/usual.snapshot"
stdin=$out
run_usual
is "a snapshot from standard input" "$stdin" "$out"

esc=$(printf '\033')
run_usual
ok "no colour in a pipe" [ "${out/$esc/}" = "$out" ]
run_usual --color always
ok "--color always" [ "${out/$esc/}" != "$out" ]
# shellcheck disable=SC2001 # a pattern, not a text
plain=$(sed "s/$esc\[[0-9]*m//g" <<< "$out")
run_usual
is "but for colour it is the same" "$plain" "$out"
if script -qec true /dev/null > /dev/null 2>&1; then
	on_terminal="$pathtime --file $data/usual.snapshot"
	out=$(script -qec "env -u NO_COLOR $on_terminal" /dev/null)
	ok "colour on a terminal" [ "${out/$esc/}" != "$out" ]
	out=$(script -qec "env NO_COLOR=1 $on_terminal" /dev/null)
	ok "NO_COLOR" [ "${out/$esc/}" = "$out" ]
	out=$(script -qec "env NO_COLOR= $on_terminal" /dev/null)
	ok "an empty NO_COLOR does not count" [ "${out/$esc/}" != "$out" ]
else
	skip "colour on a terminal" "script is not installed"
fi

wrong()
{
	local name=$1

	shift
	fails 2 "Try 'pathtime --help'" "$name" "$@"
	is "$name: nothing on stdout" "$out" ""
}

wrong "no such command" sumary
wrong "no such option" --bogus
wrong "no such letter" -x
wrong "a letter among others" -ax
wrong "no argument" --unit
wrong "an argument too many" summary foo bar
wrong "an argument too few" add
wrong "no budget" budget
wrong "nine arguments" add a b c d e f g h i
wrong "two words in one" add "foo bar"
wrong "two lines in one" add $'foo\nreset'
wrong "a line too long" add "$(printf '%05000d' 0)"
wrong "an option of another command" summary --full
wrong "an option with a verb" start --interval 1
wrong "--unit" --unit h
wrong "--color" --color sometimes
wrong "--cpu with letters" --cpu a
wrong "--cpu backwards" --cpu 3-1
wrong "--cpu without an end" --cpu 3-
wrong "--cpu with nothing" --cpu ""
wrong "--cpu too large" --cpu 99999999999
wrong "--group with nothing" --group ""
wrong "--output with nothing" export --csv --output ""
wrong "--interval of no time" --interval 0
wrong "--interval below no time" --interval -1
wrong "--interval that is none" --interval nan
wrong "--interval with no such unit" --interval 1w
wrong "--interval with a unit alone" --interval s
wrong "--interval below a millisecond" --interval 0.9ms
wrong "--interval without end" --interval inf
wrong "--count alone" --count 3
wrong "--count of none" --interval 1 --count 0
wrong "--sort by nothing" --sort ""
wrong "--sort by a column of no table" --sort foo
wrong "--sort by a column of another table" --sort self
wrong "--sort of a tree by a percentile" tree --sort p99
wrong "--sort of probes" probes --sort calls
wrong "--limit of none" --limit 0
wrong "--limit that is none" --limit 1x
wrong "--self of a tree" tree --self
wrong "--interval of a file" --interval 1 --file "$data/usual.snapshot"
fails 2 "--self is for tables" "--self in JSON" --self --json
for number in 0x10 1e3 +1 " 1" 1e 1. .5; do
	[ "$number" = 1. ] || wrong "--interval of '$number'" --interval "$number"
	wrong "--count of '$number'" --interval 1 --count "$number"
done
fails 2 "no command 'sumary': did you mean 'summary'\?" "a command like another" sumary
fails 2 "no command 'strat': did you mean 'start'\?" "help of one like another" help strat
fails 2 "no command 'qqqq'$" "a command like no other" qqqq
fails 2 "option '--sefl' is unknown: did you mean --self\?" "an option like another" --sefl
fails 2 "option '--grup=x' is unknown: did you mean --group\?" "an option with an argument" --grup=x
fails 2 "option '--co' is ambiguous: --count, --color, --columns$" "a beginning of several options" summary --co 3
run_usual summary --li 3
is "a beginning of an option that only the exporter has, too" "$status$err" 0
fails 2 "option '--listen' is one of pathtime-exporter$" "an option of the exporter" --listen=:7284
fails 2 "option '--lisen=1' is unknown$" "one like an option of the exporter" --lisen=1
run help export
like "help names the most buckets" "$out" "^ +--buckets .*[^0-9]128$"
fails 2 "pathtime: --json takes no argument$" "an argument of a flag" --json=1
fails 2 "pathtime: --verbose takes no argument$" "an argument of the beginning of a flag" diff a b --verb=
fails 2 "option '--per-=1' is ambiguous: --per-cpu, --per-machine$" "with an argument" --per-=1
run_usual --lim 1
is "a beginning of one option" "$status$err" 0
fails 1 "there is xfrm_input" "a function like another" hist xfrn_imput --file "$data/usual.snapshot"
fails 2 "--unit is given twice" "--unit twice" --unit ns --unit us
run --bogus --json
is "wrong usage before --json is JSON, too" "$(json 'keys | join(" ")')" error
run --json --unit h
is "wrong usage is JSON too" "$(json 'keys | join(" ")')" error
done_testing
