#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# walk: run a random walk over all that can be done to pathtime, under traffic, and compare its counts with the known ones
# usage: walk.pl SEED SECONDS
#
# The next action depends on the seed and on earlier actions, never on the time that they took. So a seed always begins the same
# walk. The table %ACTIONS has the actions. Channel 8 takes the progress.
use strict;
use warnings;
use Fcntl qw(O_WRONLY);
use IPC::Open2;
use POSIX ();
use Socket qw(SOCK_RAW);
use Time::HiRes qw(time);

use constant {
	DEBUGFS => '/sys/kernel/debug/pathtime',
	TARGET => '/sys/kernel/debug/target',
	SHOWN_ACTIONS => 15,
	# packets of a poll under way that pathtime has counted and the NIC has not
	UNSEEN_PER_CPU => 64,
	NETLINK_XFRM => 6,
	NLMSG_DONE => 3,
	NLM_F_REQUEST_DUMP => 0x301,
	XFRM_MSG_NEWSA => 0x10,
	XFRM_MSG_GETSA => 0x12,
	AF_NETLINK => 16,
	MOST_GROUPS => 5,
};
my @FILES = qw(hist summary tree paths probes control snapshot);
my @GROUPS = qw(xfrm flowtable conntrack virtio_net ip netfilter send driver);
# functions of the target that only the walk calls
my @TARGETS = qw(target_leaf target_errno target_verdict target_flow target_poll target_bool target_hook target_pointer);
# functions in no group, in most of which tasks sleep
my @OTHERS = qw(vfs_open vfs_read vfs_write schedule_timeout);
my @RULES = map { " returns=$_" } qw(all errno verdict flowtable poll bool pointer);

# whether the module was loaded with paths=
my $paths = 0;

# name => [weight, condition, action, names of counts that begin again]. A count begins again if the action removes all that the
# kernel or pathtime has counted, or if pathtime did not count before it.
my %ACTIONS = (
	'load'			=> [30, sub { !here('pathtime') }, \&load, 'esp4 esp6 nics'],
	'unload'		=> [4, sub { here('pathtime') }, \&unload, 'esp4 esp6 nics'],
	'start'			=> [30, sub { stopped() }, sub { control('start') }, 'esp4 esp6 nics'],
	'stop'			=> [5, sub { armed() }, sub { control('stop') }, 'esp4 esp6 nics'],
	'reset'			=> [4, sub { here('pathtime') }, \&reset_counts, 'esp4 esp6 nics'],
	'add'			=> [12, sub { here('pathtime') && addable() }, \&add, ''],
	'del'			=> [6, sub { here('pathtime') && added() }, \&del, ''],
	'enable'		=> [6, sub { here('pathtime') && enabled() < MOST_GROUPS }, \&enable, ''],
	'disable'		=> [4, sub { here('pathtime') && enabled() }, \&disable, ''],
	'disable detail'	=> [4, sub { here('pathtime') && detailed() }, \&disable_detail, ''],
	# a limit would stop probes
	'budget'		=> [1, sub { here('pathtime') }, sub { control('budget off') }, ''],
	'filter'		=> [6, sub { here('pathtime') && $paths }, \&filter, ''],
	'wrong line'		=> [3, sub { here('pathtime') }, \&wrong_line, ''],
	'read'			=> [6, sub { here('pathtime') }, \&read_files, ''],
	'call'			=> [30, sub { here('target') }, \&call, ''],
	'compare'		=> [20, sub { here('pathtime') }, \&compare, ''],
	'target goes'		=> [5, sub { here('target') }, \&target_goes, ''],
	'target comes'		=> [15, sub { !here('target') }, \&target_comes, ''],
	'esp4 goes'		=> [3, sub { here('esp4') }, \&esp4_goes, 'esp4 esp6'],
	'esp4 comes'		=> [15, sub { !here('esp4') }, \&esp4_comes, 'esp4 esp6'],
	'flowtable goes'	=> [3, sub { here('nf_flow_table') }, \&flowtable_goes, ''],
	'flowtable comes'	=> [15, sub { !here('nf_flow_table') }, \&flowtable_comes, ''],
	'flush connections'	=> [2, sub { 1 }, sub { shell('conntrack -F') }, ''],
	'rebind nic'		=> [2, sub { here('nf_flow_table') }, \&rebind_nic, 'nics'],
	'reload virtio_net'	=> [1, sub { here('nf_flow_table') }, \&reload_virtio_net, 'nics'],
);

