#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# top: the live views, their keys, and the text on the terminal

# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

run version
if ! grep -q '^features:.* ncurses' <<< "$out"; then
	fails 1 "top: it needs ncurses" "built without ncurses" top
	done_testing
	exit
fi

# the machine that the tool sees: its mounts, and the module's files
root=$scratch/root
debugfs=$root/sys/kernel/debug
mkdir -p "$root/proc/self" "$debugfs/pathtime"
echo "none /sys/kernel/debug debugfs rw 0 0" > "$root/proc/self/mounts"
touch "$debugfs/pathtime/control"
export PATHTIME_ROOT=$root

# count NAME: replace the module's counts by this snapshot
count()
{
	cp "$data/$1.snapshot" "$debugfs/pathtime/new"
	mv "$debugfs/pathtime/new" "$debugfs/pathtime/snapshot"
}

fails 1 "top: standard input and output must be a terminal" "no terminal" top
fails 2 "top does not take --json" "no JSON" top --json
fails 2 "usage: pathtime top" "no argument" top xfrm_input

command -v tmux > /dev/null || {
	skip "all on a terminal" "tmux is not installed"
	done_testing
	exit
}

tmux()
{
	command tmux -S "$scratch/tmux" -f /dev/null "$@"
}

trap 'end; rm -rf "$scratch"' EXIT

# the session on the terminal: it saves the terminal's state before and after
cat > "$scratch/session" << 'END'
# Ctrl-C reaches all programs on the terminal. The tool has the default handlers of signals.
trap : INT QUIT
stty -g > "$1/before"
sh -c 'echo $$ > "$1/pid"; shift; exec "$@"' sh "$@"
echo "status $?"
stty -g > "$1/after"
echo over > "$1/state"
exec sleep 1000
END

# begin SIZE TERM ARGUMENTS...: start the tool on a terminal of that size, as COLUMNSxLINES
begin()
{
	local size=$1 term=$2

	shift 2
	end
	rm -f "$scratch"/{before,after,pid,state}
	tmux new-session -d -x "${size%x*}" -y "${size#*x}" \
		env TERM="$term" "${environment[@]}" sh "$scratch/session" \
		"$scratch" "$pathtime" top "$@"
}
environment=()

# end: end the terminal, and a tool that still runs on it
# The result does not matter, nor does the sanitizer's search for leaks. That search hangs if the terminal's SIGCONT
# resumes a process that the sanitizer has stopped.
end()
{
	tmux kill-server 2> /dev/null
	until_true no_server
	[ ! -s "$scratch/pid" ] || kill -KILL "$(< "$scratch/pid")" 2> /dev/null
}

no_server()
{
	! tmux has-session 2> /dev/null
}

screen()
{
	tmux capture-pane -p 2> /dev/null
}

has()
{
	grep -qE -e "$1" <<< "$(screen)"
}

has_not()
{
	! has "$1"
}

# shows NAME PATTERN: wait for a line on the screen that matches
shows()
{
	ok "$1" until_true has "$2"
	has "$2" || screen | sed 's/^/# /'
}

hides()
{
	ok "$1" until_true has_not "$2"
	has_not "$2" || screen | sed 's/^/# /'
}

# press KEY...: press keys, by their names in tmux
press()
{
	tmux send-keys "$@"
}

# functions: print the functions in the summary, in their order
functions()
{
	screen | sed -n '/^FUNCTION/,/^losses/p' |
		grep -oE '^(virtnet|nf_|xfrm_|esp|udp_|skb_|ip_)[a-z0-9_]*' | xargs
}

are()
{
	[ "$(functions)" = "$1" ]
}

# order NAME FUNCTIONS: wait for this order of functions
order()
{
	ok "$1" until_true are "$2"
	are "$2" || echo "# got: $(functions)"
}

is_over()
{
	[ -e "$scratch/state" ]
}

# left NAME STATUS: check that the tool has ended and restored the terminal
left()
{
	ok "$1: it ends" until_true is_over
	shows "$1: exit status" "^status $2"
	is "$1: the terminal is what it was" "$(cat "$scratch/after" 2>&1)" \
		"$(< "$scratch/before")"
	is "$1: no other screen, a cursor, keys as usual" "$(tmux display -p \
		'#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{keypad_flag}')" \
		"0 1 0 0"
}

