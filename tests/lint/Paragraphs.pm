# SPDX-License-Identifier: GPL-2.0
# English in a file of the tree, paragraph by paragraph, for the check `prose`: documents, man pages, comments, help and
# messages
#
# A paragraph is { line, text, kind }: the line it begins in, its lines, and a kind:
#   prose	a text of its own
#   gloss	text behind code or a parameter: its first sentence may be a part of one, such as "what to show"
#   cell	text of a table: its first sentence may be a part of one, too
#   help	a description of a command or an option
#   words	a heading or a message
# Code in a paragraph is one word, CODE.
package Paragraphs;
use strict;
use warnings FATAL => 'all';

# files whose strings are help
my $help = qr{^(?:userspace/(?:pathtime|seed)\.c|userspace/options/.*\.c|include/pathtime/.*\.def)$};

# collector [KIND]: return an object to which the readers below give their lines
sub collector {
	my ($kind) = @_;

	return { kind => $kind // 'prose', all => [], open => undef };
}

sub end_paragraph {
	my ($collector) = @_;

	$collector->{open} = undef;
}

sub add_line {
	my ($collector, $number, $text) = @_;
	my $open = $collector->{open};

	if (!$open) {
		$open = { line => $number, text => $text, kind => $collector->{kind} };
		$collector->{open} = $open;
		push @{$collector->{all}}, $open;
		return;
	}
	my $lines = $number - $open->{line} - ($open->{text} =~ tr/\n//);
	$open->{text} .= "\n" x $lines . $text;
}

sub add_alone {
	my ($collector, $number, $text, $kind) = @_;

	end_paragraph($collector);
	add_line($collector, $number, $text);
	$collector->{open}{kind} = $kind if $kind;
	end_paragraph($collector);
}

# as_code TEXT: return CODE and as many line ends as the text has
sub as_code {
	my ($text) = @_;

	return 'CODE' . "\n" x ($text =~ tr/\n//);
}

# Quotations are left out, as they are the words of others.
sub plain {
	my ($text) = @_;

	$text =~ s/(`+)(.+?)\1/as_code($2)/gse;
	$text =~ s/\]\([^)\s]*\)//g;
	$text =~ s/"([^"\n]{1,100})"/CODE/g;
	$text =~ s/[\[\]*]//g;
	return $text;
}

sub plain_paragraphs {
	my ($collector) = @_;

	$_->{text} = plain($_->{text}) for @{$collector->{all}};
	return @{$collector->{all}};
}

# add_cells COLLECTOR NUMBER ROW: add the cells of a table's row. A code span has no bar of its own.
sub add_cells {
	my ($to, $number, $row) = @_;

	for (split /(?<!\\)\|/, $row) {
		add_alone($to, $number, $_, 'cell') if /\w/;
	}
}

# Markdown: fenced and indented code and comments are left out.
sub markdown {
	my (@lines) = @_;
	my $to = collector();
	my ($fence, $blank, $comment) = (0, 1, 0);

	for my $number (1 .. @lines) {
		my $line = $lines[$number - 1];

		$line =~ s/<!--.*?-->//g;
		$comment = 1 if $line =~ s/<!--.*//;
		$comment = 0, $line = '' if $comment && $line =~ /-->/;
		$fence = !$fence if $line =~ /^\s*(?:```|~~~)/;
		if ($fence || $comment || $line =~ /^\s*(?:```|~~~|$)/ || ($blank && $line =~ /^(?: {4}|\t)/)) {
			end_paragraph($to);
			$blank = 1;
			next;
		}
		if ($line =~ /^\s*\|(.*)/) {
			add_cells($to, $number, $1);
			$blank = 0;
			next;
		}
		if ($line =~ /^#+\s+(.*)/) {
			add_alone($to, $number, $1, 'words');
			$blank = 1;
			next;
		}
		end_paragraph($to) if $line =~ s/^\s*(?:[-*+]|\d+\.)\s+//;
		add_line($to, $number, $line =~ s/^\s*(?:>\s*)?//r);
		$blank = 0;
	}
	return plain_paragraphs($to);
}

# Return a line of a man page without its escapes. Words in a font of their own are code.
sub without_escapes {
	my ($line) = @_;

	$line =~ s/\s*\\".*//;
	$line =~ s/\\f[BI](.*?)\\f[RP]/CODE/g;
	$line =~ s/\\f.//g;
	$line =~ s/\\[&|^,:]//g;
	$line =~ s/\\\((?:aq|lq|rq|dq)/'/g;
	$line =~ s/\\-/-/g;
	$line =~ s/\\ / /g;
	return $line;
}

# request_text NAME ARGUMENTS: return the text that a request adds to its paragraph, if any
sub request_text {
	my ($name, $arguments) = @_;

	$arguments =~ s/\s*\\".*//;
	return undef unless $name =~ /^(?:[BI]|[BIR]{2}|SM|SB)$/ && $arguments =~ /\S/;
	# Text in another font behind the first word is mostly punctuation.
	return $arguments =~ /([.,;:?!)]+)\s*$/ ? "CODE$1" : 'CODE';
}

# Man pages: the synopsis, unfilled text, tables and the tags of lists are left out.
sub man_page {
	my (@lines) = @_;
	my $to = collector();
	my ($skip, $tag, $synopsis) = (0, 0, 0);

	for my $number (1 .. @lines) {
		my $line = $lines[$number - 1];

		if ($line =~ /^[.'](\\"|\w*)\s*(.*)/) {
			my ($name, $text) = ($1, request_text($1, $2));

			$skip = 1 if $name =~ /^(?:nf|EX|TS)$/;
			$skip = 0 if $name =~ /^(?:fi|EE|TE)$/;
			$synopsis = $2 =~ /SYNOPSIS/ if $name eq 'SH';
			next if $name eq '\\"';
			if (!$text) {
				end_paragraph($to);
			} elsif (!$skip && !$synopsis && !$tag) {
				add_line($to, $number, $text);
			}
			$tag = $name eq 'TP' || ($tag && $name eq 'PD');
			next;
		}
		add_line($to, $number, without_escapes($line)) unless $skip || $synopsis || $tag;
		$tag = 0;
	}
	return plain_paragraphs($to);
}

# Text for a program, or for the check of the checks, is not English.
sub comment_line {
	my ($text) = @_;

	$text =~ s/\s*\b(?:finds|spares): .*//;
	return $text =~ /^\s*(?:SPDX-|shellcheck |NOLINT|fall ?through|usage:)/ ? '' : $text;
}

# add_comment COLLECTOR NUMBER TEXT STATE: add a line of a comment, without its marks. Lists and the fields of kernel-doc
# begin paragraphs. Indented lines behind a blank one, and columns, are not prose.
sub add_comment {
	my ($to, $number, $text, $state) = @_;

	$text = comment_line($text);
	if ($text !~ /\S/ || $text =~ /\S(?:\t|   )/ || ($state->{blank} && $text =~ /^(?:\t|   )/)) {
		end_paragraph($to);
		$state->{blank} = 1;
		return;
	}
	$state->{blank} = 0;
	end_paragraph($to) if $text =~ s/^\s*(?:[-*]|\d+\.)\s+//;
	end_paragraph($to) if $text =~ s/^\s*(?:struct |enum |union )?\w+(?:\(\))? - //;
	my $field = $text =~ s/^\s*(?:\@[\w.]+|Context|Returns?|Errors|Note):\s*//;
	end_paragraph($to) if $field;
	return unless $text =~ /\S/;
	add_line($to, $number, $text =~ s/^\s+//r);
	$to->{open}{kind} = 'gloss' if $field;
}

# add_c_comment COLLECTOR NUMBER COMMENT KIND: add a comment, which has this kind if it is behind code
sub add_c_comment {
	my ($to, $number, $comment, $kind) = @_;
	my %state = (blank => 0);

	end_paragraph($to);
	$comment =~ s{^/\*\*?|\*/$}{}g;
	for (split /\n/, $comment) {
		s/^\s*\*(?: |$)?//;
		add_comment($to, $number++, s/^ //r, \%state);
		$to->{open}{kind} = $kind if $kind && $to->{open};
	}
	end_paragraph($to);
}

# A string of one word is a name. Help has columns, and only the last one is checked.
sub add_string {
	my ($to, $number, $string, $kind) = @_;

	$string =~ s/\\[nt]/ /g if $kind ne 'help';
	$string =~ s/\\(["\\])/$1/g;
	for (split /\\n/, $string) {
		next unless /\S\s+\S/;
		add_alone($to, $number, /\S {2,}(\S.*)/ ? $1 : $_, $kind) if $kind ne 'help' || !/^\s/ || /\S {2,}\S/;
	}
}

# the parts of a source: a comment, the text of a comment that ends with its line, the text of a string, and everything else
my $c_token = qr{\G(?:
	(/\*.*?\*/) |
	//([^\n]*) |
	^(\#include[^\n]*) |
	"((?:\\.|[^"\\\n])*)" |
	'(?:\\.|[^'\\\n])' | [^/"'\#]+ | .
)}xsm;

# C and assembly: comments, and the strings of the two halves.
sub c_source {
	my ($name, $source) = @_;
	my ($comments, $strings) = (collector(), collector());
	my $kind = $name =~ $help ? 'help' : $name =~ m{^(?:module|userspace|include)/} ? 'words' : undef;
	# code: whether this line has code so far. last: the line of the last comment that ends with its line.
	my ($number, $code, $last) = (1, 0, 0);

	while ($source =~ /$c_token/g) {
		if (defined $1) {
			add_c_comment($comments, $number, $1, $code ? 'gloss' : undef);
		} elsif (defined $2) {
			end_paragraph($comments) if $number != $last + 1;
			add_comment($comments, $number, $2 =~ s/^ //r, { blank => 0 });
			$last = $number;
		} elsif (defined $4) {
			add_string($strings, $number, $4, $kind) if $kind;
		}
		$number += ($& =~ tr/\n//);
		$code = $& =~ /\n\s*\z/ ? 0 : $& =~ /\S/ || $code;
	}
	return (plain_paragraphs($comments), @{$strings->{all}});
}

# In the headers of a test case only the description is prose.
sub hash_line {
	my ($name, $text) = @_;

	return $text unless $name =~ /\.tc$/ && $text =~ /^([a-z-]+): +(.*)/;
	return $1 eq 'description' ? $2 : '';
}

my $no_string = qr/(?:[^'"#\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*"|(?<=\S)#|(?<=\s)#(?=\S))*?/;

# Comments of shell, perl and make. A comment behind code is a paragraph of its own.
sub hash_comments {
	my ($name, @lines) = @_;
	my $to = collector();
	my %state = (blank => 0);

	for my $number (1 .. @lines) {
		my $line = $lines[$number - 1];

		if ($line =~ /^\s*#(?!!)(?: (.*)|(\t.*)|$)/) {
			add_comment($to, $number, hash_line($name, $1 // $2 // ''), \%state);
			next;
		}
		end_paragraph($to);
		$state{blank} = 0;
		my $text = $line =~ /^$no_string\s#\s+(\S.*)$/ ? comment_line($1) : '';
		add_alone($to, $number, $text, 'gloss') if $text =~ /\S/;
	}
	return plain_paragraphs($to);
}

# Return the paragraphs of a file, in no order.
sub of {
	my ($name) = @_;

	open(my $file, '<', $name) or die "$name: $!\n";
	my @lines = <$file>;
	chomp @lines;
	return () unless @lines;
	return markdown(@lines) if $name =~ /\.md$/;
	return man_page(@lines) if $name =~ m{^userspace/man/.*\.\d$};
	return c_source($name, join("\n", @lines) . "\n") if $name =~ /\.(?:[chS]|def)$/;
	return hash_comments($name, @lines) if $lines[0] =~ /^#/;
	return ();
}

1;
