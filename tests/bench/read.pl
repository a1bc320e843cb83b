#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# read: times how long a read of the module's files takes, in a guest
# usage: read.pl TIMES FILE...; prints lines "FILE BYTES NS", the shortest of TIMES
use strict;
use warnings;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

use constant DEBUGFS => '/sys/kernel/debug/pathtime';

# Opening the file is part of the time: open() takes the snapshot.
sub read_file {
	my ($name) = @_;
	my ($bytes, $data) = (0);

	open(my $file, '<', DEBUGFS . "/$name") or die "$name: $!\n";
	while (my $length = sysread($file, $data, 65536) // die "$name: $!\n") {
		$bytes += $length;
	}
	close($file);
	return $bytes;
}

my ($times, @files) = @ARGV;
for my $file (@files) {
	my ($bytes, $least);

	for (1 .. $times) {
		my $start = clock_gettime(CLOCK_MONOTONIC);
		$bytes = read_file($file);
		my $took = clock_gettime(CLOCK_MONOTONIC) - $start;
		$least = $took if !defined $least || $took < $least;
	}
	printf "%s %d %.0f\n", $file, $bytes, $least * 1e9;
}
