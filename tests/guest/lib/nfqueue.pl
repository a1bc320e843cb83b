#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# Accept all packets of queue 0 (NFQUEUE), each after a wait: nfqueue.pl MS. The messages are those of
# <linux/netfilter/nfnetlink_queue.h>.
use strict;
use warnings;

use constant { AF_NETLINK => 16, NETLINK_NETFILTER => 12, SUBSYSTEM => 3, PACKET => 0, VERDICT => 1, CONFIG => 2 };

sub attribute {
	my ($type, $value) = @_;

	return pack("S S a*", 4 + length $value, $type, $value) . "\0" x (-length($value) % 4);
}

sub message {
	my ($kind, $attributes) = @_;
	my $body = pack("C C n", 0, 0, 0) . $attributes;

	return pack("L S S L L", 16 + length $body, SUBSYSTEM << 8 | $kind, 1, 0, 0) . $body;
}

# the number of the packet, or nothing if this is another message
sub packet_number {
	my ($bytes) = @_;
	my (undef, $type) = unpack "L S", $bytes;
	my $at = 20;

	return if $type != (SUBSYSTEM << 8 | PACKET);
	while ($at < length $bytes) {
		my ($length, $attribute) = unpack "S S", substr $bytes, $at, 4;

		return unpack "N", substr $bytes, $at + 4, 4 if $attribute == 1;
		$at += ($length + 3) & ~3;
	}
	return;
}

my ($ms) = @ARGV;
socket(my $netlink, AF_NETLINK, 3, NETLINK_NETFILTER) or die "socket: $!\n";
bind($netlink, pack "S S L L", AF_NETLINK, 0, 0, 0) or die "bind: $!\n";
# bind to queue 0, and have the numbers of packets only
syswrite($netlink, message(CONFIG, attribute(1, pack "C C n", 1, 0, 0))) or die "bind to the queue: $!\n";
syswrite($netlink, message(CONFIG, attribute(2, pack "N C", 0, 1))) or die "configure the queue: $!\n";
$| = 1;
print "ready\n";
while (sysread $netlink, my $bytes, 65536) {
	my $number = packet_number($bytes) // next;

	select undef, undef, undef, $ms / 1000;
	syswrite($netlink, message(VERDICT, attribute(2, pack "N N", 1, $number))) or die "verdict: $!\n";
}
