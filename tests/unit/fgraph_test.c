// SPDX-License-Identifier: GPL-2.0
/* test of reading function_graph's text record by record */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "capture/fgraph.h"
#include "tap.h"

static const char *const kinds[] = {
	[PTOOL_FGRAPH_OPEN]	 = "open",
	[PTOOL_FGRAPH_LEAF]	 = "leaf",
	[PTOOL_FGRAPH_CLOSE]	 = "close",
	[PTOOL_FGRAPH_IRQ_ENTER] = "enter",
	[PTOOL_FGRAPH_IRQ_LEAVE] = "leave",
	[PTOOL_FGRAPH_SWITCH]	 = "switch",
	[PTOOL_FGRAPH_EVENT]	 = "event",
};

static const char *const contexts[] = {
	[PTOOL_FGRAPH_UNKNOWN]	= "",
	[PTOOL_FGRAPH_TASK]	= " in-task",
	[PTOOL_FGRAPH_SOFTIRQ]	= " in-softirq",
	[PTOOL_FGRAPH_HARDIRQ]	= " in-hardirq",
};

/* "kind function [module] cpu N task N ns N": only what is there */
static void describe(char *to, size_t size,
		     const struct ptool_fgraph_record *record)
{
	size_t length = snprintf(to, size, "%s", kinds[record->kind]);

	if (record->function.length)
		length += snprintf(to + length, size - length, " %.*s",
				   (int)record->function.length,
				   record->function.text);
	if (record->module.length)
		length += snprintf(to + length, size - length, " [%.*s]",
				   (int)record->module.length,
				   record->module.text);
	if (record->has_cpu)
		length += snprintf(to + length, size - length, " cpu %u",
				   record->cpu);
	if (record->has_task)
		length += snprintf(to + length, size - length, " task %u",
				   record->task);
	if (record->kind == PTOOL_FGRAPH_SWITCH)
		length += snprintf(to + length, size - length, " to %u",
				   record->next_task);
	if (record->timed)
		length += snprintf(to + length, size - length, " ns %llu",
				   record->ns);
	snprintf(to + length, size - length, "%s", contexts[record->context]);
}

/* all that is found, with "; " in between; a mark is "mark WORDS" */
static void read_all(const char *text, size_t size, char *to, size_t room,
		     struct ptool_fgraph_counts *counts)
{
	struct ptool_fgraph fgraph = { 0 };
	struct ptool_fgraph_record record;
	struct ptool_fgraph_word mark;
	/* of its own, so that a byte beyond it is noticed */
	char *copy = ptool_alloc(size, 1);
	size_t length = 0;
	char one[512];

	memcpy(copy, text, size);
	*to = '\0';
	ptool_fgraph_feed(&fgraph, copy, size, true);
	for (;;) {
		switch (ptool_fgraph_next(&fgraph, &record, &mark)) {
		case PTOOL_FGRAPH_RECORD:
			describe(one, sizeof(one), &record);
			break;
		case PTOOL_FGRAPH_MARK:
			snprintf(one, sizeof(one), "mark %.*s",
				 (int)mark.length, mark.text);
			break;
		case PTOOL_FGRAPH_MORE:
			*counts = fgraph.counts;
			free(copy);
			return;
		}
		length += snprintf(to + length, room - length, "%s%s",
				   length ? "; " : "", one);
		if (length >= room)
			length = room - 1;
	}
}

