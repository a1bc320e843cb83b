# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by those who source it
# what the programs of the lab share on the host; sourced with $LAB set to tests/guest

TREE=$(cd "$LAB/../.." && pwd)
CACHE=${PATHTIME_CACHE:-/var/cache/pathtime}
MIRROR=${PATHTIME_MIRROR:-http://deb.debian.org/debian}
SECURITY_MIRROR=${PATHTIME_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
PROGRAM=${0##*/}

# "SUITE MORE_SUITES PACKAGES" of the emulator. Debian 12's QEMU 7.2 cannot run a guest's CPUs at the same time (docs/testing.md).
QEMU_RECIPE="trixie trixie-backports qemu-system-x86,qemu-system-arm"

say() {
	printf 'vm: %s\n' "$*" >&2
}

# A failure's reasons, from standard input: beside its result, for who has only the results, and said, for who looks on.
explain() {
	local line

	while IFS= read -r line; do
		echo "# $line"
		say "$KERNEL: # $line"
	done
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
	awk '!/^#/ && NF { print $1 }' "$LAB/kernels/kernels" "$LAB/kernels/kernels-debug" "$LAB/kernels/kernels-other"
}

# kernel_line NAME FILE...: the kernel's line in one of the lists
kernel_line() {
	awk -v name="$1" '!/^#/ && $1 == name' "${@:2}"
}

role_names() {
	awk '!/^#/ && NF { gsub(",", "\n", $2); print $2 }' "$LAB/kernels/kernels" | grep -vx -- - | sort -u
}

# kernels_with ROLE...: names of the kernels that have one of these roles
kernels_with() {
	awk -v roles="$*" '
		BEGIN { n = split(roles, role, " ") }
		/^#/ || !NF { next }
		{
			has = "," ($2 == "-" ? "each" : $2) ","
			for (i = 1; i <= n; i++) {
				if (index(has, "," role[i] ",")) {
					print $1
					next
				}
			}
		}' "$LAB/kernels/kernels"
}

# has_role ROLE...: does the selected kernel have one of these roles?
has_role() {
	local role

	for role in "$@"; do
		[[ ,$ROLES, != *,"$role",* ]] || return 0
	done
	return 1
}

# check_roles FILE ROLE...: refuse a case that names a role that no kernel has, as nothing would run it
check_roles() {
	local role

	: "${KNOWN_ROLES:=$(role_names | one_line)}"
	for role in "${@:2}"; do
		[[ " $KNOWN_ROLES " == *" $role "* ]] || die "$1: no kernel has the role '$role'; known: $KNOWN_ROLES"
	done
}

hash() {
	sha256sum | cut -c1-12
}

topology_names() {
	local file

	echo none
	for file in "$LAB"/topologies/*.sh; do
		basename "$file" .sh
	done
}

one_line() {
	paste -sd ' '
}

# Sets KERNEL, ROLES, SUITE, MORE_SUITES, ARCH, IMAGE, HEADERS, BUILD (where its results go), ROOT (where its root tree is) and
# BUILD_ROOT (the tree it is built in, another one where the guest's programs do not run here). For a debugging kernel also
# BASE (the kernel it has all else from), SOURCE, OPTIONS and KERNEL_TREE (where the kernel itself is). $PATHTIME_SLOWER is
# how many times longer than usual its guests may take.
select_kernel() {
	read -r KERNEL BASE SOURCE PATHTIME_SLOWER OPTIONS < <(kernel_line "$1" "$LAB/kernels/kernels-debug" "$LAB/kernels/kernels-other") ||
		PATHTIME_SLOWER=1
	export PATHTIME_SLOWER
	read -r KERNEL ROLES SUITE MORE_SUITES ARCH IMAGE HEADERS < <(kernel_line "${BASE:-$1}" "$LAB/kernels/kernels") ||
		usage_error "unknown kernel '${BASE:-$1}'; known: $(kernel_names | one_line)"
	KERNEL=$1
	[ "$ROLES" != - ] || ROLES=each
	select_architecture
	BUILD=$TREE/build/guest/$KERNEL
	ROOT=$CACHE/roots/$KERNEL-$(root_recipe | hash)
	BUILD_ROOT=$ROOT
	[ -z "$CROSS" ] && ! is_llvm || BUILD_ROOT=$ROOT.build
	KERNEL_TREE=
	[ -z "$BASE" ] || KERNEL_TREE=$CACHE/kernels/$KERNEL-$(kernel_recipe | hash)
}

# Sets QEMU, MACHINE, CPU, CONSOLE, and CROSS, the prefix of the cross compiler, empty where none is needed. The
# emulation of arm64's pointer authentication as it is specified takes longer than all the rest of a guest.
select_architecture() {
	case $ARCH in
	amd64)
		QEMU=qemu-system-x86_64
		MACHINE=pc CPU=max CONSOLE=ttyS0 CROSS=
		;;
	arm64)
		QEMU=qemu-system-aarch64
		MACHINE=virt CPU=max,pauth-impdef=on CONSOLE=ttyAMA0 CROSS=aarch64-linux-gnu-
		;;
	*)
		die "$KERNEL: tests/guest knows no machine of architecture '$ARCH'"
		;;
	esac
}

# Everything that decides what is in a root tree; its hash is in the tree's name, so a changed recipe is another tree.
root_recipe() {
	echo "$SUITE $MORE_SUITES $ARCH"
	guest_packages
	[ -z "$BASE" ] || kernel_recipe
}

# likewise of a debugging kernel
kernel_recipe() {
	echo "$SUITE $MORE_SUITES $ARCH"
	kernel_build_packages
	kernel_options
	kernel_variables
}

kernel_build_packages() {
	printf '%s\n' "$SOURCE" gcc libc6-dev make flex bison bc libelf-dev libssl-dev kmod xz-utils
	! is_llvm || printf '%s\n' clang lld llvm
}

# is the kernel, and so its modules, compiled by clang?
is_llvm() {
	kernel_variables | grep -qx 'LLVM=1'
}

# "CONFIG_NAME=VALUE" lines: all else is n. A file overrides those before it.
kernel_options() {
	local files

	IFS=, read -ra files <<<"$OPTIONS"
	files=("${files[@]/#/$LAB/kernels/config.d/}")
	awk -F = '/^CONFIG_/ { if (!($1 in value)) name[++n] = $1; value[$1] = $2 }
		END { for (i = 1; i <= n; i++) print name[i] "=" value[name[i]] }' "${files[@]/%/.config}"
	echo "CONFIG_LOCALVERSION=\"-${KERNEL#*-}\""
}

# "NAME=VALUE" for its build, from "# make:" lines
kernel_variables() {
	local name

	for name in ${OPTIONS//,/ }; do
		sed -n 's/^# make: //p' "$LAB/kernels/config.d/$name.config"
	done
	[ -z "$CROSS" ] || echo "ARCH=$ARCH"
}

# libc6-dev is only recommended by gcc. dwarves stays out: modules must build, warning-free, on boxes without it.
guest_packages() {
	printf '%s\n' "$IMAGE" "$HEADERS" \
		gcc libc6-dev make dkms kmod pkg-config libjson-c-dev libzstd-dev libmicrohttpd-dev libncurses-dev \
		busybox-static procps iproute2 nftables conntrack ethtool \
		iputils-ping iperf3 tcpdump jq
}

# where tests/guest/bin/qemu unpacks the emulator: its recipe's hash is in the name, as in that of a root tree
qemu_tree() {
	echo "$CACHE/roots/qemu-$(echo "$QEMU_RECIPE" | hash)"
}

# Sets EMULATOR, the command that runs $1, a program of that tree, with the libraries and the firmware of the tree.
select_emulator() {
	local tree libraries

	tree=$(qemu_tree)
	libraries=$(dirname "$tree"/usr/lib/*-linux-gnu/qemu)
	EMULATOR=(env QEMU_MODULE_DIR="$libraries/qemu" "$tree"/usr/lib*/ld-linux-*.so.* --library-path "$libraries"
		"$tree/usr/bin/$1" -L "$tree/usr/share/qemu" -L "$tree/usr/share/seabios")
}

# The newest kernel in a root tree: the meta package decides the ABI number, nobody else may know it.
kernel_version() {
	local image

	image=$(printf '%s\n' "$1"/boot/vmlinuz-* | sort -V | tail -n 1)
	[ -e "$image" ] || die "no kernel in $1/boot"
	echo "${image##*/vmlinuz-}"
}

# The sources.list of $SUITE and $MORE_SUITES.
source_lines() {
	local suite

	echo "deb $MIRROR $SUITE main"
	for suite in ${MORE_SUITES//,/ }; do
		case $suite in
		-) ;;
		*-security) echo "deb $SECURITY_MIRROR $suite main" ;;
		*) echo "deb $MIRROR $suite main" ;;
		esac
	done
}

