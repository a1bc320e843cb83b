/* SPDX-License-Identifier: GPL-2.0 */
/*
 * abi: the files of the module in debugfs, and what can be written to them
 *
 * FILES, all owned by root, in the directory PTIME_DEBUGFS_DIR of a mounted debugfs:
 *
 *	hist		0400  text: each series with its buckets
 *	summary		0400  text: one line per series
 *	tree		0400  text: callers and callees
 *	paths		0400  text: one line per path of packets
 *	probes		0400  text: one line per probe, with state and reason
 *	status		0400  text: what keeps the module loaded, see STATUS
 *	snapshot	0400  binary, see SNAPSHOT; taken when the file is opened
 *	control		0600  write: one command per line; read: help, the
 *			      disabled groups that users made, what became of
 *			      the functions that the last line named, and a last
 *			      line with PTIME_LAST_ERROR and the error of the
 *			      last line that was written by this open file. If it
 *			      has written none, the error of the last line that
 *			      was written before it was opened. PTIME_NO_ERROR if
 *			      that line had no error.
 *
 * CONTROL COMMANDS
 *
 * <pathtime/verbs.def> lists them with their arguments. RULE maps a function's return values to
 * outcomes; the help of the file control lists the rules. MODULE "vmlinux" is the kernel itself.
 * For arguments= and force, see ARGUMENTS. INTERFACE is one of the writer's namespace.
 *
 * add and del take up to PTIME_NAMES_MAX functions, separated by commas. A function that is refused
 * does not stop the others. The line fails only if all are refused, with the error of the first.
 * The file control then has a line "done: N of M functions", and for each function that was refused
 * "refused: FUNCTION (ERRNO): REASON".
 *
 * disable keeps the arguments that add had for the functions of a group, up to PTIME_DISABLED_MAX
 * functions in all groups. enable adds them again, with their counts at 0. If one cannot be timed,
 * the file probes shows it as failed. add of such a function takes it out of the disabled group,
 * and so does del if the function has no probe. A kernel module that comes or goes does not change
 * a disabled group. Unloading pathtime forgets it.
 *
 * One write takes one line and returns its length. A buffer of several lines is therefore
 * taken line by line, and the write that fails is the one whose line is wrong. The end of a
 * write also ends a line.
 *
 * A command that fails changes nothing, with two exceptions: if the tracepoints of packets
 * cannot be registered, start has armed the probes, and filter leaves packet tracing off.
 * Errors:
 *
 *	EINVAL		unknown command, bad or missing argument, NUL, a function that cannot be
 *			probed, or a bare name that several functions have
 *	E2BIG		line longer than PTIME_LINE_MAX
 *	ENOENT		no such function, probe or group
 *	EEXIST		already probed
 *	ENODEV		no such interface
 *	EOPNOTSUPP	a filter without packet tracing, a direct call of a function whose
 *			arguments are unknown, a function that ftrace cannot call from
 *	ENOSPC		more than PTIME_DISABLED_MAX functions in disabled groups
 *	ENOMEM		no memory
 *	EAGAIN		O_NONBLOCK, and the command would have to wait before it begins
 *	EINTR		a signal came while the command waited to begin; nothing was done
 *	EFAULT		the line cannot be read
 *
 * Other errors are those of the kernel's probe interface. EINTR and EFAULT are not kept as the
 * error of the last line.
 *
 * When the write returns, the probes that the command removes are out of the code. ftrace
 * waits for every task of the kernel before it gives a function back, so this may take as long
 * as a task is busy in the kernel. SIGKILL ends this wait early, other signals do not. With
 * O_NONBLOCK there is no such wait. In both cases the removal goes on.
 *
 * ARGUMENTS
 *
 * A direct call passes on up to ten argument words of eight bytes on x86-64, and eight on
 * arm64. The functions of the built-in groups take no more. For any other function, N (0 to
 * 255) states the number of words. backend=direct fails with EOPNOTSUPP if N is missing or too
 * large, or if the function is a copy that GCC made (.isra.0), which N does not describe. A
 * structure passed by value may be on the stack as a whole although registers are left. N is
 * then the words in registers, at least six (arm64: eight), plus all words on the stack.
 *
 * WARNING: do not use force for a function that takes more words than are passed on. The
 * function then reads other data in their place, and the kernel may crash. force makes the
 * direct call although N is missing or the function is a copy, but not if N is too large. The
 * reason in the file probes and a line of the kernel's log then have "WARNING:" in them.
 *
 * Without force, a function that ftrace cannot call from is refused with EOPNOTSUPP on x86-64: its
 * kprobe may be optimized, and module loads then wait for busy tasks.
 *
 * STATUS
 *
 * One "KEY VALUE" in each line:
 *
 *	state		running, stopping, stopped; dead: ftrace has shut itself down while it
 *			had direct calls, and the module stays until the machine is rebooted
 *	direct		functions that call code of the module directly
 *	stopping	probes that are being taken out
 *	calls		calls under way that return through code of the module
 *	kept		kretprobes that the kernel could not take out and may still call: the
 *			module stays until their functions' modules are gone and stop is
 *			written again
 *	pinned		1: rmmod is refused; 0: it is not
 *
 * The module can be unloaded when no function calls its code and no call returns through it:
 * write stop, and wait for "pinned 0".
 *
 * SAMPLING
 *
 * With sample=N and N above 1, the module times one call in N. Each timed call stands for N
 * calls. In all files, numbers of calls and packets and sums of times are estimates of all
 * calls, and multiples of N. In texts they are marked with '~'. Missed calls are exact. The
 * shortest and the longest time are those of the timed calls.
 *
 * OVERHEAD
 *
 * The module measures at load the overhead that a probe of each backend adds to a call of an
 * empty function, on several CPUs, and takes the smallest figures. A reset makes them smaller if
 * the CPUs have become faster. In-window overhead lies between the probe's own two clock readings.
 * Only callers see out-of-window overhead. It subtracts from each call the call's own in-window
 * overhead, and with nesting all overhead of its callees' probes. Reported times are therefore
 * those of a function that is not probed. Raw sums include the overhead. A call that took less
 * than the overhead to be subtracted counts as 0 ns, and is counted (.below_overhead): many of
 * them are the sign that too much is subtracted. If the measurement failed, for example
 * because the kernel's probes were turned off, nothing is subtracted.
 *
 * A budget limits the total overhead of all probes per second, in percent of one CPU. While it
 * is exceeded, each second the probe with the highest overhead is stopped, until the next
 * start.
 *
 * NESTING
 *
 * Unless loaded with nesting=0, or sample=N and N above 1, the module knows in which timed
 * call of the same context another timed call was made. A context is a task, a softirq or a
 * hardirq. A node is a function below its callers. For each node, to the nanosecond,
 *
 *	total = self time + interrupt time + totals of the nodes below it
 *
 * except for calls that had not returned when it was read. Interrupt time (.interrupt_ns) is
 * the time of timed calls in other contexts that interrupted the function. It belongs to the
 * interrupted function, not to its callers. No two nodes have the same function, caller and
 * context. If a function is no longer timed, its callees are below its caller. A call that
 * could not be linked to its caller is in its function's series and in no node, and its time
 * is self time of its caller. Such calls are counted by reason, enum ptime_unlinked.
 *
 * PATHS
 *
 * With paths=N and N above 0, the module traces packets: where a packet begins, which steps it
 * takes (<pathtime/steps.def>), and where it ends. A path is all packets that took the same
 * steps in the same order, and were dropped for the same reason if they were. For each packet,
 * to the nanosecond,
 *
 *	time = sum of the times from one step to the next
 *
 * These sums are kept for each octave of the packets' time (hist.h): they show where slow packets
 * spend more time than others.
 *
 * A packet that is segmented ends there, and its segments inherit its steps. A packet that is
 * merged into another one ends, too. Neither is counted in a path. The CPUs of a path have
 * neither self times nor packets, because their calls are the packets. These times include
 * probe overhead.
 *
 * A packet that is in no path is counted by reason, enum ptime_path_loss, unless it is under
 * way at a start, a stop or a filter. Packets that are sent or dropped without a record are
 * counted only if no filter is set. A packet that had no record because there was no room, and
 * was counted for that, is then counted a second time.
 *
 * SNAPSHOT, in the machine's byte order, aligned to 8 bytes:
 *
 *	struct ptime_snapshot
 *	struct ptime_snapshot_probe	.probes times:
 *	  struct ptime_snapshot_outcome	  .outcomes times:
 *	    struct ptime_snapshot_cpu	    .cpus times: CPUs that saw a call
 *	      struct ptime_snapshot_bucket    .buckets times: none is empty,
 *					      numbers ascend (hist.h)
 *	      struct ptime_snapshot_bucket    .self_buckets times: none is empty,
 *					      numbers ascend
 *	struct ptime_snapshot_node	.nodes times: callers before callees
 *	struct ptime_snapshot_path	.paths times:
 *	  struct ptime_snapshot_step	  .steps times, in the packets' order
 *	  struct ptime_snapshot_cpu	  .cpus times: CPUs that saw a packet's end
 *	    struct ptime_snapshot_bucket    .buckets times: none is empty, numbers
 *					    ascend
 *	  struct ptime_snapshot_octave	  .octaves times: none is empty, numbers
 *					  ascend
 *	  struct ptime_snapshot_stage	  .stages times, in the packets' order
 *	    struct ptime_snapshot_bucket    .buckets times: none is empty, numbers
 *					    ascend
 *	  struct ptime_snapshot_slow	  .slowest times, the slowest first
 *	struct ptime_snapshot_interface	.path_interfaces times
 *	struct ptime_snapshot_wait	.waits times:
 *	  struct ptime_snapshot_cpu	  .cpus times
 *	    struct ptime_snapshot_bucket    .buckets times
 *	struct ptime_snapshot_polls	.polls times
 *
 * Each struct has its own size in .bytes, except the bucket, whose size is in the head. A
 * later revision of the same version only adds fields at the end of a struct. Before the first
 * release, it may also add structs, as the octaves, stages and interfaces were. A reader skips
 * what follows the part of a struct that it knows, and refuses a version that it does not
 * know. Strings are printable ASCII and end with a NUL.
 *
 * The number of calls is the sum of the bucket counts. There is no second number that could
 * disagree. Intervals are differences of two snapshots with the same .since_ns and .resets,
 * probe by probe of the same .id. The outcomes of a probe have different names, and CPUs
 * ascend. Times are nanoseconds. A CPU goes on counting while it is read: its .total_ns,
 * .min_ns and .max_ns may include a call more or less than the buckets.
 */
