#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# add: names and patterns, looked up in a made-up /proc/kallsyms

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=machine.sh
. "$(dirname "$0")/machine.sh"

control=$PATHTIME_ROOT$debugfs/pathtime/control

# functions NUMBER: print that many functions with a common prefix
functions()
{
	seq -f '0000000000000000 t many_%04g' "$1"
}

# a control file that takes all lines, for written()
mkdir -p "$PATHTIME_ROOT$debugfs/pathtime"
mkfifo "$control"
exec 3<> "$control"
file /proc/self/mounts "none $debugfs debugfs rw 0 0"
file /proc/kallsyms "$(printf '0000000000000000 %b\n' 'T ip_rcv' \
	't ip_rcv_core' 't ip_rcv_core.isra.0' 't ip_rcv_core.isra.0.cold' \
	't __pfx_ip_rcv_core' 'd ip_rcv_data' 't reset' 't reset' 't reset' \
	't reset\t[veth]' 't start_xmit\t[virtio_net]' 't start_xmit\t[tun]'
	functions 201)"

# written: print the lines in the control file, each with a ;
written()
{
	local line

	# The tool has ended: what it wrote is there. A time limit would cut long lines on a busy machine.
	while read -r -t 0 <&3 && read -r line <&3; do
		printf '%s;' "$line"
	done
}

# adds WANTED ARGUMENTS...: check the lines that the tool writes to the control file
adds()
{
	local wanted=$1

	shift
	run add "$@" < /dev/null
	is "add $*: status" "$status" 0
	is "add $*" "$(written)" "$wanted"
}

adds "add ip_rcv;" ip_rcv
is "a name is added in silence" "$out$err" ""
adds "add ip_rcv group=mine returns=errno;" ip_rcv group=mine returns=errno
adds "add ip_rcv returns=errno group=mine;" ip_rcv returns=errno group=mine
adds "add ip_rcv backend=direct group=mine returns=errno;" ip_rcv backend=direct group=mine returns=errno
adds "add reset;" reset
is "the first of several functions with one name is timed" "$err" \
	"pathtime: reset: 3 functions have this name, the first is timed"
adds "add veth:reset;" veth:reset
is "a module has one" "$err" ""

# The direct backend needs the number of a function's arguments, which BTF has.
# btf FILE NUMBER-OF-TYPES-BEFORE BYTES-OF-STRINGS-BEFORE: write BTF
btf()
{
	mkdir -p "$PATHTIME_ROOT/sys/kernel/btf"
	perl -e '
		my ($types, $strings) = @ARGV;
		my ($names, $data) = ("\0", "");
		sub type {
			my ($name, $kind, $count, $size, @more) = @_;
			$data .= pack("L*", $name ? $strings + length($names) : 0, $kind << 24 | $count, $size, @more);
			$names .= "$name\0" if $name;
			return $types++;
		}
		my $long = type("", 1, 0, 8, 64);
		for my $arguments (3, 12) {
			my $prototype = type("", 13, $arguments, $long, map { (0, $long) } 1 .. $arguments);
			type($arguments == 3 ? "reset" : "ip_rcv", 12, 0, $prototype);
		}
		my $any = type("", 13, 1, $long, 0, 0);
		type("start_xmit", 12, 0, $any);
		print pack("S C C L L L L L", 0xeb9f, 1, 0, 24, 0, length($data), length($data), length($names)), $data, $names;
		' "$2" "$3" > "$PATHTIME_ROOT/sys/kernel/btf/$1"
}

btf vmlinux 1 0
adds "add ip_rcv backend=direct arguments=12;" ip_rcv backend=direct
adds "add ip_rcv backend=direct arguments=4;" ip_rcv backend=direct arguments=4
adds "add ip_rcv backend=kretprobe;" ip_rcv backend=kretprobe
adds "add ip_rcv backend=direct force arguments=12;" ip_rcv backend=direct force
adds "add vmlinux:reset backend=direct arguments=3;" vmlinux:reset backend=direct
adds "add ip_rcv_core backend=direct;" ip_rcv_core backend=direct
adds "add veth:reset backend=direct;" veth:reset backend=direct
btf veth 8 25
adds "add veth:reset backend=direct arguments=3;" veth:reset backend=direct
adds "add vmlinux:reset,veth:reset backend=direct arguments=3;" --all 'r?set' backend=direct
adds "add vmlinux:ip_rcv backend=direct arguments=12;add vmlinux:ip_rcv_core,vmlinux:ip_rcv_core.isra.0 backend=direct;" \
	--all 'ip_rcv*' backend=direct
