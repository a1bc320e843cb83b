/* SPDX-License-Identifier: GPL-2.0 */
/*
 * abi: what the module shows and takes in debugfs
 *
 * FILES, all root's, in the directory PTIME_DIR of a mounted debugfs:
 *
 *	hist		0400  text: each series with its buckets
 *	summary		0400  text: one line per series
 *	tree		0400  text: callers and callees
 *	paths		0400  text: one line per road that packets took
 *	probes		0400  text: one line per probe, with state and reason
 *	status		0400  text: what keeps the module loaded, below
 *	snapshot	0400  binary, below; taken when the file is opened
 *	control		0600  write: one verb per line; read: help, and a last
 *			      line of PTIME_LAST_ERROR and what was wrong with the
 *			      last line written by this open file, or, until it
 *			      has written one, by any before it was opened; or
 *			      PTIME_NO_ERROR
 *
 * VERBS
 *
 *	start				arm all probes
 *	stop				take all probes out, keep the counts
 *	reset				start all counts at zero
 *	add [MODULE:]FUNCTION [group=NAME] [returns=RULE] [backend=BACKEND] [arguments=N] [force]
 *					time one more function; RULE says how its
 *					return value splits the calls: reading
 *					the file lists the rules. MODULE
 *					"vmlinux" is the kernel itself.
 *					arguments= and force: see ARGUMENTS
 *	del [MODULE:]FUNCTION		remove a probe and its counts
 *	enable GROUP[:detail]		add a built-in group's probes
 *	disable GROUP[:detail]		remove a group's probes and counts
 *	budget PERCENT|off		what all probes together may take of one CPU
 *	filter [in=INTERFACE] [out=INTERFACE] [proto=PROTOCOL] [netns=NUMBER]
 *					which packets have a path; without any of
 *					these, all. Interfaces are those of the
 *					writer's name space
 *
 * One write takes one line and returns its length, so that a buffer of several
 * lines is taken line by line, and the write that fails is the line at fault.
 * The end of a write ends a line, too.
 * A verb that fails changes nothing. Errors: EINVAL (unknown verb, bad or
 * missing argument, NUL, a function that cannot be probed, or a bare name that
 * several modules, or several functions of the kernel itself, have), E2BIG (line longer
 * than PTIME_LINE_MAX), ENOENT (no such function, probe or group), EEXIST
 * (probed already), ENODEV (no such interface), EOPNOTSUPP (a filter where no paths
 * are looked at, a direct call of a function whose arguments are not known), ENOMEM,
 * and what the kernel's probe interface returns;
 * EFAULT where there is no line to be read, which is no line's last error.
 *
 * What a verb takes out of the code is out when the write returns. ftrace waits for every task
 * of the kernel before it gives a function back, so that may take as long as one of them is
 * busy. Only SIGKILL ends the write early, O_NONBLOCK before it waits at all; the work goes
 * on. With O_NONBLOCK a verb that would have to wait first is refused with EAGAIN.
 *
 * ARGUMENTS
 *
 * A direct call passes on up to ten argument words of eight bytes on x86-64, eight on arm64.
 * The module knows that the functions of its groups take no more. Of any other function N, 0 to
 * 255, states the number of words. backend=direct fails with EOPNOTSUPP where it is not
 * stated, where it is too large, or where the function is a copy that GCC made (.isra.0), as N
 * says nothing of that. A structure by value may go to the stack as a whole, though registers
 * are left: N is then the words that are in registers, at least six (arm64: eight), and
 * all those on the stack. force makes a direct call all the same, unless N is too large: then
 * the reason in the file probes and the kernel's log begin with "WARNING:". If the
 * function is given more words than are passed on, it reads others in their place, and the
 * kernel may crash.
 *
 * STATUS
 *
 * One "KEY VALUE" in each line:
 *
 *	state		running, stopping, stopped; dead: ftrace has shut itself down while it had
 *			direct calls, and the module stays until the machine is rebooted
 *	direct		functions that call code of the module directly
 *	stopping	probes that are being taken out
 *	calls		calls under way that return through code of the module
 *	kept		kretprobes that the kernel could not take out, and may still call:
 *			the module stays until their functions' modules have gone, and stop
 *			is written once more
 *	pinned		1: rmmod is refused; 0: it is not
 *
 * The module can be unloaded when no function calls its code and no call returns through it:
 * write stop, wait for "pinned 0".
 *
 * SAMPLING
 *
 * Loaded with sample=N, N above 1, the module times one call in N. Each stands for
 * N calls: in all files numbers of calls and packets, and sums of times, are
 * estimates of all calls, multiples of N; in texts a '~' is before them. Missed
 * calls are counted, and the shortest and the longest time are of those timed.
 *
 * COST
 *
 * What a probe adds to a call was measured at load, of each backend on an empty
 * function: inside the time that the probe takes, and outside of it, where the caller
 * is. All times have it taken off: a call's own inside, and with nesting all that its
 * callees' probes added, so that they are what the function takes when nobody looks.
 * The raw sums are those of the times as they were taken. A call that took less than
 * what is to be taken off counts as 0 ns. Where the measuring failed, as in a kernel
 * whose probes were turned off, nothing is taken off.
 *
 * A budget is a limit of what all probes together cost in a second, in per cent of one
 * CPU. Where it is passed, the probe with the highest cost is stopped, one in each
 * second, until the verb start.
 *
 * NESTING
 *
 * Unless loaded with nesting=0 (or sample=N, N above 1), the module knows which timed
 * call was made in which other one, in the same context: a task's, a softirq or a
 * hardirq. A node is a function below its callers. Of each node and to the nanosecond
 *
 *	total = self + elsewhere + totals of the nodes below it
 *
 * but for calls that had not returned when it was read. Elsewhere is what contexts
 * took that came between, as far as they are timed: it is that of the function it
 * interrupted, not of its callers. No two nodes have the same function, caller and
 * context. What a function called that is no longer timed is below its own caller. A
 * call that could not be linked to its caller is in its function's series, and in no
 * node: its time is its caller's own. Such calls are counted by reason, enum
 * ptime_unlinked.
 *
 * PATHS
 *
 * Loaded with paths=N, N above 0, the module tells what road each packet takes: where it
 * begins, which steps it takes (<pathtime/steps.h>), and where it ends. A path is all
 * packets that took the same steps in the same order, and were dropped for the same
 * reason, if they were. Of each packet and to the nanosecond
 *
 *	time = sum of the times from one step to the next
 *
 * A packet that is segmented ends there, and its segments have its steps; one that is
 * merged into another ends, too. Neither is counted. A path's CPUs have neither
 * self times nor packets: their calls are the packets. These times have what probes cost
 * in them. A packet that is in no path is counted by reason, enum ptime_path_loss, but for
 * those that are under way at a start, a stop or a filter. What was sent or dropped and had no
 * record is counted where no filter is set: a packet that was counted by another reason before,
 * as there was no room for it, is counted there once more.
 *
 * SNAPSHOT, byte order of the machine, no alignment but that of 8:
 *
 *	struct ptime_snapshot
 *	struct ptime_snapshot_probe	.probes times:
 *	  struct ptime_snapshot_outcome	  .outcomes times:
 *	    struct ptime_snapshot_cpu	    .cpus times: CPUs that saw a call
 *	      struct ptime_snapshot_bucket    .buckets times: none is empty,
 *					      numbers ascend (hist.h)
 *	      struct ptime_snapshot_bucket    .self_buckets times, likewise
 *	struct ptime_snapshot_node	.nodes times: callers before callees
 *	struct ptime_snapshot_path	.paths times:
 *	  struct ptime_snapshot_step	  .steps times, in the packets' order
 *	  struct ptime_snapshot_cpu	  .cpus times: CPUs that saw a packet's end
 *	    struct ptime_snapshot_bucket    .buckets times, likewise
 *	  struct ptime_snapshot_slow	  .slowest times, the slowest first
 *
 * Each struct tells its own size in .bytes, except the bucket, whose size is
 * in the head. A later version of the same number only adds fields at the end
 * of a struct: a reader skips what lies beyond the struct it knows, and
 * refuses a number it does not know. Strings are printable ASCII and end in a NUL.
 *
 * The number of calls is the sum of the bucket counts; there is no second one
 * that could disagree. Intervals are differences of two snapshots with the
 * same .since_ns and .resets, probe by probe of the same .id; a probe's outcomes
 * differ in name, CPUs ascend. Times are nanoseconds. A CPU goes on counting
 * while it is read: its .total_ns, .min_ns and .max_ns may be those of a call
 * more or less than the buckets hold.
 */
