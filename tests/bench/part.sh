# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# helpers of the parts that run on this machine's own processor; the parts source this file

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")/../guest" && pwd)
# shellcheck source=../guest/lib/host.sh
. "$LAB/lib/host.sh"

# The results go to RESULTS. The sources are built in BUILD, with the compiler and the libraries of a root tree.
RESULTS=$TREE/build/bench
BUILD=$RESULTS/native
BUILD_ROOT=

# prepare [PROGRAM...]: build the tool and these programs of the benchmark, or all of them
prepare() {
	need_root "timing in a root tree"
	BUILD_ROOT=$("$TREE/tests/bench/root")
	mkdir -p "$BUILD"
	exec 9>"$BUILD/lock"
	flock 9
	list_sources >"$BUILD/list"
	copy_sources "$BUILD/list"
	run_native "make -s tool && make -s -C tests/bench ${*/#/../../build/bench/}" >"$BUILD/build.log" 2>&1 || {
		tail -n 30 "$BUILD/build.log" >&2
		die "the benchmark's programs were not built, see $BUILD/build.log"
	}
}

# run_native LINE: run a shell line in the root tree, in the copy of the sources
run_native() {
	in_root "export LC_ALL=C.UTF-8; $1" </dev/null
}

# run_with_module LINE: build the native benchmark with the newest kernel's module, in that kernel's root tree, and run a
# shell line there. The kernel's release goes to native.kernel.
run_with_module() {
	local version

	[ "$(uname -m)" = x86_64 ] || die "the program around the module's code is written for x86-64 only"
	select_kernel "$(kernels_with newest | head -n 1)"
	"$LAB/bin/build" "$KERNEL"
	version=$(kernel_version "$ROOT")
	in_root "make -s -C tests/bench/native KVER=$version >build/native.log 2>&1" || {
		tail -n 30 "$BUILD/src/build/native.log" >&2
		die "the benchmark was not built, see $BUILD/src/build/native.log"
	}
	in_root "$1"
	echo "$version" >"$RESULTS/native.kernel"
}

# print the processor's name, for the head of a table and for the results
processor() {
	sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1
}

# the file that write_snapshot writes, in the copy of the sources
SNAPSHOT=build/bench/large.snapshot

# write_snapshot CPUS: write a snapshot of a made-up machine. Each probe, outcome, CPU and bucket has one call.
# The sum of the calls shows that the tool reads all of them.
write_snapshot() {
	local calls wanted=$((42 * 3 * $1 * 100))

	run_native "build/bench/large_snapshot $1 >$SNAPSHOT"
	calls=$(run_native "userspace/pathtime --file $SNAPSHOT --json" | jq '[.probes[].calls] | add')
	[ "$calls" = $wanted ] || die "of a snapshot with $wanted calls pathtime reported ${calls:-none}"
}
