#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# burst: send bursts of UDP and TCP, and receive them, for cases/paths/sizes
#
#	burst.pl sink				takes all that is sent to it, until it is killed
#	burst.pl send COUNT ADDRESS SIZE...	COUNT datagrams of each size, then as many writes over TCP
use strict;
use warnings;
use Errno;
use IO::Select;
use IO::Socket::IP;
use Socket qw(IPPROTO_TCP SOCK_DGRAM SOCK_STREAM TCP_NODELAY);

use constant PORT => 7000;

sub socket_or_die {
	my %options = @_;

	return IO::Socket::IP->new(%options) || die "$options{Type}: $@\n";
}

sub sink {
	my $datagrams = socket_or_die(LocalHost => '::', LocalPort => PORT, V6Only => 0,
		Type => SOCK_DGRAM);
	my $listener = socket_or_die(LocalHost => '::', LocalPort => PORT, V6Only => 0,
		Type => SOCK_STREAM, Listen => 8, ReuseAddr => 1);
	my $select = IO::Select->new($datagrams, $listener);

	while (my @ready = $select->can_read) {
		for my $socket (@ready) {
			if ($socket == $listener) {
				$select->add(scalar $listener->accept);
			} elsif ($socket == $datagrams) {
				$socket->recv(my $datagram, 65536);
			} elsif (!sysread($socket, my $bytes, 65536)) {
				$select->remove($socket);
				$socket->close;
			}
		}
	}
}

sub send_all {
	my ($count, $address, @sizes) = @_;

	for my $size (@sizes) {
		my $datagrams = socket_or_die(PeerHost => $address, PeerPort => PORT, Type => SOCK_DGRAM);
		for (1 .. $count) {
			# The error of an earlier datagram, too long for a tunnel, is reported here.
			$datagrams->send("u" x $size) || $!{EMSGSIZE} or die "send: $!\n";
		}
		my $stream = socket_or_die(PeerHost => $address, PeerPort => PORT, Type => SOCK_STREAM);
		$stream->setsockopt(IPPROTO_TCP, TCP_NODELAY, 1);
		syswrite($stream, 't' x $size) // die "write: $!\n" for 1 .. $count;
		$stream->shutdown(1);
		# The other end has received all when it closes.
		sysread($stream, my $end, 1);
	}
}

my $what = shift // '';
if ($what eq 'sink') {
	sink();
} elsif ($what eq 'send') {
	send_all(@ARGV);
} else {
	die "usage: burst.pl sink | send COUNT ADDRESS SIZE...\n";
}