preferred_suite() {
	printf '%s\n' "${MORE_SUITES//,/ }" | tr ' ' '\n' | grep -- '-backports$' || true
}

# make_debian OPTION...: mmdebstrap without the locks held here. It takes the next descriptors that are free, and the
# shell of Debian that it runs can name one only where it has a single digit.
make_debian() {
	mmdebstrap "$@" 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
}

# install_debian DIRECTORY OPTION...: packages of the selected kernel's suites. A guest boots with the lab's own initramfs,
# so Debian's is not made (INITRD=No: a quarter of the time).
install_debian() {
	local dir=$1 preferred options=()

	shift
	preferred=$(preferred_suite)
	[ -z "$preferred" ] || options+=("--aptopt=APT::Default-Release \"$preferred\"")
	source_lines | INITRD=No make_debian --mode=root \
		--dpkgopt=force-unsafe-io \
		--dpkgopt='path-exclude=/usr/share/doc/*' \
		--dpkgopt='path-exclude=/usr/share/man/*' \
		--dpkgopt='path-exclude=/usr/share/locale/*' \
		"${options[@]}" "$@" "$SUITE" "$dir" -
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

in_git() {
	git -c safe.directory='*' -C "$TREE" "$@"
}

# Relative paths of the source files. Objects that a build left on this machine belong to another kernel and compiler.
list_sources() {
	if in_git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
		in_git ls-files --cached --others --exclude-standard
	else
		(cd "$TREE" && find . \( -path ./build -o -name .git \) -prune -o -type f \
			! -name '*.o' ! -name '*.ko' ! -name '*.cmd' ! -name '*.mod' ! -name '*.mod.c' -printf '%P\n')
	fi | sort | while read -r file; do
		[ ! -f "$TREE/$file" ] || printf '%s\n' "$file"
	done
}

# Files keep their times, so make rebuilds what changed and no more; files that went from the tree go from the copy.
copy_sources() {
	local list=$1

	mkdir -p "$BUILD/src"
	if [ -e "$BUILD/sources" ]; then
		comm -23 "$BUILD/sources" "$list" | (cd "$BUILD/src" && xargs -r -d '\n' rm -f)
	fi
	tar -C "$TREE" -cf - --no-recursion -T "$list" | tar -C "$BUILD/src" -xpf -
	cp "$list" "$BUILD/sources"
}

# Runs a shell line in the tree for building with the copy as its directory, and takes the mounts back. The tree is read-only
# meanwhile. objtool of kernels 7.x reads /proc.
in_root() {
	# shellcheck disable=SC2016,SC2046 # expanded by the inner shell; a program and its arguments
	$(name_space) sh -uc '
		trap "umount -R \"$1\"" EXIT
		set -e
		mount --bind "$1" "$1"
		mount --bind "$2" "$1/mnt"
		mount -t proc proc "$1/proc"
		mount -t tmpfs tmpfs "$1/tmp"
		mount --bind /dev "$1/dev"
		mount -o remount,ro,bind "$1"
		chroot "$1" sh -euc "cd /mnt; $3"
	' sh "$BUILD_ROOT" "$BUILD/src" "$1"
}