#ifndef _PATHTIME_ABI_H
#define _PATHTIME_ABI_H

#include <linux/types.h>

#define PTIME_DEBUGFS_DIR		"pathtime"
#define PTIME_FILE_HIST			"hist"
#define PTIME_FILE_SUMMARY		"summary"
#define PTIME_FILE_TREE			"tree"
#define PTIME_FILE_PATHS		"paths"
#define PTIME_FILE_PROBES		"probes"
#define PTIME_FILE_STATUS	"status"
#define PTIME_FILE_SNAPSHOT		"snapshot"
#define PTIME_FILE_CONTROL		"control"

/* begins a line of the file control for each disabled group of a user; its name follows */
#define PTIME_DISABLED_GROUP		"DISABLED: "

/* begins a line of the file control for each function that the last line named in vain */
#define PTIME_REFUSED			"refused: "

#define PTIME_LAST_ERROR		"last error: "
#define PTIME_NO_ERROR			"none"

/* the control commands; see <pathtime/verbs.def> */
enum ptime_verb {
#define PTIME_VERB(_verb, ...)	PTIME_VERB_##_verb,
#include <pathtime/verbs.def>
	PTIME_VERBS
};

static inline const char *ptime_verb_name(enum ptime_verb verb)
{
	static const char *const names[] = {
#define PTIME_VERB(_verb, _name, ...)	#_name,
#include <pathtime/verbs.def>
	};

	return names[verb];
}

