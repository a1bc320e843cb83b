#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# troubleshooting: each message in docs/troubleshooting.md is in the sources

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

document=$top/docs/troubleshooting.md

# unknown_messages: print the document's messages that no string of the sources has
# In the document <words> stands for a text that printf() fills in. NAME, N, GROUP or MODULE in a table do so, too.
unknown_messages()
{
	# shellcheck disable=SC2016 # perl's own variables
	find "$top/module" "$top/userspace" -name '*.[ch]' -print0 |
		xargs -0 perl -0777 -e '
		use strict;
		use warnings;
		my ($document, %literal) = (shift @ARGV);

		sub contents {
			open(my $file, "<", shift) or die $!;
			return scalar <$file>;
		}

		for my $name (@ARGV) {
			my $text = contents($name);
			$text =~ s/PTOOL_DEBUGFS_MOUNT\b(?!\t)/"mount -t debugfs none \/sys\/kernel\/debug"/g;
			$text =~ s/"\s*"//g;
			while ($text =~ /"((?:[^"\\\n]|\\.)*)"/g) {
				(my $string = $1) =~ s/%%/\0/g;
				# If an s is filled in, it is a plural or nothing.
				for my $plural ("s", "") {
					(my $plain = $string) =~ s/(?<=[a-z])%s/$plural/g;
					$plain =~ s/%[-*.0-9]*(?:ll)?[a-z]/<>/g;
					$plain =~ tr/\0/%/;
					$literal{$plain} = 1;
				}
			}
		}
		my $literals = join("\n", keys %literal);

		sub is_known {
			my $pattern = join("[^\n]*", map { quotemeta } split(/<[^>]*>/, shift, -1));
			return $literals =~ $pattern;
		}

		my $text = contents($document);
		my @messages = map { split /\n/ } $text =~ /^```text\n(.*?)^```$/gms;
		for my $row ($text =~ /^(\| `.*)$/gm) {
			for my $message (grep { / / && !/^(?:pathtime|ip) / } $row =~ /`([^`]*)`/g) {
				push @messages, $message =~ s/\b(?:NAME|N|GROUP|MODULE)\b/<>/gr;
			}
		}
		print scalar(@messages), " messages\n";
		for my $message (@messages) {
			$message =~ s/^pathtime(?:-exporter)?: (?:<file>: )?//;
			print "$message\n" if !is_known($message);
		}' "$document"
}

result=$(unknown_messages)
like "the document has messages" "$result" '^[1-9][0-9]+ messages$'
is "all are in the sources" "$(tail -n +2 <<< "$result")" ""
is "links to headings of this page" "$(grep -o '](#[a-z0-9-]*)' "$document" |
	sed 's/](#//; s/)//' | while read -r anchor; do
	grep '^#' "$document" | sed 's/^#* //' | tr 'A-Z ' 'a-z-' |
		tr -cd 'a-z0-9\n-' | grep -qx -e "$anchor" || echo "$anchor"
done)" ""
done_testing
