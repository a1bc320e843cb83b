# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# what the lab's host-side scripts share; sourced by them with $VM set to the directory they are in

TREE=$(cd "$VM/../.." && pwd)
CACHE=${PATHTIME_CACHE:-/var/cache/pathtime}
MIRROR=${PATHTIME_MIRROR:-http://deb.debian.org/debian}
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

# Sets KERNEL, SUITE, MORE_SUITES, ARCH, IMAGE, HEADERS, BUILD (where its results go), ROOT (where its root tree is) and
# BUILD_ROOT (the tree it is built in, another one where the guest's programs do not run here).
select_kernel() {
	local line

	line=$(awk -v name="$1" '!/^#/ && $1 == name' "$VM/kernels")
	[ -n "$line" ] || usage_error "unknown kernel '$1'; known: $(kernel_names | one_line)"
	read -r KERNEL SUITE MORE_SUITES ARCH IMAGE HEADERS <<-LINE
		$line
	LINE
	select_architecture
	BUILD=$TREE/build/vm/$KERNEL
	ROOT=$CACHE/roots/$KERNEL-$(root_recipe | sha256sum | cut -c1-12)
	BUILD_ROOT=$ROOT
	[ -z "$CROSS" ] || BUILD_ROOT=$ROOT.build
}

# Sets QEMU, QEMU_PACKAGE, CPU, CONSOLE, and CROSS, the prefix of the cross compiler, empty where none is needed. The
# emulation of arm64's pointer authentication as it is specified takes longer than all the rest of a guest.
select_architecture() {
	case $ARCH in
	amd64)
		QEMU=qemu-system-x86_64 QEMU_PACKAGE=qemu-system-x86
		MACHINE=pc CPU=max CONSOLE=ttyS0 CROSS=
		;;
	arm64)
		QEMU=qemu-system-aarch64 QEMU_PACKAGE=qemu-system-arm
		MACHINE=virt CPU=max,pauth-impdef=on CONSOLE=ttyAMA0 CROSS=aarch64-linux-gnu-
		;;
	*)
		die "$KERNEL: tests/vm knows no machine of architecture '$ARCH'"
		;;
	esac
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

# In a chroot whose root is no mount point the name space cannot be made private as a whole; then mounts may be seen
# outside until they are taken back.
name_space() {
	if unshare --mount true 2>/dev/null; then
		echo "unshare --mount"
	else
		echo "unshare --mount --propagation unchanged"
	fi
}
