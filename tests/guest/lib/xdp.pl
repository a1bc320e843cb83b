#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# xdp: attach a BPF program of a few instructions to interfaces, and detach it at the end
#
#	xdp.pl native|generic INTERFACE...	passes each packet
#	xdp.pl frags INTERFACE...		the same, generic, by a program for packets with frags, for which the kernel makes a new sk_buff
#	xdp.pl tx INTERFACE...			generic: sends each packet back
#	xdp.pl redirect TO INTERFACE...		generic: sends each packet by the interface TO
#
# It prints "attached" and waits for the end of its input.
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
use constant {
	GENERIC => 1 << 1,
	NATIVE => 1 << 2,
};
my %flags = (generic => GENERIC, native => NATIVE, frags => GENERIC, tx => GENERIC, redirect => GENERIC);
my $bpf = (POSIX::uname())[4] eq 'aarch64' ? 280 : 321;

# address STRING: return where the string is in memory
sub address {
	return unpack('Q', pack('P', $_[0]));
}

sub bpf {
	my ($command, $attributes) = @_;

	return syscall($bpf, $command, $attributes, length($attributes));
}

# load FLAGS INSTRUCTION...: load a program of these instructions, and exit behind them
sub load {
	my ($flags, @instructions) = @_;
	my $code = join('', @instructions, pack('H*', '9500000000000000'));
	my $license = "GPL\0";

	return bpf(PROG_LOAD, pack('LLQQ x20 L x64', PROG_TYPE_XDP, @instructions + 1, address($code), address($license), $flags));
}

# the instruction "register = value"
sub set_register {
	my ($register, $value) = @_;

	return pack('CCSl', 0xb7, $register, 0, $value);
}

sub number {
	my ($interface) = @_;

	open(my $file, '<', "/sys/class/net/$interface/ifindex") or die "$interface: $!\n";
	return 0 + <$file>;
}

my %actions = (pass => 2, tx => 3);
use constant CALL_REDIRECT => pack('CCSl', 0x85, 0, 0, 23);

my ($mode, @interfaces) = @ARGV;
my $to = ($mode // '') eq 'redirect' ? shift @interfaces : undef;
die "usage: xdp.pl native|generic|frags|tx INTERFACE... | redirect TO INTERFACE...\n" unless @interfaces && $flags{$mode};
my $program = $mode eq 'redirect' ? load(0, set_register(1, number($to)), set_register(2, 0), CALL_REDIRECT) :
	load($mode eq 'frags' ? HAS_FRAGS : 0, set_register(0, $actions{$mode} // $actions{pass}));
die "the program was not loaded: $!\n" if $program < 0;
for my $interface (@interfaces) {
	bpf(LINK_CREATE, pack('L4', $program, number($interface), ATTACH_XDP, $flags{$mode})) >= 0 or
		die "$interface: not attached ($mode): $!\n";
}
$| = 1;
print "attached\n";
<STDIN>;
