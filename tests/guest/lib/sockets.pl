#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# sockets: make sockets that take packets, and send some, for cases/paths/{clones,groups,replaced,sockets}
#
#	sockets.pl packet INDEX [PROTOCOL]	reads the packets that the interface receives: those of IP, as some DHCP clients do,
#						or of another protocol, 3 for all of them
#	sockets.pl full				has a datagram socket that nobody reads
#	sockets.pl stream			takes connections, and reads all that is sent
#	sockets.pl raw [4 | 6]:PROTOCOL...	has raw sockets that nobody reads
#	sockets.pl member GROUP INDEX		has a datagram socket that nobody reads, a member of the group by the interface
#	sockets.pl router ORIGIN GROUP IN OUT...	routes what ORIGIN sends to a group, from the interface IN to the others, by their indexes
#	sockets.pl datagrams COUNT ADDRESS [BYTES]	sends datagrams to the one that nobody reads, or to a group
#	sockets.pl send COUNT PROTOCOL ADDRESS	sends packets of a raw protocol
#	sockets.pl sctp ADDRESS			takes associations of SCTP at that address, and reads all that is sent
#	sockets.pl sctp ADDRESS PEER		sends messages to another one
#
# Those that take packets make /tmp/sockets once they can, and run until they are killed.
use strict;
use warnings;
use IO::Socket::IP;
use Socket qw(:all);

use constant PORT => 7000;
use constant AF_PACKET => 17;
use constant ETH_P_IP => 0x0800;
# <linux/mroute.h>, and the same numbers of <linux/mroute6.h>
use constant {
	MRT_INIT => 200,
	MRT_ADD_VIF => 202,
	MRT_ADD_MFC => 204,
	VIFF_USE_IFINDEX => 8,
};
use constant HOPS => 8;
use constant IPPROTO_SCTP => 132;

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

# set_or_die SOCKET LEVEL OPTION VALUE
sub set_or_die {
	my ($socket, $level, $option, $value) = @_;

	setsockopt($socket, $level, $option, $value) or die "option $option of level $level: $!\n";
}

# route SOURCE GROUP IN OUT...: the interfaces get the numbers 0, 1, ... of the router's own
sub route {
	my ($origin, $group, @interfaces) = @_;
	my $socket = socket_or_die(AF_INET, SOCK_RAW, 2);
	my @hops = (0, map { 1 } 1 .. $#interfaces);

	set_or_die($socket, IPPROTO_IP, MRT_INIT, pack('i', 1));
	set_or_die($socket, IPPROTO_IP, MRT_ADD_VIF, pack('SCCLlL', $_, VIFF_USE_IFINDEX, 1, 0, $interfaces[$_], 0)) for 0 .. $#interfaces;
	set_or_die($socket, IPPROTO_IP, MRT_ADD_MFC,
		pack('a4 a4 S C32 x2 L3 l', inet_aton($origin), inet_aton($group), 0, @hops, (0) x (32 - @hops), (0) x 4));
	return $socket;
}

sub route6 {
	my ($origin, $group, @interfaces) = @_;
	my $socket = socket_or_die(AF_INET6, SOCK_RAW, 58);

	set_or_die($socket, IPPROTO_IPV6, MRT_INIT, pack('i', 1));
	set_or_die($socket, IPPROTO_IPV6, MRT_ADD_VIF, pack('SCCSx2L', $_, 0, 1, $interfaces[$_], 0)) for 0 .. $#interfaces;
	set_or_die($socket, IPPROTO_IPV6, MRT_ADD_MFC,
		pack('a28 a28 S x2 L8', address_of($origin, 0), address_of($group, 0), 0, (1 << @interfaces) - 2, (0) x 7));
	return $socket;
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
	member => sub {
		my ($group, $index) = @_;
		my $family = family_of($group);
		my $socket = socket_or_die($family, SOCK_DGRAM, 0);

		bind($socket, address_of($group, PORT)) or die "bind: $!\n";
		if ($family == AF_INET) {
			# struct ip_mreqn
			set_or_die($socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, pack('a4 L l', inet_aton($group), 0, $index));
		} else {
			set_or_die($socket, IPPROTO_IPV6, IPV6_JOIN_GROUP, pack_ipv6_mreq(inet_pton(AF_INET6, $group), $index));
		}
		is_ready();
		sleep;
	},
	router => sub {
		my $socket = family_of($_[1]) == AF_INET ? route(@_) : route6(@_);

		is_ready();
		# the kernel tells a router of packets that have no route
		1 while defined sysread($socket, my $message, 65536);
	},
	datagrams => sub {
		my ($count, $address, $bytes) = (@_, 1000);
		my $family = family_of($address);
		my $socket = socket_or_die($family, SOCK_DGRAM, 0);

		set_or_die($socket, $family == AF_INET ? (IPPROTO_IP, IP_MULTICAST_TTL) : (IPPROTO_IPV6, IPV6_MULTICAST_HOPS), pack('i', HOPS));
		setsockopt($socket, SOL_SOCKET, SO_BROADCAST, 1) or die "SO_BROADCAST: $!\n";
		for (1 .. $count) {
			send($socket, 'x' x $bytes, 0, address_of($address, PORT)) or die "send: $!\n";
		}
	},
	send => sub {
		my ($count, $protocol, $address) = @_;
		my $socket = socket_or_die(family_of($address), SOCK_RAW, $protocol);

		for (1 .. $count) {
			send($socket, 'x' x 40, 0, address_of($address, 0)) or die "send: $!\n";
		}
	},
	sctp => sub {
		my ($address, $peer) = @_;
		my $socket = socket_or_die(family_of($address), SOCK_STREAM, IPPROTO_SCTP);

		bind($socket, address_of($address, $peer ? 0 : PORT)) or die "bind: $!\n";
		if ($peer) {
			connect($socket, address_of($peer, PORT)) or die "connect: $!\n";
			syswrite($socket, 'x' x 1000) or die "write: $!\n" for 1 .. 5;
			return;
		}
		listen($socket, 8) or die "listen: $!\n";
		is_ready();
		while (accept(my $association, $socket)) {
			1 while sysread($association, my $data, 65536);
			close($association);
		}
	},
);

my $verb = shift // '';
$verbs{$verb} or die "usage: sockets.pl packet | full | stream | raw | member | router | datagrams | send | sctp ...\n";
$verbs{$verb}->(@ARGV);
