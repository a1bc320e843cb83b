#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# nfqueue.pl: accept all packets of queue 0 (NFQUEUE), each after a wait
#
# usage: nfqueue.pl MS [MORE]
#
# With MORE, packets have to be echoes of IPv4, and get that many bytes more. The messages are those of
# <linux/netfilter/nfnetlink_queue.h>.
use strict;
use warnings;

use constant { AF_NETLINK => 16, NETLINK_NETFILTER => 12, SUBSYSTEM => 3, PACKET => 0, VERDICT => 1, CONFIG => 2 };
use constant { PACKET_HEADER => 1, VERDICT_HEADER => 2, PAYLOAD => 10, COPY_META => 1, COPY_PACKET => 2, ACCEPT => 1 };

sub attribute {
	my ($type, $value) = @_;

	return pack("S S a*", 4 + length $value, $type, $value) . "\0" x (-length($value) % 4);
}

sub message {
	my ($kind, $attributes) = @_;
	my $body = pack("C C n", 0, 0, 0) . $attributes;

	return pack("L S S L L", 16 + length $body, SUBSYSTEM << 8 | $kind, 1, 0, 0) . $body;
}

# the attributes of a packet's message by their numbers, or nothing if this is another message
sub attributes_of {
	my ($bytes) = @_;
	my (undef, $type) = unpack "L S", $bytes;
	my ($at, %attributes) = (20);

	return if $type != (SUBSYSTEM << 8 | PACKET);
	while ($at < length $bytes) {
		my ($length, $attribute) = unpack "S S", substr $bytes, $at, 4;

		$attributes{$attribute & 0x3fff} = substr $bytes, $at + 4, $length - 4;
		$at += ($length + 3) & ~3;
	}
	return %attributes;
}

# lengthened PACKET MORE: that many zeros behind an echo, which do not change its own checksum
sub lengthened {
	my ($packet, $more) = @_;
	my @header = unpack "n10", $packet;
	my $sum = 0;

	$header[1] += $more;
	$header[5] = 0;
	$sum += $_ for @header;
	$sum = ($sum & 0xffff) + ($sum >> 16) for 1 .. 2;
	$header[5] = ~$sum & 0xffff;
	return pack("n10", @header) . substr($packet, 20) . "\0" x $more;
}

my ($ms, $more) = (@ARGV, 0);
socket(my $netlink, AF_NETLINK, 3, NETLINK_NETFILTER) or die "socket: $!\n";
bind($netlink, pack "S S L L", AF_NETLINK, 0, 0, 0) or die "bind: $!\n";
# bind to queue 0, and have the numbers of packets, or all of them
syswrite($netlink, message(CONFIG, attribute(1, pack "C C n", 1, 0, 0))) or die "bind to the queue: $!\n";
syswrite($netlink, message(CONFIG, attribute(2, pack "N C", $more ? 0xffff : 0, $more ? COPY_PACKET : COPY_META))) or
	die "configure the queue: $!\n";
$| = 1;
print "ready\n";
while (sysread $netlink, my $bytes, 65536) {
	my %attributes = attributes_of($bytes) or next;
	my $verdict = attribute(VERDICT_HEADER, pack "N a4", ACCEPT, $attributes{+PACKET_HEADER});

	select undef, undef, undef, $ms / 1000;
	$verdict .= attribute(PAYLOAD, lengthened($attributes{+PAYLOAD}, $more)) if $more;
	syswrite($netlink, message(VERDICT, $verdict)) or die "verdict: $!\n";
}
