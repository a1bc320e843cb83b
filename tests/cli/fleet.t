#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# fleet: the rules and the dashboard use metrics that the exporter has

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

fleet=$top/userspace/fleet
dashboard=$fleet/dashboard.json

# names: print the names of metrics in a text; buckets, sums and counts belong to their histogram
names()
{
	grep -oE '\b[a-z_]*:?pathtime_[a-z_]+(:[a-z0-9_]+)?' | sort -u
}

# the known metrics: those of an export, and those that the rules record
run export --prometheus --file "$data/busy.snapshot"
busy=$out
run export --prometheus --file "$data/paths.snapshot"
busy+=$'\n'$out
run_usual export --prometheus
# only counts of the running module have it
out+=$'\n'$busy$'\n'"pathtime_counts_start_seconds 0"
sed '/^#/d; s/[{ ].*//' <<< "$out" | sort -u > "$scratch/metrics"
sed -n 's/.*record: //p' "$fleet/rules.yml" | sort -u > "$scratch/records"
sort "$scratch/metrics" "$scratch/records" > "$scratch/known"

# unknown: print the unknown names on standard input
unknown()
{
	names | comm -23 - "$scratch/known"
}

is "a name that is not there is seen" "$(unknown <<< 'rate(pathtime_nothing[5m])')" \
	pathtime_nothing
is "the rules use known metrics" \
	"$(sed -n '/expr:/,/^$/p' "$fleet/rules.yml" | unknown)" ""

is_document()
{
	jq -e .panels "$dashboard" > /dev/null
}

# queries: print the queries of the dashboard's panels, one a line
queries()
{
	jq -r '.panels[].targets[]?.expr' "$dashboard"
}

ok "the dashboard is JSON" is_document
ok "it has queries" [ "$(queries | wc -l)" -gt 10 ]
is "its panels use known metrics" "$(queries | unknown)" ""
is "metrics of its variables are, too" \
	"$(jq -r '.templating.list[].query.query? // empty' "$dashboard" | unknown)" ""
is "its variables are there" \
	"$(grep -oP '\$\{?\K[a-z]+' "$dashboard" | sort -u)" \
	"$(jq -r '.templating.list[].name' "$dashboard" | sort)"
is "no two panels have one number" "$(jq -r '.panels[].id' "$dashboard" | sort | uniq -d)" ""
# The known labels are those of an export and those that Prometheus adds.
is "its labels are those of the metrics" \
	"$(queries | grep -oE '[a-z]+=~?"' | tr -d '=~"' | sort -u |
		grep -vxE 'job|instance' |
		grep -vxFf <(grep -oE '[a-z]+="' <<< "$out" | tr -d '="' | sort -u))" ""
# native histograms have the name without _bucket; the rules must not use it
native=$(sed -n 's/^# TYPE \(.*\) histogram$/\1/p' <<< "$out" | sort -u)
is "the document uses known metrics" \
	"$(unknown < "$top/docs/fleet.md" | grep -vxF "$native")" ""
is "all of the exporter's metrics are used, or in the manual page" \
	"$(sed 's/_\(bucket\|sum\|count\)$//' "$scratch/metrics" | sort -u |
		while read -r name; do
			grep -q "$name" "$top/userspace/man/pathtime-export.8" ||
				echo "$name"
		done)" ""

# finds_nothing NAME COMMAND...: check that the command finds no fault
finds_nothing()
{
	status=0
	out=$("${@:2}" 2>&1) || status=$?
	is "$1" "$status$([ $status = 0 ] || echo " $out")" 0
}

if command -v victoria-metrics > /dev/null; then
	finds_nothing "VictoriaMetrics takes the configuration" victoria-metrics \
		-promscrape.config="$fleet/prometheus.yml" \
		-promscrape.config.strictParse=false -promscrape.config.dryRun
	finds_nothing "it takes the rules" vmalert -dryRun -rule="$fleet/rules.yml"
else
	skip "VictoriaMetrics" "victoria-metrics is not installed"
fi

if ! command -v promtool > /dev/null; then
	skip "promtool" "promtool is not installed"
	done_testing
	exit
fi

finds_nothing "the rules are well-formed" promtool check rules "$fleet/rules.yml"
finds_nothing "the configuration is" promtool check config "$fleet/prometheus.yml"
finds_nothing "the rules compute what they say" promtool test rules "$top/tests/cli/rules_test.yml"
# Write a rule for each query of the dashboard, with the values that Grafana would fill in.
{
	echo "groups: [{name: dashboard, rules: ["
	# shellcheck disable=SC2016 # variables of Grafana's
	queries | sed 's/\$__rate_interval/1m/g; s/\$[a-z]*/x/g' |
		jq -R '{record: "query:\(input_line_number)", expr: .}' | jq -s -r '.[] | "\(tojson),"'
	echo "]}]"
} > "$scratch/queries.yml"
finds_nothing "the dashboard's queries are well-formed" promtool check \
	rules "$scratch/queries.yml"
sed 's/sum by/sum bye/' "$scratch/queries.yml" > "$scratch/wrong.yml"
ok "promtool finds a wrong rule" [ -n "$(promtool check rules "$scratch/wrong.yml" 2>&1 |
	grep -i 'could not parse')" ]
done_testing