#ifndef _PATHTIME_ABI_H
#define _PATHTIME_ABI_H

#include <linux/types.h>

#define PTIME_DIR			"pathtime"
#define PTIME_FILE_HIST			"hist"
#define PTIME_FILE_SUMMARY		"summary"
#define PTIME_FILE_TREE			"tree"
#define PTIME_FILE_PATHS		"paths"
#define PTIME_FILE_PROBES		"probes"
#define PTIME_FILE_STATUS	"status"
#define PTIME_FILE_SNAPSHOT		"snapshot"
#define PTIME_FILE_CONTROL		"control"

#define PTIME_LAST_ERROR		"last error: "
#define PTIME_NO_ERROR			"none"

#define PTIME_VERB_START		"start"
#define PTIME_VERB_STOP			"stop"
#define PTIME_VERB_RESET		"reset"
#define PTIME_VERB_ADD			"add"
#define PTIME_VERB_DEL			"del"
#define PTIME_VERB_ENABLE		"enable"
#define PTIME_VERB_DISABLE		"disable"
#define PTIME_VERB_BUDGET		"budget"
#define PTIME_BUDGET_OFF		"off"
#define PTIME_VERB_FILTER		"filter"

/* per cent of one CPU */
#define PTIME_BUDGET_MAX		100

