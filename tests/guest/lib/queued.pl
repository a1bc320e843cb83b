#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# queued.pl: compare how long slow packets say that they waited in a device's queue with ftrace's own events
#
# usage: queued.pl TRACE DEVICE <PACKETS
#
# TRACE is of tracefs, with the clock "boot". It has net_dev_queue and net_dev_start_xmit, and for each of them another event that soon
# comes after it on its CPU. A line of PACKETS is END_NS WAIT_NS: the packet's wait ended when the driver of DEVICE was given it.
#
# If ftrace's events were enabled before pathtime was loaded, pathtime's hooks come after them, and before the next event of the CPU: softirqs
# are off. So each wait has exact bounds, also if an emulated CPU loses its processor. It prints "PACKETS WRONG NARROW LEAST-US MOST-US":
# packets, those that are out of bounds, those whose bounds are at most a bucket apart, and the shortest and the longest bound. stderr
# has each packet, the wrong ones first.
use strict;
use warnings;

# by default, there are 16 buckets in each power of two
use constant BUCKET => 1 / 16;
# two times that ftrace rounds to 1 us
use constant ROUNDED_US => 2;

my ($name, $device) = @ARGV;
# by CPU, the event that waits for the next one; by packet, [when it came to the queue, the next event]
my (%open, %queued, @sent);
open(my $trace, '<', $name) or die "$name: $!\n";
while (<$trace>) {
	die "$name has lost events: $_" if /LOST/ || (m{entries-in-buffer/entries-written: (\d+)/(\d+)} && $1 != $2);
	my ($cpu, $seconds, $event, $text) = /\[(\d+)\]\s+\S+\s+(\d+\.\d+): (\w+): (.*)/ or next;
	my $at = $seconds * 1e6;
	my $last = delete $open{$cpu};

	push @$last, $at if $last;
	my ($packet) = $text =~ /\bdev=\Q$device\E .*\bskbaddr=(\S+)/ or next;
	if ($event eq 'net_dev_queue') {
		$open{$cpu} = $queued{$packet} = [$at];
	} elsif ($event eq 'net_dev_start_xmit' && $queued{$packet}) {
		$open{$cpu} = [$at];
		push @sent, [delete $queued{$packet}, $open{$cpu}];
	}
}

my ($packets, $narrow, @right, @wrong, @bounds) = (0, 0);
while (<STDIN>) {
	my ($end, $wait) = map { $_ / 1000 } split;
	my ($nearest) = sort { abs($a->[1][0] - $end) <=> abs($b->[1][0] - $end) } grep { defined $_->[0][1] && defined $_->[1][1] } @sent;
	my ($from, $to) = $nearest ? @$nearest : ([0, 0], [0, 0]);
	my ($least, $most) = ($to->[0] - $from->[1] - ROUNDED_US, $to->[1] - $from->[0] + ROUNDED_US);
	my $is_right = $wait >= $least && $wait <= $most;

	push @{$is_right ? \@right : \@wrong}, sprintf "%.0f us in the queue, by ftrace %.0f to %.0f us\n", $wait, $least, $most;
	push @bounds, $least, $most;
	$packets++;
	$narrow++ if $most - $least <= $most * BUCKET;
}
@bounds = sort { $a <=> $b } @bounds, $packets ? () : 0;
print STDERR @wrong, @right;
printf "%d %d %d %.0f %.0f\n", $packets, scalar @wrong, $narrow, $bounds[0], $bounds[-1];