static const struct {
	const char *name;
	const char *text;
	const char *wanted;
} cases[] = {
	/* columns */
	{ "a leaf", " 0)   0.154 us    |  ip_rcv_core.isra.0();\n",
	  "leaf ip_rcv_core.isra.0 cpu 0 ns 154" },
	{ "an opening", " 15)               |  SyS_write() {",
	  "open SyS_write cpu 15" },
	{ "an end", " 7) + 11.922 us   |      }", "close cpu 7 ns 11922" },
	{ "module, leaf", " 7) 0.1 us | get_l4proto [nf_conntrack]();",
	  "leaf get_l4proto [nf_conntrack] cpu 7 ns 100" },
	{ "module, opening", " 7) | esp_output [esp4]() {",
	  "open esp_output [esp4] cpu 7" },
	{ "an end that is named", " 1) ! 101.5 us | } /* ip_rcv */",
	  "close ip_rcv cpu 1 ns 101500" },
	{ "and has a module", " 1) 1.5 us | } /* esp_output [esp4] */",
	  "close esp_output [esp4] cpu 1 ns 1500" },
	{ "no CPU", "  0.154 us    |  ip_rcv();", "leaf ip_rcv ns 154" },
	{ "no CPU, opening", "               |  ip_rcv() {", "open ip_rcv" },
	{ "a time", " 1234.567890 |   0)   0.154 us    |  ip_rcv();",
	  "leaf ip_rcv cpu 0 ns 154" },
	{ "a task", " 0)  bash-1234    |   0.154 us    |  ip_rcv();",
	  "leaf ip_rcv cpu 0 task 1234 ns 154" },
	{ "a task, opening", " 0)  <idle>-0    |               |  ip_rcv() {",
	  "open ip_rcv cpu 0 task 0" },
	{ "a task with a blank", " 0)  Web Co-77 |   0.154 us    |  ip_rcv();",
	  "leaf ip_rcv cpu 0 task 77 ns 154" },
	{ "a task, no CPU", "kworker/0:1-12 | 0.154 us | ip_rcv();",
	  "leaf ip_rcv task 12 ns 154" },
	{ "a task, an end", " 0) ksoftir-9 |   0.154 us    |  }",
	  "close cpu 0 task 9 ns 154" },
	{ "latency", " 0)  bash-1  |  d.h1 |   0.154 us    |  ip_rcv();",
	  "leaf ip_rcv cpu 0 task 1 ns 154 in-hardirq" },
	{ "latency, opening", " 0)  bash-1  |  ..s.. |               |  f() {",
	  "open f cpu 0 task 1 in-softirq" },
	{ "latency, no task", " 0)  d..1 |   0.154 us    |  ip_rcv();",
	  "leaf ip_rcv cpu 0 ns 154 in-task" },
	{ "all columns",
	  " 99.000001 |  3) sh-5 | dNs2 | # 1234.5 us | } /* f [m] */",
	  "close f [m] cpu 3 task 5 ns 1234500 in-softirq" },
	{ "all flags", "0) + 1.0 us | }\n0) ! 2.0 us | }\n0) # 3.0 us | }\n"
	  "0) * 4.0 us | }\n0) @ 5.0 us | }\n0) $ 6.0 us | }",
	  "close cpu 0 ns 1000; close cpu 0 ns 2000; close cpu 0 ns 3000; close cpu 0 ns 4000; close cpu 0 ns 5000; close cpu 0 ns 6000" },
	{ "long: two digits", "0) # 12345.67 us | }",
	  "close cpu 0 ns 12345670" },
	{ "longer: one digit", "0) $ 123456.7 us | }",
	  "close cpu 0 ns 123456700" },
	{ "longest: none", "0) $ 12345678 us | }",
	  "close cpu 0 ns 12345678000" },
	{ "no end of digits", "0) 1234567890123456789 us | }", "close" },
	{ "too long to be true", "0) 999999999999999 us | }", "close cpu 0" },
	{ "a CPU that cannot be", "9999) 1.0 us | }", "close ns 1000" },
	{ "interrupts", " 7)   ==========> |\n 7)   <========== |\n",
	  "enter cpu 7; leave cpu 7" },
	{ "interrupts on one line", "7) ==========> | 7) | do_IRQ() {",
	  "enter cpu 7; open do_IRQ cpu 7" },
	{ "a switch", " ------------------------------------------\n"
	  " 0)   cat-2843     =>   bash-2794   \n"
	  " ------------------------------------------\n\n",
	  "switch cpu 0 task 2843 to 2794" },
	{ "a switch on one line", "------ 0) <idle>-0 => bash-27 ------ 0) | f() {",
	  "switch cpu 0 task 0 to 27; open f cpu 0" },
	{ "a switch of names with blanks", " 1) Web Con-2 => Web-3\n",
	  "switch cpu 1 task 2 to 3" },
	{ "an event", " 0) | /* sched_switch: prev=1 | 0) next */\n0) 1.0 us | }",
	  "event cpu 0; close cpu 0 ns 1000" },
	/* newer kernels */
	{ "arguments", " 0) 0.1 us | kfree(object=0xffff, caller=\"(x)\");",
	  "leaf kfree cpu 0 ns 100" },
	{ "arguments, opening", " 0) | ip_rcv [m](skb=0xf, dev=(null)) {",
	  "open ip_rcv [m] cpu 0" },
	{ "a value", " 0) 0.1 us | f(); /* = 0x0 */", "leaf f cpu 0 ns 100" },
	{ "a value as ret", " 0) 0.1 us | f(); /* ret=0x0 */",
	  "leaf f cpu 0 ns 100" },
	{ "an end with a value", " 0) 0.1 us | } /* = -22 */",
	  "close cpu 0 ns 100" },
	{ "an end with a name and a value", " 0) 0.1 us | } /* f = -22 */",
	  "close f cpu 0 ns 100" },
	{ "an end with a name and ret", " 0) 0.1 us | } /* f [m] ret=-22 */",
	  "close f [m] cpu 0 ns 100" },
	{ "an end with ret", " 0) 0.1 us | } /* ret=0x1 */",
	  "close cpu 0 ns 100" },
	{ "an end with ret and blanks", " 0) 0.1 us | } /* ret = 1 */",
	  "close cpu 0 ns 100" },
	{ "a caller", " 0) | f() { /* <-g+0x12/0x34 */\n", "open f cpu 0" },
	/* other programs */
	{ "trace-cmd", "  sshd-33 [002]  99.5: funcgraph_entry:   0.1 us |  f();",
	  "leaf f cpu 2 task 33 ns 100" },
	{ "trace-cmd, opening",
	  " <idle>-0  [000] d..1. 99.123456: funcgraph_entry:      |  f() {",
	  "open f cpu 0 task 0 in-task" },
	{ "trace-cmd, an end",
	  "  sshd-33 [002] 99.5: funcgraph_exit:  + 10.1 us |  }",
	  "close cpu 2 task 33 ns 10100" },
	/* text around it */
	{ "one line", "0) | f() { 0) 0.1 us | g [m](); 0) + 10.2 us | } 1) | h() {",
	  "open f cpu 0; leaf g [m] cpu 0 ns 100; close cpu 0 ns 10200; open h cpu 1" },
	{ "one line, no CPU", "| f() { 0.1 us | g(); 0.2 us | }",
	  "open f; leaf g ns 100; close ns 200" },
	{ "line numbers", "  12:  0) 0.1 us | f();\n 13  0) 0.2 us | g();\n",
	  "leaf f cpu 0 ns 100; leaf g cpu 0 ns 200" },
	{ "line numbers in brackets", "12) 0) 0.1 us | f();",
	  "leaf f cpu 0 ns 100" },
	{ "a quotation", "> 0) 0.1 us | f();\n> > 1) 0.2 us | }\n",
	  "leaf f cpu 0 ns 100; close cpu 1 ns 200" },
	{ "ends of lines as elsewhere", " 0) 0.1 us | f();\r\n 0) 0.2 us | }\r\n",
	  "leaf f cpu 0 ns 100; close cpu 0 ns 200" },
	{ "a header", "# tracer: function_graph\n#\n# CPU  DURATION   FUNCTION\n"
	  "# |     |   |                     |   |   |   |\n 0) 0.1 us | f();",
	  "leaf f cpu 0 ns 100" },
	{ "a header on the line",
	  "# tracer: function_graph # # CPU DURATION # | | | | 0) 0.1 us | f();",
	  "leaf f cpu 0 ns 100" },
	{ "a flag that could be a header", "# 1234.5 us | }",
	  "close ns 1234500" },
	{ "a mark", "### Packet 3\n 0) 0.1 us | f();",
	  "mark Packet 3; leaf f cpu 0 ns 100" },
	{ "a mark on the line",
	  "### Packet 2 (part 1 of 2) ### |IP|, send 0) | f() {",
	  "mark Packet 2 (part 1 of 2); open f cpu 0" },
	{ "a mark that a record ends", "### Packet 3: hook() (pre) 0) | f() {",
	  "mark Packet 3: hook() (pre); open f cpu 0" },
	{ "what the kernel says of a buffer",
	  "##### CPU 1 buffer started ####\n 0) 0.1 us | f();",
	  "leaf f cpu 0 ns 100" },
	/* lines that are no record */
	{ "no call", " 0) 0.1 us | \n", "" },
	{ "no end of a call", " 0) 0.1 us | f()", "" },
	{ "no end of its arguments", " 0) 0.1 us | f(a, (b);\n", "" },
	{ "cut in the duration", " 0) 0.1 u", "" },
	{ "a sentence", "It calls f() | g() and then } /* h */\n", "" },
	{ "a program", "int f() {\n\treturn g();\n}\n", "" },
	{ "a table", "| a | b |\n|---|---|\n| f | 1.0 us |\n", "" },
	{ "nothing", "", "" },
};

