# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# what the lab's host-side scripts share; sourced by them with $VM set to the directory they are in

TREE=$(cd "$VM/../.." && pwd)
CACHE=${PATHTIME_CACHE:-/var/cache/pathtime}
PROGRAM=${0##*/}

say() {
	printf 'vm: %s\n' "$*" >&2
}

die() {
	printf '%s: %s\n' "$PROGRAM" "$*" >&2
	exit 1
}

usage_error() {
	printf '%s: %s\n' "$PROGRAM" "$1" >&2
	printf '%s\n' "${USAGE}" >&2
	exit 2
}

need_root() {
	[ "$(id -u)" -eq 0 ] || die "$1 needs root: run it with sudo"
}

kernel_names() {
	awk '!/^#/ && NF { print $1 }' "$VM/kernels"
}

topology_names() {
	local file

	echo none
	for file in "$VM"/topologies/*.sh; do
		basename "$file" .sh
	done
}

one_line() {
	paste -sd ' '
}

# Sets KERNEL, SUITE, MORE_SUITES, ARCH, IMAGE, HEADERS, BUILD (where its results go) and ROOT (where its root tree is).
select_kernel() {
	local line

	line=$(awk -v name="$1" '!/^#/ && $1 == name' "$VM/kernels")
	[ -n "$line" ] || usage_error "unknown kernel '$1'; known: $(kernel_names | one_line)"
	read -r KERNEL SUITE MORE_SUITES ARCH IMAGE HEADERS <<-LINE
		$line
	LINE
	BUILD=$TREE/build/vm/$KERNEL
	ROOT=$CACHE/roots/$KERNEL-$(root_recipe | sha256sum | cut -c1-12)
}

# Everything that decides what is in a root tree; its hash is in the tree's name, so a changed recipe is another tree.
root_recipe() {
	echo "$SUITE $MORE_SUITES $ARCH"
	guest_packages
}

# libc6-dev is only recommended by gcc. dwarves stays out: modules must build, warning-free, on boxes without it.
guest_packages() {
	printf '%s\n' "$IMAGE" "$HEADERS" \
		gcc libc6-dev make dkms kmod pkg-config libjson-c-dev \
		busybox-static procps iproute2 nftables conntrack ethtool \
		iputils-ping iperf3 tcpdump jq
}

# The newest kernel in a root tree: the meta package decides the ABI number, nobody else may know it.
kernel_version() {
	local image

	image=$(printf '%s\n' "$1"/boot/vmlinuz-* | sort -V | tail -n 1)
	[ -e "$image" ] || die "no kernel in $1/boot"
	echo "${image##*/vmlinuz-}"
}
