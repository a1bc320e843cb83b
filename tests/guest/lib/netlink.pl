#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# netlink: set devices up that the guest has no program for
#
#	netlink.pl team DEVICE MODE			sets the mode of a team
#	netlink.pl gtp DEVICE TEI MOBILE PEER		adds the tunnel of a mobile host: an IPv4 address or an IPv6 network, and
#							the IPv4 address of the other end
#	netlink.pl switch NAME {DEVICE | FROM:TO}...	makes a switch of Open vSwitch, NAME is its own device and port 0. Each
#							device becomes the next port, and what comes in by a port goes out by another
#	netlink.pl remove-switch NAME
use strict;
use warnings;
use Errno;
use Socket qw(:all);

use constant {
	AF_NETLINK => 16,
	SIOCGIFINDEX => 0x8933,
	NETLINK_GENERIC => 16,
	NLM_F_REQUEST_ACK => 5,
	NLMSG_ERROR => 2,
	GENL_ID_CTRL => 16,
	CTRL_CMD_GETFAMILY => 3,
	CTRL_ATTR_FAMILY_ID => 1,
	CTRL_ATTR_FAMILY_NAME => 2,
};

socket(my $netlink, AF_NETLINK, SOCK_RAW, NETLINK_GENERIC) or die "netlink: $!\n";

sub attribute {
	my ($type, $data) = @_;

	return pack('SSa*', 4 + length($data), $type, $data) . "\0" x (-length($data) & 3);
}

# Send a request, and return the payload of the answer that is no error, if there is one.
sub request {
	my ($family, $command, $version, $payload) = @_;
	my $data = pack('CCS', $command, $version, 0) . $payload;
	my $answer;

	defined send($netlink, pack('LSSLL', 16 + length($data), $family, NLM_F_REQUEST_ACK, 1, 0) . $data, 0,
		pack('SSLL', AF_NETLINK, 0, 0, 0)) or die "netlink: $!\n";
	for (;;) {
		defined recv($netlink, my $got, 65536, 0) or die "netlink: $!\n";
		while (length($got) >= 16) {
			my ($length, $type) = unpack('LS', $got);

			if ($type == NLMSG_ERROR) {
				$! = -unpack('l', substr($got, 16, 4));
				die "@ARGV: $!\n" if $!;
				return $answer;
			}
			$answer = substr($got, 16, $length - 16);
			$got = substr($got, $length + 3 & ~3);
		}
	}
}

sub family {
	my ($name) = @_;
	my $found = substr(request(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 1, attribute(CTRL_ATTR_FAMILY_NAME, "$name\0")), 4);

	while (length($found) >= 4) {
		my ($length, $type, $data) = unpack('SSS', $found);

		return $data if $type == CTRL_ATTR_FAMILY_ID;
		$found = substr($found, $length + 3 & ~3);
	}
	die "no family $name\n";
}

sub index_of {
	my ($device) = @_;

	my $request = pack('a16 x24', $device);

	# /sys may be that of another namespace
	socket(my $socket, AF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
	ioctl($socket, SIOCGIFINDEX, $request) or die "$device: $!\n";
	return unpack('x16 i', $request);
}

# the names in the kernel's headers, where they are used
my %verbs = (
	team => sub {
		my ($device, $mode) = @_;
		# TEAM_ATTR_OPTION_NAME, _TYPE (NLA_STRING), _DATA, in TEAM_ATTR_ITEM_OPTION
		my $option = attribute(1, attribute(1, "mode\0") . attribute(3, pack('C', 5)) . attribute(4, "$mode\0"));

		# TEAM_CMD_OPTIONS_SET: TEAM_ATTR_TEAM_IFINDEX, TEAM_ATTR_LIST_OPTION. The answer is ESRCH if nobody listens to the
		# event of the change.
		eval {
			request(family('team'), 1, 1, attribute(1, pack('L', index_of($device))) . attribute(2, $option));
			1;
		} or $!{ESRCH} or die $@;
	},
	gtp => sub {
		my ($device, $tei, $mobile, $peer) = @_;
		my $is_ipv6 = $mobile =~ /:/;

		# GTP_CMD_NEWPDP: GTPA_LINK, _VERSION, _PEER_ADDRESS, _I_TEI, _O_TEI, _MS_ADDR6 or _MS_ADDRESS, _FAMILY
		request(family('gtp'), 0, 0, attribute(1, pack('L', index_of($device))) . attribute(2, pack('L', 1)) .
			attribute(4, inet_aton($peer)) . attribute(8, pack('L', $tei)) . attribute(9, pack('L', $tei)) .
			($is_ipv6 ? attribute(12, inet_pton(AF_INET6, $mobile)) . attribute(13, pack('C', AF_INET6)) :
				attribute(5, inet_aton($mobile))));
	},
	switch => sub {
		my ($name, @words) = @_;
		my $port = 0;
		my $header;

		# OVS_DP_CMD_NEW: OVS_DP_ATTR_NAME, OVS_DP_ATTR_UPCALL_PID (nobody)
		request(family('ovs_datapath'), 1, 2, pack('l', 0) . attribute(1, "$name\0") . attribute(2, pack('L', 0)));
		$header = pack('l', index_of($name));
		for (@words) {
			if (/^(\d+):(\d+)$/) {
				# OVS_KEY_ATTR_IN_PORT, OVS_KEY_ATTR_ETHERNET
				my $key = attribute(3, pack('L', $1)) . attribute(4, "\0" x 12);

				# OVS_FLOW_CMD_NEW: OVS_FLOW_ATTR_KEY, _MASK, _ACTIONS with OVS_ACTION_ATTR_OUTPUT
				request(family('ovs_flow'), 1, 1, $header . attribute(1, $key) .
					attribute(7, attribute(3, "\xff" x 4)) . attribute(2, attribute(1, pack('L', $2))));
			} else {
				# OVS_VPORT_CMD_NEW: OVS_VPORT_ATTR_PORT_NO, _TYPE (a device), _NAME, _UPCALL_PID
				request(family('ovs_vport'), 1, 1, $header . attribute(1, pack('L', ++$port)) .
					attribute(2, pack('L', 1)) . attribute(3, "$_\0") . attribute(5, pack('L', 0)));
			}
		}
	},
	'remove-switch' => sub {
		my ($name) = @_;

		# OVS_DP_CMD_DEL
		request(family('ovs_datapath'), 2, 2, pack('l', 0) . attribute(1, "$name\0"));
	},
);

my $verb = $ARGV[0] // '';
$verbs{$verb} or die "usage: netlink.pl team | gtp | switch | remove-switch ...\n";
$verbs{$verb}->(@ARGV[1 .. $#ARGV]);
