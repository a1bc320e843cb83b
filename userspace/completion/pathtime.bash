# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# bash completion of pathtime and pathtime-exporter, with names from the programs themselves

# the first word of the line that is a command
_pathtime_command()
{
	local word commands=$1

	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		if grep -qxF -e "$word" <<< "$commands"; then
			echo "$word"
			return
		fi
	done
}

_pathtime_groups()
{
	# without the module there are no groups
	pathtime probes --json 2> /dev/null |
		grep -o '"group": *"[^"]*"' | cut -d '"' -f 4 | sort -u
}

# groups that enable takes: the built-in ones, and those of users that are disabled
_pathtime_groups_to_enable()
{
	sed -nE '/^GROUP:/,/^RULE:/{/^RULE:/!s/^(GROUP:)? *//p}; s/^DISABLED: ([^ ]+).*/\1/p' \
		/sys/kernel/debug/pathtime/control 2> /dev/null
}

_pathtime_interfaces()
{
	local path

	for path in /sys/class/net/*; do
		echo "${path##*/}"
	done
}

# the values of NAME=, if they can be listed
_pathtime_values()
{
	case $1 in
	in|out)
		_pathtime_interfaces ;;
	proto)
		echo "icmp tcp udp esp icmp6 sctp" ;;
	esac
}

# the fixed words of a command's arguments: "[in=INTERFACE]", "PERCENT|off"
_pathtime_words()
{
	pathtime help "$1" 2> /dev/null | sed -n '/^Usage/,/^$/p' |
		grep -oE '[[|][a-z]+=?' | tr -d '[|'
}

# the columns of a command's table or CSV; there is any other percentile, too
_pathtime_columns()
{
	case $1,${COMP_WORDS[*]} in
	tree,*)
		echo "function calls total self mean %" ;;
	paths,*)
		echo "path packets % min mean p50 p90 p95 p99 p99.9 max total" ;;
	export,*" paths "*)
		echo "path reason step cpu packets bytes min p50 p90 p95 p99 p99.9 max total" ;;
	export,*)
		echo "group module function outcome cpu calls missed min p50 p90 p95 p99 p99.9 max total self timed packets" ;;
	report,*)
		echo "function calls missed min mean p50 p90 p95 p99 p99.9 max total self % path packets" ;;
	*)
		echo "function calls missed min mean p50 p90 p95 p99 p99.9 max total" ;;
	esac
}

_pathtime()
{
	local current=${COMP_WORDS[COMP_CWORD]}
	local previous=${COMP_WORDS[COMP_CWORD-1]}
	local names commands command words=

	names=$(pathtime help --names 2> /dev/null)
	commands=$(grep -v '^-' <<< "$names")

	# bash splits words at colons, and replaces only what follows the last one
	if [[ $previous == : ]]; then
		previous=
	fi
	case $previous in
	-g|--group)
		words=$(_pathtime_groups) ;;
	-u|--unit)
		words="auto ns us ms s" ;;
	--sort)
		words=$(_pathtime_columns "$(_pathtime_command "$commands")") ;;
	--columns)
		# a list: complete the last name of it
		words=$(_pathtime_columns "$(_pathtime_command "$commands")")
		mapfile -t COMPREPLY < <(compgen -P "${current%"${current##*,}"}" \
			-W "$words" -- "${current##*,}")
		return ;;
	-c|--color)
		words="auto always never" ;;
	--buckets)
		words="1 2 4 8 16 32 64 128" ;;
	-f|--file|-o|--output)
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
		return ;;
	-C|--cpu|-i|--interval|-n|--count|-d|--duration|--from|--to|\
	--rotate-size|--rotate-age|--keep|--limit|--percentiles|--fail-above|-l|--listen|--paths|-m|--machine)
		return ;;
	*)
		command=$(_pathtime_command "$commands")
		case $current,$command in
		-*,)
			words=$(grep '^-' <<< "$names") ;;
		-*)
			words=$(pathtime help "$command" --names; echo --help) ;;
		*,)
			words=$commands ;;
		*,import|*,diff|*,merge)
			mapfile -t COMPREPLY < <(compgen -f -- "$current")
			return ;;
		*,record)
			mapfile -t COMPREPLY < <(compgen -c -- "$current")
			return ;;
		*,report)
			# files first, then a command
			mapfile -t COMPREPLY < <(compgen -f -- "$current")
			if [[ $previous != @(report|--html) ]]; then
				words="summary hist probes tree breakdown paths polls export"
				mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$current")
			fi
			return ;;
		*,help)
			words=$commands ;;
		*,summary|*,hist|*,tree|*,breakdown|*,export|*,del)
			words=$(pathtime probes --names 2> /dev/null |
				sed 's/.*://')
			# --csv, --hdr and --hlog also take the word paths
			[ "$command" != export ] || words+=" paths" ;;
		*,enable)
			words=$(_pathtime_groups_to_enable) ;;
		*,disable)
			words=$(_pathtime_groups) ;;
		*)
			# bash also splits words at "=": a value follows it
			if [[ $previous == = ]]; then
				words=$(_pathtime_values \
					"${COMP_WORDS[COMP_CWORD-2]}")
			else
				words=$(_pathtime_words "$command")
			fi ;;
		esac ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

_pathtime_exporter()
{
	local current=${COMP_WORDS[COMP_CWORD]}
	local words=

	case ${COMP_WORDS[COMP_CWORD-1]} in
	-g|--group)
		words=$(_pathtime_groups) ;;
	-l|--listen|-C|--cpu|--paths)
		return ;;
	--buckets)
		words="1 2 4 8 16 32 64 128" ;;
	*)
		words=$(pathtime-exporter --help 2> /dev/null |
			grep -oE '^ +(-[A-Za-z], )?--[a-z-]+' | sed 's/.* //') ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _pathtime pathtime
complete -F _pathtime_exporter pathtime-exporter