/* longest line of the control file, its newline not counted */
#define PTIME_LINE_MAX			255

/* sizes of the strings, the NUL included */
#define PTIME_GROUP_LEN			16
#define PTIME_MODULE_LEN		56	/* the kernel's MODULE_NAME_LEN */
#define PTIME_FUNCTION_LEN		128
#define PTIME_BACKEND_LEN		16
#define PTIME_REASON_LEN		128
#define PTIME_OUTCOME_LEN		16
#define PTIME_CLOCK_LEN			16
#define PTIME_VERSION_LEN		16
#define PTIME_KERNEL_LEN		64
#define PTIME_STEP_LEN			16
#define PTIME_DROP_LEN			40

/* sample=, at most */
#define PTIME_SAMPLE_MAX		65536

/* paths= and slowest=, at most */
#define PTIME_PATHS_MAX			1024
#define PTIME_SLOWEST_MAX		32

/* the group of functions that are timed as they tell of packets */
#define PTIME_GROUP_PATHS		"paths"

#define PTIME_SNAPSHOT_MAGIC		"PATHTIME"
#define PTIME_SNAPSHOT_VERSION		3

/* ptime_snapshot.flags */
#define PTIME_SNAPSHOT_RUNNING		0x1	/* not stopped */
#define PTIME_SNAPSHOT_NESTING		0x2	/* there is self time, and nodes */

/**
 * enum ptime_state - state of a probe
 * @PTIME_STATE_PENDING: its module is not loaded
 * @PTIME_STATE_ARMED: in place, counting
 * @PTIME_STATE_STOPPED: taken out by the verb stop, or because of the budget
 * @PTIME_STATE_FAILED: cannot be armed, see the reason
 * @PTIME_STATE_SILENT: in place, but the kernel calls no probes now: calls are
 *	neither counted nor missed, see the reason
 * @PTIME_STATE_STOPPING: being taken out; calls are counted until it is
 */
enum ptime_state {
	PTIME_STATE_PENDING	= 0,
	PTIME_STATE_ARMED	= 1,
	PTIME_STATE_STOPPED	= 2,
	PTIME_STATE_FAILED	= 3,
	PTIME_STATE_SILENT	= 4,
	PTIME_STATE_STOPPING	= 5,
};

/**
 * enum ptime_context - what a call was made in
 * @PTIME_CONTEXT_TASK: a task; with PREEMPT_RT, softirqs are tasks
 * @PTIME_CONTEXT_SOFTIRQ: a softirq
 * @PTIME_CONTEXT_HARDIRQ: an interrupt
 * @PTIME_CONTEXTS: number of contexts
 */
enum ptime_context {
	PTIME_CONTEXT_TASK	= 0,
	PTIME_CONTEXT_SOFTIRQ	= 1,
	PTIME_CONTEXT_HARDIRQ	= 2,
	PTIME_CONTEXTS		= 3,
};

