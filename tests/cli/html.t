#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# html: the page of a recording: the data in the file, and its display in a browser
# shellcheck disable=SC2016 # what $ is before in single quotes are variables of jq

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

run version
if ! grep -q '^features:.* page' <<< "$out"; then
	fails 1 "report: --html needs a library for charts" \
		"built without page" report --html "$0"
	like "it says how to have it" "$err" "'make page' fetches it"
	is "and nothing on stdout" "$out" ""
	done_testing
	exit
fi
grep -q '^features:.* zstd' <<< "$out" || skip_all "built without zstd"

recording usual usual later latest
recording nested nested nested_later
recording reset usual later reset
recording fewer usual later fewer latest
recording costly costly costly_later
recording sampled sampled
recording one usual

# page NAME ARGUMENTS...: make the page of a recording, and extract its data
page()
{
	run report --html "$scratch/$1" -o "$scratch/$1.html" "${@:2}"
	sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' \
		"$scratch/$1.html" > "$scratch/$1.json"
}

# of_page NAME EXPRESSION: apply a jq expression to the data of a page
of_page()
{
	jq -cr "$2" "$scratch/$1.json"
}

# same NAME COMMAND EXPRESSION ARGUMENTS...: check that the page has what the report's command prints
same()
{
	local wanted

	page "$1" "${@:4}"
	wanted=$(run report "$scratch/$1" "$2" --json "${@:4}"; json "$3 | tojson")
	is "$1 ${*:4}: tells what $2 does" \
		"$(of_page "$1" ".counts | $3 | tojson")" "$wanted"
}

page usual
is "status" "$status" 0
is "quiet" "$err$out" ""
is "the keys of the data" "$(of_page usual 'keys | join(" ")')" \
	"counts interfaces lows path_filter path_losses paths polls some_cpus timed_waits timelines tool wait_names waits warnings"
without_tree='del(.tree)'
for name in usual nested reset costly; do
	same $name hist "$without_tree"
done
same usual hist "$without_tree" --group virtio_net --cpu 0
same usual hist "$without_tree" --to 2500ms
same nested tree .tree
is "no tree for some CPUs" "$(page nested --cpu 0
	of_page nested '"\(.some_cpus) \(.counts.tree)"')" "true null"
page usual
is "and of a module without nesting" "$(of_page usual .counts.tree)" null
recording_of one cpu_one usual later
recording_of two cpu_two usual later
"$pathtime" merge "$scratch/cpu_one" "$scratch/cpu_two" -o "$scratch/cpu_both"
fails 2 "report --html: --cpu would add CPUs of the same number on 2 machines: choose one with --machine$" \
	"CPUs of several machines: no advice to use an option that it refuses" \
	report --html "$scratch/cpu_both" --cpu 0 -o "$scratch/cpu_page"
is "warnings have their text" "$(page nested; of_page nested .warnings[0].text)" \
	"calls in no tree: made while too many tasks were in timed functions"
is "no paths without packet tracing" \
	"$(of_page usual '"\(.paths) \(.path_losses) \(.interfaces) \(.timed_waits) \(.waits) \(.polls)"')" \
	"null [] null null null null"
