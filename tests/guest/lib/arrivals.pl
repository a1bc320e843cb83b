#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# arrivals.pl: compare when slow packets say that they arrived with ftrace's own events
#
# usage: arrivals.pl TRACE INTERRUPT <PACKETS
#
# TRACE is of tracefs, with the clock "boot". It has irq_handler_entry of the NIC's interrupt, whose name is INTERRUPT, and of all
# devices softirq_entry, napi_poll and napi_gro_receive_entry. A line of PACKETS is END_NS, then STEP:CPU:NS for each step. It prints
# "PACKETS WRONG LEAST-US MOST-US", the last two of the waits for a poll, and why packets are wrong.
use strict;
use warnings;

# from the event of ftrace to the module's own reading: the interrupt's handler has to find its device
use constant SLACK_US => 500;

my (@interrupts, %polls, %arrivals);
open(my $trace, '<', $ARGV[0]) or die "$ARGV[0]: $!\n";
while (<$trace>) {
	die "$ARGV[0] has lost events: $_" if /LOST/ || (m{entries-in-buffer/entries-written: (\d+)/(\d+)} && $1 != $2);
	my ($cpu, $at, $event, $text) = /\[(\d+)\]\s+\S+\s+(\d+\.\d+): (\w+): (.*)/ or next;
	$cpu += 0;
	$at *= 1e6;
	if ($event eq 'irq_handler_entry') {
		push @interrupts, $at if $text =~ /name=\Q$ARGV[1]\E$/;
	} elsif ($event eq 'napi_gro_receive_entry') {
		push @{$arrivals{$cpu}}, $at;
	} elsif ($event eq 'napi_poll' || $text =~ /action=NET_RX/) {
		# the end of one poll is the begin of the next one
		push @{$polls{$cpu}}, $at;
	}
}

# the last of these times before one
sub before {
	my ($at, @times) = @_;
	my @all = grep { $_ < $at } @times;

	return @all ? $all[-1] : 0;
}

# of these times, the one that is nearest to a time
sub nearest {
	my ($at, @times) = @_;
	my ($best) = sort { abs($a - $at) <=> abs($b - $at) } @times, 0;

	return $best;
}

my ($packets, $wrong, $least, $most) = (0, 0, undef, 0);
while (<STDIN>) {
	my ($end, @steps) = split;
	my (%at, %cpu, %is);
	my $at = $end / 1000;

	for (reverse @steps) {
		my ($step, $cpu, $ns) = split /:/;
		$at{$step} = $at;
		$cpu{$step} = $cpu;
		$at -= $ns / 1000;
	}
	$is{rx} = nearest($at{rx}, @{$arrivals{$cpu{rx}} // []});
	my ($poll) = grep { exists $at{$_} } qw(poll ksoftirqd);
	$is{$poll} = before($is{rx}, @{$polls{$cpu{rx}} // []}) if $poll;
	$is{irq} = before($poll ? $is{$poll} + 1 : $is{rx}, @interrupts);
	my @bad = grep { !exists $at{$_} || abs($at{$_} - $is{$_}) > SLACK_US } sort keys %is;
	my $wait = $at{$poll // 'rx'} - ($at{irq} // 0);
	$packets++;
	$wrong++ if @bad;
	$least = $wait if !defined $least || $wait < $least;
	$most = $wait if $wait > $most;
	print STDERR join(', ', map { sprintf '%s at %.0f, by ftrace at %.0f', $_, $at{$_} // 0, $is{$_} } @bad), "\n" if @bad;
}
printf "%d %d %.0f %.0f\n", $packets, $wrong, $least // 0, $most;