/**
 * enum ptime_unlinked - why a call is in no node
 * @PTIME_UNLINKED_CONTEXT: made in an NMI, or its probe is a breakpoint
 * @PTIME_UNLINKED_TASKS: too many tasks were in timed functions
 * @PTIME_UNLINKED_DEPTH: made in too many timed calls
 * @PTIME_UNLINKED_NODES: there were too many nodes
 * @PTIME_UNLINKED_LOST: it was given up meanwhile, as it seemed to have ended
 * @PTIME_UNLINKED_STACK: made in a task's context, but not on that task's stack
 * @PTIME_UNLINKED_REASONS: number of reasons
 */
enum ptime_unlinked {
	PTIME_UNLINKED_CONTEXT	= 0,
	PTIME_UNLINKED_TASKS	= 1,
	PTIME_UNLINKED_DEPTH	= 2,
	PTIME_UNLINKED_NODES	= 3,
	PTIME_UNLINKED_LOST	= 4,
	PTIME_UNLINKED_STACK	= 5,
	PTIME_UNLINKED_REASONS	= 6,
};

/**
 * enum ptime_path_loss - why a packet is in no path
 * @PTIME_PATH_NO_ROOM: too many packets were on their road
 * @PTIME_PATH_EVICTED: it did not come to its end in ten seconds
 * @PTIME_PATH_VANISHED: nobody saw its end; another packet has its place in memory
 * @PTIME_PATH_STALE: likewise, and that one was sent
 * @PTIME_PATH_NO_PATH: there were too many paths
 * @PTIME_PATH_MERGED: it became part of another one, before it took a step; no loss
 * @PTIME_PATH_REASSEMBLED: a fragment became part of a datagram; no loss
 * @PTIME_PATH_SENT_RECEIVED: a driver was given it, it had been received, and it had no record
 * @PTIME_PATH_SENT_OWN: sent without a record, made by this machine
 * @PTIME_PATH_DROPPED: it was dropped on its way through the machine, and had no record
 * @PTIME_PATH_LOSSES: number of reasons
 * @PTIME_PATH_LOSSES_FIRST: of them those in ptime_snapshot.path_losses
 */
enum ptime_path_loss {
	PTIME_PATH_NO_ROOM	= 0,
	PTIME_PATH_EVICTED	= 1,
	PTIME_PATH_VANISHED	= 2,
	PTIME_PATH_STALE	= 3,
	PTIME_PATH_NO_PATH	= 4,
	PTIME_PATH_MERGED	= 5,
	PTIME_PATH_REASSEMBLED	= 6,
	PTIME_PATH_SENT_RECEIVED	= 7,
	PTIME_PATH_SENT_OWN	= 8,
	PTIME_PATH_DROPPED	= 9,
	PTIME_PATH_LOSSES	= 10,
	PTIME_PATH_LOSSES_FIRST	= PTIME_PATH_REASSEMBLED,
};

/**
 * enum ptime_step - where a packet passes; <pathtime/steps.h>
 */
enum ptime_step {
	PTIME_STEP_NONE,
#define PTIME_STEP(_step, _name)	PTIME_STEP_##_step,
#include <pathtime/steps.h>
	PTIME_STEPS
};

/**
 * struct ptime_snapshot - head of a snapshot
 * @magic: PTIME_SNAPSHOT_MAGIC, without a NUL
 * @version: PTIME_SNAPSHOT_VERSION
 * @bytes: size of this struct
 * @total_bytes: size of the snapshot
 * @time_ns: when it was taken, CLOCK_BOOTTIME
 * @since_ns: when the counts began: load or last reset, CLOCK_BOOTTIME
 * @resets: resets since load
 * @hist_bits: buckets per power of two, as an exponent
 * @probes: number of probes that follow
 * @cpus: number of possible CPUs; their numbers may have gaps
 * @flags: PTIME_SNAPSHOT_RUNNING, PTIME_SNAPSHOT_NESTING
 * @bucket_bytes: size of struct ptime_snapshot_bucket
 * @clock: name of the clock: "tsc", "counter" or "local_clock"
 * @module_version: version string of the module
 * @kernel: release of the running kernel
 * @sample: one call in so many was timed; version 1 ends before it, and is 1
 * @nodes: number of nodes that follow the probes; 0 up to version 2
 * @unlinked: calls that are in no node, by reason, those up to PTIME_UNLINKED_LOST;
 *	version 2 ends before it
 * @budget: per cent of one CPU that all probes may take; 0 is no budget
 * @over_budget: number of probes that are stopped because of it
 * @paths: number of paths that follow the nodes
 * @paths_max: how many there may be; 0 where packets are not looked at
 * @path_losses: packets that are in no path, by reason, the first reasons
 * @path_in: the filter that is in force, 0 for any: number of the interface that receives
 *	packets; what was counted before it was set stays
 * @path_out: of the one that sends them
 * @path_netns: number of the name space where they begin
 * @path_transport: protocol of the transport layer
 * @unlinked_stack: calls that are in no node because of PTIME_UNLINKED_STACK
 * @path_losses_more: as path_losses, the other reasons; the first snapshots of version 3 end
 *	before it
 */