recording all_paths paths paths_later
for flags in "" "--cpu 1"; do
	# shellcheck disable=SC2086 # an option and its argument
	page all_paths $flags
	# shellcheck disable=SC2086 # an option and its argument
	wanted=$(run report "$scratch/all_paths" paths --json $flags
		json '"\(.paths | tojson) \(.path_losses | [.[]] | tojson)"')
	is "paths of packets $flags: the page has what paths prints" \
		"$(of_page all_paths '"\(.paths | tojson) \([.path_losses[].count] | tojson)"')" "$wanted"
	for accounts in "paths .interfaces" "paths .timed_waits" "polls .waits" "polls .polls"; do
		# shellcheck disable=SC2086 # an option and its argument
		wanted=$(run report "$scratch/all_paths" ${accounts% *} --json $flags
			json "${accounts#* } | tojson")
		is "$accounts $flags: so it has them" "$(of_page all_paths "${accounts#* } | tojson")" "$wanted"
	done
done
page all_paths
recording filtered paths paths_filtered
page filtered
recording behind paths_behind paths_behind_later
page behind
recording one_cpu paths paths_later
page one_cpu --cpu 2
is "the filter of packets" "$(of_page filtered '.path_filter | tojson')" \
	'{"in":"2@4026532281","out":null,"proto":"tcp","netns":4026532281,"differs":false}'
run report "$scratch/usual" --html
is "without --output it is standard output" \
	"$(sha256sum <<< "$out")" "$(page usual; sha256sum < "$scratch/usual.html")"

# calls_over_time NAME FUNCTION: print the calls of each column
calls_over_time()
{
	of_page "$1" "[.timelines[0].functions[] | select(.function == \"$2\")
		| .columns[] | if . == 0 then 0 else .[1:] | add end] | join(\" \")"
}

# The snapshots are at 0, 2.5 and 10 s, with 16000, 48000 and 80000 calls.
is "calls over time" "$(calls_over_time usual virtnet_poll)" "32000 32000"
is "when that was" "$(of_page usual '.timelines[0].columns')" \
	"[[0,2500000000,false],[2500000000,10000000000,false]]"
is "counts after a reset" "$(page reset
	of_page reset '.timelines[0].columns'; calls_over_time reset virtnet_poll)" \
	$'[[0,2500000000,false],[1500000000,2500000000,true]]\n32000 16000'
is "calls over time of a group" "$(page usual --group xfrm
	of_page usual '[.timelines[0].functions[].function] | join(" ")')" \
	"xfrm_input esp_output_tail"
is "calls over time of a range" "$(page usual --from 2.5s; calls_over_time usual virtnet_poll)" 32000
# The buckets of time have the bounds of the histogram.
page usual
is "the calls of a bucket of time" \
	"$(of_page usual '.lows as $lows | [.timelines[0].functions[]
		| select(.function == "virtnet_poll") | .columns[] | .[0] as $first
		| .[1:] | to_entries[] | select(.value > 0)
		| [$lows[$first + .key], .value]] | group_by(.[0])
		| map([.[0][0], (map(.[1]) | add)])')" \
	"$(of_page usual '.lows as $lows | [.counts.probes[]
		| select(.function == "virtnet_poll") | .outcomes.all.buckets[]
		| . as $bucket | [([$lows[] | select(. <= $bucket[0])] | last), .[2]]]
		| group_by(.[0]) | map([.[0][0], (map(.[1]) | add)])')"

# With more snapshots than columns, each column but the last has the same number of snapshots.
mapfile -t many < <(printf 'usual\n'; yes later | head -n 150; yes latest | head -n 150)
recording many "${many[@]}"
page many
is "columns of 301 snapshots" "$(of_page many '.timelines[0].columns | length')" 100
is "and all of their calls" "$(of_page many '[.timelines[0].functions[]
	| select(.function == "virtnet_poll") | .columns[]
	| select(. != 0) | .[1:] | add] | add')" 64000

# Each of several machines has its own time.
recording_of gw1 gw1 usual later
recording_of gw2 gw2 usual later latest
run merge "$scratch/gw1" "$scratch/gw2" -o "$scratch/both"
same both hist "$without_tree"
is "timelines of both machines" \
	"$(of_page both '[.timelines[] | "\(.machine) \(.columns | length)"] | join(", ")')" \
	"gw1 1, gw2 2"
is "timeline of one machine" "$(page both --machine gw2
	of_page both '[.timelines[].machine] | join(" ")')" gw2

# captures: one segment, and no time
printf '0) | f() {\n0) 0.1 us | g();\n0) 0.5 us | }\n' > "$scratch/capture.txt"
run import "$scratch/capture.txt" -o "$scratch/capture"
same capture hist "$without_tree"
is "a capture has no timeline" "$(of_page capture .timelines)" "[]"

# Names in the data cannot become markup.
evil='</script><script>complain("&")</script><!--<script>'
recording_of "$evil" evil usual later
page evil
is "a hostile name is a text" "$(of_page evil .counts.recording.machine)" "$evil"
is "and begins and ends no script" "$(grep -o '</script>' "$scratch/evil.html" | wc -l)" \
	"$(grep -o '</script>' "$scratch/usual.html" | wc -l)"
like "the library's licence is in it" "$(< "$scratch/usual.html")" \
	"Apache License"
