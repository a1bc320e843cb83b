// SPDX-License-Identifier: GPL-2.0
/* test of reading /proc/kallsyms and of finding names in it */
#include <stdlib.h>
#include <string.h>

#include "doctor/kallsyms.h"
#include "tap.h"

static const char text[] =
	"ffffffff81000000 T _stext\n"
	"0000000000000000 A fixed_percpu_data\n"
	"ffffffff81000010 t reset\n"
	"ffffffff81000020 t reset\n"
	"ffffffff81000030 t reset.cold\n"
	"ffffffff81000040 t __pfx_reset\n"
	"ffffffff81000050 t __cfi_reset\n"
	"ffffffff81000060 W weak_one\n"
	"ffffffff81000070 w weak_two\n"
	"ffffffff81000080 D ip_data\n"
	"ffffffff81000090 T ip_rcv\n"
	"ffffffff810000a0 t ip_rcv_core\n"
	"ffffffff810000b0 t ip_rcv_core.isra.0\n"
	"ffffffff810000c0 t ip_rcv_core.isra.0.cold\n"
	"ffffffff810000d0 t setup.constprop.3\n"
	"ffffffff810000e0 t setup.isra.1.part.12\n"
	"ffffffff810000f0 t setup.llvm.77\n"
	"ffffffff81000100 t setup.isra.\n"
	"ffffffff81000110 t setup_more.isra.0\n"
	"ffffffffc0000000 t reset\t[veth]\n"
	"ffffffffc0000010 t init_conntrack.constprop.3\t[nf_conntrack]\n"
	"ffffffffc0000020 d reset_data\t[veth]\n"
	"ffffffffc0000030 t bpf_prog_1\t[bpf]\n"
	"ffffffffc0000040 t kprobe_insn_page\t[__builtin__kprobes]\n"
	"rubbish\n"
	"ffffffffc0000050\n"
	"ffffffffc0000060 t";

/* "name module*times name ..." of what was found, for comparing */
static void is_list(const struct ptool_found *found, const char *wanted,
		    const char *name)
{
	char list[1024] = "", one[256];
	size_t i;

	for (i = 0; i < found->symbols; i++) {
		ptool_symbol_name(one, sizeof(one), found->symbol[i]);
		strcat(list, i ? " " : "");
		strcat(list, one);
	}
	if (!tap_ok(!strcmp(list, wanted), "%s", name))
		tap_diag("got '%s', wanted '%s'", list, wanted);
	free(found->symbol);
}

static void test_parse(const struct ptool_kallsyms *kallsyms)
{
	static const char *const left_out[] = {
		"reset.cold", "__pfx_reset", "__cfi_reset", "ip_data",
		"fixed_percpu_data", "",
	};
	const struct ptool_symbol *symbol;
	size_t i;

	tap_is(kallsyms->symbols, 14, "functions, each once in a module");
	symbol = ptool_kallsyms_find(kallsyms, "", "reset");
	tap_is(symbol ? symbol->times : 0, 2, "a name twice in the kernel");
	symbol = ptool_kallsyms_find(kallsyms, "veth", "reset");
	tap_is(symbol ? symbol->times : 0, 1, "and once in a module");
	tap_ok(ptool_kallsyms_find(kallsyms, "", "weak_one"), "weak, W");
	tap_ok(ptool_kallsyms_find(kallsyms, "", "weak_two"), "weak, w");
	for (i = 0; i < ARRAY_SIZE(left_out); i++)
		tap_ok(!ptool_kallsyms_find(kallsyms, "", left_out[i]),
		       "not a function: '%s'", left_out[i]);
	tap_ok(!ptool_kallsyms_find(kallsyms, "veth", "ip_rcv"),
	       "not in that module");
	tap_ok(!ptool_kallsyms_find(kallsyms, "bpf", "bpf_prog_1"),
	       "BPF's programs are no module's");
	tap_ok(ptool_kallsyms_has_module(kallsyms, "veth"), "module");
	tap_ok(!ptool_kallsyms_has_module(kallsyms, "vet"), "no such module");
}