struct ptime_snapshot {
	__u8	magic[8];
	__u32	version;
	__u32	bytes;
	__u64	total_bytes;
	__u64	time_ns;
	__u64	since_ns;
	__u32	resets;
	__u32	hist_bits;
	__u32	probes;
	__u32	cpus;
	__u32	flags;
	__u32	bucket_bytes;
	char	clock[PTIME_CLOCK_LEN];
	char	module_version[PTIME_VERSION_LEN];
	char	kernel[PTIME_KERNEL_LEN];
	__u32	sample;
	__u32	nodes;
	__u64	unlinked[PTIME_UNLINKED_STACK];
	__u32	budget;
	__u32	over_budget;
	__u32	paths;
	__u32	paths_max;
	__u64	path_losses[PTIME_PATH_LOSSES_FIRST];
	__u32	path_in;
	__u32	path_out;
	__u32	path_netns;
	__u32	path_transport;
	__u64	unlinked_stack;
	__u64	path_losses_more[PTIME_PATH_LOSSES - PTIME_PATH_LOSSES_FIRST];
};

/* the function is not timed, but tells where packets pass */
#define PTIME_PROBE_STEPS_ONLY	0x1

/**
 * struct ptime_snapshot_probe - one probe
 * @bytes: size of this struct
 * @outcomes: number of outcomes that follow; at least one
 * @state: enum ptime_state
 * @flags: PTIME_PROBE_STEPS_ONLY or 0
 * @id: never used twice while the module is loaded
 * @missed: calls that passed unmeasured while the probe was armed
 * @group: group's name
 * @module: module that holds the function, empty for the kernel itself
 * @function: name as resolved; as asked for where it is not
 * @backend: what times the function, "direct" or "kretprobe"
 * @reason: why it is not armed, or what stands in for what; may be empty
 * @inside_ps: what the probe adds to a call inside of the time taken, in picoseconds,
 *	which is taken off; 0 where it is not known
 * @outside_ps: what it adds outside of it, in a softirq; likewise
 * @cost_ns: both together, of all calls since the counts began; what missed calls
 *	cost is not known
 */
struct ptime_snapshot_probe {
	__u32	bytes;
	__u32	outcomes;
	__u32	state;
	__u32	flags;
	__u64	id;
	__u64	missed;
	char	group[PTIME_GROUP_LEN];
	char	module[PTIME_MODULE_LEN];
	char	function[PTIME_FUNCTION_LEN];
	char	backend[PTIME_BACKEND_LEN];
	char	reason[PTIME_REASON_LEN];
	__u32	inside_ps;
	__u32	outside_ps;
	__u64	cost_ns;
};

/**
 * struct ptime_snapshot_outcome - one series: the calls that ended in one way
 * @bytes: size of this struct
 * @cpus: number of CPUs that follow
 * @name: what the return value meant: "hit", "drop", "ok" ...; "all" where a
 *	function's calls are not split
 */
struct ptime_snapshot_outcome {
	__u32	bytes;
	__u32	cpus;
	char	name[PTIME_OUTCOME_LEN];
};

/**
 * struct ptime_snapshot_cpu - one series on one CPU
 * @bytes: size of this struct
 * @cpu: number of the CPU the calls returned on
 * @buckets: number of buckets that follow
 * @reserved: 0
 * @total_ns: sum of the durations
 * @min_ns: shortest duration
 * @max_ns: longest duration
 * @packets: sum of the return values, where they count packets; else 0
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @self_ns: sum of the times spent in the function itself, of calls that are in a
 *	node; version 2 ends before it
 * @self_buckets: number of buckets of these times that follow, behind the others
 * @reserved2: 0
 * @raw_ns: sum of the durations as they were taken, with what probes added
 */
