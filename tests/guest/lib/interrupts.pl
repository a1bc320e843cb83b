#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# interrupts.pl: compare what slow packets say about interrupts with ftrace's own events
#
# usage: interrupts.pl TRACE <PACKETS
#
# TRACE is of tracefs, with the clock "boot" and the events of interrupts. A line of PACKETS is END_NS IRQ_NS WHOLE, then
# CPU:NS for each stage. It prints "PACKETS WHOLE WRONG LEAST-US MOST-US" and, for each wrong packet, why.
use strict;
use warnings;

# from the time of ftrace's event to that of the module's hook, which the same tracepoint calls
use constant SLACK_US => 100;
# the module keeps some more
use constant SURE => 480;

my (%began, %depth, %interrupts);
open(my $trace, '<', $ARGV[0]) or die "$ARGV[0]: $!\n";
while (<$trace>) {
	die "$ARGV[0] has lost events: $_" if /LOST/ || (m{entries-in-buffer/entries-written: (\d+)/(\d+)} && $1 != $2);
	my ($cpu, $at, $event) = /\[(\d+)\]\s+\S+\s+(\d+\.\d+): (\w+):/ or next;
	$cpu += 0;
	$at *= 1e6;
	if ($event =~ /_entry$/) {
		$began{$cpu} = $at if !$depth{$cpu}++;
	} elsif ($event =~ /_exit$/ && $depth{$cpu} && !--$depth{$cpu}) {
		push @{$interrupts{$cpu}}, [$began{$cpu}, $at];
	}
}

# during(CPU, FROM, TO): time in interrupts, and their number; of the last ones that the module surely has, if there are more
sub during {
	my ($cpu, $from, $to) = @_;
	my ($sum, $number) = (0, 0);
	my @all = grep { $_->[0] < $to } @{$interrupts{$cpu} // []};

	@all = @all[-(SURE) .. -1] if @all > SURE;
	for my $interrupt (@all) {
		my $first = $interrupt->[0] > $from ? $interrupt->[0] : $from;
		my $last = $interrupt->[1] < $to ? $interrupt->[1] : $to;
		next if $first >= $last;
		$sum += $last - $first;
		$number++;
	}
	return ($sum, $number);
}

my ($packets, $complete, $wrong, $least, $most) = (0, 0, 0, undef, 0);
while (<STDIN>) {
	my ($end, $irq, $whole, @stages) = split;
	my ($us, $number, $sum) = ($irq / 1000, 0, 0);
	my $at = $end / 1000;

	for my $stage (reverse @stages) {
		my ($cpu, $ns) = split /:/, $stage;
		my ($in, $count) = during($cpu, $at - $ns / 1000, $at);
		$sum += $in;
		$number += $count;
		$at -= $ns / 1000;
	}
	my $slack = SLACK_US * ($number + 1);
	# of a part, all are known but the oldest: events that ftrace writes have a share in its time
	my $is_wrong = $whole eq 'true' ? abs($us - $sum) > $slack : $us < $sum / 2 || $us > 2 * $sum + $slack;
	$packets++;
	$complete++ if $whole eq 'true';
	$wrong++ if $is_wrong;
	$least = $us if !defined $least || $us < $least;
	$most = $us if $us > $most;
	printf STDERR "%.0f us in interrupts (%s), ftrace has %.0f us in %d\n", $us, $whole, $sum, $number if $is_wrong || $packets == 1;
}
printf "%d %d %d %.0f %.0f\n", $packets, $complete, $wrong, $least // 0, $most;
