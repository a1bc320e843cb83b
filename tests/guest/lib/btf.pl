#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# btf: print the arguments of functions by the kernel's BTF
# usage: btf.pl [types]; reads "[MODULE:]FUNCTION" lines
#
# Without "types" it prints "NAME WORDS [stack]" for each function that BTF has. WORDS is the number of registers that C's calling
# convention needs for the arguments. "stack" says that some of them are passed on the stack. With "types" it prints
# "NAME TYPE...", the types of the arguments with a comma between them, without const.
use strict;
use warnings;

# Documentation/bpf/btf.rst
use constant { INT => 1, PTR => 2, ARRAY => 3, STRUCT => 4, UNION => 5, TYPEDEF => 8, VOLATILE => 9, CONST => 10,
	RESTRICT => 11, FUNC => 12, FUNC_PROTO => 13, TYPE_TAG => 18 };
my @fixed = (0, 4, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0);
my @each = (0, 0, 0, 0, 12, 12, 8, 0, 0, 0, 0, 0, 0, 8, 0, 12, 0, 0, 0, 12);
my %alias = map { $_ => 1 } (TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG);

# The registers for arguments. large_by_address: a value of more than 16 bytes is passed by its address, and one that is returned
# has an address register of its own.
my %conventions = (
	x86_64	=> { registers => 6, large_by_address => 0 },
	aarch64	=> { registers => 8, large_by_address => 1 },
);
my $machine = `uname -m`;
chomp $machine;
my $convention = $conventions{$machine} or die "the calling convention of $machine is not known\n";

# load FILE, BASE: read BTF whose types and strings come after those of BASE, if there is one. It keeps only where each type is, as
# few of them are looked at.
sub load {
	my ($file, $base) = @_;
	my (%functions, @at, $data);

	open(my $btf, '<:raw', $file) or return;
	{ local $/; $data = <$btf>; }
	my ($magic, undef, undef, $head, $types_at, $types_len, $strings_at, $strings_len) =
		unpack('S C C L L L L L', $data);
	die "$file: no BTF\n" unless $magic == 0xeb9f;
	my $self = {
		base => $base,
		first => $base ? $base->{first} + @{$base->{at}} : 1,
		strings => substr($data, $head + $strings_at, $strings_len),
		strings_first => $base ? $base->{strings_first} + length($base->{strings}) : 0,
		functions => \%functions, at => \@at,
	};
	my $at = $head + $types_at;
	my $end = $at + $types_len;
	while ($at < $end) {
		my ($name_at, $info, $type) = unpack('L3', substr($data, $at, 12));
		my $kind = $info >> 24 & 0x1f;

		die "$file: a type of kind $kind\n" if $kind > $#fixed;
		push @at, $at;
		$functions{string($self, $name_at)} = $type if $kind == FUNC;
		$at += 12 + $fixed[$kind] + $each[$kind] * ($info & 0xffff);
	}
	$self->{data} = $data;
	return $self;
}

# string BTF, OFFSET: return the string that begins there
sub string {
	my ($btf, $offset) = @_;

	$btf = $btf->{base} while $offset < $btf->{strings_first};
	$offset -= $btf->{strings_first};
	return substr($btf->{strings}, $offset, index($btf->{strings}, "\0", $offset) - $offset);
}

# type BTF, NUMBER: return its kind, its size or the type that it refers to, the types of its parameters, and where its name is
sub type {
	my ($btf, $number) = @_;

	return (0, 0, [], 0) unless $number;
	$btf = $btf->{base} while $number < $btf->{first};
	my $at = $btf->{at}[$number - $btf->{first}];
	my ($name_at, $info, $type) = unpack('L3', substr($btf->{data}, $at, 12));
	my ($kind, $count) = ($info >> 24 & 0x1f, $info & 0xffff);
	my @parameters;
	if ($kind == FUNC_PROTO) {
		my @pairs = unpack('L' . 2 * $count, substr($btf->{data}, $at + 12, 8 * $count));
		@parameters = map { $pairs[2 * $_ + 1] } 0 .. $count - 1;
	}
	return ($kind, $type, \@parameters, $name_at);
}

# plain BTF, NUMBER: return the number of the type without qualifiers and typedefs
sub plain {
	my ($btf, $number) = @_;

	for (;;) {
		my ($kind, $type) = type($btf, $number);
		return $number unless $alias{$kind};
		$number = $type;
	}
}

# words BTF, NUMBER: return how many registers a value would need, 0 for none
sub words {
	my ($btf, $number) = @_;

	$number = plain($btf, $number);
	return 0 unless $number;
	my ($kind, $size) = type($btf, $number);
	return 1 unless $kind == STRUCT || $kind == UNION || $kind == INT;
	return int(($size + 7) / 8);
}

# arguments BTF, FUNCTION: return how many registers they would need, and whether some are passed on the stack
sub arguments {
	my ($btf, $function) = @_;
	my (undef, $returned, $parameters) = type($btf, $btf->{functions}{$function});
	my $by_address = $convention->{large_by_address};
	my $total = words($btf, $returned) > 2 && !$by_address ? 1 : 0;
	my $stack = 0;

	for my $parameter (@{$parameters}) {
		my $words = words($btf, $parameter);

		$words = 1 if $words > 2 && $by_address;
		# A parameter without a type stands for a variable number of arguments.
		$stack = 1 if $words > 2 || !$parameter;
		$total += $words;
	}
	return ($total, $stack || $total > $convention->{registers});
}

# type_name BTF, NUMBER: return the type as C writes it, without qualifiers and typedefs
sub type_name {
	my ($btf, $number) = @_;

	$number = plain($btf, $number);
	return 'void' unless $number;
	my ($kind, $referenced, undef, $name_at) = type($btf, $number);
	return type_name($btf, $referenced) . ' *' if $kind == PTR;
	return ($kind == STRUCT ? 'struct ' : $kind == UNION ? 'union ' : '') . string($btf, $name_at);
}

sub print_types {
	my ($btf, $name, $function) = @_;
	my (undef, undef, $parameters) = type($btf, $btf->{functions}{$function});

	print "$name ", join(', ', map { type_name($btf, $_) } @{$parameters}), "\n";
}

my $what = shift // 'words';
my $kernel = load('/sys/kernel/btf/vmlinux') or die "/sys/kernel/btf/vmlinux: $!\n";
my %btf = ('' => $kernel);
while (my $name = <STDIN>) {
	chomp $name;
	my ($module, $function) = $name =~ /^(?:(\w+):)?(\w+)$/ or next;
	$module //= '';
	$btf{$module} //= load("/sys/kernel/btf/$module", $kernel) // { functions => {} };
	next unless exists $btf{$module}{functions}{$function};
	if ($what eq 'types') {
		print_types($btf{$module}, $name, $function);
		next;
	}
	my ($words, $stack) = arguments($btf{$module}, $function);
	print "$name $words", $stack ? " stack" : "", "\n";
}
