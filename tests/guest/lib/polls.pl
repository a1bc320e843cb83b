#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# polls.pl: count NAPI's polls by ftrace's events, from a marker on
#
# usage: polls.pl TRACE MARKER
#
# TRACE is of tracefs, with the event napi_poll. For each CPU that polled, it prints "CPU POLLS FULL PACKETS US". FULL are those that took
# all of their budget. US is from the last poll before the marker to the last one.
use strict;
use warnings;

my ($name, $marker) = @ARGV;
my ($is_counted, %cpus);
open(my $trace, '<', $name) or die "$name: $!\n";
while (<$trace>) {
	die "$name has lost events: $_" if /LOST/ || (m{entries-in-buffer/entries-written: (\d+)/(\d+)} && $1 != $2);
	$is_counted = 1 if /tracing_mark_write: \Q$marker\E$/;
	my ($cpu, $at, $work, $budget) = /\[(\d+)\]\s+\S+\s+(\d+\.\d+): napi_poll: .* work (\d+) budget (\d+)/ or next;
	my $on = $cpus{$cpu + 0} //= { polls => 0, full => 0, packets => 0 };
	# netpoll only has sent packets freed
	next if !$budget;
	$on->{$is_counted ? 'last' : 'before'} = $at * 1e6;
	next if !$is_counted;
	$on->{polls}++;
	$on->{packets} += $work;
	$on->{full}++ if $work >= $budget;
}
die "$name has no marker '$marker'\n" if !$is_counted;
for my $cpu (sort { $a <=> $b } grep { $cpus{$_}{polls} } keys %cpus) {
	my $on = $cpus{$cpu};

	die "CPU $cpu has not polled before the marker\n" if !$on->{before};
	printf "%d %d %d %d %.0f\n", $cpu, @$on{qw(polls full packets)}, $on->{last} - $on->{before};
}
