# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by the cases
# what the package cases share: the tree's kernel, what is on the disk, what dkms knows

VERSION=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' /mnt/dkms.conf)
# the packages of build.tc, of a version to come
NEXT=9.0.0
# a tree has one kernel; the one for building packages has none
KERNEL=$(basename /lib/modules/*)

fail() {
	echo "failed: $*" >&2
	exit 1
}

# equal WHAT GOT EXPECTED
equal() {
	[ "$2" = "$3" ] || fail "$1: got '$2', expected '$3'"
}

# fails COMMAND...: `!` alone checks nothing under set -e
fails() {
	! "$@" || fail "succeeded: $*"
}

# dkms_status: what dkms says of the module; 2.8.4 puts a comma for the slash
dkms_status() {
	dkms status pathtime | sed 's/^pathtime, /pathtime\//'
}

# module_version [KERNEL]: of the installed module
module_version() {
	modinfo -k "${1:-$KERNEL}" -F version pathtime
}

# list_files: all that is on the disk, and where the modules' lists name pathtime. dpkg's and depmod's own
# files are there or not as they like, dkms keeps its directory, and /var/log is there to keep.
list_files() {
	find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /mnt -o -path /srv -o -path /var/log \
		-o -path /var/lib/dpkg -o -path /var/cache \) -prune -o -print | sort
	grep -l pathtime /lib/modules/*/modules.* || true
}

# nothing_left BEFORE: compares with what list_files said
nothing_left() {
	local left

	left=$(list_files | comm -3 "$1" -)
	equal "what differs from before" "$left" ""
	equal "known to dpkg" "$(dpkg-query -W 'pathtime*' 2>/dev/null)" ""
}
