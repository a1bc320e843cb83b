#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# exporter: a program of its own, so that the tool loads no HTTP and no TLS library

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

fails 2 "option '--listen' is one of pathtime-exporter$" "the tool does not listen" export --prometheus --listen 0
fails 2 "export does not take --listen, which pathtime-exporter does" "the letter says so, too" export --prometheus -l 0
run help --names
is "the tool does not offer it" "$(grep -x -e --listen <<< "$out")" ""

# libraries PROGRAM: print the libraries that it needs itself
libraries()
{
	readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]$/\1/p'
}

# loaded PROGRAM: print the libraries that its start loads
loaded()
{
	ldd "$1" | sed -n 's/^[[:space:]]*\([^ ]*\) => .*/\1/p'
}

# the build with the sanitizers, and that of `make tool` if there is one
for program in "$pathtime" "$top/userspace/pathtime"; do
	if ! command -v readelf > /dev/null || [ ! -e "$program" ]; then
		skip "libraries of ${program#"$top/"}" "readelf or the program is missing"
		continue
	fi
	is "${program#"$top/"} needs no library of the exporter" \
		"$(libraries "$program" | grep -E 'microhttpd|libz\.')" ""
	is "${program#"$top/"} loads no TLS library" \
		"$(loaded "$program" | grep -E 'microhttpd|gnutls|libssl|libcrypto')" ""
done

if [ ! -e "$exporter" ]; then
	skip "pathtime-exporter" "it is not built: no libmicrohttpd"
	done_testing
	exit
fi

like "but the exporter does" "$(libraries "$exporter")" '^libmicrohttpd'
version=$(sed -n 's/.*PTIME_VERSION.*"\(.*\)"/\1/p' "$top/include/pathtime/version.h")
pathtime=$exporter run --version
like "--version" "$status $out$err" "^0 pathtime-exporter $version$"
like "its features" "$out" "^features: (none|zlib)$"
pathtime=$exporter run --help
is "--help" "$status$err" 0
like "--help names the manual page" "$out" '^More in pathtime-exporter\(8\)\.$'
is "--help fits a terminal" "$(grep -E '^.{81}' <<< "$out")" ""
options=$(grep -oE '^ +(-[A-Za-z], )?--[a-z-]+' <<< "$out" | tr -d ',' | sed 's/^ *//' | sort)
is "options of the manual page" \
	"$(sed 's/\\-/-/g' "$top/userspace/man/pathtime-exporter.8" |
		awk 'tag { print $2 ~ /^--/ ? $2 : $2 " " $5 } { tag = /^\.TP/ }' | tr -d ',' | sort)" "$options"
ok "--help that cannot be written is an error" \
	[ "$("$exporter" --help 2>&1 > /dev/full; echo " $?")" != " 0" ]

pathtime-exporter()
{
	"$exporter" "$@"
}

# complete_line WORD...: print the completions of the last word
complete_line()
{
	COMP_WORDS=(pathtime-exporter "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_pathtime_exporter
	echo "${COMPREPLY[*]}"
}

# shellcheck source=../../userspace/completion/pathtime.bash
. "$top/userspace/completion/pathtime.bash"
is "completes options" "$(complete_line --l)" --listen
is "completes all options" "$(complete_line "" | tr ' ' '\n' | sort)" \
	"$(awk '{ print $NF }' <<< "$options" | sort)"
is "completes no address" "$(complete_line --listen "")" ""
done_testing
