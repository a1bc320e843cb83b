#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# completion: those of zsh and fish load, and have each command and option; sync.t has that of bash

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

# zsh starts the tool many times. The search for leaks at exit takes most of the time, and was seen to hang there.
export ASAN_OPTIONS=detect_leaks=0

completion=$top/userspace/completion
run help --names
commands=$(grep -v '^-' <<< "$out" | sort)

# the tool as the completions call it, on a saved snapshot
mkdir "$scratch/bin"
cat > "$scratch/bin/pathtime" <<- END
	#!/bin/sh
	case \$1 in
	help) exec timeout 30 "$pathtime" "\$@" ;;
	esac
	exec timeout 30 "$pathtime" -f "$data/usual.snapshot" "\$@"
END
# the module's control file, which the completions read with sed
cat > "$scratch/control" <<- 'END'
	write one command per line:
	  enable GROUP[:detail]
	GROUP: xfrm flowtable
	     send
	RULE: all errno
	DISABLED: mine (functions: 2)
	DISABLED: web (functions: 60)
	last error: none
END
cat > "$scratch/bin/sed" <<- END
	#!/bin/bash
	exec $(command -v sed) "\${@/#\/sys\/kernel\/debug\/pathtime\/control/$scratch/control}"
END
chmod +x "$scratch/bin/"*
PATH=$scratch/bin:$PATH

# options_of COMMAND: its options and --help
options_of()
{
	run help "$1" --names
	{ echo "$out"; echo --help; } | sort -u
}

# complete_zsh WORD...: the completions of the last word, sorted; the line editor's functions are stood in for
complete_zsh()
{
	zsh -f -c '
		compadd() { [[ ${@[-2]} == -a ]] && print -rl -- ${(P)@[-1]} || print -rl -- "$@" }
		compset() { true }
		_describe() { print -rl -- ${${(P)3}%%:*} }
		_files() { print files }
		_command_names() { print commands }
		words=(pathtime "$@")
		CURRENT=${#words}
		PREFIX=${words[CURRENT]}
		source '"$completion/pathtime.zsh"'
	' zsh "$@" | grep -e "^${*: -1}" | sort -u
}

# complete_fish WORD...: the same of fish
complete_fish()
{
	HOME=$scratch fish --no-config -c "
		source $completion/pathtime.fish
		complete -C 'pathtime $*'" | cut -f 1 | sort -u
}

for shell in zsh fish; do
	if ! command -v $shell > /dev/null; then
		skip "$shell" "$shell is not installed"
		continue
	fi
	complete=complete_$shell
	is "$shell: commands" "$($complete '')" "$commands"
	is "$shell: commands that begin so" "$($complete s | xargs)" "start stop summary"
	for command in summary export record diff add doctor; do
		is "$shell: options of $command" "$($complete $command --)" "$(options_of $command)"
	done
	is "$shell: functions" "$($complete hist nf_f | xargs)" "nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook"
	is "$shell: functions of a table" "$($complete summary nf_f | xargs)" "nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook"
	is "$shell: functions of a tree" "$($complete tree virtn)" virtnet_poll
	is "$shell: columns" "$($complete hist --columns mi | xargs)" "min missed"
	is "$shell: columns of a tree" "$($complete tree --columns s)" self
	is "$shell: columns of CSV" "$($complete export --columns ou)" outcome
	is "$shell: columns of CSV of paths" "$($complete export paths --columns re)" reason
	is "$shell: columns to sort by" "$($complete paths --sort pa | xargs)" "packets path"
	is "$shell: groups" "$($complete --group '' | xargs)" "conntrack flowtable virtio_net xfrm"
	is "$shell: groups to enable" "$($complete enable '' | xargs)" "flowtable mine send web xfrm"
	is "$shell: groups to disable" "$($complete disable '' | xargs)" "conntrack flowtable virtio_net xfrm"
	is "$shell: units" "$($complete -u n)" ns
	is "$shell: nothing after a number" "$($complete --interval '')" ""
	is "$shell: commands to explain" "$($complete help st | xargs)" "start stop"
done
is "they know the options with an argument that the completion of bash knows" \
	"$(for file in zsh fish; do
		grep -oE -e '--(group|unit|color|file|output|cpu|interval|count|duration|from|to|fail-above|listen|machine|sort|columns|limit|percentiles|buckets|paths)\b' \
			"$completion/pathtime.$file" | sort -u | wc -l
	done | xargs)" "20 20"
done_testing