struct ptime_snapshot_cpu {
	__u32	bytes;
	__u32	cpu;
	__u32	buckets;
	__u32	reserved;
	__u64	total_ns;
	__u64	min_ns;
	__u64	max_ns;
	__u64	packets;
	__u64	clock_backwards;
	__u64	self_ns;
	__u32	self_buckets;
	__u32	reserved2;
	__u64	raw_ns;
};

/**
 * struct ptime_snapshot_bucket - a bucket that is not empty
 * @bucket: number of the bucket
 * @reserved: 0
 * @calls: calls counted in it, at least 1
 */
struct ptime_snapshot_bucket {
	__u32	bucket;
	__u32	reserved;
	__u64	calls;
};

/**
 * struct ptime_snapshot_node - a function below its callers
 * @bytes: size of this struct
 * @context: enum ptime_context; that of the caller, where there is one
 * @parent: its caller, a node before this one, counted from 0; PTIME_NO_PARENT
 * @reserved: 0
 * @id: the probe's
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: of that, what was spent in the function itself
 * @elsewhere_ns: of that, what other contexts took
 * @raw_ns: sum of the durations as they were taken, with what probes added
 */
struct ptime_snapshot_node {
	__u32	bytes;
	__u32	context;
	__u32	parent;
	__u32	reserved;
	__u64	id;
	__u64	calls;
	__u64	total_ns;
	__u64	self_ns;
	__u64	elsewhere_ns;
	__u64	raw_ns;
};

#define PTIME_NO_PARENT			(~0U)

/**
 * struct ptime_snapshot_path - the packets that took the same road
 * @bytes: size of this struct
 * @steps: number of steps that follow; at least two
 * @cpus: number of CPUs that follow these
 * @slowest: number of the slowest packets that follow these
 * @reason: why the packets were dropped, the kernel's number; 0 where they were not, or
 *	it does not say
 * @reserved: 0
 * @packet_bytes: sum of the packets' lengths at their end, without the link layer's header
 * @reason_name: what the kernel calls @reason; may be empty
 */
struct ptime_snapshot_path {
	__u32	bytes;
	__u32	steps;
	__u32	cpus;
	__u32	slowest;
	__u32	reason;
	__u32	reserved;
	__u64	packet_bytes;
	char	reason_name[PTIME_DROP_LEN];
};

/**
 * struct ptime_snapshot_step - a step of a road
 * @bytes: size of this struct
 * @reserved: 0
 * @name: its name
 * @total_ns: sum of the times since the step before; 0 for the first
 */
struct ptime_snapshot_step {
	__u32	bytes;
	__u32	reserved;
	char	name[PTIME_STEP_LEN];
	__u64	total_ns;
};

/* steps of a road, at most; the last one is always there, and those before it from the first on */
#define PTIME_STEPS_MAX			16

/**
 * struct ptime_snapshot_slow - a packet that took long
 * @bytes: size of this struct
 * @in: number of the interface it was received by; 0 where it was sent here
 * @out: number of the interface it was sent by, or 0
 * @netns: number of the name space where it began; 0 with anonymize=1
 * @length: its length at the end, without the link layer's header
 * @protocol: of the network layer, as in an Ethernet header; 0 with anonymize=1
 * @source: its port, or 0
 * @destination: likewise
 * @transport: protocol of the transport layer; 0 where it was not found
 * @reserved: 0
 * @end_ns: when it came to its end, CLOCK_BOOTTIME
 * @total_ns: how long it took
 * @step_ns: of that, the times since the step before
 */
struct ptime_snapshot_slow {
	__u32	bytes;
	__u32	in;
	__u32	out;
	__u32	netns;
	__u32	length;
	__u16	protocol;
	__u16	source;
	__u16	destination;
	__u8	transport;
	__u8	reserved[5];
	__u64	end_ns;
	__u64	total_ns;
	__u64	step_ns[PTIME_STEPS_MAX];
};

#endif /* _PATHTIME_ABI_H */
