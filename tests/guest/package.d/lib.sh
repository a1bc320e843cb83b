# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by the cases
# functions that the package cases share: the tree's kernel, files on the disk, the state of dkms

VERSION=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' /mnt/dkms.conf)
# the version to which the packages are upgraded
NEXT=9.0.0
# A tree has one kernel. The tree for building packages has none.
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

# dkms_status: print the state of the module in dkms. 2.8.4 prints a comma for the slash.
dkms_status() {
	dkms status pathtime | sed 's/^pathtime, /pathtime\//'
}

# module_version [KERNEL]: print the version of the installed module
module_version() {
	modinfo -k "${1:-$KERNEL}" -F version pathtime
}

# list_files: print all files on the disk, and the lists of modules that name pathtime. The files of dpkg and depmod
# themselves may change, dkms keeps its directory, and logs stay.
list_files() {
	find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /mnt -o -path /srv -o -path /var/log \
		-o -path /var/lib/dpkg -o -path /var/cache \) -prune -o -print | sort
	grep -l pathtime /lib/modules/*/modules.* || true
}

# nothing_left BEFORE: fail unless list_files prints the same as before
nothing_left() {
	local left

	left=$(list_files | comm -3 "$1" -)
	equal "what differs from before" "$left" ""
	equal "known to dpkg" "$(dpkg-query -W 'pathtime*' 2>/dev/null)" ""
}