is_running()
{
	kill -0 "$(< "$scratch/pid")" 2> /dev/null
}

is_gone()
{
	! is_running
}

# The tool refuses to start.
begin 80x24 vt100
shows "no module: a message" "^pathtime: the module is not loaded: modprobe"
left "no module" 1
count usual
begin 80x24 no-such-terminal
shows "an unknown terminal: says so" "cannot draw on the terminal 'no-such-"
left "an unknown terminal" 1
begin 80x24 dumb
shows "a dumb terminal: says so" "cannot draw on the terminal 'dumb'"
left "a dumb terminal" 1

# The tool draws on each kind of terminal.
for term in vt100 linux screen; do
	begin 80x24 "$term" --interval 1h
	shows "$term: the title" "^pathtime: summary since the counts began, every 1 h 0 min, by TOTAL"
	is "$term: it is the first line" "$(screen | head -n 1 | cut -c 1-9)" \
		pathtime:
	is "$term: keys are in the last of 24 lines" \
		"$(screen | sed -n 24p | cut -c 1-15)" "? help  q quit "
	ok "$term: losses are shown" has "^losses: 17 calls missed"
	press Down Enter
	shows "$term: arrows and Enter" "^pathtime: histogram"
	press q
	left "$term" 0
done

# the content of the screen
begin 80x24 screen --interval 1h
shows "counts, as there is one reading" "^virtnet_poll +16,000 "
count later
press p
shows "paused" "^PAUSED pathtime: summary since"
press p
shows "per second: 32,000 calls in 2.5 s" "^virtnet_poll +12,800 "
ok "per second: the columns say so" has "CALLS/s MISS/s .* TOTAL/s"
press i
shows "since the counts began" "^virtnet_poll +48,000 "
hides "no rates there" "CALLS/s"
press i
shows "per second again" "^virtnet_poll +12,800 "

# order
press i '<' '<' '<' '<' '<' '<' '<'
shows "sorted by name" "^pathtime.*, by FUNCTION"
sorted=$(LC_ALL=C tr ' ' '\n' <<< "$(functions)" | LC_ALL=C sort | xargs)
order "names ascend" "$sorted"
press r
shows "reversed: it says so" ", by FUNCTION reversed"
order "reversed" "$(tr ' ' '\n' <<< "$sorted" | tac | xargs)"
press r '>'
shows "sorted by calls" "^pathtime.*, by CALLS"
is "most calls first" "$(functions | cut -d ' ' -f 1)" \
	"$(run -f "$data/later.snapshot" --json
	   json '.probes | max_by(.calls).function')"
press '<' '<'
shows "by group" "^xfrm:"
press '<'
shows "after the first column comes the last" "^pathtime.*, by TOTAL"

# filter
press / e s p
shows "filter: it is asked for" "^filter: esp_"
ok "filter: as one types" until_true are esp_output_tail
press BSpace
shows "filter: a letter is taken back" "^filter: es_"
press p Enter
shows "filter: keys are back" "^\\? help"
shows "filter: it is in the title" "by TOTAL, with esp$"
press Escape
hides "filter: Esc ends it" "with esp"
press / n o n e s u c h
shows "filter: nothing" "^no calls to show"
press Escape

# one function's histogram, and no tree
press Home Down
press Enter
shows "histogram" "^pathtime: histogram since"
shows "histogram: its buckets" "FROM .* BELOW .* CALLS +% +SUM %"
press Escape
shows "back from it" "^pathtime: summary"
press t
shows "no tree: says why" "loaded without nesting"
ok "no tree: the summary stays" has "^pathtime: summary"
press s
hides "the next key takes it away" "without nesting"
press '?'
shows "help" "^  R +reset all counts, after a confirmation"
press s

# pause
press p
shows "pause" "^PAUSED"
count usual
press i i
shows "pause: views go on" "^virtnet_poll +48,000 "
press p
shows "after a pause it reads at once" "^virtnet_poll +16,000 "
press q
left "quit" 0

# callers and callees
count nested
begin 80x24 linux --interval 1h
shows "begun again" "^virtnet_poll"
press t
shows "tree" "^pathtime: tree since"
shows "tree: callees below callers" "^ +[0-9]+ .*[|\`]xfrm_input"
press / e s p Enter
shows "tree: the filter leaves callers" "virtnet_poll"
hides "tree: and nothing else" "skb_recv_done"
press Escape
shows "tree: all again" "skb_recv_done"
press s
shows "tree: and the summary" "^pathtime: summary"
press Tab Tab
shows "Tab goes through the views" "^pathtime: histogram"