/* the argument of budget that ends the limit */
#define PTIME_BUDGET_OFF		"off"

/* percent of one CPU */
#define PTIME_BUDGET_MAX		100

/* maximum length of a line of the control file, without its newline */
#define PTIME_LINE_MAX			4095

/* maximum number of functions that a line of the control file names */
#define PTIME_NAMES_MAX			256

/* maximum number of functions in disabled groups that users made */
#define PTIME_DISABLED_MAX		1024

/* sizes of the strings, including the NUL */
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

/* maximum of sample= */
#define PTIME_SAMPLE_MAX		65536

/* maximum of paths= and slowest= */
#define PTIME_PATHS_MAX			1024
#define PTIME_SLOWEST_MAX		32
#define PTIME_INFLIGHT_MIN		1024
#define PTIME_INFLIGHT_MAX		65536

/* the group of functions that have a probe because they report steps of packets */
#define PTIME_GROUP_PATHS		"paths"

#define PTIME_SNAPSHOT_MAGIC		"PATHTIME"
#define PTIME_SNAPSHOT_VERSION		3

/* ptime_snapshot.flags */
#define PTIME_SNAPSHOT_RUNNING		0x1	/* not stopped */
#define PTIME_SNAPSHOT_NESTING		0x2	/* there are self times and nodes */
#define PTIME_SNAPSHOT_BELOW		0x4	/* CPUs have .below_overhead */
#define PTIME_SNAPSHOT_HAS_WAITS	0x8	/* the flags of waits are valid */
#define PTIME_SNAPSHOT_WAIT(_wait)	(0x10u << (_wait))	/* it is timed */