like "the licence of its bundled library is in it, too" "$(< "$scratch/usual.html")" \
	"Copyright \(c\) 2017, Baidu Inc"
like "the browser must not load anything" "$(< "$scratch/usual.html")" \
	"Content-Security-Policy\" content=\"default-src 'none'"

# After an error nothing is written, and an existing file stays.
echo before > "$scratch/there"
fails 1 "fewer: virtnet_poll|had [0-9]+ calls in the snapshot at byte" \
	"counts that fall within the range" \
	report --html "$scratch/fewer" -o "$scratch/there"
is "an existing file stays" "$(< "$scratch/there")" before
fails 1 "one: one snapshot only" "one snapshot" report --html "$scratch/one"
is "and nothing on stdout" "$out" ""
fails 1 "no group 'none'" "a group that is not there" \
	report --html "$scratch/usual" --group none
fails 2 "report --html takes no command" "a command" \
	report --html "$scratch/usual" tree
for option in json raw self all per-machine per-cpu; do
	fails 2 "report --html does not take --$option" "--$option" \
		report --html "$scratch/usual" --$option
done
fails 2 "summary does not take --html" "without a report" summary --html

# the page in a browser
if ! command -v chromium > /dev/null; then
	skip "the page in a browser" "chromium is not installed"
	done_testing
	exit
fi

# browse FILE OPTIONS...: set $dom to the loaded page, and $console to the messages of the console
browse()
{
	dom=$(HOME=$scratch timeout 60 chromium --headless --no-sandbox \
		--disable-gpu --enable-logging=stderr \
		--user-data-dir="$scratch/browser" "${@:2}" --dump-dom \
		"file://$1" 2> "$scratch/browser.err")
	console=$(grep -o 'CONSOLE.*' "$scratch/browser.err")
}

# table ID: print the numbers of each row of a table of the page, behind the row's name
table()
{
	perl -CS -0777 -ne '
		my ($table) = /<table id="'"$1"'">(.*?)<\/table>/s or exit;
		while ($table =~ /<tr[^>]*>(.*?)<\/tr>/sg) {
			my $row = $1;
			next if $row !~ /<th scope="row"[^>]*>(.*?)<\/th>/s;
			my $name = $1;
			$name =~ s/<[^>]*>|&nbsp;//g;
			print join(" ", $name, $row =~ /<data value="([^"]*)"/g), "\n";
		}' <<< "$dom"
}

# text ID: print the text of an element without others in it
text()
{
	grep -oP " id=\"$1\"[^>]*>\\K[^<]*" <<< "$dom"
}

# result KEY: print a result that the page, or a script added to it, left in its first element
result()
{
	grep -oP "<html[^>]* data-$1=\"\\K[^\"]*" <<< "$dom"
}

# shapes ID PATTERN: count the elements of a chart that match
shapes()
{
	grep -oP "<div class=\"chart\" id=\"$1\".*?</svg>" <<< "$dom" |
		grep -oE "$2" | wc -l
}

# drawn NAME: browse a page, and check that it has the data of the recording
drawn()
{
	browse "$scratch/$1.html"
	is "$1: nothing on the console" "$console" ""
	is "$1: no error of its own" "$(result errors)" ""
	is "$1: the numbers of its functions" "$(table functions)" \
		"$(of_page "$1" '.counts as $counts | .counts.probes[] | select(.calls > 0)
		| "\(.function)\(if .module == "" then "" else " [\(.module)]" end) "
		+ ([.calls, .missed, .mean_ns, .p50_ns, .p90_ns, .p99_ns, .p999_ns,
		    .max_ns, .total_ns] + if $counts.nesting then [.self_ns] else [] end
		   | map(select(. != null)) | join(" "))')"
	is "$1: losses" "$(table losses | awk '{ print $NF }')" \
		"$(of_page "$1" '(.counts.losses | .missed, .overflowed, .clock_backwards, .below_overhead | values),
			.warnings[].count')"
	is "$1: charts" "$(result drawn) $(grep -o '<svg' <<< "$dom" | wc -l)" \
		"$(of_page "$1" '2 + (if .counts.tree then 1 else 0 end)
			+ (if .timelines == [] then 0 else 1 end) | "\(.) \(.)"')"
}

