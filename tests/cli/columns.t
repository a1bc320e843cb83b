#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# columns: --columns and --percentiles, in tables, CSV and JSON

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

# head_of WORD: print the words of the line of $out that has this header
head_of()
{
	grep -E "(^| )$1( |$)" <<< "$out" | head -n 1 | xargs
}

# numbers_of NAME: print the numbers of the first line of that name in $out
numbers_of()
{
	awk -v name="$1" '$1 == name { gsub(",", ""); $1 = ""; print; exit }' <<< "$out" | xargs
}

small=(--file "$data/small.snapshot")
usual=(--file "$data/usual.snapshot")
paths=(--file "$data/paths.snapshot")
nested=(--file "$data/nested.snapshot")

# tables, in the order of the user
run "${small[@]}" --unit ns --columns p99.99,MAX,calls,min
is "summary: the columns chosen" "$(head_of FUNCTION)" "FUNCTION P99.99 MAX CALLS MIN"
table=$(numbers_of xfrm_input)
run "${small[@]}" --json --percentiles 99.99
is "summary: their numbers are those of JSON" "$table" \
	"$(json '.probes[] | select(.function == "xfrm_input") | [.p9999_ns, .max_ns, .calls, .min_ns] | join(" ")')"
run "${usual[@]}" --columns function,p50
is "summary: the name may be named" "$(head_of FUNCTION)" "FUNCTION P50"
run "${usual[@]}" --columns function
is "summary: the name alone" "$(head_of FUNCTION)" FUNCTION
run "${nested[@]}" --self --columns mean,total
is "summary: of self times" "$(head_of FUNCTION)" "FUNCTION MEAN TOTAL"
run "${usual[@]}" hist xfrm_input --columns max,p99.5
is "hist: the columns chosen" "$(head_of MAX | sed 's/ [mun]*s$//')" "MAX P99.5"
run "${nested[@]}" tree --columns mean,%
is "tree: the columns chosen" "$(head_of FUNCTION)" "MEAN % FUNCTION"
like "tree: a mark of calls without an end" "$out" " -  100.0>udp_sendmsg"
run "${nested[@]}" tree --columns self
like "tree: the mark without a share" "$out" "^    30.0>udp_sendmsg|^ +[0-9.]+>udp_sendmsg"
run "${paths[@]}" paths --columns %,min,total
is "paths: the columns chosen" "$(head_of PATH)" "PATH % MIN TOTAL"

# errors list the columns
fails 2 "--columns: this table has no column 'foo', only FUNCTION, CALLS, MISSED, MIN, MEAN, P50, .*, MAX, TOTAL$" \
	"a column that is not there" "${usual[@]}" --columns calls,foo
fails 2 "no column 'self', only FUNCTION, CALLS" "a column of another table" hist --columns self
fails 2 "no column 'p50', only FUNCTION, CALLS, TOTAL, SELF, MEAN, %$" "a percentile of a tree" tree --columns p50
fails 2 "no column 'calls', only PATH, PACKETS, %, MIN" "calls of paths" paths --columns calls
fails 2 "no column '', only" "an empty name" --columns calls,
fails 2 "no column '', only" "no name" --columns ""
fails 2 "more than 32" "too many" --columns "$(printf 'p%d,' {1..40})p50"
fails 2 "summary|probes does not take --columns" "a command without" probes --columns calls
fails 2 "--columns is for tables and CSV" "columns of JSON" --json --columns calls
fails 2 "with --columns, name percentiles as columns: p50,p99.9$" "both options" --columns calls --percentiles 50
fails 2 "this table has no column 'SELF', only" "to sort by" --sort self
run "${usual[@]}" --sort p99.99 --limit 1
is "any percentile sorts" "$status" 0

# percentiles: in place of the table's own, in ascending order, each once
run "${small[@]}" --unit ns --percentiles 99.9,50,95,50.0
is "summary: percentiles" "$(head_of FUNCTION)" "FUNCTION CALLS MISSED MEAN P50 P95 P99.9 MAX TOTAL"
table=$(numbers_of xfrm_input | cut -d ' ' -f 4-6)
run "${small[@]}" --json
is "summary: their numbers" "$table" \
	"$(json '.probes[] | select(.function == "xfrm_input") | [.p50_ns, .p95_ns, .p999_ns] | join(" ")')"
run "${usual[@]}" hist xfrm_input --percentiles 75
is "hist: percentiles" "$(head_of P75 | sed 's/ [mun]*s$//')" "CALLS MISSED MIN MEAN P75 MAX"
run "${paths[@]}" paths --percentiles 0.05,100
is "paths: percentiles" "$(head_of PATH)" "PATH PACKETS % P0.05 P100 MAX"
run "${usual[@]}" --unit ns --columns min,p0.01,p100,max
is "the first and the last are MIN and MAX" \
	"$(numbers_of xfrm_input | awk '{ print $1 <= $2, $3 == $4 }')" "1 1"