/**
 * enum ptime_state - state of a probe
 * @PTIME_STATE_PENDING: its module is not loaded
 * @PTIME_STATE_ARMED: in place, counting
 * @PTIME_STATE_STOPPED: taken out by the command stop, or because of the budget
 * @PTIME_STATE_FAILED: cannot be armed, or cannot be taken out; see the reason
 * @PTIME_STATE_INACTIVE: inactive: in place, but the kernel has probes turned off. Calls are
 *	neither counted nor missed; see the reason.
 * @PTIME_STATE_STOPPING: being taken out; calls are counted until it is
 */
enum ptime_state {
	PTIME_STATE_PENDING	= 0,
	PTIME_STATE_ARMED	= 1,
	PTIME_STATE_STOPPED	= 2,
	PTIME_STATE_FAILED	= 3,
	PTIME_STATE_INACTIVE	= 4,
	PTIME_STATE_STOPPING	= 5,
};

/**
 * enum ptime_context - the context that a call was made in
 * @PTIME_CONTEXT_TASK: a task; with PREEMPT_RT, softirqs are tasks
 * @PTIME_CONTEXT_SOFTIRQ: a softirq
 * @PTIME_CONTEXT_HARDIRQ: a hardirq
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
 * @PTIME_UNLINKED_CONTEXT: it was made in an NMI, or its probe is a breakpoint
 * @PTIME_UNLINKED_TASKS: too many tasks were in timed functions
 * @PTIME_UNLINKED_DEPTH: too many timed calls were active in its context
 * @PTIME_UNLINKED_NODES: there were too many nodes
 * @PTIME_UNLINKED_GIVEN_UP: its frame was given up, because the call seemed to have ended
 * @PTIME_UNLINKED_STACK: it was made in a task's context, but not on that task's stack
 * @PTIME_UNLINKED_REASONS: number of reasons
 */
enum ptime_unlinked {
	PTIME_UNLINKED_CONTEXT	= 0,
	PTIME_UNLINKED_TASKS	= 1,
	PTIME_UNLINKED_DEPTH	= 2,
	PTIME_UNLINKED_NODES	= 3,
	PTIME_UNLINKED_GIVEN_UP	= 4,
	PTIME_UNLINKED_STACK	= 5,
	PTIME_UNLINKED_REASONS	= 6,
};