# paths of packets
press q
left "quit before paths" 0
count paths
begin 80x24 screen --interval 1h
shows "only paths: the summary is empty" "^no calls to show"
press P
shows "paths" "^pathtime: paths since the counts began, every 1 h 0 min, by PACKETS"
shows "paths: a row" "^rx > flowtable > tx +14 +82.4 +2.02 "
shows "paths: what is in none" "^5 packets in no path: found no free"
count paths_later
press p p
shows "paths: 28 in 2.5 s" "^rx > flowtable > tx +11 +82.4 "
ok "paths: the columns say so" has "^PATH +PACKETS/s "
press / d r o p Space n o
shows "paths: a filter with a blank" "^filter: drop no_"
hides "paths: as one types" "^rx > flowtable > tx"
ok "paths: the row that is left" has "^rx > drop NO_SOCKET"
press Enter
shows "paths: the filter is in the title" "by PACKETS, with drop no$"
press s
hides "paths: functions have a filter of their own" "with drop no"
press P Escape
shows "paths: all again" "^rx > flowtable > tx"
press Enter
shows "paths: Enter shows stages" "^    [|]> flowtable 25%[|]"
press Enter
shows "paths: Enter shows fast and slow packets" "^    STAGE +ALL +P50 +P90"
hides "paths: and hides stages" "^    [|]"
press Enter
shows "paths: Enter shows the slowest packets" "^    4.00, 1 s ago, "
hides "paths: and hides fast and slow ones" "^    STAGE"
press Enter
hides "paths: Enter hides them" "^    4.00, 1 s ago, "
hides "paths: and no stages come back" "^    [|]"
count paths_stages
press p p Enter
shows "paths: Enter shows stages first" "^    [|]"
press Enter
shows "paths: then their times, if they are kept" "^    flowtable > tx +<1 +94.8 +0.415 "
hides "paths: and no bars" "^    [|]"
press Enter
hides "paths: and then not any more" "^    flowtable > tx +<"
press Enter Enter
count paths_later
press p p
press '<'
shows "paths: by name" "^pathtime: paths .*, by PATH$"
count paths_filtered
press p p
shows "paths: which waits are timed" "^waits that are timed .waits=.: gro, poll; not timed: ring, socket, irq"
count paths
press p p i I
shows "interfaces" "^pathtime: interfaces since the counts began, every 1 h 0 min$"
shows "interfaces: a row" "^1@4026532281 rx +1234602 +1234000 +7 +1 +556 +33 +5$"
ok "interfaces: packets in no path by reason" has "^    in no path: 1 timed_out, 5 gro_merged, 2 reassembled"
ok "interfaces: what is in no path at all" has "^5 packets in no path: found no free"
press Enter
press N
shows "polls" "^pathtime: polls since the counts began"
shows "polls: a line" "^raised, until it ran +6 +4.99 "
ok "polls: what they did" has "^1 poll that took all of their budget"
hides "polls: of all CPUs" "^CPU 0"
press a
shows "polls: of each CPU, too" "^CPU 0"
press End
shows "polls: they scroll" "^4 polls outside of the softirq"
ok "polls: to the last CPU" has "^CPU 2"
press a Escape
shows "Esc leaves polls; Enter in interfaces changed nothing" "^pathtime: paths"
hides "no stages of paths" "^    [|]"
press i
count usual
press p p
shows "paths: no more of them" "^paths: the module was loaded with paths=0"
ok "paths: the summary is shown" has "^pathtime: summary"
press Tab
shows "Tab leaves out what there is not" "^pathtime: histogram"
press Tab
shows "Tab: and again" "^pathtime: summary"
press q
left "quit after paths" 0
count nested
begin 80x24 linux --interval 1h
shows "callers and callees again" "^virtnet_poll"