for wrong in 0 0.0 100.1 100.01 -1 "" '50,' ',50' text p50 50% 5e1 99.999 .5 99. " 50" 1000 4294967346; do
	fails 2 "--percentiles: '.*' is not a percentile such as 50 or 99.9, above 0 and up to 100" \
		"percentiles '$wrong'" --percentiles="$wrong"
done
fails 2 "--percentiles: more than 16" "too many percentiles" --percentiles "$(seq -s , 1 17)"
fails 2 "tree does not take --percentiles" "percentiles of a tree" tree --percentiles 50

# JSON: besides its own, for functions, outcomes, CPUs and paths, also of self times
run "${nested[@]}" hist --json --per-cpu --percentiles 1.05,10.5,10,5,50
is "JSON: names" "$(json '[.probes[0] | keys[] | select(test("^p[0-9]"))] | sort | join(" ")')" \
	"p0105_ns p105_ns p10_ns p50_ns p5_ns p90_ns p95_ns p999_ns p99_ns"
is "JSON: the same for outcomes, and CPUs, and self times" \
	"$(json '[.probes[0] | ., .outcomes[], .cpus[] | keys | map(select(test("^(self_)?p[0-9]")) | sub("self_"; "")) | sort]
		| flatten | group_by(.) | map(length) | unique | length')" 1
is "JSON: in ascending order" \
	"$(json '.probes[] | select(.calls > 0) | [.min_ns, .p0105_ns, .p5_ns, .p10_ns, .p105_ns, .p50_ns, .p90_ns] | . == sort' |
		sort -u)" true
run "${paths[@]}" paths --json --percentiles 99.99
is "JSON of paths" "$(json '.paths[0] | .p9999_ns == .max_ns, has("p50_ns")' | xargs)" "true true"

# CSV
run "${usual[@]}" export --csv --columns function,p99.99,calls,p50_ns
is "CSV: the columns chosen" "$(head -n 1 <<< "$out")" function,p9999_ns,calls,p50_ns
csv=$(grep -m 1 ^xfrm_input <<< "$out")
run "${usual[@]}" export --json --percentiles 99.99
is "CSV: their numbers are those of JSON" "$csv" \
	"$(json '.probes[] | select(.function == "xfrm_input") | [.function, .p9999_ns, .calls, .p50_ns] | join(",")')"
run "${usual[@]}" export --csv
all=$(head -n 1 <<< "$out")
run "${usual[@]}" export --csv --percentiles 75,99
is "CSV: percentiles besides its own" "$(head -n 1 <<< "$out")" "${all/p90_ns/p75_ns,p90_ns}"
run "${usual[@]}" export --csv --columns "$all"
chosen=$out
run "${usual[@]}" export --csv
is "CSV: all columns are all" "$chosen" "$out"
run "${usual[@]}" export --csv --columns Function,MIN,max,Calls,total,self,Missed,P99.9,GROUP,max_NS
is "CSV: names of the tables, in upper or lower case" "$(head -n 1 <<< "$out")" \
	function,min_ns,max_ns,calls,total_ns,self_ns,missed,p999_ns,group,max_ns
run "${paths[@]}" export --csv paths --columns PATH,Packets,min,TOTAL
is "CSV of paths: the same" "$(head -n 1 <<< "$out")" path,packets,min_ns,total_ns
fails 2 "no column 'mean', only" "CSV: a column of the tables that it does not have" "${usual[@]}" export --csv --columns mean
fails 2 "export: --columns: more than 16 percentiles$" "CSV: too many percentiles" \
	"${usual[@]}" export --csv --columns "$(printf 'p%d,' {1..20})p50"
run "${usual[@]}" export --csv --columns "$(printf 'p%d,' {1..16})max"
is "CSV: as many as there may be" "$(head -n 1 <<< "$out" | tr ',' '\n' | wc -l)" 17
run "${paths[@]}" export --csv paths --columns packets,path,p75
is "CSV of paths" "$(head -n 2 <<< "$out" | cut -d , -f 1-2 | xargs)" "packets,path 14,rx > flowtable > tx"
fails 2 "export: --columns: no column 'foo', only group, module, function, .*, below_overhead$" \
	"CSV: a column that is not there" "${usual[@]}" export --csv --columns foo
is "CSV: nothing on stdout" "$out" ""
fails 2 "no column 'calls', only path, reason" "CSV: a column of functions" "${paths[@]}" export --csv paths --columns calls
fails 2 "export --hdr does not take --columns" "columns of another format" export --hdr f --columns calls
done_testing