/**
 * enum ptime_path_loss - why a packet is in no path
 * @PTIME_PATH_TABLE_FULL: too many packets were in flight
 * @PTIME_PATH_TIMED_OUT: it did not end within ten seconds
 * @PTIME_PATH_REUSED: its end was not seen, and another packet has the same address
 * @PTIME_PATH_REUSED_TX: its end was not seen, and another packet with the same address was sent
 * @PTIME_PATH_PATH_TABLE_FULL: there were too many paths
 * @PTIME_PATH_GRO_MERGED: it was merged into another packet before it took a step; no loss
 * @PTIME_PATH_REASSEMBLED: a fragment became part of a datagram; no loss
 * @PTIME_PATH_SENT_RECEIVED: it had been received, and was given to a driver without a record
 * @PTIME_PATH_SENT_OWN: this machine made it, and it was given to a driver without a record
 * @PTIME_PATH_DROPPED: it was dropped on its way through the machine, without a record
 * @PTIME_PATH_NO_MEMORY: it was the first one of its path, and no memory was ready for the path
 * @PTIME_PATH_NOT_FOLLOWED: its wait behind its path is in none (waits=): too many packets were
 *	waiting, its end was not seen, or there was no room for the path; no loss
 * @PTIME_PATH_STEPS_LEFT_OUT: no packet, but a step of users that a packet did not take, as it had
 *	too many steps already; no loss
 * @PTIME_PATH_LOSSES: number of reasons
 * @PTIME_PATH_LOSSES_FIRST: number of reasons in ptime_snapshot.path_losses
 */
enum ptime_path_loss {
	PTIME_PATH_TABLE_FULL	= 0,
	PTIME_PATH_TIMED_OUT	= 1,
	PTIME_PATH_REUSED	= 2,
	PTIME_PATH_REUSED_TX	= 3,
	PTIME_PATH_PATH_TABLE_FULL	= 4,
	PTIME_PATH_GRO_MERGED	= 5,
	PTIME_PATH_REASSEMBLED	= 6,
	PTIME_PATH_SENT_RECEIVED	= 7,
	PTIME_PATH_SENT_OWN	= 8,
	PTIME_PATH_DROPPED	= 9,
	PTIME_PATH_NO_MEMORY	= 10,
	PTIME_PATH_NOT_FOLLOWED	= 11,
	PTIME_PATH_STEPS_LEFT_OUT	= 12,
	PTIME_PATH_LOSSES	= 13,
	PTIME_PATH_LOSSES_FIRST	= PTIME_PATH_REASSEMBLED,
};

/* fates of packets that an interface received or was given to send; see <pathtime/accounts.def> */
enum ptime_account {
#define PTIME_ACCOUNT(_account, _direction, _fate)	PTIME_##_account,
#include <pathtime/accounts.def>
	PTIME_ACCOUNTS
};

/* maximum number of interfaces that have counts of their own; the others share one */
#define PTIME_INTERFACES_MAX		64

/* waits of packets that are timed on request; see <pathtime/timed_waits.def> */
enum ptime_timed_wait {
#define PTIME_TIMED_WAIT(_wait, _name)	PTIME_TIMED_##_wait,
#include <pathtime/timed_waits.def>
	PTIME_TIMED_WAITS
};

/* points that a packet passes; see <pathtime/steps.def> */
enum ptime_step {
	PTIME_STEP_NONE,
#define PTIME_STEP(_step, _name)	PTIME_STEP_##_step,
#include <pathtime/steps.def>
	PTIME_STEPS
};

