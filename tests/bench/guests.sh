# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# what the parts share that count instructions in guests; sourced by them

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")/../guest" && pwd)
# shellcheck source=../guest/lib/host.sh
. "$LAB/lib/host.sh"

RESULTS=$TREE/build/bench
# each of another suite, with other versions of other tools
KERNELS=${KERNELS:-6.1 6.12 newest}

qemu_version() {
	select_emulator qemu-system-x86_64
	"${EMULATOR[@]}" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p'
}

# in_guest PART KERNEL OPTION... -- COMMAND...: what it prints goes to PART-KERNEL.tsv
in_guest() {
	local file=$RESULTS/$1-$2.tsv

	mkdir -p "$RESULTS"
	"$LAB/bin/run" "${@:2}" >"$file.new"
	mv "$file.new" "$file"
}

# Lines of what the guests printed, with the name of the kernel before them.
all_lines() {
	local kernel

	for kernel in $KERNELS; do
		sed "s/^/$kernel\t/" "$RESULTS/$1-$kernel.tsv"
	done
}

# to_json PART FILTER: an array of arrays of all_lines() to PART.json, with what is the same for all parts
to_json() {
	all_lines "$1" | jq -Rn --arg date "$(date -u +%F)" --arg qemu "$(qemu_version)" \
		"[inputs | split(\"\\t\")] | {date: \$date, qemu: \$qemu} + ($2)" >"$RESULTS/$1.json"
}

# "6.1 = 6.1.0-56-amd64, ...; QEMU ...": kernels and machine below a table
print_machine() {
	jq -r '"Kernels: \([.kernels | to_entries[] | "\(.key) is \(.value.release)"] | join(", ")).",
		"QEMU \(.qemu), --icount."' "$RESULTS/$1.json" | wrap
}

# long lines, for a table of 80 columns in an indented block
wrap() {
	fold -s -w 74 | sed 's/ *$//'
}
