#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# sync: tables of the tool, help, manual pages, completion, README and abi.h agree

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v jq > /dev/null || skip_all "jq is not installed"

man=$top/userspace/man
completion=$top/userspace/completion/pathtime.bash
abi=$top/include/pathtime/abi.h

run help --names
commands=$(grep -v '^-' <<< "$out")
options=$(grep '^--' <<< "$out")
run help
help=$out
run --help
is "--help is help" "$out" "$help"
run --version
version=$out
run version
is "--version is version" "$out" "$version"
like "the version shows the features" "$version" "^features:( none|( zstd| ncurses| page)+)$"
version=$(head -n 1 <<< "$version")
is "version of the sources" "$version" \
	"pathtime $(sed -n 's/.*PTIME_VERSION.*"\(.*\)"/\1/p' \
		    "$top/include/pathtime/version.h")"

is "version of the package" \
	"$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$top/dkms.conf")" \
	"$(sed -n 's/.*PTIME_VERSION.*"\(.*\)"/\1/p' \
	   "$top/include/pathtime/version.h")"

# a name or version that version.h has
own()
{
	sed -n "s/^#define PTIME_$1[[:space:]]*\"\(.*\)\"/\1/p" "$top/include/pathtime/version.h"
}

is "name of the DKMS package" \
	"$(sed -n 's/^PACKAGE_NAME="\(.*\)"/\1/p' "$top/dkms.conf")" "$(own DKMS_NAME)"
is "name of the module that DKMS builds" \
	"$(sed -n 's/^BUILT_MODULE_NAME.*="\(.*\)"/\1/p' "$top/dkms.conf")" "$(own MODULE_NAME)"
is "name of the module that Kbuild builds" \
	"$(sed -n 's/^obj-m := \(.*\)\.o$/\1/p' "$top/Kbuild")" "$(own MODULE_NAME)"

# "pathtime (VERSION) ..."
is "version of the Debian packages" \
	"pathtime $(head -n 1 "$top/debian/changelog" | tr -d '()' |
		    cut -d ' ' -f 2)" "$version"

# page COMMAND: print the file of its manual page, which may describe several; without a command, that of pathtime(8)
page()
{
	local file=$man/pathtime${1:+-$1}.8
	local other

	[ -e "$file" ] || { echo /dev/null; return; }
	other=$(sed -n 's,^\.so man8/,,p' "$file")
	echo "${other:+$man/}${other:-$file}"
}

# section NAME [COMMAND]: print a section of the manual page, without the markup
section()
{
	awk -v name="$1" '/^\.SH/ { on = $0 == ".SH " name } on' "$(page "${2-}")" |
		sed 's/\\-/-/g; s/\\f[BRI]//g'
}

# parameters: "NAME MIN MAX DEFAULT" of each of the module's, - where there is no range; the default as one types it
parameters()
{
	listed_in parameters.def <<- 'END' | sed -n 's/^PARAMETER //; T; s/"//g; p'
		#include <pathtime/abi.h>
		#include <pathtime/hist.h>
		#define PTIME_TEXT_PARAMETER(name, def, help) PARAMETER name - - def
		#define PTIME_NUMBER_PARAMETER(name, def, min, max, help) PARAMETER name min max def
		#define PTIME_FLAG_PARAMETER(name, def, help) PARAMETER name - - def
	END
}

# as the manual page has it: "NAME= ... (DEFAULT)", a paragraph a line
parameters_in_manual()
{
	section "MODULE PARAMETERS" | sed 's/^\.TP.*/\x1/; s/^\.[BIR]* //' | tr -d '\n' | tr '\1' '\n' |
		grep -E '^[a-z_]+=' | sed 's/" *//g; s/(  */(/g; s/  *)/)/g'
}

# wrong_defaults: parameters whose line on standard input does not have "(DEFAULT)"
wrong_defaults()
{
	local texts name default

	texts=$(cat)
	while read -r name _ _ default; do
		grep -qF -e "(${default:-none})" -e "(${default:-none}:" <(grep "^$name=" <<< "$texts") ||
			echo "$name: no (${default:-none})"
	done < <(parameters)
}

