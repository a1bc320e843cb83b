#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tutorial: each command of docs/tutorial.md prints the text in the document
# With --renew, the output of the commands replaces the text, for new recordings.

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

document=$top/docs/tutorial.md
renew=${1:-}

run version
grep -q '^features:.* zstd' <<< "$out" || skip_all "built without zstd"

# The document has commands in blocks of sh. The block of text that follows is their output.
# prints_of COMMANDS: run them in the directory of the recordings, as a reader would
prints_of()
{
	mkdir -p "$scratch/bin"
	ln -sf "$(realpath "$pathtime")" "$scratch/bin/pathtime"
	(cd "$top/docs/tutorial" && PATH=$scratch/bin:$PATH TZ=UTC bash -c "$1" 2>&1)
}

# next_block: read lines up to the end of a block, into $block
next_block()
{
	local line

	block=
	while IFS= read -r line <&3 && [ "$line" != '```' ]; do
		block+=$line$'\n'
	done
}

compare()
{
	is "$(head -n 1 <<< "$commands")" "$1" "${block%$'\n'}"
}

# walk HANDLER: call it with the output of each block of commands
walk()
{
	local line commands=""

	while IFS= read -r line <&3; do
		printf '%s\n' "$line" >> "$scratch/renewed"
		case $line in
		'```sh')
			next_block
			commands=$block
			printf '%s```\n' "$block" >> "$scratch/renewed"
			;;
		'```text')
			next_block
			output=$(prints_of "$commands")
			printf '%s\n```\n' "$output" >> "$scratch/renewed"
			"$1" "$output"
			;;
		esac
	done 3< "$document"
}

if [ "$renew" = --renew ]; then
	walk true
	cat "$scratch/renewed" > "$document"
	exit
fi
walk compare
like "there are commands" "$tests" '^([5-9]|[1-9][0-9])$'
for recording in "$top"/docs/tutorial/*.ptime; do
	ok "$(basename "$recording") is small" \
		[ "$(stat -c %s "$recording")" -lt 300000 ]
done
done_testing