# control commands
control=$debugfs/pathtime/control
was_written()
{
	[ "$(< "$control")" = "$1" ]
}
press s S
ok "S stops" until_true was_written stop
count stopped
press p p
shows "a message that all is stopped" "^stopped: nothing is counted"
: > "$control"
press S
ok "S starts" until_true was_written start
: > "$control"
press R
shows "reset: it asks" "^reset all counts to zero\\? y or n"
press n
hides "reset: not done" "reset all counts"
is "reset: nothing was written" "$(< "$control")" ""
press R y
ok "reset: done" until_true was_written reset
mv "$control" "$control.away"
press S
shows "an impossible view is an error" "^the module is not loaded"
mv "$control.away" "$control"
press s
hides "which the next key takes away" "^the module is not loaded"

# interval
press +
shows "no longer interval than those there are" ", every 1 h 0 min"
press -
shows "a shorter interval" ", every 1 min 0 s|, every 60 s"
press - -
shows "two steps shorter" ", every 10 s"
press +
shows "one step longer" ", every 30 s"

# The module is unloaded and loaded again.
press q
left "quit in the summary" 0
begin 80x24 screen --interval 50ms
count usual
shows "it reads again and again" "^pathtime: summary per second, every 0.05 s"
rm "$debugfs/pathtime/snapshot"
shows "unloaded: a message" "^the module is not loaded: modprobe pathtime"
count later
hides "loaded again: it goes on" "^the module is not loaded"
count nested
press i
shows "another module: its counts" "^skb_recv_done"
press t
shows "another module: its tree" "^pathtime: tree since"
count usual
shows "no tree any more: it says so" "loaded without nesting"
shows "and shows the summary" "^pathtime: summary since"

# resizing: the title stays, and the keys are in the last line
for size in 132x50 40x12 20x5 80x24; do
	tmux resize-window -x "${size%x*}" -y "${size#*x}"
	is_drawn()
	{
		[ "$(screen | sed -n 1p | cut -c 1-17)" = "pathtime: summary" ] &&
			[ "$(screen | sed -n "${size#*x}p" | cut -c 1-9)" = "? help  q" ]
	}
	ok "resized to $size" until_true is_drawn
	is_drawn || screen | sed 's/^/# /'
done
press s
tmux resize-window -x 10 -y 1
tmux resize-window -x 80 -y 24
shows "after no room at all" "^losses: "

# signals and keys that end it
press C-c
left "Ctrl-C" 0
for signal in TERM HUP QUIT; do
	begin 80x24 screen --interval 1h
	shows "SIG$signal: it runs" "^pathtime: summary"
	kill -$signal "$(< "$scratch/pid")"
	left "SIG$signal" 0
done
# The reason is at end().
environment=(ASAN_OPTIONS=detect_leaks=0)
begin 80x24 screen --interval 1h
shows "the terminal goes: it runs" "^pathtime: summary"
tmux kill-session
ok "the terminal goes: it ends" until_true is_gone
environment=()

# stopped and continued, by the shell's job control
begin 80x24 screen --interval 1h
shows "SIGSTOP: it runs" "^pathtime: summary"
kill -STOP "$(< "$scratch/pid")"
tmux send-keys -R
hides "SIGSTOP: what is on the screen is lost" "^pathtime: summary"
kill -CONT "$(< "$scratch/pid")"
shows "SIGCONT: it is drawn again" "^pathtime: summary"
end
tmux new-session -d -x 80 -y 24 env TERM=screen PS1='ready> ' \
	bash --norc --noprofile -i
shows "a shell" "^ready>"
press "$pathtime top -i 1h" Enter
shows "from a shell" "^pathtime: summary"
press C-z
shows "Ctrl-Z stops it" "^\\[1\\]\\+ +Stopped"
is "the shell has its screen" "$(tmux display -p '#{alternate_on} #{cursor_flag}')" \
	"0 1"
press "fg" Enter
shows "and it goes on" "^pathtime: summary"
press q
shows "and ends" "^ready> *$"

# colours
count usual
for environment in NO_COLOR= NO_COLOR=1; do
	begin 80x24 screen --interval 1h
	shows "$environment: it runs" "^pathtime: summary"
	is "$environment: missed calls are red unless that is set" \
		"$(tmux capture-pane -e -p | grep -c '^.*xfrm_input.*\[31m')" \
		"$([ $environment = NO_COLOR=1 ] && echo 0 || echo 1)"
	press q
	until_true is_over
done
environment=()
begin 80x24 vt100 --interval 1h --color always
shows "no colours on a terminal that has none" "^pathtime: summary"
press q
left "without colours" 0
done_testing