# wrong_ranges: the same of the maximum, and of a minimum that is not 0
wrong_ranges()
{
	local texts name max

	texts=$(cat)
	while read -r name _ max _; do
		[ "$max" != - ] || continue
		grep -qw "$max" <(grep "^$name=" <<< "$texts") || echo "$name: no $max"
	done < <(parameters)
}

is "parameters of the manual page are those of the module" \
	"$(parameters_in_manual | sed 's/=.*//')" "$(parameters | cut -d ' ' -f 1)"
is "their defaults in the manual page" "$(parameters_in_manual | wrong_defaults)" ""
is "their limits in the manual page" "$(parameters_in_manual | wrong_ranges)" ""

is "parameters and defaults of modprobe.d" \
	"$(sed -n 's/^#options pathtime //p' "$top/debian/pathtime.modprobe")" \
	"$(parameters | while read -r name _ _ default; do
		echo "$name=$default"
	done)"

# texts that follow from the default of hist_bits
bits=$(parameters | sed -n 's/^hist_bits .* //p')
error=$(awk -v bits="$bits" 'BEGIN { printf "%.1f", 100 / 2 ^ (bits + 1) }')
is "the default of hist_bits in other texts" \
	"$(grep -oE 'default of [0-9]+' "$top/include/pathtime/hist.h" "$man/pathtime.8" |
		grep -v " $bits$")" ""
is "the error of percentiles in other texts" \
	"$(grep -oiE 'percentiles?( is|\*\*).* within [0-9.]+ %|percentiles?( are)? within [0-9.]+ %' \
		"$top/README.md" "$top"/docs/*.md | grep -v " $error %$")" ""

# The size of a series follows from it, too: buckets of 8 bytes, for whole and for self times.
value_bits=$(sed -n 's/^#define PTIME_HIST_VALUE_BITS[[:space:]]*//p' "$top/include/pathtime/hist.h")
buckets=$((((value_bits + 1 - bits) << bits) + 1))
is "the size of a series in other texts" \
	"$(cat "$top/docs/performance.md" "$top/docs/internals/architecture.md" | tr '\n' ' ' |
		grep -oE '[0-9]+ KiB for each (series|CPU that counts, half)|[0-9]+ buckets of .hist_bits=[0-9]+.')" \
	"$((buckets * 2 * 8 / 1024)) KiB for each series
