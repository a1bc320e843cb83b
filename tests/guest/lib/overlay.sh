# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# a root tree as a system of its own, of which nothing is kept; sourced after host.sh by programs that install packages

# in_overlay TREE SHARED COMMAND...: run a command in the tree. Writes go to a tmpfs. The sources with the packages are at
# /mnt. SHARED is at /srv, and keeps what is written there.
in_overlay() {
	# shellcheck disable=SC2016,SC2046 # expanded by the inner shell; a program and its arguments
	$(name_space) bash -euc '
		tree=$1 src=$2 shared=$3
		shift 3
		new=$(mktemp -d)
		trap "umount -R -l $new; rmdir $new" EXIT
		mount -t tmpfs tmpfs "$new"
		mkdir "$new/data" "$new/work" "$new/root"
		mount -t overlay -o "lowerdir=$tree,upperdir=$new/data,workdir=$new/work" overlay "$new/root"
		mount --bind "$src" "$new/root/mnt"
		mount -o remount,ro,bind "$new/root/mnt"
		mount --bind "$shared" "$new/root/srv"
		mount -t proc proc "$new/root/proc"
		mount -t tmpfs tmpfs "$new/root/tmp"
		mount --bind /dev "$new/root/dev"
		chroot "$new/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
	' bash "$1" "$BUILD/src" "${@:2}"
}
