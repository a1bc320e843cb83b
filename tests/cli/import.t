#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# import: real captures, an independent check of their sums, and files that are no captures

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

traces=${PATHTIME_TRACES:-$top/../shared/traces}

opinion()
{
	perl "$top/tests/cli/capture.pl" "$@"
}

# print calls and totals of $out, whose documents are the segments, in the form of the independent check
totals()
{
	jq -rs '[.[].probes[] | select(.calls > 0)
		 | {name: (if .module == "" then .function
			   else .module + ":" + .function end), calls, total_ns}]
		| group_by(.name)[]
		| "\(.[0].name) \(map(.calls) | add) \(map(.total_ns) | add)"' \
		<<< "$out" | LC_ALL=C sort
}

selves()
{
	jq -rs '[.[].tree[]
		 | {name: (if .module == "" then .function
			   else .module + ":" + .function end), self_ns}]
		| group_by(.name)[]
		| "\(.[0].name) \(map(.self_ns) | add)"' <<< "$out" |
		LC_ALL=C sort
}

# shown ARGUMENTS...: print the status and the JSON, without percentiles of self times
# A snapshot does not have their shortest and longest.
shown()
{
	run "$@"
	echo "$status"
	case " $* " in
	*" --json "*)
		jq -c 'walk(if type == "object" then
			with_entries(select(.key |
				test("^self_p[0-9]+_ns$") | not)) else . end)' \
			<<< "$out" ;;
	*)
		echo "$out" ;;
	esac
}

# recorded NAME FILE...: check that a recording of these captures reads as the captures do
recorded()
{
	local name=$1 command words

	shift
	rm -f "$scratch/recording"
	run import "$@" --output "$scratch/recording"
	is "$name: recorded, and nothing said" "$status$out$err" 0
	for command in summary "summary --per-cpu --unit ns" "summary --json" \
		       hist "hist --json --per-cpu" probes tree "tree --all" \
		       "tree --json" breakdown "breakdown --json" \
		       "export --csv --per-cpu" "export --folded"; do
		read -ra words <<< "$command"
		is "$name: $command of the recording" \
			"$(shown report "$scratch/recording" "${words[@]}")" \
			"$(shown "${words[@]}" "${@/#/--file=}")"
	done
}

# agrees NAME FILE: check the sums against the independent ones
agrees()
{
	run summary --json --file "$2"
	is "$1: status" "$status" 0
	is "$1: calls and totals" "$(totals)" \
		"$(opinion totals "$2" | LC_ALL=C sort)"
}

# ranks: print the least and the greatest time and percentiles of $out, in the form of the independent check
ranks()
{
	json '.probes[] | select(.calls > 0)
	      | [(if .module == "" then .function else .module + ":" + .function end),
		 .min_ns, .p50_ns, .p90_ns, .p99_ns, .p999_ns, .max_ns] | join(" ")'
}

# ranks_agree NAME FILE: check the times of a capture that is one segment. A percentile is within half of a bucket, which is
# a sixteenth of its value.
ranks_agree()
{
	run summary --json --import "$2"
	is "$1: least and greatest times, percentiles" \
		"$(join <(ranks | LC_ALL=C sort) <(opinion ranks "$2" | LC_ALL=C sort) | awk '
			$2 != $8 || $7 != $13 { print; next }
			{
				for (i = 3; i <= 6; i++)
					if ($i < $(i + 6) * 31 / 32 - 1 || $i > $(i + 6) * 33 / 32 + 1) {
						print
						next
					}
			}')" ""
	is "$1: times of all functions are compared" "$(ranks | wc -l)" "$(opinion ranks "$2" | wc -l)"
}

adds_up()
{
	nodes_add_up "$1"
	breakdowns_add_up "$1"
}

# captures that the independent program can read, too
for seed in 1 2 3; do
	capture=$scratch/$seed.txt
	opinion make $seed 3000 > "$capture"
	agrees "capture $seed" "$capture"
	run import --json "$capture"
	is "capture $seed: self times" "$(selves)" \
		"$(opinion selves "$capture" | LC_ALL=C sort)"
	adds_up "capture $seed"
	is "capture $seed: self times of functions are those of the tree" \
		"$(json '[.probes[] | {f: "\(.module):\(.function)", ns: .self_ns}]
			 | sort_by(.f) | tojson')" \
		"$(json '[.tree[] | {f: "\(.module):\(.function)", ns: .self_ns}]
			 | group_by(.f) | map({f: .[0].f, ns: (map(.ns) | add)})
			 | tojson')"
	is "capture $seed: and of the calls" \
		"$(json '.probes[] | select(.self_calls != .calls)')" ""
	is "capture $seed: nothing guessed" "$(json '.warnings | length')" 0
	is "capture $seed: folded stacks add up" \
		"$(run export --folded --file "$capture"
		   awk '{ sum += $NF } END { print sum }' <<< "$out")" \
		"$(json '[.tree[].self_ns] | add')"
	ranks_agree "capture $seed" "$capture"
