#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# ppp: make a PPP device without a negotiation: the other end does the same
#
#	ppp.pl FILE ethernet DEVICE MAC		over Ethernet, to that host
#	ppp.pl FILE l2tp NEAR FAR		over L2TP and UDP, between these IPv4 addresses
#	ppp.pl FILE pptp NEAR FAR		over PPTP's GRE
#	ppp.pl FILE line TERMINAL		over a serial line
#	ppp.pl FILE lines			makes two terminals, /tmp/line-0 and /tmp/line-1, that are the ends of a line
#
# The device has the name "upper". It is there once FILE has the number of this process, and until that is killed.
use strict;
use warnings;
use Fcntl;
use IO::Select;
use Socket;

use constant {
	AF_PPPOX => 24,
	PX_PROTO_OE => 0,
	PX_PROTO_OL2TP => 1,
	PX_PROTO_PPTP => 2,
	N_PPP => 3,
	TIOCSETD => 0x5423,
	TIOCGPTN => 0x80045430,
	TIOCSPTLCK => 0x40045431,
	PPPIOCGCHAN => 0x80047437,
	PPPIOCATTCHAN => 0x40047438,
	PPPIOCCONNECT => 0x4004743a,
	PPPIOCNEWUNIT => 0xc004743e,
	L2TP_PORT => 1701,
};

my ($name, $verb, @arguments) = @ARGV;

sub is_ready {
	open(my $file, '>', $name) or die "$name: $!\n";
	print $file "$$\n";
	close($file);
}

sub control {
	my ($file, $request, $number) = @_;
	my $argument = pack('l', $number // 0);

	ioctl($file, $request, $argument) or die "ioctl $request: $!\n";
	return unpack('l', $argument);
}

sub open_ppp {
	sysopen(my $file, '/dev/ppp', O_RDWR) or die "/dev/ppp: $!\n";
	return $file;
}

# a socket of PPP, with the two numbers that each address begins with
sub pppox {
	my ($protocol) = @_;

	socket(my $socket, AF_PPPOX, $protocol == PX_PROTO_OE ? SOCK_STREAM : SOCK_DGRAM, $protocol) or
		die "PPP socket $protocol: $!\n";
	return ($socket, pack('SL', AF_PPPOX, $protocol));
}

# Give a channel, which is a socket or a terminal, a device, and keep both.
sub serve {
	my ($socket) = @_;
	my ($channel, $unit) = (open_ppp(), open_ppp());
	my $number = control($unit, PPPIOCNEWUNIT, -1);

	control($channel, PPPIOCATTCHAN, control($socket, PPPIOCGCHAN));
	control($channel, PPPIOCCONNECT, $number);
	system('ip', 'link', 'set', "ppp$number", 'name', 'upper') == 0 or die "no ppp$number\n";
	is_ready();
	sleep;
}

sub terminal {
	my ($link) = @_;

	sysopen(my $master, '/dev/ptmx', O_RDWR) or die "/dev/ptmx: $!\n";
	control($master, TIOCSPTLCK, 0);
	unlink($link);
	my $path = '/dev/pts/' . control($master, TIOCGPTN);
	symlink($path, $link) or die "$link: $!\n";
	system('stty', '-F', $path, 'raw', '-echo') == 0 or die "stty $path\n";
	# otherwise the master cannot be read while nobody has the terminal open
	sysopen(my $slave, $path, O_RDWR | O_NOCTTY) or die "$path: $!\n";
	return ($master, $slave);
}

my %verbs = (
	ethernet => sub {
		my ($device, $mac) = @_;
		my ($socket, $address) = pppox(PX_PROTO_OE);

		$mac =~ tr/://d;
		connect($socket, $address . pack('nH12a16', 1, $mac, $device)) or die "connect: $!\n";
		serve($socket);
	},
	l2tp => sub {
		my ($near, $far) = @_;

		socket(my $udp, AF_INET, SOCK_DGRAM, 0) or die "UDP: $!\n";
		bind($udp, pack_sockaddr_in(L2TP_PORT, inet_aton($near))) or die "bind: $!\n";
		connect($udp, pack_sockaddr_in(L2TP_PORT, inet_aton($far))) or die "connect UDP: $!\n";
		# session 0 makes the tunnel, and stands for it
		my @sessions = map {
			my ($socket, $address) = pppox(PX_PROTO_OL2TP);

			connect($socket, $address . pack('lla16SSSS', 0, fileno($udp),
				pack_sockaddr_in(L2TP_PORT, inet_aton($far)), 1, $_, 1, $_)) or die "connect $_: $!\n";
			$socket;
		} 0, 1;
		serve($sessions[1]);
	},
	pptp => sub {
		my ($near, $far) = @_;
		my ($socket, $address) = pppox(PX_PROTO_PPTP);

		# a call, padding, the address, and the rest of the longest address. All namespaces share the numbers of calls.
		my ($from, $to) = map { pack('Sx2a4x16', unpack('x3C', inet_aton($_)), inet_aton($_)) } $near, $far;

		bind($socket, $address . $from) or die "bind: $!\n";
		connect($socket, $address . $to) or die "connect: $!\n";
		serve($socket);
	},
	line => sub {
		my ($path) = @_;

		sysopen(my $terminal, $path, O_RDWR | O_NOCTTY) or die "$path: $!\n";
		control($terminal, TIOCSETD, N_PPP);
		serve($terminal);
	},
	lines => sub {
		my @ends = map { [terminal("/tmp/line-$_")] } 0, 1;

		is_ready();
		my $select = IO::Select->new(map { $_->[0] } @ends);
		while (my @masters = $select->can_read) {
			for my $master (@masters) {
				sysread($master, my $data, 65536) or die "a terminal: $!\n";
				syswrite($master == $ends[0][0] ? $ends[1][0] : $ends[0][0], $data);
			}
		}
	},
);

$verbs{$verb // ''} or die "usage: ppp.pl FILE ethernet | l2tp | pptp | line | lines ...\n";
$verbs{$verb}->(@arguments);