/**
 * struct ptime_snapshot - head of a snapshot
 * @magic: PTIME_SNAPSHOT_MAGIC, without a NUL
 * @version: PTIME_SNAPSHOT_VERSION
 * @bytes: size of this struct
 * @total_bytes: size of the snapshot
 * @time_ns: when it was taken, CLOCK_BOOTTIME
 * @since_ns: when the counts began, at load or at the last reset, CLOCK_BOOTTIME
 * @resets: number of resets since load
 * @hist_bits: exponent of the buckets per power of two
 * @probes: number of probes that follow
 * @cpus: number of possible CPUs; their numbers may have gaps
 * @flags: PTIME_SNAPSHOT_RUNNING, ..., PTIME_SNAPSHOT_WAIT()
 * @bucket_bytes: size of struct ptime_snapshot_bucket
 * @clock: name of the clock: "tsc", "counter" or "local_clock"
 * @module_version: version string of the module
 * @kernel: release of the running kernel
 * @sample: one call in @sample was timed; version 1 ends before it and means 1
 * @nodes: number of nodes that follow the probes; 0 up to version 2
 * @unlinked: number of calls that are in no node, by reason up to PTIME_UNLINKED_GIVEN_UP; version
 *	2 ends before it
 * @budget: limit of the overhead of all probes, in percent of one CPU; 0 if there is none
 * @over_budget: number of probes that are stopped because of the budget
 * @paths: number of paths that follow the nodes
 * @paths_max: maximum number of paths; 0 without packet tracing
 * @path_losses: number of packets that are in no path, by reason, the first reasons
 * @path_in: filter in force, 0 for any: number of the interface that receives packets.
 *	Counts from before the filter was set stay.
 * @path_out: filter in force: number of the interface that sends them
 * @path_netns: filter in force: number of the namespace where they begin
 * @path_transport: filter in force: protocol of the transport layer
 * @unlinked_stack: number of calls that are in no node because of PTIME_UNLINKED_STACK
 * @path_losses_more: number of packets that are in no path, by reason, the next reasons; the
 *	first snapshots of version 3 end before it
 * @path_interfaces: number of interfaces that follow the paths, up to PTIME_INTERFACES_MAX + 1; the
 *	first snapshots of version 3 end before it
 * @reserved: 0
 * @waits: number of waits that follow the interfaces, 0 with polls=0; the first snapshots of
 *	version 3 end before it
 * @polls: number of CPUs' polls that follow the waits
 * @path_losses_last: number of packets that are in no path, by reason, the last reasons; the first
 *	snapshots of version 3 end before it
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
	__u64	path_losses_more[PTIME_PATH_NOT_FOLLOWED - PTIME_PATH_LOSSES_FIRST];
	__u32	path_interfaces;
	__u32	reserved;
	__u32	waits;
	__u32	polls;
	__u64	path_losses_last[PTIME_PATH_LOSSES - PTIME_PATH_NOT_FOLLOWED];
};

/* the function is not timed; its probe only reports steps of packets */
#define PTIME_PROBE_STEPS_ONLY	0x1

/**
 * struct ptime_snapshot_probe - one probe
 * @bytes: size of this struct
 * @outcomes: number of outcomes that follow; at least one
 * @state: enum ptime_state
 * @flags: PTIME_PROBE_STEPS_ONLY or 0
 * @id: never reused while the module is loaded
 * @missed: calls that were not timed while the probe was armed
 * @group: name of the group
 * @module: module that holds the function, empty for the kernel itself
 * @function: name as resolved; as requested if it is not resolved
 * @backend: what times the function, "direct" or "kretprobe"
 * @reason: why it is not armed, or what stands in for what; may be empty
 * @in_window_ps: in-window overhead of a call, in picoseconds, which is subtracted; 0 if it is
 *	unknown
 * @out_of_window_ps: out-of-window overhead of a call in a softirq, in picoseconds; 0 if it is
 *	unknown
 * @overhead_ns: both together, for all calls since the counts began; without missed calls, whose
 *	overhead is unknown
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
	__u32	in_window_ps;
	__u32	out_of_window_ps;
	__u64	overhead_ns;
};

/**
 * struct ptime_snapshot_outcome - one series: the calls that ended with one outcome
 * @bytes: size of this struct
 * @cpus: number of CPUs that follow
 * @name: meaning of the return value: "hit", "drop", "ok" ...; "all" if a function's calls are
 *	not split
 */
struct ptime_snapshot_outcome {
	__u32	bytes;
	__u32	cpus;
	char	name[PTIME_OUTCOME_LEN];
};