done
clean=$capture
run import --json "$clean"
wanted=$(totals)
is "two CPUs" "$(json '[.probes[].cpus[].cpu] | unique | join(" ")')" "0 1"
ok "a context of its own for interrupts" \
	[ "$(json '[.tree[] | select(.context == "hardirq")] | length')" -gt 0 ]

# the same capture, changed as editors and mail programs change it
mangled()
{
	run import --json "$scratch/mangled.txt"
	is "$1: the same sums" "$(totals)" "$wanted"
}

tr '\n' ' ' < "$clean" | tr -s ' ' > "$scratch/mangled.txt"
mangled "on one line"
grep -v '^#' "$clean" | cat -n > "$scratch/mangled.txt"
mangled "line numbers, no header"
sed 's/$/\r/' "$clean" > "$scratch/mangled.txt"
mangled "ends of lines as elsewhere"
sed 's/^/> /' "$clean" > "$scratch/mangled.txt"
mangled "a quotation"
{ echo 'root@gw:~# cat /sys/kernel/tracing/trace'; cat "$clean"
  echo 'root@gw:~# '; } > "$scratch/mangled.txt"
mangled "a prompt"
is "a prompt is counted" "$(json '.warnings | tojson')" '{"other_text":2}'
sed -E 's/^ ([01])\) /  99.0\1 |   \1) task-1\1 |  .... | /' "$clean" \
	> "$scratch/mangled.txt"
mangled "time, task and latency"
awk '/^#/ { print; next }
     { cpu = $1; sub(/^ [01]\)/, "")
       task = "task-" cpu + 1
       if (task != running) {
		print " ---------------------\n 0)  " (running ? running : task) \
			"  =>  " task "  \n ---------------------\n"
		running = task
       }
       print " 0)" $0 }' "$clean" > "$scratch/mangled.txt"
mangled "two tasks on one CPU"
sed -E 's/^ [01]\)//' <(grep '^ 0)' "$clean") > "$scratch/one.txt"
run import --json "$scratch/one.txt"
is "no CPU column: nothing guessed" "$(json '.warnings | length')" 0
is "no CPU column: calls" "$(json '[.probes[].calls] | add')" \
	"$(grep '^ 0)' "$clean" | grep -c '[;}]')"
sed -E 's|([;{])$|\1 /* <-caller+0x12/0x34 */|; s|\}$|} /* = 0x0 */|
	s|\(\)|(skb=0xffff, dev="(null)")|' "$clean" > "$scratch/mangled.txt"
mangled "arguments and values of newer kernels"

# Lost events are guessed, and a warning says so.
grep -vn '^XX' "$clean" | awk -F : '/}$/ && ++n % 50 == 0 { next }
	{ sub(/^[0-9]+:/, ""); print }' > "$scratch/mangled.txt"
run import --json "$scratch/mangled.txt"
adds_up "lost braces"
is "lost braces: each is a call missed" "$(json '.losses.missed')" \
	"$(grep -c '}$' "$clean" | awk '{ print int($1 / 50) }')"
is "lost braces: so it says" "$(json '.warnings.unfinished')" \
	"$(json '.losses.missed')"
run import "$scratch/mangled.txt"
like "lost braces: in the table" "$out" "^[0-9]+ calls without an end: missed"
tail -n +700 "$clean" | sed '300,310d; 900s/.*/[...]/' > "$scratch/mangled.txt"
run import --json "$scratch/mangled.txt"
adds_up "no beginning, and elisions"
is "a warning about an elision" "$(json '.warnings.elisions')" 1
ok "a warning about ends without a beginning" [ "$(json '.warnings.unmatched_ends')" -gt 0 ]

