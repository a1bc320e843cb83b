#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# xdp: attach a BPF program of two instructions, which passes each packet, to interfaces, and detach it at the end
# usage: xdp.pl native|generic|frags INTERFACE...; frags is generic, by a program for packets with frags, for which the kernel makes a
# new sk_buff; prints "attached" and waits for the end of its input
use strict;
use warnings;
use POSIX ();

use constant {
	PROG_LOAD => 5,
	LINK_CREATE => 28,
	PROG_TYPE_XDP => 6,
	ATTACH_XDP => 37,
	HAS_FRAGS => 1 << 5,
};
my %flags = (generic => 1 << 1, native => 1 << 2, frags => 1 << 1);
my $bpf = (POSIX::uname())[4] eq 'aarch64' ? 280 : 321;

# address STRING: return where the string is in memory
sub address {
	return unpack('Q', pack('P', $_[0]));
}

sub bpf {
	my ($command, $attributes) = @_;

	return syscall($bpf, $command, $attributes, length($attributes));
}

# r0 = XDP_PASS; exit
sub load {
	my ($flags) = @_;
	my $code = pack('H*', 'b700000002000000' . '9500000000000000');
	my $license = "GPL\0";

	return bpf(PROG_LOAD, pack('LLQQ x20 L x64', PROG_TYPE_XDP, 2, address($code), address($license), $flags));
}

sub number {
	my ($interface) = @_;

	open(my $file, '<', "/sys/class/net/$interface/ifindex") or die "$interface: $!\n";
	return 0 + <$file>;
}

my ($mode, @interfaces) = @ARGV;
die "usage: xdp.pl native|generic|frags INTERFACE...\n" unless @interfaces && $flags{$mode};
my $program = load($mode eq 'frags' ? HAS_FRAGS : 0);
die "the program was not loaded: $!\n" if $program < 0;
for my $interface (@interfaces) {
	bpf(LINK_CREATE, pack('L4', $program, number($interface), ATTACH_XDP, $flags{$mode})) >= 0 or
		die "$interface: not attached ($mode): $!\n";
}
$| = 1;
print "attached\n";
<STDIN>;
