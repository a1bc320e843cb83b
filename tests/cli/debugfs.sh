# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # lib.sh, which is read first, sets scratch and data
# debugfs: a stand-in for the module's directory, in a mount namespace of its own

# Start the test again in a mount namespace, so that no other process sees its mounts.
enter_namespace()
{
	[ -z "$IN_NAMESPACE" ] || return 0
	unshare --mount true 2> /dev/null ||
		skip_all "no mount namespace: not root"
	rm -rf "$scratch"
	IN_NAMESPACE=1 exec unshare --mount --propagation private "$0"
}

no_debugfs()
{
	local mount

	while mount=$(awk '$3 == "debugfs" { print $2; exit }' \
		      /proc/self/mounts) && [ -n "$mount" ]; do
		umount -R "$mount" 2> /dev/null || umount -l "$mount" || return
	done
}

# fake_debugfs: mount a debugfs with another file system over it, and set $debugfs
# The tool accepts it, because it reads the table of mounts.
fake_debugfs()
{
	debugfs=$scratch/debug
	mkdir -p "$debugfs"
	mount -t debugfs none "$debugfs" 2> /dev/null ||
		skip_all "debugfs cannot be mounted"
	mount -t tmpfs none "$debugfs"
	trap 'umount "$debugfs" "$debugfs"; rm -rf "$scratch"' EXIT
	mkdir -m 0700 "$debugfs/pathtime"
}

# show NAME: replace the module's counts by this snapshot
show()
{
	cp "$data/$1.snapshot" "$debugfs/pathtime/new"
	mv "$debugfs/pathtime/new" "$debugfs/pathtime/snapshot"
}
