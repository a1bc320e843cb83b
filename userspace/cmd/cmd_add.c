// SPDX-License-Identifier: GPL-2.0
/* command add: time more functions, by name or by pattern */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/prompt.h"
#include "cmd/commands.h"
#include "doctor/btf.h"
#include "doctor/kallsyms.h"
#include "model/names.h"
#include "read/debugfs.h"

/*
 * Every probe takes several pages per CPU. A pattern with more matches is
 * likely a mistake.
 */
#define MATCHES_MAX	200

#define NEAR_MAX	10

/* the limit of the module; a direct call passes on far fewer words */
#define ARGUMENTS_MAX	255

/* the command, the name, group=, returns=, backend=, arguments= and force */
#define WORDS_MAX	7

/* BTF of a module, kept for its next functions: that of the kernel takes long to read */
struct module_btf {
	struct ptool_btf btf;
	char module[PTIME_MODULE_LEN];
	bool is_there;
};

static struct module_btf *module_btfs;
static u32 modules;

static struct module_btf *btf_of(const char *module)
{
	struct module_btf *of;
	u32 i;

	for (i = 0; i < modules; i++)
		if (!strcmp(module_btfs[i].module, module))
			return &module_btfs[i];
	module_btfs = ptool_realloc(module_btfs, modules + 1,
				    sizeof(*module_btfs));
	of = &module_btfs[modules++];
	snprintf(of->module, sizeof(of->module), "%s", module);
	of->is_there = ptool_btf_load(&of->btf, module);
	return of;
}

/* Without BTF, @why is "has no BTF". Otherwise ptool_btf_arguments() sets it. */
static int arguments_of(const char *module, const char *function, const char **why)
{
	struct module_btf *of = btf_of(module);

	*why = "has no BTF";
	return of->is_there ? ptool_btf_arguments(&of->btf, function, why) : -1;
}

static bool has_word(const struct ptool_options *options, const char *word, size_t length)
{
	int i;

	for (i = 2; i < options->words; i++)
		if (!strncmp(options->word[i], word, length))
			return true;
	return false;
}

/*
 * Only backend=direct needs the number of argument words, and only if the user
 * does not state it. The module knows that the functions of its groups do not
 * have too many.
 */
static bool wants_arguments(const struct ptool_options *options)
{
	return has_word(options, "backend=direct", sizeof("backend=direct")) &&
	       !has_word(options, "arguments=", strlen("arguments=")) &&
	       options->words < WORDS_MAX;
}

/*
 * Set @module to the only module that has the function. It is empty if the
 * kernel itself has it, or if it is not in exactly one module.
 */
static void find_module(char module[PTIME_MODULE_LEN], const char *function)
{
	struct ptool_kallsyms kallsyms;
	struct ptool_found found;

	*module = '\0';
	if (!ptool_kallsyms_load(&kallsyms))
		return;
	if (!ptool_kallsyms_find(&kallsyms, "", function)) {
		char pattern[PTOOL_NAME_LEN];

		snprintf(pattern, sizeof(pattern), "*:%s", function);
		ptool_kallsyms_match(&kallsyms, pattern, &found);
		if (found.symbols == 1)
			snprintf(module, PTIME_MODULE_LEN, "%s", found.symbol[0]->module);
		free(found.symbol);
	}
	ptool_kallsyms_free(&kallsyms);
}

/* arguments_of() for "[module:]function", as typed or as kallsyms lists it */
static int arguments_of_name(const char *name, const char **why)
{
	const char *colon = strchr(name, ':');
	char module[PTIME_MODULE_LEN], *c;

	if (!colon) {
		find_module(module, name);
		return arguments_of(module, name, why);
	}
	snprintf(module, sizeof(module), "%.*s", (int)(colon - name), name);
	for (c = module; *c; c++)
		if (*c == '-')
			*c = '_';
	/*
	 * The module is a file name in sysfs: ignore one that leaves the
	 * directory.
	 */
	if (strchr(module, '/') || *module == '.')
		*module = '\0';
	return arguments_of(strcmp(module, "vmlinux") ? module : "", colon + 1, why);
}

/* If the module refuses a direct call, say why BTF does not help. */
static void add_reason(struct ptool_refusal *refusal, const char *why)
{
	size_t length = strlen(refusal->why.text);

	if (refusal->error == EOPNOTSUPP)
		snprintf(refusal->why.text + length, sizeof(refusal->why.text) - length,
			 " (in the kernel's BTF it %s)", why);
}

/*
 * Send the command as typed, except for the name. If BTF has the number of
 * argument words, append it.
 */
static int send(const struct ptool_options *options, char *name,
		struct ptool_refusal *refusal)
{
	char *word[WORDS_MAX] = { options->word[0], name };
	char line[PTOOL_CONTROL_LEN], arguments[32];
	struct ptool_reason error;
	const char *why = NULL;
	int status, i, words;