adds "add reset,veth:reset backend=direct arguments=3;add ip_rcv backend=direct arguments=12;" \
	reset,ip_rcv,veth:reset backend=direct
# If only a module has the name, the module's BTF counts.
btf virtio_net 8 25
sed -i '/\[tun\]/d' "$PATHTIME_ROOT/proc/kallsyms"
adds "add start_xmit backend=direct;" start_xmit backend=direct
file /proc/kallsyms "$(cat "$PATHTIME_ROOT/proc/kallsyms")\n0000000000000000 t start_xmit\\t[tun]"
rm -r "$PATHTIME_ROOT/sys/kernel/btf"

# A step needs the number of the argument that is the packet, which BTF has, too.
# packets: write BTF in which ip_rcv takes a long and a packet, and reset takes a long
packets()
{
	mkdir -p "$PATHTIME_ROOT/sys/kernel/btf"
	perl -e '
		my $names = "\0sk_buff\0ip_rcv\0reset\0";
		my $data = pack("L*", 0, 1 << 24, 8, 64, 1, 4 << 24, 8, 0, 2 << 24, 2,
			0, 13 << 24 | 2, 1, 0, 1, 0, 3, 9, 12 << 24, 4, 0, 13 << 24 | 1, 1, 0, 1, 16, 12 << 24, 6);
		print pack("S C C L L L L L", 0xeb9f, 1, 0, 24, 0, length($data), length($data), length($names)), $data, $names;
		' > "$PATHTIME_ROOT/sys/kernel/btf/vmlinux"
}

packets
adds "add ip_rcv step=mine skb=1;" ip_rcv step=mine
adds "add ip_rcv step=mine skb=1;" ip_rcv step=mine skb=1
adds "add ip_rcv step=mine skb=x;" ip_rcv step=mine skb=x
adds "add vmlinux:ip_rcv step=mine skb=1;" ip_rc[v] step=mine
adds "add ip_rcv step=mine skb=1;" ip_rcv,reset step=mine
is "a list goes on without a function that takes no packet" "$err" \
	"pathtime: added 1 of 2 functions
pathtime: not added: reset: no step without the number of the packet among its arguments: in the kernel's BTF it takes no struct sk_buff *; skb=N states it"
fails 1 "ip_rcv: skb=0: in the kernel's BTF, this argument is no struct sk_buff *" "another argument" \
	add ip_rcv step=mine skb=0
fails 1 "it takes no struct sk_buff \*; skb=N states it" "no packet" add reset step=mine
fails 1 "no function 'ip_rvc'; did you mean .*ip_rcv" "a mistyped name" add ip_rvc step=mine
fails 1 "openvswitch:x: the module is not loaded: load it first, or state" "no such module" add openvswitch:x step=mine
fails 1 "no function 'veth:x'" "not in this module" add veth:x step=mine
adds "add openvswitch:x step=mine skb=1;" openvswitch:x step=mine skb=1
rm -r "$PATHTIME_ROOT/sys/kernel/btf"
fails 1 "in the kernel's BTF it is missing; skb=N states it" "a step without BTF" add ip_rcv step=mine
adds "add ip_rcv step=mine skb=2;" ip_rcv step=mine skb=2

# patterns
adds "add vmlinux:ip_rcv_core.isra.0;" 'ip_rcv_core.*'
is "one match needs no question" "$out$err" "pathtime: added 1 of 1 functions"
adds "add tun:start_xmit returns=netdev_tx;" 'tun:*' returns=netdev_tx
adds "add vmlinux:ip_rcv,vmlinux:ip_rcv_core,vmlinux:ip_rcv_core.isra.0;" 'ip_rcv*' --all
is "the number of added functions" "$err" "pathtime: added 3 of 3 functions"
adds "add vmlinux:reset,veth:reset;" --all 'r?set'
like "a message names the first function" "$err" "^pathtime: reset: 3 functions have this name"
adds "add ip_rcv,veth:reset group=mine;" ip_rcv,veth:reset group=mine
is "the number of a list" "$err" "pathtime: added 2 of 2 functions"
fails 2 "add: '' is not one word" "an empty name" add ip_rcv,
adds "add tun:start_xmit,virtio_net:start_xmit group=tx;" \
	--all 'start_[x]*' group=tx

