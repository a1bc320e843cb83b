#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# doctor: each fault that keeps pathtime from running, on made-up machines

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=machine.sh
. "$(dirname "$0")/machine.sh"

for program in jq cc depmod modinfo; do
	command -v $program > /dev/null || skip_all "$program is not installed"
done

# texts_agree: check that the table in $text has the content of the JSON in $out
texts_agree()
{
	local can=cannot

	[ "$(json .able)" = false ] || can=can
	[ "$(sed -nE 's/^(ok|note|FAIL)  +([^ ]+( [a-z]+)?).*/\L\1 \2/p' \
	     <<< "$text")" = "$(json '(.checks[] | "\(.state) \(.name)"),
		(.groups[] | "\(.state) \(.group)")' | tr '[:upper:]' '[:lower:]')" ] &&
	[ "$(tail -n 1 <<< "$text")" = "pathtime $can run here: failed $(json \
		'[.checks[] | select(.state == "fail")] | length'), notes $(json \
		'[.checks[], .groups[] | select(.state == "note")] | length')" ]
}

# doctor NAME STATUS: check both forms of output on the present machine
doctor()
{
	run doctor
	text=$out
	is "$1: exit status" "$status" "$2"
	# in a pipe, a path is not split: a line may be one long word
	is "$1: lines too long" "$(awk 'length > 79 && NF > 1' <<< "$text")" ""
	run doctor --json
	is "$1: exit status with --json" "$status" "$2"
	ok "$1: JSON and text agree" texts_agree
}

# check NAME: print its state, value and fix
check()
{
	json ".checks[] | select(.name == \"$1\") |
	      [.state, .value, .fix] | map(select(. != \"\")) | join(\"; \")"
}

# finds CHECK STATUS WANTED: check the result on a machine that differs in one thing
finds()
{
	doctor "$1" "$2"
	is "$1" "$(check "$1")" "$3"
}

group()
{
	json ".groups[] | select(.group == \"$1\") |
	      \"\(.state) \(.landmarks.found)/\(.landmarks.all)\" +
	      \" \(.detail.found)/\(.detail.all)\""
}

# known GROUP LEVEL: print the number of its functions
known()
{
	targets | grep -c "^$1 $2 "
}

machine
doctor "all is well" 0
is "nothing to know but that it is not loaded" \
	"$(json '[.checks[] | select(.state != "ok") | .name] | join(" ")')" \
	loaded
is "it can be loaded" "$(check loaded)" "note; no; modprobe pathtime"
like "the state stands before each" "$text" "^ok    KPROBES +y$"
like "the kernel" "$text" "^ok    kernel +$release on x86_64$"
is "the flavour" "$(check flavour)" "ok; cloud-amd64"
is "the configuration" "$(check config)" "ok; /boot/config-$release"
is "the module" "$(check installed)" \
	"ok; $PATHTIME_ROOT/lib/modules/$release/updates/pathtime.ko"
is "all groups are found" "$(json '.groups[] |
	"\(.group) \(.landmarks.found) \(.detail.found) \(.state)"')" \
	"$(targets | awk '!n[$1]++ { order[++groups] = $1 }
		{ level[$1, $2]++ }
		END { for (i = 1; i <= groups; i++) print order[i],
			level[order[i], "LANDMARK"] + 0,
			level[order[i], "DETAIL"] + 0, "ok" }')"
ok "one screen" [ "$(wc -l <<< "$text")" -le 40 ]
esc=$(printf '\033')
run doctor --color always
ok "nothing is red" [ "${out/${esc}[31m/}" = "$out" ]
file /proc/self/mounts ''
run doctor --color always
like "a failure is red" "$out" "^${esc}\\[31mFAIL${esc}\\[0m  debugfs"

# the kernel's build options
for option in MODULES KALLSYMS KPROBES KRETPROBES DEBUG_FS; do
	machine
	file "/boot/config-$release" "$(options | grep -v "CONFIG_$option=")"
	finds $option 1 "fail; n; boot a kernel with CONFIG_$option=y"
done
for option in FUNCTION_TRACER KPROBES_ON_FTRACE \
	      DYNAMIC_FTRACE_WITH_DIRECT_CALLS; do
	machine
	file "/boot/config-$release" "$(options | grep -v "CONFIG_$option=")"
	finds $option 0 "note; n"
done
machine
file "/boot/config-$release" "$(options | sed 's/ALLOW_ALL/DISALLOW_MOUNT/')"
file /proc/self/mounts ''
finds "debugfs mode" 1 "fail; no-mount; boot with debugfs=on"
file /proc/cmdline 'quiet debugfs=on'
finds "debugfs mode" 1 "ok; on"
file /proc/cmdline 'quiet debugfs=off'
finds "debugfs mode" 1 "fail; off; boot with debugfs=on"

# places of the configuration
machine
file "/lib/modules/$release/config" "$(options)"
file "/boot/config-$release"
finds config 0 "ok; /lib/modules/$release/config"
file "/lib/modules/$release/config"
file "/lib/modules/$release/build/.config" "$(options)"
finds config 0 "ok; /lib/modules/$release/build/.config"
options | grep -v KPROBES_ON | gzip > "$PATHTIME_ROOT/proc/config.gz"
finds config 0 "ok; /proc/config.gz"
is "a packed configuration is read" "$(check KPROBES_ON_FTRACE)" "note; n"
machine
file "/boot/config-$release"
kernel=$(printf '0 T %s\n' __request_module kallsyms_lookup_name \
	register_kprobe pre_handler_kretprobe debugfs_create_dir \
	register_ftrace_function kprobe_ftrace_handler register_ftrace_direct)
file /proc/kallsyms "$(symbols; echo "$kernel")"
finds config 0 "note; not found; modprobe configs, or install /boot/config-$release"
is "without a configuration the functions decide" "$(check KPROBES_ON_FTRACE)" "ok; y"
file /proc/kallsyms "$(symbols; grep -v pre_handler <<< "$kernel")"
finds KRETPROBES 1 "fail; n; boot a kernel with CONFIG_KRETPROBES=y"
file /proc/kallsyms
finds KRETPROBES 0 "note; not known"
is "then it may need ftrace" "$(check ftrace)" "ok; on"
is "no functions, no groups" "$(json '.groups | length')" 0

# the kernel's version and restrictions
machine
file /proc/sys/kernel/arch riscv64
finds kernel 1 "fail; $release on riscv64; use an x86-64 or arm64 machine"
machine
file /proc/sys/kernel/version '#1 SMP PREEMPT_RT Debian'
finds flavour 0 "ok; cloud-amd64, PREEMPT_RT"
machine
file /sys/kernel/security/lockdown
finds lockdown 0 "note; not known; mount -t securityfs none /sys/kernel/security"
file "/boot/config-$release" "$(options | grep -v LOCKDOWN)"
finds lockdown 0 "ok; not in this kernel"
parameters="choose functions by the module's parameters groups= and probes="
sign="make dkms-install signs it; then mokutil --import"
sign+=" /var/lib/dkms/mok.pub, and reboot"
for level in integrity confidentiality; do
	machine
	line="none integrity confidentiality"
	file /sys/kernel/security/lockdown "${line/$level/[$level]}"
	finds lockdown 1 "note; $level; $parameters"
	is "$level and no signature" "$(check loadable)" \
		"fail; not signed; $sign"
	file /sys/module/pathtime/version "$version"
	finds loadable 0 "ok; it is loaded"
done
machine
secure=/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c
file $secure '\006\000\000\000\001'
finds "secure boot" 0 "note; on"
file $secure '\006\000\000\000\000'
finds "secure boot" 0 "ok; off"
file $secure
finds "secure boot" 0 "note; not known; mount -t efivarfs none $(dirname $secure)"

# signatures
machine
file /sys/module/module/parameters/sig_enforce Y
finds loadable 1 "fail; not signed; $sign"
module "version=$version" "vermagic=$release SMP " "signer=DKMS module signing key"
finds loadable 0 "note; signed by DKMS module signing key; see mokutil --list-enrolled"
machine
file "/boot/config-$release" "$(options; echo CONFIG_MODULE_SIG_FORCE=y)"
finds loadable 1 "fail; not signed; $sign"
is "its option" "$(check MODULE_SIG_FORCE)" "note; y"
machine
file /proc/sys/kernel/modules_disabled 1
finds loadable 1 "fail; no; reboot, and load pathtime before it is set"

# debugfs and switches
machine
file /proc/self/mounts 'none /proc proc rw 0 0'
finds debugfs 1 "fail; not mounted; mount -t debugfs none $debugfs"
machine
file "$debugfs/kprobes/enabled" 0
finds kprobes 1 "fail; off; echo 1 > $debugfs/kprobes/enabled"
file "$debugfs/kprobes"
finds kprobes 0 "note; not known"
machine
file /proc/sys/kernel/ftrace_enabled 0
finds ftrace 1 "fail; off; sysctl kernel.ftrace_enabled=1"
file "/boot/config-$release" "$(options | grep -v ON_FTRACE)"
finds ftrace 0 "ok; not needed"
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
machine
chmod 0755 "$scratch"
chmod 0700 "$PATHTIME_ROOT$debugfs"
if "${nobody[@]}" "$pathtime" version > /dev/null 2>&1; then
	out=$("${nobody[@]}" "$pathtime" doctor --json)
	is "not root" "$(check debugfs)" "fail; $debugfs; run as root"
else
	skip "not root" "not root, or the tool is out of nobody's reach"
fi

# the clock
machine
file "$clocksource/current_clocksource" kvm-clock
finds clock 0 "ok; tsc"
file "$clocksource/available_clocksource" 'kvm-clock hpet acpi_pm'
finds clock 0 "note; local_clock"
file "$clocksource/available_clocksource" 'kvm-clock tsc'
file /proc/cpuinfo 'flags\t\t: fpu tsc constant_tsc nonstop_tsc_s3'
finds clock 0 "note; local_clock"
file /proc/sys/kernel/arch aarch64
finds clock 0 "ok; counter"

# the module
machine
file "/lib/modules/$release/updates"
depmod -b "$PATHTIME_ROOT" "$release"
make="make install, or make dkms-install, in pathtime's sources"
finds installed 1 "fail; no; $make"
file "/var/lib/dkms/pathtime/$version/source" ''
finds installed 1 "fail; no; dkms install pathtime/$version -k $release"
file "/lib/modules/$release/build"
finds installed 1 "fail; no; headers, then dkms install pathtime/$version -k $release"
is "no headers" "$(check headers)" \
	"note; not installed; apt-get install linux-headers-$release"
file /sys/module/pathtime/version "$version"
finds loaded 0 "ok; $version"
machine
module "version=$version" "vermagic=6.1.0-98-cloud-amd64 SMP "
finds installed 1 "fail; $PATHTIME_ROOT/lib/modules/$release/updates/pathtime.ko; $make"
like "it says for which" "$text" "^      built for 6.1.0-98-cloud-amd64$"
module "version=0.0.9" "vermagic=$release SMP "
finds installed 0 \
	"note; $PATHTIME_ROOT/lib/modules/$release/updates/pathtime.ko; install both from the same sources"
like "it says which version" "$text" "^      version 0.0.9, this tool is $version$"
file /sys/module/pathtime/version 0.0.9
finds loaded 0 "note; 0.0.9; install both from the same sources"
release_long=$(printf '6.1.0-%060d' 1)
machine
file /proc/sys/kernel/osrelease "$release_long"
finds headers 1 \
	"note; not installed; apt-get install linux-headers-${release_long:0:64}"

# functions
machine
landmarks=$(known conntrack LANDMARK)
detail=$(known conntrack DETAIL)
all=$(symbols)
file /proc/kallsyms "$(grep -v "	\[nf_conntrack\]" <<< "$all")"
doctor "a module is not loaded" 0
like "its landmarks are not found" "$(group conntrack)" \
	"^note $(targets | grep "^conntrack L" | grep -vc nf_conntrack:)/$landmarks "
is "its name" "$(json '.groups[] | select(.group == "conntrack") |
	.not_loaded | join(" ")')" nf_conntrack
like "its name in the text" "$text" "^      modules not loaded: nf_conntrack$"
file "/boot/config-$release" "$(options; echo CONFIG_NF_CONNTRACK=y)"
file /proc/kallsyms "${all//	\[nf_conntrack\]/}"$'\n'"$kernel"
doctor "a module is built in" 0
is "its functions are the kernel's" "$(group conntrack)" \
	"ok $landmarks/$landmarks $detail/$detail"
file "/boot/config-$release"
file "/lib/modules/$release/modules.builtin" \
	"kernel/net/netfilter/nf_conntrack.ko"
doctor "built in, by the list" 0
is "its functions are the kernel's too" "$(group conntrack)" \
	"ok $landmarks/$landmarks $detail/$detail"

machine
file /proc/kallsyms "${all/ip_forward_finish/ip_forward_finish.isra.0}"
doctor "GCC's copies" 0
like "are found" "$(group ip)" "^ok "
for rest in .isra.0.constprop.0 .part.0 .constprop.0; do
	file /proc/kallsyms "${all/ip_forward_finish/ip_forward_finish$rest}"
	run doctor --json
	like "$rest is found" "$(group ip)" "^ok "
done
for rest in .cold .isra.0.cold _slow; do
	file /proc/kallsyms "${all/ip_forward_finish/ip_forward_finish$rest}"
	run doctor --json
	is "$rest is not it" "$(json '.groups[] | .missing[]')" \
		ip_forward_finish
done
file /proc/kallsyms "${all/t ip_forward_finish/d ip_forward_finish}"
doctor "data" 0
is "data is no function" "$(json '.groups[] | .missing[]')" ip_forward_finish
like "the text names the missing function" "$text" "^      not in this kernel: ip_forward_finish$"
file /proc/kallsyms "${all/ip_forward_finish/ip_forward_finish	[other]}"
run doctor --json
is "another module's is not the kernel's" "$(json '.groups[] | .missing[]')" \
	ip_forward_finish

fails 2 "usage: pathtime doctor" "an argument" doctor me
fails 2 "doctor does not take --interval" "an option of others" \
	doctor --interval 1
done_testing