	for (i = 2; i < options->words && i < WORDS_MAX; i++)
		word[i] = options->word[i];
	if (wants_arguments(options)) {
		words = arguments_of_name(name, &why);
		if (words >= 0) {
			why = NULL;
			snprintf(arguments, sizeof(arguments), "arguments=%d",
				 words < ARGUMENTS_MAX ? words : ARGUMENTS_MAX);
			word[i++] = arguments;
		}
	}
	status = ptool_control_line(line, i, word, &error);
	if (!status)
		status = ptool_debugfs_send(line, refusal, &error);
	if (!status && why)
		add_reason(refusal, why);
	return ptool_report(status, &error);
}

/*
 * Warn that the module timed the first of several functions of that name. This
 * happens within a kernel module. A name that functions of the kernel image
 * share is refused, unless the module failed to read the names of the image.
 */
static void report_duplicates(const char *name, const struct ptool_symbol *symbol)
{
	if (symbol && symbol->times > 1)
		ptool_note("%s: %u functions have this name, the first is timed",
			   name, symbol->times);
}

/* the functions that the module refused with the same error */
struct refused {
	int error;
	u32 functions;
	struct ptool_reason first;
};

/**
 * struct result - numbers of functions that were added and refused
 * @added: number of functions that are timed now
 * @reasons: number of different errors of the others
 * @refused: these errors
 */
struct result {
	u32 added;
	u32 reasons;
	struct refused *refused;
};

static void count_refusal(struct result *result, const struct ptool_refusal *refusal)
{
	struct refused *refused = result->refused;
	u32 i;

	for (i = 0; i < result->reasons; i++, refused++)
		if (refused->error == refusal->error)
			break;
	if (i == result->reasons) {
		result->refused = ptool_realloc(result->refused, i + 1,
						sizeof(*refused));
		refused = &result->refused[result->reasons++];
		refused->error = refusal->error;
		refused->functions = 0;
		refused->first = refusal->why;
	}
	refused->functions++;
}

/* A refusal is no error: one is returned only if the module cannot be reached. */
static int add_symbol(const struct ptool_options *options,
		      const struct ptool_symbol *symbol, struct result *result)
{
	struct ptool_refusal refusal = { 0 };
	char name[PTOOL_NAME_LEN];
	int status;

	ptool_symbol_name(name, sizeof(name), symbol);
	status = send(options, name, &refusal);
	if (status)
		return status;
	if (refusal.error) {
		count_refusal(result, &refusal);
		return 0;
	}
	report_duplicates(name, symbol);
	result->added++;
	return 0;
}

static void report_refused(const struct refused *refused)
{
	if (refused->error == EEXIST)
		ptool_note("not added: %u timed already", refused->functions);
	else if (refused->functions == 1)
		ptool_note("not added: %s", refused->first.text);
	else
		ptool_note("not added: %s; and %u more with this error",
			   refused->first.text, refused->functions - 1);
}

static int add_chosen(const struct ptool_options *options,
		      const struct ptool_found *found, const bool *chosen)
{
	struct result result = { 0 };
	u32 wanted = 0, reason;
	int status = 0;
	size_t i;

	for (i = 0; !status && i < found->symbols; i++) {
		if (!chosen[i])
			continue;
		wanted++;
		status = add_symbol(options, found->symbol[i], &result);
	}
	if (!status) {
		ptool_note("added %u of %u functions", result.added, wanted);
		for (reason = 0; reason < result.reasons; reason++)
			report_refused(&result.refused[reason]);
		status = result.added || !wanted ? 0 : PTOOL_EXIT_FAILURE;
	}
	free(result.refused);
	return status;
}

static void list(FILE *to, const struct ptool_found *found, bool numbers)
{
	char name[PTOOL_NAME_LEN];
	size_t i;

	for (i = 0; i < found->symbols; i++) {
		ptool_symbol_name(name, sizeof(name), found->symbol[i]);
		if (numbers)
			fprintf(to, "%5zu  ", i + 1);
		fprintf(to, "%s\n", name);
	}
}

static int ask(const struct ptool_found *found, bool *chosen)
{
	char answer[4096];

	list(stderr, found, true);
	fputs("Which? Numbers, 'a' for all, nothing for none: ", stderr);
	if (!fgets(answer, sizeof(answer), stdin))
		*answer = '\0';
	if (!ptool_prompt_parse(answer, found->symbols, chosen))
		return ptool_error("not a valid answer: type numbers from 1 to %zu, such as 1 3",
				   found->symbols);
	return 0;
}

