# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by those who source it
# functions that the programs of the lab share on the host; sourced with $LAB set to tests/guest

TREE=$(cd "$LAB/../.." && pwd)
CACHE=${PATHTIME_CACHE:-/var/cache/pathtime}
MIRROR=${PATHTIME_MIRROR:-http://deb.debian.org/debian}
SECURITY_MIRROR=${PATHTIME_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
PROGRAM=${0##*/}

# "SUITE MORE_SUITES PACKAGES" of the emulator. QEMU 7.2 of Debian 12 cannot run the CPUs of a guest in parallel: see "Traps"
# in tests/guest/README.md.
QEMU_RECIPE="trixie trixie-backports qemu-system-x86,qemu-system-arm"

say() {
	printf 'guest: %s\n' "$*" >&2
}

# Copy the reasons of a failure from standard input to the results, and to standard error.
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

# kernel_line NAME FILE...: print the kernel's line in one of the lists
kernel_line() {
	awk -v name="$1" '!/^#/ && $1 == name' "${@:2}"
}

role_names() {
	awk '!/^#/ && NF { gsub(",", "\n", $2); print $2 }' "$LAB/kernels/kernels" | grep -vx -- - | sort -u
}

# kernels_with ROLE...: print the names of the kernels that have one of these roles
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

# select_kernel NAME: set KERNEL, ROLES, SUITE, MORE_SUITES, ARCH, IMAGE and HEADERS_PACKAGE. BUILD is the directory of its results, and
# ROOT its root tree. BUILD_ROOT is the tree in which it is built, if programs of the guest do not run here. A debugging kernel
# also has BASE (the kernel that the rest is from), SOURCE, OPTIONS and KERNEL_TREE (the place of the kernel itself).
# PATHTIME_SLOWER is how many times more time its guests get.
select_kernel() {
	read -r KERNEL BASE SOURCE PATHTIME_SLOWER OPTIONS < <(kernel_line "$1" "$LAB/kernels/kernels-debug" "$LAB/kernels/kernels-other") ||
		PATHTIME_SLOWER=1
	export PATHTIME_SLOWER
	read -r KERNEL ROLES SUITE MORE_SUITES ARCH IMAGE HEADERS_PACKAGE < <(kernel_line "${BASE:-$1}" "$LAB/kernels/kernels") ||
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

# Set QEMU, MACHINE, CPU, CONSOLE, and CROSS, the prefix of the cross compiler, empty if none is needed. To emulate arm64's
# pointer authentication as it is specified takes longer than all the rest of a guest.
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

# Print everything that decides what is in a root tree. Its hash is in the tree's name: a changed recipe is another tree.
root_recipe() {
	echo "$SUITE $MORE_SUITES $ARCH"
	guest_packages
	[ -z "$BASE" ] || kernel_recipe
}

# Print everything that decides what is in the tree of a debugging kernel.
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

# Is the kernel, and are its modules, compiled by clang?
is_llvm() {
	# without -q, as kernel_variables must not die of a closed pipe
	kernel_variables | grep -x 'LLVM=1' >/dev/null
}

# Print "CONFIG_NAME=VALUE" lines: other options are n. A file overrides those before it.
kernel_options() {
	local files

	IFS=, read -ra files <<<"$OPTIONS"
	files=("${files[@]/#/$LAB/kernels/config.d/}")
	awk -F = '/^CONFIG_/ { if (!($1 in value)) name[++n] = $1; value[$1] = $2 }
		END { for (i = 1; i <= n; i++) print name[i] "=" value[name[i]] }' "${files[@]/%/.config}"
	echo "CONFIG_LOCALVERSION=\"-${KERNEL#*-}\""
}

# Print "NAME=VALUE" for the build of the kernel, from "# make:" lines.
kernel_variables() {
	local name

	for name in ${OPTIONS//,/ }; do
		sed -n 's/^# make: //p' "$LAB/kernels/config.d/$name.config"
	done
	[ -z "$CROSS" ] || echo "ARCH=$ARCH"
}

# gcc only recommends libc6-dev. dwarves stays out: modules must build without warnings on machines that lack it.
guest_packages() {
	printf '%s\n' "$IMAGE" "$HEADERS_PACKAGE" \
		gcc libc6-dev make dkms kmod pkg-config libjson-c-dev libzstd-dev libmicrohttpd-dev libncurses-dev \
		busybox-static procps iproute2 nftables conntrack ethtool \
		iputils-ping iperf3 tcpdump jq wireguard-tools
}

# Print where tests/guest/bin/qemu unpacks the emulator. The hash of its recipe is in the name.
qemu_tree() {
	echo "$CACHE/roots/qemu-$(echo "$QEMU_RECIPE" | hash)"
}

# select_emulator PROGRAM: set EMULATOR, the command that runs a program of that tree with the tree's libraries and firmware
select_emulator() {
	local tree libraries

	tree=$(qemu_tree)
	libraries=$(dirname "$tree"/usr/lib/*-linux-gnu/qemu)
	EMULATOR=(env QEMU_MODULE_DIR="$libraries/qemu" "$tree"/usr/lib*/ld-linux-*.so.* --library-path "$libraries"
		"$tree/usr/bin/$1" -L "$tree/usr/share/qemu" -L "$tree/usr/share/seabios")
}

# kernel_version ROOT: print the newest kernel in a root tree. Only the meta package decides the ABI number.
kernel_version() {
	local image

	image=$(printf '%s\n' "$1"/boot/vmlinuz-* | sort -V | tail -n 1)
	[ -e "$image" ] || die "no kernel in $1/boot"
	echo "${image##*/vmlinuz-}"
}

# Print the sources.list of $SUITE and $MORE_SUITES.
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

# make_debian OPTION...: run mmdebstrap without the locks held here. It takes the next free descriptors, and Debian's shell,
# which it runs, can name a descriptor only by a single digit.
make_debian() {
	mmdebstrap "$@" 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
}

# install_debian DIRECTORY OPTION...: install packages of the selected kernel's suites. A guest boots with the lab's initramfs,
# so Debian's is not made (INITRD=No saves a quarter of the time).
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

# In a chroot whose root is no mount point the mount namespace cannot be made private. Mounts may then be visible outside until
# they are undone.
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

# Print the relative paths of the source files. Objects of a build on this machine belong to another kernel and compiler.
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

# Files keep their times, so make rebuilds only what changed. Files that are gone from the tree are removed from the copy.
copy_sources() {
	local list=$1

	mkdir -p "$BUILD/src"
	if [ -e "$BUILD/sources" ]; then
		comm -23 "$BUILD/sources" "$list" | (cd "$BUILD/src" && xargs -r -d '\n' rm -f)
	fi
	tar -C "$TREE" -cf - --no-recursion -T "$list" | tar -C "$BUILD/src" -xpf -
	cp "$list" "$BUILD/sources"
}

# in_root LINE: run a shell line in the tree for building, in the directory of the copy, and undo the mounts. The tree is
# read-only meanwhile. objtool of 7.x kernels reads /proc.
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
