#compdef pathtime
# SPDX-License-Identifier: GPL-2.0
# zsh completion of pathtime, with names from the tool itself

# the first word of the line that is a command
_pathtime_command()
{
	local word

	for word in ${words[2,CURRENT-1]}; do
		if (( ${commands[(Ie)$word]} )); then
			print -r -- $word
			return
		fi
	done
}

# without the module there are no names
_pathtime_functions()
{
	names=(${${(f)"$(pathtime probes --names 2> /dev/null)"}##*:})
	compadd -a names
}

_pathtime_groups()
{
	names=(${(fu)"$(pathtime probes --json 2> /dev/null |
		grep -o '"group": *"[^"]*"' | cut -d '"' -f 4)"})
	compadd -a names
}

# groups that enable takes: the built-in ones, and those of users that are disabled
_pathtime_groups_to_enable()
{
	names=($(sed -nE '/^GROUP:/,/^RULE:/{/^RULE:/!s/^(GROUP:)? *//p}; s/^DISABLED: ([^ ]+).*/\1/p' \
		/sys/kernel/debug/pathtime/control 2> /dev/null))
	compadd -a names
}

# the columns of a command's table or CSV; there is any other percentile, too
_pathtime_columns()
{
	case "$command,$words" in
	tree,*)
		names=(function calls total self mean %) ;;
	paths,*)
		names=(path packets % min mean p50 p90 p95 p99 p99.9 max total) ;;
	export,*" paths "*)
		names=(path reason step cpu packets bytes min p50 p90 p95 p99 p99.9 max total) ;;
	export,*)
		names=(group module function outcome cpu calls missed min p50 p90 p95 p99 p99.9 max total self timed packets) ;;
	report,*)
		names=(function calls missed min mean p50 p90 p95 p99 p99.9 max total self % path packets) ;;
	*)
		names=(function calls missed min mean p50 p90 p95 p99 p99.9 max total) ;;
	esac
	compadd "$@" -a names
}

# "--from:begin at 5m, or at a date and time"
_pathtime_options()
{
	names=(${(f)"$(pathtime help $command 2> /dev/null |
		sed -nE 's/^  (-[A-Za-z], |    )(--[a-z-]+)( [A-Z:]+)? +(.*)/\2:\4/p')"} "--help:print this help")
	_describe -o option names
}

_pathtime()
{
	local command
	local -a commands names

	commands=(${(f)"$(pathtime help --names 2> /dev/null | grep -v '^-')"})
	command=$(_pathtime_command)
	case ${words[CURRENT-1]} in
	-g|--group)
		_pathtime_groups
		return ;;
	-u|--unit)
		compadd auto ns us ms s
		return ;;
	-c|--color)
		compadd auto always never
		return ;;
	--sort)
		_pathtime_columns
		return ;;
	--columns)
		compset -P '*,'
		_pathtime_columns -q -S ','
		return ;;
	-f|--file|-o|--output)
		_files
		return ;;
	-C|--cpu|-i|--interval|-n|--count|-d|--duration|--from|--to|\
	--rotate-size|--rotate-age|--keep|--limit|--percentiles|--buckets|--paths|--fail-above|-l|--listen|-m|--machine)
		return ;;
	esac
	case $PREFIX,$command in
	-*)
		_pathtime_options ;;
	*,|*,help)
		compadd -a commands ;;
	*,import|*,diff|*,merge)
		_files ;;
	*,report)
		_files
		compadd summary hist probes tree breakdown paths polls export ;;
	*,record)
		_command_names -e ;;
	*,summary|*,hist|*,tree|*,breakdown|*,export|*,del)
		_pathtime_functions ;;
	*,enable)
		_pathtime_groups_to_enable ;;
	*,disable)
		_pathtime_groups ;;
	esac
}

_pathtime "$@"
