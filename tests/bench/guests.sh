# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# helpers of the parts that count instructions in guests; the parts source this file

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")/../guest" && pwd)
# shellcheck source=../guest/lib/host.sh
. "$LAB/lib/host.sh"

RESULTS=$TREE/build/bench
# Each kernel belongs to another suite, which has other versions of the other tools.
KERNELS=${KERNELS:-$(kernels_with lts stable newest | one_line)}

qemu_version() {
	select_emulator qemu-system-x86_64
	"${EMULATOR[@]}" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p'
}

# in_guest PART KERNEL OPTION... -- COMMAND...: run the command in a guest; write its output to PART-KERNEL.tsv
in_guest() {
	local file=$RESULTS/$1-$2.tsv

	mkdir -p "$RESULTS"
	"$LAB/bin/run" "${@:2}" >"$file.new"
	mv "$file.new" "$file"
}

# all_lines PART: print the lines of all guests, with the name of the kernel before each
all_lines() {
	local kernel

	for kernel in $KERNELS; do
		sed "s/^/$kernel\t/" "$RESULTS/$1-$kernel.tsv"
	done
}

# to_json PART FILTER: apply the filter to the array of arrays that all_lines() gives; write the result to PART.json,
# with the fields that all parts have
to_json() {
	all_lines "$1" | jq -Rn --arg date "$(date -u +%F)" --arg qemu "$(qemu_version)" \
		"[inputs | split(\"\\t\")] | {date: \$date, qemu: \$qemu} + ($2)" >"$RESULTS/$1.json"
}

# print_machine PART: print the kernels and the machine below a table: "6.1 = 6.1.0-56-amd64, ...; QEMU ..."
print_machine() {
	jq -r '"Kernels: \([.kernels | to_entries[] | "\(.key) is \(.value.release)"] | join(", ")).",
		"QEMU \(.qemu), --icount."' "$RESULTS/$1.json" | wrap
}

# break long lines for a table of 80 columns in an indented block
wrap() {
	fold -s -w 74 | sed 's/ *$//'
}
