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

# load FILE, BASE: read BTF whose types come after those of BASE. Each type is [kind, size or type, parameters' types, name].
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
		push @types, [$kind, $size, \@parameters, $name_at];
		if ($kind == FUNC) {
			my $name_end = index($strings, "\0", $name_at);
			$functions{substr($strings, $name_at, $name_end - $name_at)} = $size;
		}
		$at += $fixed[$kind] + $each[$kind] * $count;
	}
	return { types => \@types, strings => $strings, functions => \%functions };
}

# words TYPE: return how many registers a value would need, 0 for none
sub words {
	my ($types, $type) = @_;

	$type = $types->[$type][1] while $alias{$types->[$type][0]};
	return 0 unless $type;
	my ($kind, $size) = @{$types->[$type]};
	return 1 unless $kind == STRUCT || $kind == UNION || $kind == INT;
	return int(($size + 7) / 8);
}

# arguments BTF, FUNCTION: return how many registers they would need, and whether some are passed on the stack
sub arguments {
	my ($btf, $function) = @_;
	my $types = $btf->{types};
	my $prototype = $types->[$btf->{functions}{$function}];
	my ($returned, $parameters) = @{$prototype}[1, 2];
	my $by_address = $convention->{large_by_address};
	my $total = words($types, $returned) > 2 && !$by_address ? 1 : 0;
	my $stack = 0;

	for my $parameter (@{$parameters}) {
		my $words = words($types, $parameter);

		$words = 1 if $words > 2 && $by_address;
		# A parameter without a type stands for a variable number of arguments.
		$stack = 1 if $words > 2 || !$parameter;
		$total += $words;
	}
	return ($total, $stack || $total > $convention->{registers});
}

# type_name BTF, TYPE: return the type as C writes it, without qualifiers and typedefs
sub type_name {
	my ($btf, $number) = @_;
	my $types = $btf->{types};

	$number = $types->[$number][1] while $alias{$types->[$number][0]};
	return 'void' unless $number;
	my ($kind, $referenced, undef, $name_at) = @{$types->[$number]};
	return type_name($btf, $referenced) . ' *' if $kind == PTR;
	my $name = substr($btf->{strings}, $name_at, index($btf->{strings}, "\0", $name_at) - $name_at);
	return ($kind == STRUCT ? 'struct ' : $kind == UNION ? 'union ' : '') . $name;
}

sub print_types {
	my ($btf, $name, $function) = @_;
	my $prototype = $btf->{types}[$btf->{functions}{$function}];

	print "$name ", join(', ', map { type_name($btf, $_) } @{$prototype->[2]}), "\n";
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