drawn usual
is "the table of the histogram" \
	"$(table histogram-table | awk '{ sum += $NF } END { print sum }')" \
	"$(of_page usual '.counts.probes[] | select(.function == "esp_output_tail") | .calls')"
is "a cell of the heat map for each bucket of each column" \
	"$(shapes heat 'Z" fill="rgb\([0-9,]*\)">')" \
	"$(of_page usual '[.timelines[0].functions[] | select(.function == "esp_output_tail")
		| .columns[] | .[1:][] | select(. > 0)] | length')"
is "the table of the heat map" "$(table heat-table | awk '{ sum += $3 } END { print sum }')" \
	"$(of_page usual '.counts.probes[] | select(.function == "esp_output_tail") | .calls')"
drawn nested
is "the numbers of the tree" "$(table tree-table | awk 'NF > 3' | sort)" \
	"$(of_page nested '.counts.tree[] | "\(.function) \(.calls) \(.total_ns) \(.self_ns)"' |
		sort)"
# the frames of the tree, of their contexts, and the one of all
is "a frame for each of them" "$(shapes flame '<path d="[^"]*Z" fill="#[^0]')" \
	"$(of_page nested '.counts.tree | length + 1 + ([.[].context] | unique | length)')"
drawn costly
is "overhead of the probes" "$(table cost | awk 'NR == 1 { print $2, $3 }')" \
	"$(of_page costly '.counts | "\(.overhead_ns) \(.overhead_percent)"')"
drawn both
is "no paths if they are not known" \
	"$(grep -c '<section [^>]*id="paths" hidden' <<< "$dom")" 1
drawn capture

browse "$scratch/all_paths.html"
is "paths: no message on the console" "$console" ""
is "paths: no error of its own" "$(result errors)" ""
is "paths: their numbers" "$(table paths-table | sed 's/&gt;/>/g')" \
	"$(of_page all_paths '.paths[] | "\(.path)\(if .reason then " (\(.reason))" else "" end) "
		+ ([.packets, 100 * .share, .mean_ns, .p50_ns, .p90_ns, .p99_ns, .p999_ns,
		    .max_ns, .bytes / .packets_on_all_cpus] | map(tostring) | join(" "))')"
is "paths: a bar for each step" "$(shapes steps 'Z" fill="#[^0]')" \
	"$(of_page all_paths '[.paths[].steps[1:][]] | length')"
# the share is the first number of a row, and of an older module the mean of all is the last
is "paths: the table of stages" "$(table steps-table | awk '{ print NR <= 2 ? $(NF - 4) : $NF }')" \
	"$(of_page all_paths '.paths[].steps[1:][].mean_ns')"
is "paths: about as slow as the P50 and P90" \
	"$(table steps-table | head -2 | awk '{ print $(NF - 3), $(NF - 2) }')" "600 400
1400 3600"
is "paths: the slowest packets" "$(table slowest-table | awk '{ print $(NF - 1), $NF }')" \
	"$(of_page all_paths '.paths[].slowest[] | "\(.total_ns) \(.bytes)"')"
is "paths: interrupts that one of them met" "$(grep -oF '<td>250 ns</td>' <<< "$dom" | wc -l)" 1
# a packet that moved from CPU 1 to 0
is "paths: the CPUs of the slowest packets" "$(grep -oE '>1 (>|&gt;) 0<' <<< "$dom" | wc -l)" 1
is "paths: no filter" "$(grep -c '<p [^>]*id="paths-filter" hidden' <<< "$dom")" 1
is "paths: packets in no path" "$(table path-losses | awk '{ print $NF }')" $'10\n2000\n12'
is "paths: an older module does not say which waits are timed, and none is behind" \
	"$(grep -cE '<p [^>]*id="paths-waits" hidden|<section [^>]*id="behind" hidden' <<< "$dom")" 2
run report "$scratch/all_paths" paths
is "interfaces: their numbers are those of paths" "$(table interfaces-table)" \
	"$(sed -n '/^INTERFACE/,/^$/p' <<< "$out" | grep -E ' (received|sent) ' | tr -d ',-' | tr -s ' ')"
is "interfaces: packets in no path by reason, as paths has them" \
	"$(grep -oE '[0-9,]+ timed_out[^<]*|[0-9,]+ reused[^<]*' <<< "$dom")" \
	"$(sed -n 's/^    in no path: //p' <<< "$out")"
is "interfaces: do the columns add up" "$(text interfaces-sum)" \
	"Packets are the sum of the other columns, but not of other interfaces received: more were lost in this time than received."
is "interfaces: of all CPUs, as all is" "$(grep -c '<span [^>]*id="interfaces-cpus" hidden' <<< "$dom")" 1
run report "$scratch/all_paths" polls
is "polls: a line for each wait that polls prints" "$(table polls-table | sed 's/ [0-9 ]*$//')" \
	"$(grep -E '^NET_RX' -A 6 <<< "$out" | tail -n +2 | cut -c 1-20 | sed 's/ *$//')"
is "polls: their numbers" "$(table polls-table | grep -oE '( [0-9]+)+$')" \
	"$(of_page all_paths '.waits[] | " " + ([.count, .p50, .p99, .p999, .max | values] | map(tostring) | join(" "))')"
is "polls: those of each CPU" "$(table polls-cpus)" \
	"$(of_page all_paths '[.waits[].cpus[]] | sort_by(.cpu)[]
		| [.cpu, .count, .p50, .p99, .p999, .max | values] | map(tostring) | join(" ")')"
is "polls: what else they did" "$(table polls-counts)" "all CPUs 2 6 8
CPU 0 2 6 0
CPU 2 0 0 8"
# widths of the bars, as time and as shares: the bars of a path add up to the whole
{ cat "$scratch/all_paths.html"
  cat << 'EOT'
<script>
const widths = () => [...document.querySelectorAll("#steps svg path")]
	.map((path) => path.getAttribute("d").match(/^M[\d.]+ ([\d.]+)l([\d.]+) 0l0 17l/))
	.filter(Boolean).reduce((rows, [, top, width]) =>
		rows.set(top, (rows.get(top) || 0) + Number(width) + 1), new Map());
const reported = document.documentElement.dataset;
const spread = () => {
	const sums = [...widths().values()];

	return `${sums.length} ${Math.max(...sums) - Math.min(...sums) < 3}`;
};
reported.times = spread();
reported.width = innerWidth;
reported.scroll = document.documentElement.scrollWidth;
const choice = document.getElementById("slowness");
choice.selectedIndex = 1;
choice.dispatchEvent(new Event("change"));
reported.typical = spread();
choice.selectedIndex = 0;
choice.dispatchEvent(new Event("change"));
document.getElementById("scale").value = "share";
document.getElementById("scale").dispatchEvent(new Event("change"));
reported.shares = spread();
</script>
EOT
} > "$scratch/shares.html"
browse "$scratch/shares.html" --window-size=500,800
ok "paths: one column on a narrow screen" \
	[ "$(result scroll)" -le "$(result width)" ]
is "paths: three bars, as long as their times" "$(result times)" "3 false"
is "paths: only those whose slow packets are known" "$(result typical)" "1 true"
is "paths: as shares, all of one length" "$(result shares)" "3 true"
is "paths: no error" "$console$(result errors)" ""
browse "$scratch/filtered.html"
is "a filter" "$(text paths-filter)" \
	"The filter in=2@4026532281 proto=tcp netns=4026532281: since it was set, only these packets are traced."
is "which waits are timed" "$(text paths-waits)" \
	"Waits that are timed (waits=): gro, poll; not timed: ring, socket, irq; always: queue, backlog, crypto and others."
browse "$scratch/one_cpu.html"
is "one CPU: no error" "$console$(result errors)" ""
is "one CPU: interfaces are of all" "$(text interfaces-cpus)" "These are of all CPUs."
is "one CPU: its polls" "$(table polls-cpus | cut -d ' ' -f 1 | sort -u) $(table polls-counts | tail -1)" \
	"2 CPU 2 0 0 8"
browse "$scratch/behind.html"
is "behind paths: no error" "$console$(result errors)" ""
is "behind paths: a table of their own" "$(table paths-table | wc -l) $(table behind-table | wc -l)" "2 4"
is "behind paths: their numbers; data of TCP have no bytes" \
	"$(table behind-table | sed 's/&gt;/>/g')" \
	"$(of_page behind '.paths[] | select(.path | test("^(tx|local-in) ")) | "\(.path) \(.reason) "
		+ ([.packets, .mean_ns, .p50_ns, .p90_ns, .p99_ns, .p999_ns, .max_ns,
		    (.bytes / .packets | select(. > 0))] | map(tostring) | join(" "))')"
is "behind paths: no bars" "$(shapes steps 'Z" fill="#[^0]')" 3
is "no interfaces and no polls in this recording" \
	"$(grep -oE '<section [^>]*id="(interfaces|polls)" hidden' <<< "$dom" | wc -l)" 2
drawn evil
ok "a hostile name is what the page is headed by" grep -qF \
	'<h1 id="machine">&lt;/script&gt;&lt;script&gt;complain("&amp;")' <<< "$dom"

# A user's input, and a telephone's width. The page is in a frame, because no window is so narrow.
{ cat "$scratch/nested.html"
  cat << 'EOT'
<script>
const at = (id) => document.getElementById(id);
const first = () => at("functions").querySelector("tbody th").textContent;
const heading = (text) => [...at("functions").querySelectorAll("thead button")]
	.find((button) => button.textContent === text);
const press = (key) => at("flame").dispatchEvent(new KeyboardEvent("keydown", { key }));
const reported = { width: innerWidth, scroll: document.documentElement.scrollWidth };
heading("calls").click();
reported.most = first();
reported.sort = document.activeElement.parentNode.getAttribute("aria-sort");
heading("calls").click();
reported.fewest = first();
at("functions").querySelector("tbody tr:last-child button").click();
reported.chosen = at("function-title").textContent;
reported.outcomes = at("outcomes").querySelector("tbody data").value;
press("ArrowUp"); press("ArrowRight"); press("ArrowUp");
reported.frame = at("frame").textContent;
const frames = () => at("flame").querySelectorAll("svg path").length;
reported.all = frames();
press("ArrowUp"); press("ArrowRight"); press("Enter");
reported.zoomed = at("frame").textContent;
reported.within = frames();
press("Escape"); press("Escape"); press("Escape");
reported.back = frames();
reported.errors = document.documentElement.dataset.errors || 0;
parent.postMessage(reported, "*");
</script>
EOT
} > "$scratch/user.html"
cat << 'EOT' > "$scratch/frame.html"
<iframe src="user.html" width="360" height="800" style="border: 0"></iframe>
<script>
onmessage = (event) => {
	for (const [key, text] of Object.entries(event.data))
		document.documentElement.dataset[key] = text;
};
</script>
EOT
browse "$scratch/frame.html"
is "nothing on the console" "$console" ""
is "no error" "$(result errors)" 0
is "it is as narrow" "$(result width)" 360
ok "one column" [ "$(result scroll)" -le 360 ]
is "sorted by calls" "$(result most), $(result sort)" \
	"$(of_page nested '.counts.probes | max_by(.calls) | .function') [nf_flow_table], descending"
is "and the other way round" "$(result fewest)" \
	"$(of_page nested '[.counts.probes[] | select(.calls > 0)] | min_by(.calls) | .function')"
is "a name chooses" "$(result chosen) $(result outcomes)" \
	"nf_flow_offload_ip_hook [nf_flow_table] $(of_page nested \
		'.counts.probes | max_by(.calls) | .calls')"
like "arrows choose a frame" "$(result frame)" "^virtnet_poll: 200 calls, "
ok "Enter enlarges one" [ "$(result within)" -lt "$(result all)" ]
like "the name of the enlarged frame" "$(result zoomed)" "^xfrm_input: "
is "Escape goes back" "$(result back)" "$(result all)"

# light and dark: Chromium's names for them are 1 and 0
cat "$scratch/usual.html" - << 'EOT' > "$scratch/colours.html"
<script>
document.documentElement.dataset.back = getComputedStyle(document.body).backgroundColor;
document.documentElement.dataset.curve = document.querySelector("#percentiles path[stroke-width]").getAttribute("stroke");
</script>
EOT
for scheme in "1 rgb(255, 255, 255) #0b6bb5" "0 rgb(20, 24, 28) #5aaef0"; do
	browse "$scratch/colours.html" --blink-settings=preferredColorScheme="${scheme%% *}"
	is "colours where preferredColorScheme is ${scheme%% *}" "$(result back) $(result curve)" "${scheme#* }"
done
done_testing
