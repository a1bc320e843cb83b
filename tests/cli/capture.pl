#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# captures for import.t, and a second opinion on them
#
#	capture.pl make SEED CALLS	writes a capture of two CPUs, as ftrace would
#	capture.pl totals FILE...	"FUNCTION CALLS TOTAL_NS" of clean captures
#	capture.pl selves FILE...	"FUNCTION SELF_NS"
#	capture.pl ranks FILE...	"FUNCTION MIN_NS P50_NS P90_NS P99_NS P99.9_NS MAX_NS", all times of calls
#
# The second opinion is one expression and one stack a CPU. It believes each
# brace, and knows nothing of what gets lost.
use strict;
use warnings;

my @modules = ('', '', '', ' [nf_conntrack]', ' [esp4]');
my @names = map { "function_$_" . ($_ % 7 ? '' : '.isra.0') . $modules[$_ % 5] } 1 .. 40;

sub duration
{
	my ($ns) = @_;
	my $flag = $ns >= 100000 ? '!' : $ns >= 10000 ? '+' : ' ';

	return sprintf '%s %-13s', $flag, sprintf('%d.%03d us', $ns / 1000, $ns % 1000);
}

# lines of one call and what is in it, and its time; $$left calls may follow
sub make_call
{
	my ($cpu, $depth, $left) = @_;
	my $name = $names[rand @names];
	my $indent = '  ' x $depth;
	my $ns = 30 + int rand 900;
	my $callees = $depth < 20 ? int rand 3.2 : 0;
	my @lines;

	if (!$callees || $$left <= 0) {
		return ([" $cpu) " . duration($ns) . "|  $indent$name();"], $ns);
	}
	push @lines, " $cpu)               |  $indent$name() {";
	while ($callees-- && $$left-- > 0) {
		my $is_interrupt = rand() < 0.05;
		my ($inner, $inner_ns) = make_call($cpu, $depth + 1, $left);

		push @lines, " $cpu)   ==========> |" if $is_interrupt;
		push @lines, @$inner;
		push @lines, " $cpu)   <========== |" if $is_interrupt;
		$ns += $inner_ns;
	}
	my $comment = rand() < 0.1 ? " /* $name */" : '';
	push @lines, " $cpu) " . duration($ns) . "|  $indent}$comment";
	return (\@lines, $ns);
}

sub make
{
	my ($seed, $calls) = @_;
	my @cpu = ([], []);

	srand $seed;
	print "# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n",
		"# |     |   |                     |   |   |   |\n";
	while ($calls > 0) {
		my $cpu = int rand 2;
		my $before = $calls--;
		my ($lines) = make_call($cpu, 0, \$calls);

		push @{$cpu[$cpu]}, @$lines;
	}
	# the CPUs by turns
	while (@{$cpu[0]} || @{$cpu[1]}) {
		my $from = $cpu[rand 2];

		for my $line (splice @$from, 0, 1 + int rand 5) {
			print "$line\n";
		}
	}
}

my (%calls, %total, %self, %times);

sub count
{
	my ($stack, $name, $ns, $inner_ns) = @_;

	$name =~ s/^(\S+) \[(\w+)\]$/$2:$1/;
	$calls{$name}++;
	$total{$name} += $ns;
	push @{$times{$name}}, $ns;
	$self{$name} += $ns - $inner_ns;
	$stack->[-1]{inner_ns} += $ns if @$stack;
}

sub read_capture
{
	my ($text) = @_;
	my %stacks;

	while ($text =~ /(?<![\w(])(\d+)\)\s+(?:[-+!#*@\$]\s+)?(?:([\d.]+)\s+us\s*)?(==+>|<==+)?\s*\|(?!\S)\s*(\}|[\w.]+(?:\s\[\w+\])?\(\)\s?[;{])?/g) {
		my ($cpu, $us, $arrow, $what) = ($1, $2, $3, $4);
		my $stack = $stacks{$cpu} //= [];
		my $ns = defined $us ? int($us * 1000 + 0.5) : 0;

		if ($arrow) {
			if ($arrow =~ />/) {
				push @$stack, { name => undef, inner_ns => 0 };
			} else {
				my $border = pop @$stack;
				$stack->[-1]{inner_ns} += $border->{inner_ns} if @$stack;
			}
		} elsif (!defined $what) {
			next;
		} elsif ($what eq '}') {
			my $frame = pop @$stack;
			count($stack, $frame->{name}, $ns, $frame->{inner_ns});
		} elsif ($what =~ /^(.*)\(\);$/) {
			count($stack, $1, $ns, 0);
		} elsif ($what =~ /^(.*)\(\)\s?\{$/) {
			push @$stack, { name => $1, inner_ns => 0 };
		}
	}
}

sub read_files
{
	local $/;

	for my $path (@_) {
		open my $file, '<', $path or die "$path: $!\n";
		read_capture(<$file>);
	}
}

# the least time that is not below a share of all times
sub at_rank
{
	my ($permyriad, @sorted) = @_;

	return $sorted[int(($permyriad * @sorted + 9999) / 10000) - 1];
}

my ($what, @arguments) = @ARGV;
if ($what eq 'make') {
	make(@arguments);
} elsif ($what eq 'totals') {
	read_files(@arguments);
	print "$_ $calls{$_} $total{$_}\n" for sort keys %calls;
} elsif ($what eq 'selves') {
	read_files(@arguments);
	print "$_ $self{$_}\n" for sort keys %self;
} elsif ($what eq 'ranks') {
	read_files(@arguments);
	for my $name (sort keys %times) {
		my @sorted = sort { $a <=> $b } @{$times{$name}};

		print join(' ', $name, $sorted[0], (map { at_rank($_, @sorted) } 5000, 9000, 9900, 9990), $sorted[-1]), "\n";
	}
} else {
	die "usage: capture.pl make SEED CALLS | totals FILE... | selves FILE...\n";
}
