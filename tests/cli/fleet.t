#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# fleet: what is installed for Prometheus and Grafana fits what the exporter tells

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

fleet=$top/userspace/fleet
dashboard=$fleet/dashboard.json

# names: of metrics, in text; buckets, sums and counts are their histogram's
names()
{
	grep -oE '\b[a-z_]*:?pathtime_[a-z_]+(:[a-z0-9_]+)?' | sort -u
}

# what there is: metrics of an export, and what the rules record
run export --prometheus --snapshot "$data/busy.snapshot"
busy=$out
run export --prometheus --snapshot "$data/paths.snapshot"
busy+=$'\n'$out
run_usual export --prometheus
out+=$'\n'$busy
sed '/^#/d; s/[{ ].*//' <<< "$out" | sort -u > "$scratch/metrics"
sed -n 's/.*record: //p' "$fleet/rules.yml" | sort -u > "$scratch/records"
sort "$scratch/metrics" "$scratch/records" > "$scratch/known"

# unknown: of the names on standard input
unknown()
{
	names | comm -23 - "$scratch/known"
}

is "a name that is not there is seen" "$(unknown <<< 'rate(pathtime_nothing[5m])')" \
	pathtime_nothing
is "metrics of the rules are told or recorded" \
	"$(sed -n '/expr:/,/^$/p' "$fleet/rules.yml" | unknown)" ""

is_document()
{
	jq -e .panels "$dashboard" > /dev/null
}

# queries: of the dashboard's panels, one a line
queries()
{
	jq -r '.panels[].targets[]?.expr' "$dashboard"
}

ok "the dashboard is JSON" is_document
ok "it has queries" [ "$(queries | wc -l)" -gt 10 ]
is "metrics of its panels are told or recorded" "$(queries | unknown)" ""
is "metrics of its variables are, too" \
	"$(jq -r '.templating.list[].query.query? // empty' "$dashboard" | unknown)" ""
is "its variables are there" \
	"$(grep -oP '\$\{?\K[a-z]+' "$dashboard" | sort -u)" \
	"$(jq -r '.templating.list[].name' "$dashboard" | sort)"
is "no two panels have one number" "$(jq -r '.panels[].id' "$dashboard" | sort | uniq -d)" ""
# labels that an export has, and those that Prometheus adds
is "its labels are those of the metrics" \
	"$(queries | grep -oE '[a-z]+=~?"' | tr -d '=~"' | sort -u |
		grep -vxE 'job|instance' |
		grep -vxFf <(grep -oE '[a-z]+="' <<< "$out" | tr -d '="' | sort -u))" ""
is "metrics in the document are told or recorded" \
	"$(unknown < "$top/docs/fleet.md")" ""
is "all of the exporter's metrics are used, or in the manual page" \
	"$(sed 's/_\(bucket\|sum\|count\)$//' "$scratch/metrics" | sort -u |
		while read -r name; do
			grep -q "$name" "$top/userspace/man/pathtime-export.8" ||
				echo "$name"
		done)" ""

# finds_nothing NAME COMMAND...
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
# a rule for each of the dashboard's queries, with what Grafana would put in
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
ok "that they would not be is seen" [ -n "$(promtool check rules "$scratch/wrong.yml" 2>&1 |
	grep -i 'could not parse')" ]
done_testing