# segments
{ echo "### Packet 1"; cat "$scratch/1.txt"; echo "### Packet 2 ###"
  cat "$scratch/2.txt"; } > "$scratch/parts.txt"
agrees "parts" "$scratch/parts.txt"
is "their names" "$(jq -r '.segment' <<< "$out")" $'Packet 1\nPacket 2'
run import --json "$scratch/parts.txt" "$scratch/3.txt"
is "two files" "$(jq -r '.source' <<< "$out" | sed 's|.*/||')" \
	$'parts.txt\nparts.txt\n3.txt'
is "a file without parts" "$(jq -sr '.[2].segment' <<< "$out")" null
run import "$scratch/parts.txt"
{ echo "### Empty"; echo " 0)   1.000 us    |  }"; cat "$scratch/parts.txt"; } > "$scratch/empty.txt"
run import --json "$scratch/empty.txt"
is "warnings of an empty segment are not those of the next one" \
	"$(jq -c '[.segment, .warnings.unmatched_ends]' <<< "$out" | xargs)" \
	"[Packet 1,null] [Packet 2,null]"
run import "$scratch/parts.txt"
is "heads" "$(grep -c 'parts.txt: Packet [12]$' <<< "$out")" 2
is "it says that the tracer costs" "$(grep -c "the overhead of the tracer" <<< "$out")" 2

# options
run import --json --cpu 1 "$clean"
is "--cpu: the others are left out" \
	"$(json '[.probes[].cpus[].cpu] | unique | join(" ")')" 1
is "--cpu: of the tree, too" "$(json '[.tree[].calls] | add')" \
	"$(json '[.probes[].calls] | add')"
run import --json --group conntrack "$clean"
is "--group" "$(json '[.probes[].group] | unique | join(" ")')" conntrack
adds_up "--group"
run import --json --group virtio_net "$clean"
is "--group that is not there, but could be" "$(json '.probes | length')" 0
fails 1 "no group 'ipvs' in use" "a group that cannot be" \
	import --group ipvs "$clean"
run hist --file "$clean" function_3
like "hist" "$out" "^conntrack: nf_conntrack:function_3$"
run hist --file - function_3 < "$clean"
like "standard input" "$out" "^standard input$"
terminal 80 import --all --unit ns "$clean"
is "no line is too wide" "$(awk 'length > 79 && !/^\// ' <<< "$out")" ""

# tree and breakdown
cat > "$scratch/small.txt" << 'END'
 0)               |  napi_poll() {
 0)               |    xfrm_input() {
 0)   1.000 us    |      kfree();
 0)   3.000 us    |    }
 0)   0.500 us    |    kfree();
 0)   9.750 us    |  }
 0)               |  xfrm_input() {
 0)   2.000 us    |    esp_input [esp4]();
 0)   2.250 us    |  }