/* choose which of the matching functions to add */
static int choose(const struct ptool_out *out,
		  const struct ptool_options *options,
		  const struct ptool_found *found, bool *chosen)
{
	const char *pattern = options->word[1];

	if (found->symbols == 1 || options->view.all) {
		memset(chosen, true, found->symbols);
		return 0;
	}
	if (isatty(STDIN_FILENO))
		return ask(found, chosen);
	list(out->file, found, false);
	return ptool_error("%zu functions match '%s': name one, or add all with --all",
			   found->symbols, pattern);
}

static int add_found(const struct ptool_out *out,
		     const struct ptool_options *options,
		     const struct ptool_found *found)
{
	bool adds = options->view.all || isatty(STDIN_FILENO);
	bool *chosen;
	int status;

	if (!found->symbols)
		return ptool_error("no function matches '%s'",
				   options->word[1]);
	/*
	 * With neither --all nor a terminal, the matches are only listed: any
	 * number will do.
	 */
	if (found->symbols > MATCHES_MAX && adds)
		return ptool_error("%zu functions match '%s', and add takes %d at most: narrow the pattern",
				   found->symbols, options->word[1],
				   MATCHES_MAX);
	chosen = ptool_alloc(found->symbols, sizeof(*chosen));
	status = choose(out, options, found, chosen);
	if (!status)
		status = add_chosen(options, found, chosen);
	free(chosen);
	return status;
}

static int load(struct ptool_kallsyms *kallsyms)
{
	if (ptool_kallsyms_load(kallsyms))
		return 0;
	return ptool_error("%s: %s", PTOOL_KALLSYMS_FILE, strerror(errno));
}

static int add_pattern(const struct ptool_out *out,
		       const struct ptool_options *options)
{
	struct ptool_kallsyms kallsyms;
	struct ptool_found found;
	int status = load(&kallsyms);

	if (status)
		return status;
	ptool_kallsyms_match(&kallsyms, options->word[1], &found);
	status = add_found(out, options, &found);
	free(found.symbol);
	ptool_kallsyms_free(&kallsyms);
	return status;
}

static int report_similar(const struct ptool_kallsyms *kallsyms, const char *name,
			  const struct ptool_refusal *refusal)
{
	char near[512] = "", one[PTOOL_NAME_LEN];
	struct ptool_found found;
	size_t i, length = 0;

	ptool_kallsyms_near(kallsyms, name, &found);
	for (i = 0; i < found.symbols && i < NEAR_MAX; i++) {
		ptool_symbol_name(one, sizeof(one), found.symbol[i]);
		if (length + strlen(one) + 2 >= sizeof(near))
			break;
		length += sprintf(near + length, "%s%s", i ? ", " : "", one);
	}
	free(found.symbol);
	return ptool_error("%s%s%s", refusal->why.text,
			   *near ? "; did you mean " : "", near);
}

/* GCC's copies whose numbers the module does not try, see PTIME_SUFFIX */
static int add_copy(const struct ptool_options *options,
		    const struct ptool_kallsyms *kallsyms,
		    const struct ptool_refusal *refusal)
{
	struct result result = { 0 };
	struct ptool_found found;
	int status;

	ptool_kallsyms_copies(kallsyms, options->word[1], &found);
	if (found.symbols == 1 && found.symbol[0]->times == 1) {
		status = add_symbol(options, found.symbol[0], &result);
		if (result.added)
			ptool_note("added %s, GCC's copy of %s",
				   found.symbol[0]->name, options->word[1]);
		else if (!status)
			status = ptool_error("%s", result.refused[0].first.text);
		free(result.refused);
	} else {
		status = report_similar(kallsyms, options->word[1], refusal);
	}
	free(found.symbol);
	return status;
}

static int add_name(const struct ptool_options *options)
{
	struct ptool_kallsyms kallsyms;
	struct ptool_refusal refusal = { 0 };
	char *name = options->word[1];
	int status = send(options, name, &refusal);

	if (status)
		return status;
	if (refusal.error && refusal.error != ENOENT)
		return ptool_error("%s", refusal.why.text);
	/* The rest only adds hints. Without kallsyms there are none. */
	if (!ptool_kallsyms_load(&kallsyms))
		return refusal.error ? ptool_error("%s", refusal.why.text) : 0;
	if (refusal.error)
		status = add_copy(options, &kallsyms, &refusal);
	else
		report_duplicates(name, ptool_kallsyms_find(&kallsyms, "", name));
	ptool_kallsyms_free(&kallsyms);
	return status;
}

int ptool_cmd_add(const struct ptool_options *options,
		  const struct ptool_out *out)
{
	if (strpbrk(options->word[1], "*?["))
		return add_pattern(out, options);
	if (options->view.all)
		return ptool_usage_error("add: --all needs a pattern, such as 'nf_flow*'");
	return add_name(options);
}