/**
 * struct ptime_snapshot_cpu - one series on one CPU
 * @bytes: size of this struct
 * @cpu: number of the CPU that the calls returned on
 * @buckets: number of buckets that follow
 * @reserved: 0
 * @total_ns: sum of the durations
 * @min_ns: shortest duration
 * @max_ns: longest duration
 * @packets: sum of the return values if they are numbers of packets, otherwise 0
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @self_ns: sum of the self times of calls that are in a node; version 2 ends before it
 * @self_buckets: number of buckets of self times that follow the other buckets
 * @reserved2: 0
 * @raw_ns: sum of the durations including probe overhead; without PTIME_SNAPSHOT_BELOW, the struct
 *	ends behind it
 * @below_overhead: other calls that took less than the overhead to be subtracted. The time of such
 *	a call, with nesting without its callees' times, counts as 0 ns. A path has none.
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
	__u64	below_overhead;
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
 * @context: enum ptime_context; that of its caller, if it has one
 * @parent: its caller, as the index of a node before this one, from 0; PTIME_NO_PARENT if it
 *	has none
 * @reserved: 0
 * @id: .id of the probe
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: part of @total_ns that was spent in the function itself
 * @interrupt_ns: part of @total_ns that timed calls in other contexts took
 * @raw_ns: sum of the durations including probe overhead
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
	__u64	interrupt_ns;
	__u64	raw_ns;
};

#define PTIME_NO_PARENT			(~0U)

/**
 * struct ptime_snapshot_path - the packets that took the same path
 * @bytes: size of this struct
 * @steps: number of steps that follow; at least two
 * @cpus: number of CPUs that follow the steps
 * @slowest: number of the slowest packets that follow the stages
 * @reason: why the packets were dropped, as the kernel's number; 0 if they were not dropped,
 *	or if the kernel gives no reason
 * @octaves: number of octaves that follow the CPUs; 0 in earlier revisions
 * @packet_bytes: sum of the packets' lengths at their end, without the link layer's header
 * @reason_name: the kernel's name of @reason; if @reason is 0, the counter of /proc/net/xfrm_stat
 *	that grew, or "in FUNCTION"; may be empty
 * @stages: with stages=1, number of stages that follow the octaves: one less than the steps; 0
 *	otherwise, and in earlier revisions
 * @reserved: 0
 */
struct ptime_snapshot_path {
	__u32	bytes;
	__u32	steps;
	__u32	cpus;
	__u32	slowest;
	__u32	reason;
	__u32	octaves;
	__u64	packet_bytes;
	char	reason_name[PTIME_DROP_LEN];
	__u32	stages;
	__u32	reserved;
};

/**
 * struct ptime_snapshot_step - a step of a path
 * @bytes: size of this struct
 * @reserved: 0
 * @name: name of the step
 * @total_ns: sum of the times since the previous step; 0 for the first one
 */
struct ptime_snapshot_step {
	__u32	bytes;
	__u32	reserved;
	char	name[PTIME_STEP_LEN];
	__u64	total_ns;
};

/* maximum steps of a path; if a packet takes more, the first ones and the last one are kept */
#define PTIME_STEPS_MAX			16

/**
 * struct ptime_snapshot_octave - packets of a path whose times are in the same octave
 * @bytes: size of this struct
 * @octave: number of the octave (hist.h)
 * @packets: number of packets, at least 1
 * @step_ns: sums of the times since the previous step; 0 for the first one. All octaves' sums of
 *	a step are its .total_ns.
 */
struct ptime_snapshot_octave {
	__u32	bytes;
	__u32	octave;
	__u64	packets;
	__u64	step_ns[PTIME_STEPS_MAX];
};

/* buckets of the stages' times: 4 per power of two, so a midpoint is within 12.5 % (hist.h) */
#define PTIME_STAGE_BITS		2
#define PTIME_STAGE_BUCKETS		141

/**
 * struct ptime_snapshot_stage - times of a path's packets from a step to the next
 * @bytes: size of this struct
 * @buckets: number of buckets that follow
 * @min_ns: shortest time
 * @max_ns: longest time
 *
 * The sum of the times is the .total_ns of the step at which the stage ends.
 */
struct ptime_snapshot_stage {
	__u32	bytes;
	__u32	buckets;
	__u64	min_ns;
	__u64	max_ns;
};

/**
 * enum ptime_slow_irq - whether the interrupts are known that a packet met
 * @PTIME_SLOW_IRQ_UNKNOWN: no interrupts were timed
 * @PTIME_SLOW_IRQ_WHOLE: all are known that the module times
 * @PTIME_SLOW_IRQ_PART: at its end the module had no longer all interrupts of that time, so it may
 *	be longer
 */
enum ptime_slow_irq {
	PTIME_SLOW_IRQ_UNKNOWN,
	PTIME_SLOW_IRQ_WHOLE,
	PTIME_SLOW_IRQ_PART,
};

