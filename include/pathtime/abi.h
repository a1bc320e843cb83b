/* SPDX-License-Identifier: GPL-2.0 */
/*
 * abi: what the module shows and takes in debugfs
 *
 * FILES, all root's, in the directory PTIME_DIR of a mounted debugfs (0700):
 *
 *	hist		0400  text: each series with its buckets
 *	summary		0400  text: one line per series
 *	probes		0400  text: one line per probe, with state and reason
 *	snapshot	0400  binary, below; taken when the file is opened
 *	control		0600  write: one verb per line; read: help, and a last
 *			      line of PTIME_LAST_ERROR and what was wrong with the
 *			      last line written, or PTIME_NO_ERROR
 *
 * VERBS
 *
 *	start				arm all probes
 *	stop				take all probes out, keep the counts
 *	reset				start all counts at zero
 *	add [MODULE:]FUNCTION [group=NAME] [returns=RULE] [backend=BACKEND]
 *					time one more function; RULE says how its
 *					return value splits the calls: reading
 *					the file lists the rules. MODULE
 *					"vmlinux" is the kernel itself
 *	del [MODULE:]FUNCTION		remove a probe and its counts
 *	enable GROUP[:detail]		add a built-in group's probes
 *	disable GROUP[:detail]		remove a group's probes and counts
 *
 * One write takes one line and returns its length, so that a buffer of several
 * lines is taken line by line, and the write that fails is the line at fault.
 * The end of a write ends a line, too.
 * A verb that fails changes nothing. Errors: EINVAL (unknown verb, bad or
 * missing argument, NUL, a function that cannot be probed, or a bare name that
 * several modules have), E2BIG (line longer
 * than PTIME_LINE_MAX), ENOENT (no such function, probe or group), EEXIST
 * (probed already), ENOMEM, and what the kernel's probe interface returns;
 * EFAULT where there is no line to be read, which is no line's last error.
 *
 * SAMPLING
 *
 * Loaded with sample=N, N above 1, the module times one call in N. Each stands for
 * N calls: in all files numbers of calls and packets, and sums of times, are
 * estimates of all calls, multiples of N; in texts a '~' is before them. Missed
 * calls are counted, and the shortest and the longest time are of those timed.
 *
 * SNAPSHOT, byte order of the machine, no alignment but that of 8:
 *
 *	struct ptime_snapshot
 *	struct ptime_snapshot_probe	.probes times:
 *	  struct ptime_snapshot_outcome	  .outcomes times:
 *	    struct ptime_snapshot_cpu	    .cpus times: CPUs that saw a call
 *	      struct ptime_snapshot_bucket    .buckets times: none is empty,
 *					      numbers ascend (hist.h)
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
#define PTIME_FILE_PROBES		"probes"
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

/* sample=, at most */
#define PTIME_SAMPLE_MAX		65536

#define PTIME_SNAPSHOT_MAGIC		"PATHTIME"
#define PTIME_SNAPSHOT_VERSION		2

/* ptime_snapshot.flags */
#define PTIME_SNAPSHOT_RUNNING		0x1	/* not stopped */

/**
 * enum ptime_state - state of a probe
 * @PTIME_STATE_PENDING: its module is not loaded
 * @PTIME_STATE_ARMED: in place, counting
 * @PTIME_STATE_STOPPED: taken out by the verb stop
 * @PTIME_STATE_FAILED: cannot be armed, see the reason
 * @PTIME_STATE_SILENT: in place, but the kernel calls no probes now: calls are
 *	neither counted nor missed, see the reason
 */
enum ptime_state {
	PTIME_STATE_PENDING	= 0,
	PTIME_STATE_ARMED	= 1,
	PTIME_STATE_STOPPED	= 2,
	PTIME_STATE_FAILED	= 3,
	PTIME_STATE_SILENT	= 4,
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
 * @flags: PTIME_SNAPSHOT_RUNNING
 * @bucket_bytes: size of struct ptime_snapshot_bucket
 * @clock: name of the clock: "tsc", "counter" or "local_clock"
 * @module_version: version string of the module
 * @kernel: release of the running kernel
 * @sample: one call in so many was timed; version 1 ends before it, and is 1
 * @reserved: 0
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
	__u32	reserved;
};

/**
 * struct ptime_snapshot_probe - one probe
 * @bytes: size of this struct
 * @outcomes: number of outcomes that follow; at least one
 * @state: enum ptime_state
 * @reserved: 0
 * @id: never used twice while the module is loaded
 * @missed: calls that passed unmeasured while the probe was armed
 * @group: group's name
 * @module: module that holds the function, empty for the kernel itself
 * @function: name as resolved; as asked for where it is not
 * @backend: what times the function, "direct" or "kretprobe"
 * @reason: why it is not armed, or what stands in for what; may be empty
 */
struct ptime_snapshot_probe {
	__u32	bytes;
	__u32	outcomes;
	__u32	state;
	__u32	reserved;
	__u64	id;
	__u64	missed;
	char	group[PTIME_GROUP_LEN];
	char	module[PTIME_MODULE_LEN];
	char	function[PTIME_FUNCTION_LEN];
	char	backend[PTIME_BACKEND_LEN];
	char	reason[PTIME_REASON_LEN];
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

#endif /* _PATHTIME_ABI_H */