# counts that the kernel has, too: name => [probe, its group, a module that must be loaded]
my %TRUTHS = (
	esp4	=> ['esp4:esp_output', 'xfrm', 'esp4'],
	esp6	=> ['esp6:esp6_output', 'xfrm', 'esp4'],
	nics	=> ['virtio_net:receive_buf', 'virtio_net', 'virtio_net'],
);

my ($seed, $seconds) = @ARGV;
die "usage: walk.pl SEED SECONDS\n" unless @ARGV == 2 && $seed =~ /^\d+$/ && $seconds =~ /^\d+$/;

# --- the state of the walk

my %module = map { $_ => 1 } qw(target esp4 nf_flow_table virtio_net);
my $running = 0;
# 1: landmarks, 2: with detail
my %group;
# functions of probes that were added, with their group
my %added;
# calls of the target's functions that pathtime must report, and calls that the target itself must report
my (%expected, %called);
# pathtime's count, and the least and most of the kernel's, at the last comparison: name => [counted, least, most]
my %since;
my (@steps, %times, %took, %compared);
my ($to_shell, $from_shell, $reader, $caller, %nics, %states, $least_free);

sub here { return $module{$_[0]} }
sub armed { return here('pathtime') && $running }
sub stopped { return here('pathtime') && !$running }
sub added { my @names = sort keys %added; return @names }
sub addable { return grep { !exists $added{$_} } (map { "target:$_" } @TARGETS), @OTHERS }
sub enabled { return grep { $group{$_} } @GROUPS }
sub detailed { return grep { ($group{$_} // 0) == 2 } @GROUPS }

# The file that could not be opened belongs to a module that is not loaded, or is just being unloaded.
sub gone { return $!{ENOENT} || $!{ENXIO} }

sub one_of { return $_[int(rand(@_))] }

# --- helpers

sub failed {
	my ($message) = @_;
	my $first = @steps > SHOWN_ACTIONS ? @steps - SHOWN_ACTIONS : 0;

	print STDERR "seed $seed, the last of ", scalar(@steps), " actions:\n";
	print STDERR "  $_\n" for @steps[$first .. $#steps];
	print STDERR "failed: $message\n";
	exit(1);
}

# A shell that lives as long as the walk, as it takes longer to start one than to run most commands. "here COMMAND" runs in the
# shell itself. Other lines run in a subshell, in which each command must succeed.
sub start_shell {
	open2($from_shell, $to_shell, 'bash', '-c', <<'	SHELL', 'random');
		for file in lib/lib.sh topologies/gateway.sh lib/stress.sh; do
			. /src/tests/guest/$file
		done
		while IFS= read -r line; do
			if [[ $line == "here "* ]]; then
				eval "${line#here }"
			else
				(set -e; eval "$line")
			fi </dev/null 2>/tmp/walk.err
			echo "status $?"
		done
	SHELL
}

# shell COMMAND: return its output
sub shell {
	my ($command) = @_;
	my $output = '';

	print $to_shell "$command\n";
	while (my $line = <$from_shell>) {
		if ($line =~ /^status (\d+)$/) {
			return $output unless $1;
			failed("'$command' exited with $1: " . slurp('/tmp/walk.err'));
		}
		$output .= $line;
	}
	failed("'$command' ended the shell");
}

sub slurp {
	my ($name) = @_;
	my $text = '';

	open(my $file, '<', $name) or failed("$name: $!");
	while (1) {
		my $length = sysread($file, $text, 65536, length($text));

		defined $length or failed("$name: $!");
		return $text unless $length;
	}
}

sub write_line {
	my ($name, $line) = @_;

	open(my $file, '>', $name) or failed("$name: $!");
	return defined syswrite($file, "$line\n");
}

sub control {
	my ($line) = @_;

	note($line);
	write_line(DEBUGFS . '/control', $line) or failed("'$line': $!: " . slurp(DEBUGFS . '/control'));
	$running = 1 if $line eq 'start';
	$running = 0 if $line eq 'stop';
}

# note TEXT: add details to the current step
sub note {
	$steps[-1] .= ", $_[0]";
}

sub equal {
	my ($what, $got, $wanted) = @_;

	$got == $wanted or failed("$what: got $got, expected $wanted");
}

# [MODULE:]FUNCTION => [state, calls + missed, reason]
sub probes {
	my %probes;

	for (split(/\n/, slurp(DEBUGFS . '/probes'))) {
		my ($group, $name, $state, $backend, $calls, $missed, $reason) = split(' ', $_, 7);

		$probes{$name} = [$state, $calls + $missed, $reason // ''] unless $group eq 'GROUP';
	}
	return \%probes;
}

# --- other processes, which run all the time

sub in_background {
	my ($work) = @_;
	my $pid = fork() // die "fork: $!";

	return $pid if $pid;
	$SIG{TERM} = 'DEFAULT';
	$work->();
	POSIX::_exit(1);
}

# Missing files are tried again later. A module with an open file cannot be unloaded. So half of the time no file is open, also on
# slow machines.
sub keep_reading {
	while (1) {
		my $began = time();

		for my $name (@FILES) {
			open(my $file, '<', DEBUGFS . "/$name") or gone() ? next : failed("$name: $!");
			my $text = '';
			while (1) {
				my $length = sysread($file, $text, 65536, length($text));

				defined $length or failed("reading $name: $!");
				last unless $length;
			}
			length($text) == unpack('x16 Q', $text) or failed('a snapshot of the wrong size')
				if $name eq 'snapshot';
		}
		my $took = time() - $began;
		select(undef, undef, undef, $took > 0.5 ? $took : 0.5);
	}
}

sub keep_calling {
	while (1) {
		for my $context (qw(task softirq hardirq)) {
			# O_CREAT, which open() adds, is refused if there is only the directory.
			sysopen(my $file, TARGET . '/run', O_WRONLY) or gone() ? next : failed("run: $!");
			defined syswrite($file, "target_spin $context 20 10") or failed("run: $!");
			close($file);
			select(undef, undef, undef, 0.1);
		}
	}
}

sub end_of {
	my ($pid, $what) = @_;

	kill('TERM', $pid);
	waitpid($pid, 0);
	($? & 127) == POSIX::SIGTERM or failed("$what had ended before");
}

# --- the kernel's own counts

sub enter_namespace {
	my ($file) = @_;
	my $setns = (POSIX::uname())[4] eq 'aarch64' ? 268 : 308;

	syscall($setns, fileno($file), 0) == 0 or die "setns: $!\n";
}

# Both are read without starting a program. An open /proc/net/dev and a socket stay in the namespace in which they were opened.
sub open_counters {
	open(my $home, '<', '/proc/self/ns/net') or die "$!\n";
	for my $name ('', qw(client gwb server)) {
		if ($name) {
			open(my $namespace, '<', "/run/netns/$name") or die "$name: $!\n";
			enter_namespace($namespace);
		}
		open($nics{$name}, '<', '/proc/self/net/dev') or die "$!\n";
		socket($states{$name}, AF_NETLINK, SOCK_RAW, NETLINK_XFRM) or die "$!\n";
	}
	enter_namespace($home);
}

sub received {
	my $packets = 0;

	for my $file (values %nics) {
		sysseek($file, 0, 0);
		sysread($file, my $text, 65536);
		$packets += $1 while $text =~ /eth\d: *\d+ +(\d+)/g;
	}
	return $packets;
}

# Return SPI => packets of the SAs of a namespace. struct xfrm_usersa_info has them at 72 and at 168 behind the header.
sub packets_by_spi {
	my ($socket) = @_;
	my %packets;

	syswrite($socket, pack('L S S L L', 16, XFRM_MSG_GETSA, NLM_F_REQUEST_DUMP, 0, 0)) or die "netlink: $!\n";
	while (1) {
		sysread($socket, my $text, 65536) or die "netlink: $!\n";
		while (length($text)) {
			my ($length, $type) = unpack('L S', $text);

			return \%packets if $type == NLMSG_DONE;
			$type == XFRM_MSG_NEWSA or failed("netlink: message $type");
			my ($spi, $count) = unpack('x88 N x92 Q', $text);
			$packets{$spi} = $count;
			substr($text, 0, ($length + 3) & ~3) = '';
		}
	}
}

# the packets that the sending SAs of both gateways have counted
sub encrypted {
	my ($gateway, $peer) = map { packets_by_spi($states{$_}) } '', 'gwb';

	return {
		esp4 => ($gateway->{0x401} // 0) + ($peer->{0x402} // 0),
		esp6 => ($gateway->{0x601} // 0) + ($peer->{0x602} // 0),
	};
}

sub truths {
	my $truths = encrypted();

	$truths->{nics} = received();
	return $truths;
}

# --- the actions

sub load {
	my $parameters = one_of('', '', 'hist_bits=2', 'hist_bits=7', 'clock=local_clock', 'maxactive=4', 'nesting=0', 'paths=64',
				'paths=64 waits=gro,ring,socket,irq', 'paths=64 stages=1 slowest=0', 'paths=64 stages=1 waits=poll,gro,irq',
				'paths=2 slowest=0 inflight=1024 anonymize=1 polls=0');
	my $groups = one_of('', '', 'groups=', 'groups=xfrm,virtio_net', 'groups=xfrm:detail,flowtable');

	note("load $parameters $groups");
	shell("load_pathtime $parameters $groups");
	%group = map { $_ => 1 } qw(xfrm flowtable conntrack virtio_net);
	%group = () if $groups eq 'groups=';
	%group = (xfrm => 1, virtio_net => 1) if $groups eq 'groups=xfrm,virtio_net';
	%group = (xfrm => 2, flowtable => 1) if $groups eq 'groups=xfrm:detail,flowtable';
	$paths = $parameters =~ /paths=/;
	%added = %expected = ();
	$module{pathtime} = $running = 1;
}

# On a busy host a stop may take a minute. An open file keeps the module loaded for a while after it.
sub unload {
	compare_calls();
	shell('stop_pathtime 120; wait_until 60 rmmod pathtime');
	$module{pathtime} = $running = 0;
	%group = %added = %expected = ();
}

sub reset_counts {
	compare_calls();
	control('reset');
	$_ = 0 for values %expected;
}

sub add {
	my $function = one_of(addable());
	my $group = one_of('added', 'walk');
	my $rule = one_of('', @RULES);

	control("add $function" . ($group eq 'added' ? '' : " group=$group") . $rule);
	$added{$function} = $group;
	$expected{$function} = 0 if $function =~ /^target:/;
}

sub del {
	my $function = one_of(added());

	compare_calls();
	control("del $function");
	delete $added{$function};
	delete $expected{$function};
}

sub enable {
	my $name = one_of(grep { !$group{$_} } @GROUPS);
	# Only some drivers have no detail in the table.
	my $detail = int(rand(2));

	control("enable $name" . ($detail ? ':detail' : ''));
	$group{$name} = 1 + $detail;
}

# void NAME...: compare these counts before they begin again
sub void {
	compare_packets() if grep { $since{$_} } @_;
	delete $since{$_} for @_;
}

sub disable {
	my $name = one_of(enabled());

	void(grep { $TRUTHS{$_}[1] eq $name } keys %TRUTHS);
	control("disable $name");
	delete $group{$name};
}

sub disable_detail {
	my $name = one_of(detailed());

	control("disable $name:detail");
	$group{$name} = 1;
}

sub filter {
	control(one_of('filter', 'filter proto=udp', 'filter in=lo', 'filter out=lo proto=tcp', 'filter netns=' . (stat('/proc/self/ns/net'))[1]));
}

sub wrong_line {
	my $line = one_of('jump', 'filter in=nosuch', 'add', 'add target:nosuch', 'del nosuch', 'enable nosuch', 'add a b c d', '', 'x' x 300);

	$line = 'add nosuch_function' if $line eq 'add target:nosuch' && !here('target');
	note("'" . substr($line, 0, 40) . "'");
	!write_line(DEBUGFS . '/control', $line) or failed("'$line' was taken");
}

sub read_files {
	for my $name (@FILES) {
		length(slurp(DEBUGFS . "/$name")) or failed("$name is empty");
	}
}

sub call {
	my @probed = grep { exists $added{"target:$_"} } @TARGETS;
	my $function = one_of(@TARGETS, @probed, @probed, @probed);
	my $context = one_of(qw(task softirq hardirq));
	my $calls = 1 + int(rand(300));

	note("$function $context $calls");
	write_line(TARGET . '/run', "$function $context $calls") or failed("run: $!");
	$called{$function} += $calls;
	$expected{"target:$function"} += $calls if armed() && exists $added{"target:$function"};
}

# The state of a probe must follow from its module, and from start and stop.
sub compare_states {
	my ($probes) = @_;

	for my $name (sort keys %$probes) {
		my ($state, undef, $reason) = @{$probes->{$name}};

		failed("$name is $state while " . ($running ? 'running' : 'stopped'))
			if $state eq ($running ? 'stopped' : 'armed');
		failed("$name: $reason") if $reason =~ /could not be|no memory|refused|error -?\d/;
		my ($module) = $name =~ /^(\w+):[^|]*$/ or next;
		failed("$name is pending, but the module is there") if $state eq 'pending' && -e "/sys/module/$module/initstate";
		failed("$name is $state without its module") if $state =~ /armed|stopped/ && !-e "/sys/module/$module";
	}
}

sub compare_calls {
	my $probes = probes();

	for my $name (sort keys %expected) {
		$probes->{$name} or failed("no probe on $name");
		equal("calls + missed of $name", $probes->{$name}[1], $expected{$name});
		$compared{'calls of the target'}++;
	}
}

# the names of counts that pathtime and the kernel both have now
sub countable {
	return sort grep { armed() && $group{$TRUTHS{$_}[1]} && here($TRUTHS{$_}[2]) } keys %TRUTHS;
}

# Packets go on meanwhile, so the kernel's own count is read before and after. The true value is between the two.
sub compare_packets {
	my $first = truths();
	my $probes = probes();
	my $last = truths();

	for my $name (countable()) {
		my $counted = $probes->{$TRUTHS{$name}[0]}[1] // failed("no probe on $TRUTHS{$name}[0]");
		my ($least, $most) = ($first->{$name}, $last->{$name});

		if ($since{$name}) {
			my ($before, $old_least, $old_most) = @{$since{$name}};
			my $got = $counted - $before;

			$got >= $least - $old_most - $least_free && $got <= $most - $old_least + $least_free or
				failed("$name: counted $got, while the kernel counted " .
				       ($least - $old_most) . ' to ' . ($most - $old_least));
			$compared{"packets: $name"}++;
		} else {
			$since{$name} = [$counted, $least, $most];
		}
	}
}

sub compare {
	compare_states(probes());
	compare_calls();
	compare_packets();
}

# The target's own counts go with it, so they are compared before.
sub compare_target {
	for (split(/\n/, slurp(TARGET . '/calls'))) {
		my ($function, $calls) = split(' ');

		equal("the target's own calls of $function", $calls, $called{$function} // 0)
			if grep { $_ eq $function } @TARGETS;
	}
}

sub target_goes {
	compare_target();
	shell('wait_until 30 rmmod target');
	delete $module{target};
	%called = ();
}

sub target_comes {
	shell('load_module target');
	$module{target} = 1;
}

# The kernel releases an SA's type after a grace period.
sub esp4_goes {
	shell('flush_tunnels; wait_until 30 rmmod esp4');
	delete $module{esp4};
}

sub esp4_comes {
	shell('modprobe esp4; encrypt');
	$module{esp4} = 1;
}

sub flowtable_goes {
	shell('nft delete table inet lab; wait_until 30 remove_flowtable');
	delete $module{nf_flow_table};
}

sub flowtable_comes {
	shell('modprobe -a nft_flow_offload nf_flow_table_inet; offload');
	$module{nf_flow_table} = 1;
}

sub rebind_nic {
	my $nic = one_of('eth1', 'eth2');

	note($nic);
	shell("rebind $nic");
}

sub reload_virtio_net {
	shell('nft delete table inet lab; rmmod virtio_net; modprobe virtio_net; connect; offload');
}

# --- the walk

sub step {
	my ($name) = @_;
	my (undef, undef, $do, $again) = @{$ACTIONS{$name}};

	push(@steps, $name);
	$times{$name}++;
	my $begin = time();
	void(split(' ', $again));
	$do->();
	compare_packets() if grep { !$since{$_} } countable();
	$took{$name} += time() - $begin;
}

sub next_step {
	my @possible = grep { $ACTIONS{$_}[1]->() } sort keys %ACTIONS;
	my $total = 0;

	$total += $ACTIONS{$_}[0] for @possible;
	my $dice = rand($total);
	for (@possible) {
		$dice -= $ACTIONS{$_}[0];
		return $_ if $dice < 0;
	}
	return $possible[-1];
}

sub progress {
	shell("here progress '$_[0]'");
}

sub walk {
	my $begin = time();
	my $minute = 0;

	while (time() - $begin < $seconds) {
		step(next_step());
		next if time() - $begin < 60 * ($minute + 1);
		$minute = int((time() - $begin) / 60);
		progress("minute $minute, " . @steps . " actions, seed $seed");
	}
}

# When everything is loaded and armed, and only packets that are sent here move, counts are right to the last packet.
sub last_word {
	step('target comes') unless here('target');
	step('esp4 comes') unless here('esp4');
	step('flowtable comes') unless here('nf_flow_table');
	step('load') unless here('pathtime');
	step('start') unless armed();
	for (qw(xfrm virtio_net)) {
		control("enable $_") unless $group{$_};
		$group{$_} //= 1;
	}
	control("add target:target_spin");
	step('compare');
	end_of($caller, 'the caller of the target');
	end_of($reader, 'the reader of the files');
	shell('here stop_sending');
	step('reset');
	compare_target();

	my $spins = spins();
	my $before = truths();
	write_line(TARGET . '/run', "target_spin $_ 500") for qw(task softirq hardirq);
	shell('traffic_ping 20; traffic_tcp 500K; traffic_udp 100; wait_until 30 is_quiet');
	my ($probes, $after) = (probes(), truths());
	compare_states($probes);
	equal('calls of target_spin', $probes->{'target:target_spin'}[1], spins() - $spins);
	for my $name (sort keys %TRUTHS) {
		equal("$name at last", $probes->{$TRUTHS{$name}[0]}[1], $after->{$name} - $before->{$name});
		$after->{$name} > $before->{$name} or failed("$name: no packets at last");
	}
	step('unload');
}

sub spins {
	return slurp(TARGET . '/calls') =~ /target_spin (\d+)/ ? $1 : 0;
}

# the actions, how often each was done, and how many seconds it took
sub report {
	my @lines = map { sprintf('%6d x %-17s %4d s', $times{$_} // 0, $_, $took{$_} // 0) } sort keys %ACTIONS;

	progress(@steps . " actions, seed $seed:");
	open(my $channel, '>&=', 8) or die "channel 8: $!";
	print $channel join('', map { "  $_" } grep { defined } splice(@lines, 0, 2)), "\n" while @lines;
	printf $channel "%8d x compared: %s\n", $compared{$_} // 0, $_
		for 'calls of the target', map { "packets: $_" } sort keys %TRUTHS;
}

srand($seed);
$least_free = UNSEEN_PER_CPU * $ENV{PATHTIME_SMP};
open_counters();
$reader = in_background(\&keep_reading);
$caller = in_background(\&keep_calling);
start_shell();
shell('here start_sending');
walk();
last_word();
report();