# a list with patterns
adds "add ip_forward,vmlinux:ip_rcv_core.isra.0,tun:start_xmit group=mine;" 'ip_forward,tun:start_*,ip_rcv_core.*' --all group=mine
is "the number of a list with patterns" "$err" "pathtime: added 3 of 3 functions"
adds "add foo,vmlinux:ip_rcv_core.isra.0;" 'ip_rcv_core.*,foo'
adds "add vmlinux:ip_rcv,vmlinux:ip_rcv_core,vmlinux:ip_rcv_core.isra.0;" --all 'ip_rcv_*,ip_rcv*'
fails 1 "no function matches 'ip_snd\*'" "a pattern of a list without a match" add --all 'ip_rcv*,ip_snd*,foo'
fails 1 "2 functions match 'ip_rcv_\*,foo': name one, or add all with --all" \
	"several matches of a list, and nobody to ask" add 'ip_rcv_*,foo' < /dev/null
is "nothing of these lists is added" "$(written)" ""

fails 1 "^pathtime: 3 functions match 'ip_rcv\*': name one, or add all with --all$" \
	"several, and nobody to ask" add 'ip_rcv*' < /dev/null
is "they are listed" "$out" "ip_rcv"$'\n'"ip_rcv_core"$'\n'"ip_rcv_core.isra.0"
is "none is added" "$(written)" ""
fails 1 "no function matches 'ip_snd\*'" "none" add 'ip_snd*'
fails 1 "201 functions match 'many_\*', and add takes 200 at most" "too many" \
	add --all 'many_*'
is "none of too many is added" "$(written)" ""
run add 'many_*' < /dev/null
is "all of too many are listed" "$(wc -l <<< "$out")" 201
run add --all 'many_01[0-9]*' < /dev/null
is "a hundred are added, in one line" "$(written | awk -F , '{ print NF }')" 100
run add 'many_01*' --all group="$(printf 'x%.0s' {1..2500})" < /dev/null
is "in several lines, if one is too short" "$(written | tr ';' '\n' | awk '{ print gsub(",", "") + 1 }' | xargs)" "88 12"
long=$(printf 'x%.0s' {1..5000})
fails 2 "add: longer than 4095 characters: 'x{32}\.\.\.'" "a name too long in a list" add "ip_rcv,$long"
is "nothing of the list is added" "$(written)" ""
fails 2 "del: longer than 4095 characters: 'x{32}\.\.\.'" "a name too long in a list of del" del "ip_rcv,$long"
is "nothing of the list is removed" "$(written)" ""
fails 2 "add: longer than 4095 characters$" "options too long" add ip_rcv,ip_forward group="$long"
fails 2 "add: --all needs a pattern" "--all with a name" add --all ip_rcv
fails 2 "usage: pathtime add" "an argument too many" add a b c d e f g h i
is "nothing is written" "$(written)" ""
mv "$PATHTIME_ROOT/proc/kallsyms" "$scratch/kallsyms"
fails 1 "^pathtime: /proc/kallsyms: No such file" "no kallsyms" add 'ip_rcv*'
adds "add ip_rcv;" ip_rcv
is "a name needs no kallsyms" "$err" ""
mv "$scratch/kallsyms" "$PATHTIME_ROOT/proc/kallsyms"

# the question on a terminal
# answer TEXT PATTERN: run the tool on a terminal and answer its question
answer()
{
	status=0
	out=$(script -qec "'$pathtime' add '$2' group=mine" /dev/null <<< "$1") ||
		status=$?
}

if script -qec true /dev/null > /dev/null 2>&1; then
	answer "1 3" 'ip_rcv*'
	is "numbers: status" "$status" 0
	is "numbers" "$(written)" \
		"add vmlinux:ip_rcv,vmlinux:ip_rcv_core.isra.0 group=mine;"
	like "the list has numbers" "$out" "^    2  ip_rcv_core.?$"
	like "and a question" "$out" "^Which\? .*'a' for all, nothing for none:"
	answer a 'ip_rcv*'
	is "all" "$(written)" \
		"add vmlinux:ip_rcv,vmlinux:ip_rcv_core,vmlinux:ip_rcv_core.isra.0 group=mine;"
	answer "" 'ip_rcv*'
	is "none: status" "$status" 0
	is "none" "$(written)" ""
	answer 4 'ip_rcv*'
	is "no such number: status" "$status" 1
	like "no such number" "$out" "type numbers from 1 to 3"
	answer a 'many*'
	is "too many to ask: status" "$status" 1
	like "too many to ask" "$out" "narrow the pattern"
	is "nothing is written then" "$(written)" ""
