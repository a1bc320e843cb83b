#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# sockets: make sockets that take packets, and send some, for cases/paths/{clones,sockets}
#
#	sockets.pl packet INDEX [PROTOCOL]	reads the packets that the interface receives: those of IP, as some DHCP clients do,
#						or of another protocol, 3 for all of them
#	sockets.pl full				has a datagram socket that nobody reads
#	sockets.pl stream			takes connections, and reads all that is sent
#	sockets.pl raw [4 | 6]:PROTOCOL...	has raw sockets that nobody reads
#	sockets.pl datagrams COUNT ADDRESS	sends datagrams to the one that nobody reads
#	sockets.pl send COUNT PROTOCOL ADDRESS	sends packets of a raw protocol
#
# Those that take packets make /tmp/sockets once they can, and run until they are killed.
use strict;
use warnings;
use IO::Socket::IP;
use Socket qw(:all);

use constant PORT => 7000;
use constant AF_PACKET => 17;
use constant ETH_P_IP => 0x0800;

sub is_ready {
	open(my $file, '>', '/tmp/sockets') or die "/tmp/sockets: $!\n";
	close($file);
}

sub socket_or_die {
	socket(my $socket, $_[0], $_[1], $_[2]) or die "socket: $!\n";
	return $socket;
}

sub address_of {
	my ($address, $port) = @_;

	return $address =~ /:/ ? pack_sockaddr_in6($port, inet_pton(AF_INET6, $address)) :
		pack_sockaddr_in($port, inet_aton($address));
}

sub family_of {
	return $_[0] =~ /:/ ? AF_INET6 : AF_INET;
}

my %verbs = (
	packet => sub {
		my ($index, $protocol) = (@_, ETH_P_IP);
		my $socket = socket_or_die(AF_PACKET, SOCK_RAW, unpack('S', pack('n', $protocol)));

		bind($socket, pack('SnIx12', AF_PACKET, $protocol, $index)) or die "bind: $!\n";
		is_ready();
		1 while defined sysread($socket, my $packet, 65536);
	},
	full => sub {
		my $socket = socket_or_die(AF_INET6, SOCK_DGRAM, 0);

		setsockopt($socket, SOL_SOCKET, SO_RCVBUF, 65536) or die "SO_RCVBUF: $!\n";
		bind($socket, address_of('::', PORT)) or die "bind: $!\n";
		is_ready();
		sleep;
	},
	stream => sub {
		my $listener = IO::Socket::IP->new(LocalHost => '::', LocalPort => PORT, V6Only => 0, Listen => 8) or
			die "listen: $@\n";

		is_ready();
		while (my $connection = $listener->accept) {
			1 while sysread($connection, my $data, 65536);
			close($connection);
		}
	},
	raw => sub {
		my @sockets = map { /^([46]):(\d+)$/ ? socket_or_die($1 == 4 ? AF_INET : AF_INET6, SOCK_RAW, $2) :
			die "$_: not 4:PROTOCOL or 6:PROTOCOL\n" } @_;

		is_ready();
		sleep;
	},
	datagrams => sub {
		my ($count, $address) = @_;
		my $socket = socket_or_die(family_of($address), SOCK_DGRAM, 0);

		setsockopt($socket, SOL_SOCKET, SO_BROADCAST, 1) or die "SO_BROADCAST: $!\n";
		for (1 .. $count) {
			send($socket, 'x' x 1000, 0, address_of($address, PORT)) or die "send: $!\n";
		}
	},
	send => sub {
		my ($count, $protocol, $address) = @_;
		my $socket = socket_or_die(family_of($address), SOCK_RAW, $protocol);

		for (1 .. $count) {
			send($socket, 'x' x 40, 0, address_of($address, 0)) or die "send: $!\n";
		}
	},
);

my $verb = shift // '';
$verbs{$verb} or die "usage: sockets.pl packet | full | stream | raw | datagrams | send ...\n";
$verbs{$verb}->(@ARGV);