/**
 * struct ptime_snapshot_slow - a packet that took long
 * @bytes: size of this struct
 * @in: number of the interface that received it; 0 if it was sent by this machine
 * @out: number of the interface that sent it, or 0
 * @netns: number of the namespace where it began; 0 with anonymize=1
 * @length: its length at its end, without the link layer's header
 * @protocol: protocol of the network layer, as in an Ethernet header; 0 with anonymize=1
 * @source: source port, or 0
 * @destination: destination port, or 0
 * @transport: protocol of the transport layer; 0 if it was not found
 * @reserved: 0
 * @end_ns: when it ended, CLOCK_BOOTTIME
 * @total_ns: how long it took
 * @step_ns: parts of @total_ns since the previous step
 * @step_cpu: number of the CPU on which each step of the path was taken; entries behind them have
 *	no meaning. Not in earlier revisions.
 * @irq_ns: with waits=irq, how long CPUs were in interrupts meanwhile: during each stage, the CPU
 *	on which it ended. Not in earlier revisions.
 * @irq: enum ptime_slow_irq
 * @reserved_end: 0
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
	__u16	step_cpu[PTIME_STEPS_MAX];
	__u64	irq_ns;
	__u32	irq;
	__u32	reserved_end;
};

/**
 * struct ptime_snapshot_interface - packets of an interface, by what became of them
 * @bytes: size of this struct
 * @ifindex: number of the interface; 0: all interfaces together that have no counts of their own
 * @netns: number of its network namespace, or 0 with @ifindex 0
 * @reserved: 0
 * @packets: packets by enum ptime_account. Received are the sum of the accounts up to
 *	PTIME_RX_NO_RECORD, and sent all PTIME_TX_. The others are parts of PTIME_RX_RECORD.
 *
 * An interface was given or has received at least one packet. The pair of @netns and @ifindex
 * occurs once.
 */
struct ptime_snapshot_interface {
	__u32	bytes;
	__u32	ifindex;
	__u32	netns;
	__u32	reserved;
	__u64	packets[PTIME_ACCOUNTS];
};

/**
 * enum ptime_wait - waits of the receive softirq (NET_RX) and NAPI's polls
 * @PTIME_WAIT_SOFTIRQ: from the time when the softirq was raised until it ran, not in ksoftirqd
 * @PTIME_WAIT_KSOFTIRQD: the same, until ksoftirqd ran it
 * @PTIME_WAIT_RUN: how long it ran
 * @PTIME_WAIT_POLL: how long a poll in it took, from the end of the one before or the softirq's
 *	begin
 * @PTIME_WAIT_BETWEEN: from the end of a poll to the end of the next one on the CPU
 * @PTIME_WAIT_PACKETS: packets that a poll took; no time
 * @PTIME_WAITS: number of waits
 */
enum ptime_wait {
	PTIME_WAIT_SOFTIRQ	= 0,
	PTIME_WAIT_KSOFTIRQD	= 1,
	PTIME_WAIT_RUN		= 2,
	PTIME_WAIT_POLL		= 3,
	PTIME_WAIT_BETWEEN	= 4,
	PTIME_WAIT_PACKETS	= 5,
	PTIME_WAITS		= 6,
};

/**
 * struct ptime_snapshot_wait - a wait, with its CPUs
 * @bytes: size of this struct
 * @wait: enum ptime_wait; ascending
 * @cpus: number of CPUs that follow
 * @reserved: 0
 */
struct ptime_snapshot_wait {
	__u32	bytes;
	__u32	wait;
	__u32	cpus;
	__u32	reserved;
};

/**
 * struct ptime_snapshot_polls - polls of a CPU
 * @bytes: size of this struct
 * @cpu: number of the CPU; ascending
 * @full: polls that took all of their budget
 * @outside: polls outside of the softirq: in a thread of NAPI's, or in a task that waits for
 *	packets
 * @squeezed: times that the kernel stopped the softirq while there was more to do (time_squeeze)
 */
struct ptime_snapshot_polls {
	__u32	bytes;
	__u32	cpu;
	__u64	full;
	__u64	outside;
	__u64	squeezed;
};

#endif /* _PATHTIME_ABI_H */