else
	skip "the question" "script is not installed"
fi

# a control file that takes nothing
rm "$control"
: > "$control"
status=0
err=$( (trap '' XFSZ; ulimit -f 0; "$pathtime" add --all 'ip_rcv_core*' 2>&1) ) ||
	status=$?
is "refused: status" "$status" 1
is "refused: their number, and a line for each reason" "$err" \
	"pathtime: added 0 of 2 functions
pathtime: not added: ip_rcv_core: the module refused 'add vmlinux:ip_rcv_core,vmlinux:ip_rcv_core.isra.0': File too large; and 1 more with this error"

# The module lists the names that it has refused. The line that the tool writes replaces the first one here.
answers()
{
	printf '%0600d\nrefused: %s\nlast error: none\n' 0 "${1//;/$'\n'refused: }" > "$control"
}

answers "vmlinux:ip_rcv (17): vmlinux:ip_rcv is probed already;vmlinux:ip_rcv_core (22): the kernel allows no probe on it"
run add --all 'ip_rcv*'
is "some are refused: status" "$status" 0
is "some are refused" "$err" "pathtime: added 1 of 3 functions
pathtime: not added: 1 timed already
pathtime: not added: ip_rcv_core: Invalid argument: the kernel allows no probe on it"
answers "vmlinux:ip_rcv (22): no probe;vmlinux:ip_rcv_core (22): none;vmlinux:ip_rcv_core.isra.0 (2): gone"
run add --all 'ip_rcv*'
is "all are refused: status" "$status" 1
is "all are refused" "$err" "pathtime: added 0 of 3 functions
pathtime: not added: ip_rcv: Invalid argument: no probe; and 1 more with this error
pathtime: not added: ip_rcv_core.isra.0: No such file or directory: gone"

# del takes patterns of functions that have probes
cp "$data/usual.snapshot" "$PATHTIME_ROOT$debugfs/pathtime/snapshot"
run probes --names
wanted=$(grep 'nf_flow' <<< "$out")
fails 1 "2 probes match '\*nf_flow\*': name one, or remove all with --all" "several probes" del '*nf_flow*'
is "they are listed" "$out" "$wanted"
fails 1 "no probe matches 'qqq\*'" "no probe" del 'qqq*'
fails 2 "del: --all needs a pattern" "--all with a name" del --all ip_rcv
name=${wanted%%$'\n'*}
answers "$name (2): $name is not probed"
run del --all '*nf_flow*'
is "del of some is refused: status" "$status" 1
is "del of some is refused" "$err" "pathtime: $name: No such file or directory: $name is not probed
pathtime: removed 1 function"
rm "$control"
mkfifo "$control"
exec 3<> "$control"
run del 'virtnet_p*'
is "one needs no --all" "$(written)" "del $(run probes --names; grep virtnet_p <<< "$out");"
run del --all '*nf_flow*'
is "all that match" "$(written)" "del ${wanted//$'\n'/,};"
is "their number" "$err" "pathtime: removed 2 functions"
run del --all 'virtnet_poll,*nf_flow*,*nf_flow_offload*'
is "all that match a list" "$(written | tr ';,' ' \n' | sed 's/^del //' | sort | xargs)" \
	"$(run probes --names; grep -E 'virtnet_poll|nf_flow' <<< "$out" | sort | xargs)"
fails 1 "no probe matches 'qqq'; see" "no probe of a list" del --all 'virtnet_p*,qqq'
fails 1 "3 probes match 'virtnet_poll,\*nf_flow\*': name one, or" "a list without --all" del 'virtnet_poll,*nf_flow*'
is "nothing of these lists is removed" "$(written)" ""
run del ip_rcv
is "a name" "$(written)" "del ip_rcv;"
run del ip_rcv,ip_forward
is "a list" "$(written)" "del ip_rcv,ip_forward;"
exec 3<&-
rm -r "$PATHTIME_ROOT$debugfs/pathtime"
fails 1 "the module is not loaded: modprobe pathtime" "no module" \
	add --all 'ip_rcv_core*'
is "no module: one message" "$(wc -l <<< "$err")" 1
done_testing