static void test_cases(void)
{
	struct ptool_fgraph_counts counts;
	char got[2048];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		read_all(cases[i].text, strlen(cases[i].text), got,
			 sizeof(got), &counts);
		if (!tap_ok(!strcmp(got, cases[i].wanted), "%s", cases[i].name))
			tap_diag("got '%s', wanted '%s'", got, cases[i].wanted);
	}
}

static void test_counts(void)
{
	static const char text[] =
		"# tracer: function_graph\n"
		"root@gw:~# cat trace\n"
		"  1: 0) 0.1 us | f();\n"
		"...\n"
		"[...] 0) 0.1 us | f();\n"
		"CPU:1 [LOST 1234 EVENTS]\n"
		" 0) 0.1 us | f(); and so on: 0) 0.1 us | f();\n"
		"-----\n"
		"[snip]\n"
		"Ending tracing...\n";
	struct ptool_fgraph_counts counts;
	char got[2048];

	read_all(text, strlen(text), got, sizeof(got), &counts);
	tap_is(counts.records, 4, "records");
	tap_is(counts.other_text, 4, "other_text: prompt, LOST, so on, Ending");
	tap_is(counts.elisions, 3, "elisions");
	tap_is(counts.lost_events, 1234, "lost events");
}

/* a text that ends anywhere is read to its end, and never beyond */
static void test_prefixes(void)
{
	struct ptool_fgraph_counts counts;
	size_t i, size, read = 0, wanted = 0;
	char got[2048];

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (size = 0; size <= strlen(cases[i].text); size++) {
			read_all(cases[i].text, size, got, sizeof(got),
				 &counts);
			read++;
		}
		wanted += strlen(cases[i].text) + 1;
	}
	tap_is(read, wanted, "all beginnings of all cases are read");
}

int main(void)
{
	test_cases();
	test_counts();
	test_prefixes();
	return tap_done();
}
