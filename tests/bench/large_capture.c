// SPDX-License-Identifier: GPL-2.0
/*
 * large_capture: writes what function_graph would write on a busy gateway
 *
 * The capture has as many functions as the path of a packet. They are called in
 * the same shapes again and again on several CPUs, which take turns as the ring
 * buffers do. Each line has the fields that the kernel writes by default.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/types.h"

#define MEGABYTES_MAX	100000
#define CPUS		4
#define FUNCTIONS	400
#define DEPTH_MAX	24

/* calls below a root, and shapes of call trees; the shapes repeat in turn */
#define CALLS		500
#define SHAPES		16

static u64 state;

static u32 draw(u32 below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (u32)(state >> 33) % below;
}

/* the CPU to write for, the calls that are left to make, and the bytes written */
struct capture_writer {
	u32 cpu;
	u32 calls;
	u64 written;
};

static void print_duration(struct capture_writer *writer, u64 ns)
{
	const char *flag = ns >= 100000 ? "!" : ns >= 10000 ? "+" : " ";

	writer->written += printf(" %2u) %s %llu.%03llu us%s |  ",
				  writer->cpu, flag, ns / 1000, ns % 1000,
				  ns < 10000 ? "   " : ns < 100000 ? "  " : " ");
}

static void print_name(struct capture_writer *writer, u32 function, u32 depth)
{
	writer->written += printf("%*sfunction_of_a_gateway_%u%s()", 2 * depth,
				  "", function,
				  function % 5 ? "" : " [nf_conntrack]");
}

/* Return the time of the call. */
static u64 write_call(struct capture_writer *writer, u32 depth)
{
	u32 function = draw(FUNCTIONS), callees = draw(4), i;
	u64 ns = 40 + draw(400);

	if (!writer->calls || depth == DEPTH_MAX || !callees) {
		print_duration(writer, ns);
		print_name(writer, function, depth);
		writer->written += printf(";\n");
		return ns;
	}
	writer->written += printf(" %2u)               |  ", writer->cpu);
	print_name(writer, function, depth);
	writer->written += printf(" {\n");
	for (i = 0; i < callees && writer->calls; i++) {
		writer->calls--;
		ns += write_call(writer, depth + 1);
	}
	print_duration(writer, ns);
	writer->written += printf("%*s}\n", 2 * depth, "");
	return ns;
}

int main(int argc, char **argv)
{
	u32 megabytes = argc == 2 ? strtoul(argv[1], NULL, 10) : 0, root = 0;
	struct capture_writer writer = { 0 };

	if (!megabytes || megabytes > MEGABYTES_MAX)
		return ptool_usage_error("usage: large_capture MEGABYTES, 1 to %u",
					 MEGABYTES_MAX);
	puts("# tracer: function_graph\n#\n"
	     "# CPU  DURATION                  FUNCTION CALLS\n"
	     "# |     |   |                     |   |   |   |");
	while (writer.written < (u64)megabytes * 1000000) {
		state = root % SHAPES;
		writer.cpu = root++ % CPUS;
		writer.calls = CALLS;
		while (writer.calls) {
			writer.calls--;
			write_call(&writer, 0);
		}
	}
	if (fflush(stdout) || ferror(stdout))
		return ptool_error("cannot write the capture");
	return 0;
}
