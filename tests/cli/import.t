#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# import: captures as people have them, their sums by a second opinion, and what is none

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

traces=${PATHTIME_TRACES:-$top/../shared/traces}

opinion()
{
	perl "$top/tests/cli/capture.pl" "$@"
}

# of $out, whose documents are the parts: as the second opinion tells it
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

# agrees NAME FILE: the sums are those of the second opinion
agrees()
{
	run summary --json --import "$2"
	is "$1: status" "$status" 0
	is "$1: calls and totals" "$(totals)" \
		"$(opinion totals "$2" | LC_ALL=C sort)"
}

adds_up()
{
	nodes_add_up "$1"
	breakdowns_add_up "$1"
}

# captures that a second opinion can read, too
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
	is "capture $seed: nothing guessed" "$(json '.remarks | length')" 0
	is "capture $seed: folded stacks add up" \
		"$(run export --folded --import "$capture"
		   awk '{ sum += $NF } END { print sum }' <<< "$out")" \
		"$(json '[.tree[].self_ns] | add')"
done
clean=$capture
run import --json "$clean"
wanted=$(totals)
is "two CPUs" "$(json '[.probes[].cpus[].cpu] | unique | join(" ")')" "0 1"
ok "a context of its own for interrupts" \
	[ "$(json '[.tree[] | select(.context == "hardirq")] | length')" -gt 0 ]

# the same, as it gets mangled on its way
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
is "a prompt is counted" "$(json '.remarks | tojson')" '{"passages":2}'
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
is "no CPU column: nothing guessed" "$(json '.remarks | length')" 0
is "no CPU column: calls" "$(json '[.probes[].calls] | add')" \
	"$(grep '^ 0)' "$clean" | grep -c '[;}]')"
sed -E 's|([;{])$|\1 /* <-caller+0x12/0x34 */|; s|\}$|} /* = 0x0 */|
	s|\(\)|(skb=0xffff, dev="(null)")|' "$clean" > "$scratch/mangled.txt"
mangled "arguments and values of newer kernels"

# what was lost is guessed, and said
grep -vn '^XX' "$clean" | awk -F : '/}$/ && ++n % 50 == 0 { next }
	{ sub(/^[0-9]+:/, ""); print }' > "$scratch/mangled.txt"
run import --json "$scratch/mangled.txt"
adds_up "lost braces"
is "lost braces: each is a call missed" "$(json '.losses.missed')" \
	"$(grep -c '}$' "$clean" | awk '{ print int($1 / 50) }')"
is "lost braces: so it says" "$(json '.remarks.unended')" \
	"$(json '.losses.missed')"
run import "$scratch/mangled.txt"
like "lost braces: in the table" "$out" "^[0-9]+ calls without an end: missed"
tail -n +700 "$clean" | sed '300,310d; 900s/.*/[...]/' > "$scratch/mangled.txt"
run import --json "$scratch/mangled.txt"
adds_up "no beginning, and elisions"
is "an elision is said" "$(json '.remarks.elisions')" 1
ok "ends without a beginning are said" [ "$(json '.remarks.unopened')" -gt 0 ]

# parts
{ echo "### Packet 1"; cat "$scratch/1.txt"; echo "### Packet 2 ###"
  cat "$scratch/2.txt"; } > "$scratch/parts.txt"
agrees "parts" "$scratch/parts.txt"
is "their names" "$(jq -r '.part' <<< "$out")" $'Packet 1\nPacket 2'
run import --json "$scratch/parts.txt" "$scratch/3.txt"
is "two files" "$(jq -r '.source' <<< "$out" | sed 's|.*/||')" \
	$'parts.txt\nparts.txt\n3.txt'
is "a file without parts" "$(jq -sr '.[2].part' <<< "$out")" null
run import "$scratch/parts.txt"
is "heads" "$(grep -c 'parts.txt: Packet [12]$' <<< "$out")" 2
is "it says that the tracer costs" "$(grep -c "the tracer's own cost" <<< "$out")" 2

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
run hist --import "$clean" function_3
like "hist" "$out" "^conntrack: nf_conntrack:function_3$"
run hist --import - function_3 < "$clean"
like "standard input" "$out" "^standard input$"
run import --all --unit ns "$clean"
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
run tree --import "$scratch/small.txt" --unit ns
is "tree" "$(awk '/^task/ { on = 1 } on' <<< "$out")" "task: 12,000 ns
         1   9,750   6,250   9,750   81.2 napi_poll
         1   3,000   2,000   3,000   30.8 |xfrm_input
         1   1,000   1,000   1,000   33.3 |\`kfree
         1     500     500     500    5.1 \`kfree
         1   2,250     250   2,250   18.8 xfrm_input
         1   2,000   2,000   2,000   88.9 \`esp_input [esp4]"
run --self --import "$scratch/small.txt" --unit ns
is "self times" "$(awk '$1 == "xfrm_input" { print $2, $4, $7 }' <<< "$out")" \
	"2 1,125 2,000"
run breakdown --import "$scratch/small.txt" --unit ns xfrm_input
is "breakdown" "$(awk '/^FUNCTION/ { on = 1; next } on' <<< "$out")" \
"xfrm:                                         1    1,000  38.10           2,000
  esp4:esp_input                              1    1,000  38.10           2,000
other:                                        1      500  19.05           1,000
  kfree                                       1      500  19.05           1,000
(itself, in no callee)                             1,125  42.86           2,250
total                                         2    2,625 100.00           5,250"
run breakdown --import "$scratch/small.txt"
like "breakdown of the largest root" "$out" "^where the time of napi_poll goes"
fails 1 "nothing to break down" "breakdown of what is not there" \
	breakdown --import "$scratch/small.txt" no_such
run export --folded --import "$scratch/small.txt"
is "folded stacks" "$out" "task;napi_poll 6250
task;napi_poll;xfrm_input 2000
task;napi_poll;xfrm_input;kfree 1000
task;napi_poll;kfree 500
task;xfrm_input 250
task;xfrm_input;esp_input 2000"

# what is no capture
fails 1 "no.txt: No such file" "no such file" import "$scratch/no.txt"
fails 1 ": Is a directory" "a directory" import "$scratch"
fails 1 "not a function_graph capture" "a script" import "$top/tests/cli/lib.sh"
fails 1 "not a function_graph capture" "nothing" import /dev/null
fails 1 "not a function_graph capture" "a file without end" import /dev/zero
gzip -c "$clean" > "$scratch/capture.gz"
fails 1 "it is packed, try 'zcat" "a packed capture" import "$scratch/capture.gz"
fails 1 "it is a snapshot, try --snapshot" "a snapshot" \
	import "$data/usual.snapshot"
run import --json /dev/null
like "an error is JSON, too" "$out" '^\{"error":.*not a function_graph'
fails 2 "in which form, one of --folded, " "an export of no form" export
fails 2 "a capture does not change" "intervals of a capture" \
	--import "$clean" --interval 1
fails 2 "one at a time" "a capture and a snapshot" \
	--import "$clean" --snapshot "$data/usual.snapshot"
fails 2 "import does not take --snapshot" "import of a snapshot" \
	import --snapshot "$data/usual.snapshot" "$clean"

# what people published, where it is at hand
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
	is "$name: nothing is guessed" "$(jq -rs '[.[].remarks | keys[]] | unique
		- ["passages", "marks_inside"] | join(" ")' <<< "$out")" ""
done
done_testing
