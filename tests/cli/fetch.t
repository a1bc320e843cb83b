#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# fetch: the chart library is taken only if its sum is the expected one

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

page=$scratch/page
mkdir -p "$page" "$scratch/from"
cp "$top/userspace/page/fetch" "$page"

# package NAME FILE...: make a tarball as in the registry, and its line in the list
package()
{
	local name=$1 file

	shift
	rm -rf "$scratch/package"
	for file in "$@"; do
		mkdir -p "$(dirname "$scratch/package/$file")"
		echo "$name $file" > "$scratch/package/$file"
	done
	tar -C "$scratch" -czf "$scratch/from/${name/@/-}.tgz" package
	echo "$name sha512-$(sha512sum < "$scratch/from/${name/@/-}.tgz" | cut -d ' ' -f 1 |
		perl -ne 'chomp; print pack("H*", $_)' | base64 -w 0)"
}

# fetch: run the script; set $out, $err and $status, and $there to the files that are there then
fetch()
{
	status=0
	out=$(PATH=${path:-$PATH} "$page/fetch" "$@" 2> "$scratch/err") || status=$?
	err=$(< "$scratch/err")
	there=$(cd "$page" && find . -mindepth 1 | sort | tr '\n' ' ')
}

{
	echo "# a list"
	package echarts@1.0.0 dist/echarts.min.js LICENSE NOTICE licenses/LICENSE-d3
	package zrender@1.0.0 LICENSE
} > "$page/library"
all="./echarts ./echarts/echarts.min.js ./echarts/library ./echarts/licences ./fetch ./library "

fetch "$scratch/from"
is "a package with the right sum is taken" "$status $err" "0 "
is "the library and its licences" "$there" "$all"
is "the library" "$(< "$page/echarts/echarts.min.js")" \
	"echarts@1.0.0 dist/echarts.min.js"
is "licences of all that is in it" "$(grep -c '@' "$page/echarts/licences")" 4
fetch "$scratch"
is "an existing library is not fetched again" "$status $err" "0 "

sed -i 's/sha512-/sha512-AAAA/' "$page/library"
fetch "$scratch/from"
is "another sum: status" "$status" 1
like "another sum: says why" "$err" \
	"^fetch: echarts-1.0.0.tgz: its checksum is not the one in userspace/page/library"
is "another sum: what is there stays" "$there" "$all"
rm -r "$page/echarts"
fetch "$scratch/from"
is "another sum: nothing is taken" "$there" "./fetch ./library "
mkdir "$scratch/bin"
for program in sh dirname grep tr rm mktemp cmp; do
	ln -s "$(command -v $program)" "$scratch/bin"
done
path=$scratch/bin fetch
is "no npm: status" "$status" 1
like "no npm: says what to do" "$err" "'npm pack echarts@1.0.0' on another machine, and then here: "

# the list in the source tree
is "each line of the list has a version and a sum of 64 bytes" \
	"$(grep -v '^#' "$top/userspace/page/library" |
		grep -vE '^[a-z]+@[0-9]+\.[0-9]+\.[0-9]+ sha512-[A-Za-z0-9+/]{86}==$')" ""
is "it is the library that is there" \
	"$([ ! -e "$top/userspace/page/echarts" ] ||
		diff "$top/userspace/page/library" "$top/userspace/page/echarts/library")" ""

# a build that needs the library without having it
err=$(make -s -C "$top/userspace" check-features TOOL_FEATURES=page \
	page_library=nothing 2>&1) && status=0 || status=$?
is "a build without it: status" "$status" 2
like "a build without it: says what to do" "$err" \
	"^no nothing: fetch it by 'make page' at the top, or build without it"
done_testing
