#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# asynchronous: make the kernel prefer a cipher that works later, in a task, to one that works at once
# usage: asynchronous.pl TEMPLATE ALGORITHM, as in: asynchronous.pl pcrypt 'rfc4106(gcm(aes))'
use strict;
use warnings;
use Socket;

use constant {
	AF_NETLINK => 16,
	NETLINK_CRYPTO => 21,
	NLM_F_REQUEST_ACK => 5,
	CRYPTO_MSG_NEWALG => 16,
	TYPE_AEAD => 3,
	TYPE_MASK => 15,
};

# Ask for an algorithm, or a driver, to be made. The result is in /proc/crypto.
sub make {
	my ($name, $driver) = @_;
	my $algorithm = pack('Z64 Z64 x64 LLLL', $name, $driver, TYPE_AEAD, TYPE_MASK, 0, 0);
	my $header = pack('LSSLL', 16 + length($algorithm), CRYPTO_MSG_NEWALG, NLM_F_REQUEST_ACK, 1, 0);

	socket(my $netlink, AF_NETLINK, SOCK_RAW, NETLINK_CRYPTO) or die "netlink of the crypto layer: $!\n";
	defined send($netlink, $header . $algorithm, 0, pack('SSLL', AF_NETLINK, 0, 0, 0)) or die "$name$driver: $!\n";
	defined recv($netlink, my $answer, 4096, 0) or die "$name$driver: $!\n";
}

# The driver of an algorithm with the highest priority.
sub driver {
	my ($algorithm) = @_;
	my ($best, $highest) = ('nothing', -1);

	open(my $file, '<', '/proc/crypto') or die "/proc/crypto: $!\n";
	local $/ = "\n\n";
	while (my $entry = <$file>) {
		my %field = $entry =~ /^(\S+)\s*:\s*(.*)$/mg;
		next if $field{name} ne $algorithm || $field{priority} <= $highest;
		($best, $highest) = ($field{driver}, $field{priority});
	}
	return $best;
}

die "usage: asynchronous.pl TEMPLATE ALGORITHM\n" unless @ARGV == 2;
my ($template, $algorithm) = @ARGV;
make($algorithm, '');
# its priority is above that of the driver that does the work
make('', "$template(" . driver($algorithm) . ')');
my $made = driver($algorithm);
die "$algorithm is not by $template, but by $made\n" unless $made =~ /^\Q$template\E\(/;
print "$algorithm: $made\n";