static void test_match(const struct ptool_kallsyms *kallsyms)
{
	struct ptool_found found;

	ptool_kallsyms_match(kallsyms, "ip_rcv*", &found);
	is_list(&found, "ip_rcv ip_rcv_core ip_rcv_core.isra.0", "a pattern");
	ptool_kallsyms_match(kallsyms, "res?t", &found);
	is_list(&found, "reset veth:reset", "in the kernel and modules");
	ptool_kallsyms_match(kallsyms, "veth:*", &found);
	is_list(&found, "veth:reset", "of a module");
	ptool_kallsyms_match(kallsyms, "nf-conntrack:init*", &found);
	is_list(&found, "nf_conntrack:init_conntrack.constprop.3",
		"a dash is an underscore");
	ptool_kallsyms_match(kallsyms, "[vn]*:*", &found);
	is_list(&found, "nf_conntrack:init_conntrack.constprop.3 veth:reset",
		"a pattern of modules");
	ptool_kallsyms_match(kallsyms, "nothing*", &found);
	is_list(&found, "", "no match");
}

static void test_copies(const struct ptool_kallsyms *kallsyms)
{
	struct ptool_found found;

	ptool_kallsyms_copies(kallsyms, "setup", &found);
	is_list(&found, "setup.constprop.3 setup.isra.1.part.12",
		"suffixes of any number, alone and together");
	ptool_kallsyms_copies(kallsyms, "ip_rcv", &found);
	is_list(&found, "", "a longer name is no copy");
	ptool_kallsyms_copies(kallsyms, "init_conntrack", &found);
	is_list(&found, "nf_conntrack:init_conntrack.constprop.3",
		"without a module, of any");
	ptool_kallsyms_copies(kallsyms, "veth:init_conntrack", &found);
	is_list(&found, "", "with a module, of no other");
}

static void test_near(const struct ptool_kallsyms *kallsyms)
{
	struct ptool_found found;

	ptool_kallsyms_near(kallsyms, "RCV", &found);
	is_list(&found, "ip_rcv ip_rcv_core ip_rcv_core.isra.0",
		"whatever the case, shortest first");
	ptool_kallsyms_near(kallsyms, "init_conntrack.constprop.0", &found);
	is_list(&found, "nf_conntrack:init_conntrack.constprop.3",
		"another suffix");
	ptool_kallsyms_near(kallsyms, "veth:rese", &found);
	is_list(&found, "veth:reset", "those of the module");
	ptool_kallsyms_near(kallsyms, "veth:ip_rcv_c", &found);
	is_list(&found, "ip_rcv_core ip_rcv_core.isra.0",
		"all, where the module has none");
	ptool_kallsyms_near(kallsyms, "ip_rvc", &found);
	is_list(&found, "ip_rcv", "two letters exchanged");
	ptool_kallsyms_near(kallsyms, "elsewhere", &found);
	is_list(&found, "", "none");
}

static void test_empty(void)
{
	struct ptool_kallsyms kallsyms;

	ptool_kallsyms_parse(&kallsyms, strdup(""));
	tap_is(kallsyms.symbols, 0, "an empty text");
	tap_ok(!ptool_kallsyms_find(&kallsyms, "", "reset"), "has no function");
	ptool_kallsyms_free(&kallsyms);
}

int main(void)
{
	struct ptool_kallsyms kallsyms;
	char name[12];

	ptool_kallsyms_parse(&kallsyms, strdup(text));
	test_parse(&kallsyms);
	test_match(&kallsyms);
	test_copies(&kallsyms);
	test_near(&kallsyms);
	ptool_symbol_name(name, sizeof(name),
			  ptool_kallsyms_find(&kallsyms, "veth", "reset"));
	tap_ok(!strcmp(name, "veth:reset"), "module and function");
	ptool_symbol_name(name, 10,
			  ptool_kallsyms_find(&kallsyms, "veth", "reset"));
	tap_ok(!*name, "a name that does not fit is none");
	ptool_kallsyms_free(&kallsyms);
	test_empty();
	return tap_done();
}