$buckets buckets of \`hist_bits=$bits\`
$((buckets * 2 * 8 / 1024)) KiB for each CPU that counts, half"

# absent_from SECTION [COMMAND]: of the words on standard input, those that it does not have
absent_from()
{
	while read -r word; do
		section "$@" | grep -qw -e "$word" || echo "$word"
	done
}

# undocumented: print the JSON keys on standard input that pathtime-json(5) does not have
undocumented()
{
	while read -r key; do
		sed 's/\\-/-/g; s/\\f[BRI]//g' "$man/pathtime-json.5" |
			grep -qw -e "$key" || echo "$key"
	done
}

# tagged: print the first word of each line after .TP
tagged()
{
	awk 'tag { print $2 } { tag = /^\.TP/ }' | tr -d ','
}

# described: print "-j --json", or "--from", for each option that a section describes
described()
{
	section OPTIONS "$@" | awk 'tag { print } { tag = /^\.TP/ }' |
		sed -nE 's/^\.B(R (-[A-Za-z]) ", ")?R? (--[a-z-]+).*/\2 \3/p' | sed 's/^ *//'
}

# listed COMMAND...: print the same for each option in the help
listed()
{
	run help "$@"
	grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' <<< "$out" | tr -d ','  | sed 's/^ *//'
}

# without_page: print the commands on standard input that have no page with their synopsis
without_page()
{
	while read -r command; do
		section SYNOPSIS "$command" |
			grep -qE "pathtime $command(\"|$| )" || echo "$command"
	done
}

# read_by COMMAND: print the commands whose options it takes as well
read_by()
{
	[ "$1" != report ] || printf '%s\n' summary hist probes tree breakdown paths export
}

# undescribed: print the options of commands that neither their page nor pathtime(8) describes, or that their page
# does not name
undescribed()
{
	while read -r command; do
		{ echo; echo "$command"; read_by "$command"; } |
			while read -r page; do
				described "$page"
			done > "$scratch/described"
		listed "$command" | grep -vxFf "$scratch/described" |
			sed "s/^/$command: /"
		listed "$command" | sed 's/.* //' | absent_from OPTIONS "$command" |
			sed "s/^/$command: unnamed /"
	done
}

# not_taken: print the options that a page describes but no command of the page takes
not_taken()
{
	local file

	for file in "$man"/pathtime-*.8; do
		! grep -q '^\.so ' "$file" || continue
		file=${file#"$man"/pathtime-}
		# no command, but a program
		[ "$file" != exporter.8 ] || continue
		described "${file%.8}" | while read -r option; do
			grep -qxF -e "$option" <(listed "${file%.8}") ||
				echo "${file%.8}: $option"
		done
	done
}

is "commands of the manual page" "$(section COMMANDS | tagged)" "$commands"
is "each command has a manual page" "$(without_page <<< "$commands")" ""
is "each manual page is of a command" \
	"$(cd "$man" && printf '%s\n' pathtime-*.8 | sed 's/pathtime-\(.*\)\.8/\1/' |
		grep -vx exporter | sort)" "$(sort <<< "$commands")"
is "the manual page names those of all commands" \
	"$(for file in "$man"/pathtime-*.[58]; do
		grep -q '^\.so ' "$file" || basename "${file%.*}"
	done | absent_from "SEE ALSO")" ""
is "options of the commands are in their manual pages" \
	"$(undescribed <<< "$commands")" ""
is "options of their manual pages are those of the commands" "$(not_taken)" ""
is "options of the manual page are those of several commands" \
	"$(described | sed 's/.* //' | grep -vxF -e "$options")" ""
# shown FILE...: print "WORD LINE" of the lines that show a call of pathtime; WORD is its first word that is no option
shown()
{
	sed -nE 's,^    (userspace/)?pathtime( --file [^ ]+)? ([a-z]+)( .*)?$,\3\4,p' "$@" |
		sed 's/ *[#|&].*//'
}

# unlisted: print the options in these lines that the help does not have
unlisted()
{
	shown "$@" | grep -oE -e ' --[a-z-]+' | tr -d ' ' | sort -u |
		grep -vxF -e "$options"
}

documents=("$top"/*.md "$top"/docs/*.md)
is "documents show commands that there are" \
	"$(shown "${documents[@]}" | cut -d ' ' -f 1 | sort -u | grep -vxF -e "$commands")" ""
is "and options" "$(unlisted "${documents[@]}")" ""
is "commands of the help" \
	"$(sed -n '/^Commands/,/^$/p' <<< "$help" | grep -oE '^  [a-z]+' |
		tr -d ' ')" "$commands"
is "options of the help" "$(grep -oE -e '--[a-z-]+' <<< "$help")" "$options"
is "version of the manual pages" \
	"$(grep -LE "^\.so |^\.TH .* \"$version\" " "$man"/*.[58])" ""

# verbs: 'NAME "USAGE" "HELP"' of each control command
verbs()
{
	listed_in verbs.def <<- 'END'
		#define PTIME_VERB(verb, name, min, max, waits, usage, help) name usage help
	END
}

# squeezed: text of a manual page without macros, quotes and blanks
squeezed()
{
	sed 's/^\.[A-Za-z]*//; s/[" ]//g' | tr -d '\n'
}

# verbs_absent_from TEXT FORMAT: the control commands of which it does not have NAME, USAGE, HELP, in this format of printf
verbs_absent_from()
{
	local text name usage help wanted

	text=$(squeezed <<< "$1")
	while IFS='"' read -r name usage _ help _; do
		# shellcheck disable=SC2059 # the format is an argument
		wanted=$(printf "$2" "${name% }" "$usage" "${help^}")
		[[ $text == *"${wanted// /}"* ]] || echo "$wanted"
	done < <(verbs)
}

is "control commands are commands of the tool" "$(verbs | cut -d ' ' -f 1 | grep -vxF "$commands")" ""
is "they have their usage and their help in the manual page" \
	"$(verbs_absent_from "$(section COMMANDS)" '%s %s %s.')" ""
is "they have their usage in their own manual pages" \
	"$(verbs | cut -d ' ' -f 1 | while read -r command; do
		verbs_absent_from "$(section SYNOPSIS "$command")" 'pathtime %s %s%.0s' |
			grep -E "^pathtime $command($|[^a-z])"
	done)" ""
is "the random walk does them" \
	"$(verbs | cut -d ' ' -f 1 | while read -r command; do
		grep -qE "control\\((one_of\\()?['\"]$command\\>" "$top/tests/guest/lib/walk.pl" ||
			echo "$command"
	done)" ""
is "files of the module are in the manual page" \
	"$(sed -n 's/^#define PTIME_FILE_.*"\(.*\)"/\1/p' "$abi" |
		while read -r file; do
			section FILES | grep -qw "$file" || echo "$file"
		done)" ""

is "keys of the live views are in the manual page" \
	"$(section KEYS top |
		awk 'tag { sub(/^\.B /, ""); print } { tag = /^\.TP/ }')" \
	"$(sed -n 's/^\t{ "\([^"]*\)".*/\1/p' "$top/userspace/top/top.c")"

is "percentiles of the page, of functions and of paths" \
	"$(tr '{[]},' '[\n*]' < "$top/userspace/page/page.js" | grep -oE '"p[0-9]+_ns"' | tr -d '"')" \
	"$(percentiles PAGE; percentiles PAGE)"

# These are in no path: one ends the record of a fragment, the others look for copies.
is "steps of paths are in their manual page" \
	"$(listed_in steps.def <<< '#define PTIME_STEP(step, name) name' | tr -d '"' | grep -vxE 'reassembled|cloned|expanded' |
		while read -r step; do
			section STEPS paths | grep '^\.B' | tr '", ' '[\n*]' | grep -qx -e "$step" || echo "$step"
		done)" ""

run_usual hist --json
is "keys of the JSON are in the manual page" \
	"$(json 'del(.probes[].outcomes) | [paths | .[-1] | strings] | unique[]' |
		undocumented)" ""

run breakdown --json --file "$data/nested.snapshot"
is "keys of a breakdown are in the manual page" \
	"$(json 'del(.warnings) | [paths | .[-1] | strings] | unique[]' |
		undocumented)" ""
is "reasons for calls in no tree are in the manual page" \
	"$(grep -o '"unlinked_[a-z_]*"' "$top/userspace/snapshot/snapshot.c" | tr -d '"' |
		absent_from NESTING)" ""
is "each reason has a name" \
	"$(grep -c 'PTIME_UNLINKED_[A-Z]*.*= [0-9]' "$abi")" \
	"$(($(grep -c '"unlinked_' "$top/userspace/snapshot/snapshot.c") + 1))"

run paths --json --file "$data/paths.snapshot"
is "keys of paths are in the manual page" \
	"$(json '[.paths, .path_filter, .timed_waits, .path_losses, .interfaces | paths | .[-1] | strings] | unique[]' |
		undocumented)" ""
is "keys of all documents are in that of all" \
	"$(json 'del(.paths, .path_filter, .timed_waits, .path_losses, .interfaces, .warnings) | [paths | .[-1] | strings] | unique[]' |
		undocumented)" ""
is "reasons for packets in no path are in the manual page" \
	"$(json '.path_losses | keys_unsorted | .[]')" \
	"$(section LOSSES paths | tagged)"
is "each of them has a name" \
	"$(grep -c 'PTIME_PATH_[A-Z_]*.*= [0-9]' "$abi")" \
	"$(($(json '.path_losses | length') + 1))"

printf '0) | f() {\n0) 0.1 us | g();\n0) | h();\n0) 0.2 us | }\nEnd\n' \
	> "$scratch/capture.txt"
run import --json "$scratch/capture.txt"
is "keys of a capture's JSON are in the manual page" \
	"$(json 'del(.probes, .warnings) | [paths | .[-1] | strings] | unique[]' |
		undocumented)" ""
is "warnings are in the manual page" \
	"$(sed -n '/^\t\[PTOOL_SEGMENT_/{ n; s/^\t\t"\([a-z_]*\)",$/\1/p }' \
		"$top/userspace/model/segment.c" |
		absent_from CAPTURES import)" ""
is "each command has its help" \
	"$(while read -r command; do
		run help "$command"
		grep -q "^Usage: pathtime .*$command" <<< "$out" || echo "$command"
		usage=$out
		run "$command" --help
		[ "$out" = "$usage" ] || echo "$command --help"
	done <<< "$commands")" ""
is "its help fits a terminal" \
	"$(while read -r command; do
		run help "$command"
		expand <<< "$out" | grep -E '^.{81}'
	done <<< "$commands")" ""
is "its help names its manual page" \
	"$(while read -r command; do
		run help "$command"
		grep -qxF "More in pathtime-$command(8)." <<< "$out" || echo "$command"
	done <<< "$commands")" ""
fails 2 "no command 'so'" "help of no command" help so
fails 2 "no command 'so'" "no command, and --help" so --help
run help tree --names
is "names of a command's options" "$out" "$(listed tree | sed 's/.* //')"

run diff --json "$data/before.snapshot" "$data/after.snapshot"
is "keys of a diff are in the manual page" \
	"$(json '[paths | .[-1] | strings] | unique[]' |
		undocumented)" ""

run doctor --json
is "keys of the doctor's JSON are in the manual page" \
	"$(json '[paths | .[-1] | strings] | unique[]' |
		undocumented)" ""

# absent_from_columns: print the words on standard input that OUTPUT COLUMNS does not describe
absent_from_columns()
{
	while read -r word; do
		section "OUTPUT COLUMNS" | awk 'tag { print } { tag = /^\.TP/ }' | grep -qF -e "$word" || echo "$word"
	done
}

# columns_of COMMAND...: the columns that an error lists, in lower case
columns_of()
{
	run "$@" --columns none
	sed -n 's/.*, only //p' <<< "$err" | tr -d ' ' | tr ',A-Z' '\na-z'
}

columns=$(for command in summary hist tree paths; do
	columns_of "$command"
done | sort -u)
for shell in bash zsh fish; do
	is "columns in the completion of $shell" \
		"$(grep -oE 'function calls missed [a-z0-9.% ]*' "$top/userspace/completion/pathtime.$shell" |
			tr ' ' '\n' | sort -u)" "$columns"
done
is "columns are in the manual page" \
	"$(echo "${columns^^}" | grep -vxE 'PACKETS|PATH' | absent_from_columns)" ""

# options with an argument, after which the completion must not offer commands
is "arguments in the completion" \
	"$(grep -oE -e '--[a-z-]+ [A-Z]+' <<< "$help" | cut -d ' ' -f 1 |
		while read -r option; do
			grep -qE -e "$option(\||\))" "$completion" ||
				echo "$option"
		done)" ""

# the completion itself, with a tool that reads a saved snapshot
pathtime()
{
	case $1 in
	help)
		"$top/build/unit/pathtime" "$@" ;;
	*)
		"$top/build/unit/pathtime" --file "$data/usual.snapshot" \
			"$@" ;;
	esac
}

# complete_line WORD...: print the completions of the last word
complete_line()
{
	COMP_WORDS=(pathtime "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_pathtime
	echo "${COMPREPLY[*]}"
}

# shellcheck source=../../userspace/completion/pathtime.bash
. "$completion"
is "completes commands" "$(complete_line s)" "summary start stop"
is "completes all commands" "$(complete_line "")" "${commands//$'\n'/ }"
is "completes options" "$(complete_line summary --co)" "--count --color --columns"
is "completes no option of another command" "$(complete_line doctor --)" \
	"--json --pretty --color --help"
is "completes options of all commands" "$(complete_line --fo)" "--folded"
is "completes functions" "$(complete_line hist nf_f)" \
	"nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook"
is "completes functions to break down" "$(complete_line breakdown virtn)" \
	virtnet_poll
is "completes functions to remove" "$(complete_line del x)" xfrm_input
is "completes a budget" "$(complete_line budget "")" off
is "completes words of a filter" "$(complete_line filter pro)" "proto="
is "completes options of a probe" "$(complete_line add ip_rcv "")" \
	"group= returns= backend= arguments= step= skb= force"
is "completes no value of these" "$(complete_line add ip_rcv group = "")" ""
is "completes nothing where there is nothing" "$(complete_line start "")" ""
is "completes protocols" "$(complete_line filter proto = ic)" "icmp icmp6"
is "completes interfaces" \
	"$(complete_line filter in = "" | tr ' ' '\n' | grep -x lo)" lo
is "completes groups" "$(complete_line --group "")" \
	"conntrack flowtable virtio_net xfrm"
is "completes captures" "$(cd "$top" && complete_line import READ)" README.md
is "completes captures as a source" "$(cd "$top" && complete_line tree -f READ)" \
	README.md
is "completes recordings" "$(cd "$top" && complete_line report READ)" README.md
is "completes recordings of a page" \
	"$(cd "$top" && complete_line report --html READ)" README.md
is "completes files to compare" \
	"$(cd "$top" && complete_line diff README.md READ)" README.md
is "completes recordings to merge" \
	"$(cd "$top" && complete_line merge README.md READ)" README.md
is "completes what reads a recording" "$(cd "$scratch" && complete_line report file b)" breakdown
is "completes more files of a recording" "$(cd "$top" && complete_line report file READ)" README.md
is "completes commands to record" \
	"$(complete_line record -o file -- sleep | tr ' ' '\n' | sort -u | grep -x sleep)" sleep
is "completes commands to explain" "$(complete_line help st)" "start stop"
is "completes columns" "$(complete_line summary --columns mi)" "missed min"
is "completes a list of columns" "$(complete_line summary --columns calls,p99)" "calls,p99 calls,p99.9"
for command in summary hist tree paths; do
	is "completes the columns of $command" "$(complete_line "$command" --columns "" | tr ' ' '\n' | sort)" \
		"$(columns_of "$command" | sort)"
	is "completes the columns to sort $command by" "$(complete_line "$command" --sort "")" \
		"$(complete_line "$command" --columns "")"
done
for words in export "export paths"; do
	# shellcheck disable=SC2086 # two words
	columns=$(complete_line $words --columns "" | tr ' ' ',')
	# shellcheck disable=SC2086 # two words, again
	run --file "$data/paths.snapshot" ${words/export/export --csv} --columns "$columns"
	is "completes the columns of $words" "${columns:+$status$err}" 0
done
is "completes columns of a report" "$(complete_line report file paths --columns pa)" "path packets"
is "completes units" "$(complete_line -u n)" ns
is "completes no number" "$(complete_line --interval "")" ""

if command -v groff > /dev/null; then
	is "the manual pages have no faults" \
		"$(cd "$scratch" && ln -sfn "$man" man8 &&
			groff -ww -Tutf8 -man -I . "$man"/*.[58] 2>&1 > /dev/null)" ""
	is "they fit 80 columns" \
		"$(cd "$scratch" &&
			groff -P -cbou -rLL=80n -Tascii -man -I . "$man"/*.[58] |
			awk 'length > 80')" ""
else
	skip "the manual pages have no faults" "groff is not installed"
fi
done_testing
