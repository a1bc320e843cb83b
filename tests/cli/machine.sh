# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # lib.sh, which is read first, sets scratch and top
# machine: a made-up machine, below the directory that the tool uses as /

release=6.1.0-99-cloud-amd64
export PATHTIME_ROOT=$scratch/root
debugfs=/sys/kernel/debug

# file PATH TEXT: write a file on the machine; without a text, remove it
file()
{
	mkdir -p "$PATHTIME_ROOT$(dirname "$1")"
	if [ $# -gt 1 ]; then
		printf '%b\n' "$2" > "$PATHTIME_ROOT$1"
	else
		rm -rf "${PATHTIME_ROOT:?}$1"
	fi
}

# targets: print "GROUP LEVEL NAMES" of all functions that pathtime knows
targets()
{
	cc -E -P -x c -I "$top/include" - <<- 'END' | grep -v '^$'
		#define PTIME_TARGET(group, level, names, rule) \
			group level names
		#include <pathtime/targets.def>
	END
}

# symbols: print the /proc/kallsyms of a kernel that has all of them, by their first names
symbols()
{
	targets | sed 's/[^"]*"\([^"|]*\).*/\1/' | sort -u |
		sed 's/^\([^:]*\):\(.*\)/\2\t[\1]/; s/^/0000000000000000 t /'
}

# options: print a kernel's configuration that has everything pathtime needs
options()
{
	printf 'CONFIG_%s=y\n' MODULES KALLSYMS KPROBES KRETPROBES DEBUG_FS \
		DEBUG_FS_ALLOW_ALL FUNCTION_TRACER KPROBES_ON_FTRACE \
		DYNAMIC_FTRACE_WITH_DIRECT_CALLS SECURITY_LOCKDOWN_LSM
	echo '# CONFIG_MODULE_SIG_FORCE is not set'
}

# module FIELD=VALUE...: install a module with these fields for $release
module()
{
	local directory=$PATHTIME_ROOT/lib/modules/$release

	mkdir -p "$directory/updates"
	{
		echo '__attribute__((section(".modinfo"), used))'
		printf 'static const char info[] = "license=GPL\\0"'
		printf '"%s\\0"' "$@"
		echo ';'
	} | cc -x c -c -o "$directory/updates/pathtime.ko" -
	touch "$directory"/modules.{order,builtin,builtin.modinfo}
	depmod -b "$PATHTIME_ROOT" "$release"
}

make_machine()
{
	file /proc/sys/kernel/osrelease "$release"
	file /proc/sys/kernel/arch x86_64
	file /proc/sys/kernel/version '#1 SMP PREEMPT_DYNAMIC Debian'
	file /proc/sys/kernel/ftrace_enabled 1
	file /proc/sys/kernel/modules_disabled 0
	file /proc/cmdline 'BOOT_IMAGE=/vmlinuz ro quiet'
	file /proc/cpuinfo 'flags\t\t: fpu tsc constant_tsc nonstop_tsc'
	file /proc/self/mounts "none $debugfs debugfs rw 0 0"
	file /proc/kallsyms "$(symbols)"
	file "/boot/config-$release" "$(options)"
	file /sys/kernel/security/lockdown '[none] integrity confidentiality'
	file $debugfs/kprobes/enabled 1
	file "$clocksource/current_clocksource" tsc
	file "$clocksource/available_clocksource" 'tsc hpet acpi_pm'
	file /sys/module/module/parameters/sig_enforce N
	file "/lib/modules/$release/build/Makefile" ''
	module "version=$version" "vermagic=$release SMP mod_unload "
}

# machine: make a machine on which pathtime can run; it is installed but not loaded
machine()
{
	rm -rf "$PATHTIME_ROOT"
	if [ ! -e "$scratch/machine" ]; then
		make_machine
		cp -a "$PATHTIME_ROOT" "$scratch/machine"
	else
		cp -a "$scratch/machine" "$PATHTIME_ROOT"
	fi
}

clocksource=/sys/devices/system/clocksource/clocksource0
version=$(sed -n 's/.*PTIME_VERSION.*"\(.*\)"/\1/p' \
	"$top/include/pathtime/version.h")