END
run tree --file "$scratch/small.txt" --unit ns
is "tree" "$(awk '/^task/ { on = 1 } on' <<< "$out")" "task: 12,000 ns
         1   9,750   6,250   9,750   81.2 napi_poll
         1   3,000   2,000   3,000   30.8 |xfrm_input
         1   1,000   1,000   1,000   33.3 |\`kfree
         1     500     500     500    5.1 \`kfree
         1   2,250     250   2,250   18.8 xfrm_input
         1   2,000   2,000   2,000   88.9 \`esp4:esp_input"
run --self --file "$scratch/small.txt" --unit ns
is "self times" "$(awk '$1 == "xfrm_input" { print $2, $4, $7 }' <<< "$out")" \
	"2 1,125 2,000"
run breakdown --file "$scratch/small.txt" --unit ns xfrm_input
is "breakdown" "$(awk '/^FUNCTION/ { on = 1; next } on' <<< "$out")" \
"xfrm:                          1    1,000  38.10           2,000
  esp4:esp_input               1    1,000  38.10           2,000
other:                         1      500  19.05           1,000
  kfree                        1      500  19.05           1,000
(itself, in no callee)              1,125  42.86           2,250
total                          2    2,625 100.00           5,250"
run breakdown --file "$scratch/small.txt"
like "breakdown of the largest root" "$out" "^where the time of napi_poll goes"
fails 1 "no calls to break down" "breakdown of what is not there" \
	breakdown --file "$scratch/small.txt" no_such
run export --folded --file "$scratch/small.txt"
is "folded stacks" "$out" "task;napi_poll 6250
task;napi_poll;xfrm_input 2000
task;napi_poll;xfrm_input;kfree 1000
task;napi_poll;kfree 500
task;xfrm_input 250
task;xfrm_input;esp_input 2000"

# files that are no captures
fails 1 "no.txt: No such file" "no such file" import "$scratch/no.txt"
fails 1 ": Is a directory" "a directory" import "$scratch"
fails 1 "nor a function_graph capture" "a script" import "$top/tests/cli/lib.sh"
fails 1 "null: empty" "nothing" import /dev/null
fails 1 "nor a function_graph capture" "a file without end" import /dev/zero
gzip -c "$clean" > "$scratch/capture.gz"
fails 1 "it is compressed, try 'zcat" "a packed capture" import "$scratch/capture.gz"
fails 1 "a snapshot: read it with 'pathtime --file'" "a snapshot" \
	import "$data/usual.snapshot"
run import --json /dev/null
like "an error is JSON, too" "$out" '^\{"error":.*empty'
fails 2 "name a format: --folded, " "an export of no form" export
fails 2 "a file does not change" "intervals of a capture" \
	--file "$clean" --interval 1
fails 2 "usual.snapshot: one of several files, which must be captures only" "a capture and a snapshot" \
	--file "$clean" --file "$data/usual.snapshot"
fails 2 "import does not take --file" "import of a snapshot" \
	import --file "$data/usual.snapshot" "$clean"

# recordings of captures
run version
zstd=$(grep '^features:.* zstd' <<< "$out")
if [ -n "$zstd" ]; then
	recorded "a capture" "$clean"
	recorded "parts" "$scratch/parts.txt"
	recorded "several captures" "$scratch/1.txt" "$scratch/parts.txt" \
		"$scratch/small.txt"
	run report "$scratch/recording" --json
	is "their names" "$(jq -r '"\(.source) \(.segment)"' <<< "$out" |
			    sed 's|.*/||')" \
		"1.txt null
parts.txt Packet 1
parts.txt Packet 2
small.txt null"
	is "no machine, and no time of day" "$(json 'has("recording")' | uniq)" false
	run report "$scratch/recording" --self
	is "bounds of self times are marked as those of buckets" \
		"$(grep -c 'MIN and MAX rounded to a bucket' <<< "$out")" 4

	# Calls without an end are not counted in the tree, as with the module's. The sums stay.
	run import "$scratch/mangled.txt" --output "$scratch/lossy"
	run tree --json --file "$scratch/mangled.txt"
	wanted=$(json '[.warnings, (.tree[] | [.function, .calls - .unfinished,
		.total_ns, .self_ns])] | tojson')
	marked=$(json '[.tree[] | select(.unfinished > 0 and .total_ns > 0)]
		| length')
	run report "$scratch/lossy" tree --json
	is "losses: sums and warnings" "$(json '[.warnings, (.tree[] |
		[.function, .calls, .total_ns, .self_ns])] | tojson')" "$wanted"
	is "losses: $marked nodes with calls without an end" \
		"$(json '[.tree[] | select(.unfinished > 0)] | length')" "$marked"
	ok "losses: there are some" [ "$marked" -gt 0 ]

	# fields that are not known
	file=$scratch/recording
	fails 1 "recording: --from needs a recording of the module" "--from" \
		report "$file" --from 1s
	fails 1 "recording: --to needs a recording of the module" "--to" \
		report "$file" tree --to 1s
	fails 1 "a capture has only raw times" "--raw" report "$file" --raw
	fails 1 "which a capture does not have" "costs" report "$file" probes --verbose
	fails 1 "needs running counters" "Prometheus" report "$file" export --prometheus
	fails 2 "--cpu works only while a capture is imported" "a tree of a CPU" \
		report "$file" tree --cpu 1
	run report "$file" --cpu 1 --json
	is "a summary of a CPU" \
		"$(json '.probes[].cpus[].cpu' | sort -u)" 1
	fails 1 "no group 'ipvs' in use" "a group that cannot be" \
		report "$file" --group ipvs
	run report "$file" --group virtio_net
	is "a group that is not there, but could be" "$status" 0
	dd if="$file" of="$scratch/cut" bs=1 2> /dev/null \
		count=$(($(stat -c %s "$file") - 10))
	run report "$scratch/cut" --json
	like "cut: a message" "$err" "cut at byte .* incomplete and left out"
	is "cut: the parts before it" "$status $(wc -l <<< "$out")" "0 3"
	fails 1 "has several segments of captures" "a comparison of several segments" \
		diff "$file" "$scratch/lossy"

	# comparisons: with calls, because there is no time, and not in the order of names
	run import "$clean" --output "$scratch/one"
	sed 's/3\.000 us/9.000 us/; s/0\.500 us/0.600 us/' "$scratch/small.txt" \
		> "$scratch/slower.txt"
	run import "$scratch/small.txt" --output "$scratch/small"
	run import "$scratch/slower.txt" --output "$scratch/slower"
	run diff "$scratch/small" "$scratch/slower" --unit ns
	is "a comparison of two captures" \
		"$status$err $(awk '/^FUNCTION/ { on = 1; next } on' <<< "$out")" \
"0 xfrm_input                      2       2  2,625  5,625       ~       ~       ~
kfree                           2       2    750    800       ~       ~       ~
esp_input                       1       1  2,000  2,000       ~       ~       ~
napi_poll                       1       1  9,750  9,750       ~       ~       ~"
	like "it has calls" "$out" "^ +CALLS +MEAN"
	run diff "$scratch/small" "$scratch/slower" --json
	is "and no times per second" "$(json '[.a.span_ns, .b.segment,
		(.functions[] | .ns_per_s, .a.calls_per_s, .b.ns_per_s)] | unique[]')" \
		null
	is "but names" "$(json '.a.source' | sed 's|.*/||')" small.txt
	run diff "$scratch/small" "$data/usual.snapshot"
	like "with what the module counted" "$(tr '\n' ' ' <<< "$out")" \
		"compare captures with captures only: the times of A include"

	# A file that is no capture leaves no output, and an existing file is not overwritten.
	fails 1 "one: File exists: .* name another one" "a file that is there" \
		import "$clean" --output "$scratch/one"
	fails 1 "No such file or directory" "no such directory" \
		import "$clean" --output "$scratch/none/file"
	fails 1 "null: empty" "a second file that is no capture" \
		import "$clean" /dev/null --output "$scratch/none"
	ok "no file is left" [ ! -e "$scratch/none" ]
	fails 2 "import --output does not take --json" "JSON of a recording" \
		import "$clean" --json --output "$scratch/none"
else
	fails 1 "import --output: .* built without" "built without zstd" \
		import "$clean" --output "$scratch/none"
	ok "and no file is left" [ ! -e "$scratch/none" ]
fi

# published captures, if they are on this machine
for name in ipsec-flowtable-virtio tcp-write-loopback udp-vxlan-ixgbe; do
	if [ ! -e "$traces/$name.txt" ]; then
		skip "$name" "no captures in $traces"
		continue
	fi
	agrees "$name" "$traces/$name.txt"
	run import --json "$traces/$name.txt"
	adds_up "$name"
	is "$name: no call is missed" "$(jq -s 'map(.losses.missed) | add' \
		<<< "$out")" 0
	is "$name: nothing is guessed" "$(jq -rs '[.[].warnings | keys[]] | unique
		- ["other_text", "marks_inside"] | join(" ")' <<< "$out")" ""
	[ -z "$zstd" ] || recorded "$name" "$traces/$name.txt"
	[ "$(grep -c '### ' "$traces/$name.txt")" -gt 0 ] || ranks_agree "$name" "$traces/$name.txt"
done
# names that a spreadsheet would take for a formula
cp "$scratch/small.txt" "$scratch/=1+1.txt"
cd "$scratch" || exit
run export --csv --file =1+1.txt
is "no cell of CSV begins with =" "$(sed -n 2p <<< "$out" | cut -d , -f 1)" "'=1+1.txt"

done_testing
