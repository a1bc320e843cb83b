#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# what the kernel's BTF says of functions: reads "[MODULE:]FUNCTION" lines, prints "NAME WORDS" for those that BTF has;
# WORDS is how many registers x86-64's C calling convention takes for the arguments, "stack" where some go there anyway
use strict;
use warnings;

# Documentation/bpf/btf.rst
use constant { INT => 1, PTR => 2, ARRAY => 3, STRUCT => 4, UNION => 5, TYPEDEF => 8, VOLATILE => 9, CONST => 10,
	RESTRICT => 11, FUNC => 12, FUNC_PROTO => 13, TYPE_TAG => 18 };
my @fixed = (0, 4, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0);
my @each = (0, 0, 0, 0, 12, 12, 8, 0, 0, 0, 0, 0, 0, 8, 0, 12, 0, 0, 0, 12);
my %alias = map { $_ => 1 } (TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG);

# load FILE, BASE: its types come after those of BASE; each is [kind, size or type, name, parameters' types]
sub load {
	my ($file, $base) = @_;
	my @types = $base ? @{$base->{types}} : ([0, 0, '', []]);
	my $strings_before = $base ? $base->{strings} : '';
	my (%functions, $data);

	open(my $btf, '<:raw', $file) or return;
	{ local $/; $data = <$btf>; }
	my ($magic, undef, undef, $head, $types_at, $types_len, $strings_at, $strings_len) =
		unpack('S C C L L L L L', $data);
	die "$file: no BTF\n" unless $magic == 0xeb9f;
	my $strings = $strings_before . substr($data, $head + $strings_at, $strings_len);
	my $at = $head + $types_at;
	my $end = $at + $types_len;
	while ($at < $end) {
		my ($name_at, $info, $size) = unpack('L L L', substr($data, $at, 12));
		my ($kind, $count) = ($info >> 24 & 0x1f, $info & 0xffff);
		my @parameters;

		die "$file: a type of kind $kind\n" if $kind > $#fixed;
		$at += 12;
		if ($kind == FUNC_PROTO) {
			my @pairs = unpack("L" . 2 * $count, substr($data, $at, 8 * $count));
			@parameters = map { $pairs[2 * $_ + 1] } 0 .. $count - 1;
		}
		push @types, [$kind, $size, \@parameters];
		if ($kind == FUNC) {
			my $name_end = index($strings, "\0", $name_at);
			$functions{substr($strings, $name_at, $name_end - $name_at)} = $size;
		}
		$at += $fixed[$kind] + $each[$kind] * $count;
	}
	return { types => \@types, strings => $strings, functions => \%functions };
}

# words TYPE: registers that a value takes, 0 for none, 3 where it does not go into registers
sub words {
	my ($types, $type) = @_;

	$type = $types->[$type][1] while $alias{$types->[$type][0]};
	return 0 unless $type;
	my ($kind, $size) = @{$types->[$type]};
	return 1 unless $kind == STRUCT || $kind == UNION || $kind == INT;
	return $size <= 8 ? 1 : $size <= 16 ? 2 : 3;
}

sub arguments {
	my ($btf, $function) = @_;
	my $types = $btf->{types};
	my $prototype = $types->[$btf->{functions}{$function}];
	my ($returned, $parameters) = @{$prototype}[1, 2];
	# a large value is returned where the caller's first argument says
	my $total = words($types, $returned) == 3 ? 1 : 0;

	for my $parameter (@{$parameters}) {
		my $words = $parameter ? words($types, $parameter) : 3;
		return 'stack' if $words == 3 || $total + $words > 6;
		$total += $words;
	}
	return $total;
}

my $kernel = load('/sys/kernel/btf/vmlinux') or die "/sys/kernel/btf/vmlinux: $!\n";
my %btf = ('' => $kernel);
while (my $name = <STDIN>) {
	chomp $name;
	my ($module, $function) = $name =~ /^(?:(\w+):)?(\w+)$/ or next;
	$module //= '';
	$btf{$module} //= load("/sys/kernel/btf/$module", $kernel) // { functions => {} };
	next unless exists $btf{$module}{functions}{$function};
	print "$name ", arguments($btf{$module}, $function), "\n";
}
