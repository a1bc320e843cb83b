// SPDX-License-Identifier: GPL-2.0
/* command add: time more functions, by name or by pattern */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/prompt.h"
#include "base/text.h"
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

/* the command, the name, group=, returns=, backend=, arguments=, step=, skb= and force */
#define WORDS_MAX	9

/* room for "arguments=N" and "skb=N" */
#define OPTION_LEN	32

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

/* the rest of the word that begins with @word, which ends with '='; NULL if there is none */
static const char *value_of(const struct ptool_options *options, const char *word)
{
	size_t length = strlen(word);
	int i;

	for (i = 2; i < options->words; i++)
		if (!strncmp(options->word[i], word, length))
			return options->word[i] + length;
	return NULL;
}

/*
 * Only backend=direct needs the number of argument words, and only if the user
 * does not state it. The module knows that the functions of its groups do not
 * have too many.
 */
static bool wants_arguments(const struct ptool_options *options)
{
	const char *backend = value_of(options, "backend=");

	return backend && !strcmp(backend, "direct") && !value_of(options, "arguments=") &&
	       options->words < WORDS_MAX;
}

/* read once, for all names of a list; NULL if it cannot be read */
static const struct ptool_kallsyms *all_symbols(void)
{
	static struct ptool_kallsyms kallsyms;
	static bool is_read, is_there;

	if (!is_read)
		is_there = ptool_kallsyms_load(&kallsyms);
	is_read = true;
	return is_there ? &kallsyms : NULL;
}

/*
 * Set @module to the only module that has the function. It is empty if the
 * kernel itself has it, or if it is not in exactly one module.
 */
static void find_module(char module[PTIME_MODULE_LEN], const char *function)
{
	const struct ptool_kallsyms *kallsyms = all_symbols();
	char pattern[PTOOL_NAME_LEN];
	struct ptool_found found;

	*module = '\0';
	if (!kallsyms || ptool_kallsyms_find(kallsyms, "", function))
		return;
	snprintf(pattern, sizeof(pattern), "*:%s", function);
	ptool_kallsyms_match(kallsyms, pattern, &found);
	if (found.symbols == 1)
		snprintf(module, PTIME_MODULE_LEN, "%s", found.symbol[0]->module);
	free(found.symbol);
}

static bool has_match(const struct ptool_kallsyms *kallsyms, const char *pattern)
{
	struct ptool_found found;

	ptool_kallsyms_match(kallsyms, pattern, &found);
	free(found.symbol);
	return found.symbols;
}

/* kallsyms has underscores in modules' names, and files have dashes */
static void take_underscores(char *module)
{
	for (; *module; module++)
		if (*module == '-')
			*module = '_';
}

/* a module's name as kallsyms has it, with the colon */
static size_t module_part(char *part, size_t room, const char *name)
{
	const char *colon = strchr(name, ':');
	int length = colon ? (int)(colon - name) + 1 : 0;

	snprintf(part, room, "%.*s", length, name);
	take_underscores(part);
	return length;
}

/* it names a module, of which kallsyms has no function */
static bool is_of_no_module(const char *name)
{
	const struct ptool_kallsyms *kallsyms = all_symbols();
	char part[PTOOL_NAME_LEN], pattern[PTOOL_NAME_LEN + 1];

	if (!kallsyms || !module_part(part, sizeof(part), name) || !strcmp(part, "vmlinux:"))
		return false;
	snprintf(pattern, sizeof(pattern), "%s*", part);
	return !has_match(kallsyms, pattern);
}

/* kallsyms has no function of the name, in that module if it names one */
static bool is_unknown(const char *name)
{
	const struct ptool_kallsyms *kallsyms = all_symbols();
	char pattern[2 * PTOOL_NAME_LEN];
	size_t length;

	if (!kallsyms || is_of_no_module(name))
		return false;
	length = module_part(pattern, PTOOL_NAME_LEN, name);
	if (!length || !strcmp(pattern, "vmlinux:")) {
		if (ptool_kallsyms_find(kallsyms, "", name + length))
			return false;
		if (length)
			return true;
	}
	snprintf(pattern + strlen(pattern), PTOOL_NAME_LEN, "%s%s", length ? "" : "*:",
		 name + length);
	return !has_match(kallsyms, pattern);
}

/*
 * Split "[module:]function", as typed or as kallsyms lists it. @module is empty
 * for the kernel itself. Return the function.
 */
static const char *split_name(char module[PTIME_MODULE_LEN], const char *name)
{
	const char *colon = strchr(name, ':');

	if (!colon) {
		find_module(module, name);
		return name;
	}
	snprintf(module, PTIME_MODULE_LEN, "%.*s", (int)(colon - name), name);
	take_underscores(module);
	/*
	 * The module is a file name in sysfs: ignore one that leaves the
	 * directory.
	 */
	if (strchr(module, '/') || *module == '.' || !strcmp(module, "vmlinux"))
		*module = '\0';
	return colon + 1;
}

/**
 * struct known - additions of BTF to the line of a function
 * @words: number of argument words; -1 if the line does not state it
 * @why_words: why BTF does not have the number; NULL if it has it, or need not
 * @packet: number of the argument that is the packet; -1 if the line does not
 *	state it
 * @why_packet: why there can be no step; NULL if there can, or none is wanted
 * @stated: number that the user stated; -1 if none
 */
struct known {
	int words;
	const char *why_words;
	int packet;
	const char *why_packet;
	int stated;
};

/*
 * Find the packet among the arguments, or check the number that the user
 * states. The module takes a number that BTF does not know as stated.
 */
static void know_packet(struct known *known, const struct ptool_options *options,
			const char *module, const char *function)
{
	struct module_btf *of = btf_of(module);
	const char *stated = value_of(options, "skb=");

	if (!stated) {
		known->why_packet = "is missing";
		if (of->is_there)
			known->packet = ptool_btf_packet(&of->btf, function, &known->why_packet);
		if (known->packet >= 0)
			known->why_packet = NULL;
		return;
	}
	/* the module refuses a malformed number */
	if (!*stated || strlen(stated) > 3 || stated[strspn(stated, "0123456789")])
		return;
	known->stated = (int)strtol(stated, NULL, 10);
	if (of->is_there && ptool_btf_is_no_packet(&of->btf, function, (u32)known->stated))
		known->why_packet = "is no struct sk_buff *";
}

static struct known known_of(const struct ptool_options *options, const char *module,
			     const char *function)
{
	struct known known = { .words = -1, .packet = -1, .stated = -1 };
	int words;

	if (wants_arguments(options)) {
		words = arguments_of(module, function, &known.why_words);
		if (words >= 0)
			known.why_words = NULL;
		known.words = words < ARGUMENTS_MAX ? words : ARGUMENTS_MAX;
	}
	if (value_of(options, "step="))
		know_packet(&known, options, module, function);
	return known;
}

static struct known known_of_name(const struct ptool_options *options, const char *name)
{
	char module[PTIME_MODULE_LEN];
	const char *function;

	/* it takes long to find them */
	if (!wants_arguments(options) && !value_of(options, "step="))
		return (struct known){ .words = -1, .packet = -1, .stated = -1 };
	function = split_name(module, name);
	return known_of(options, module, function);
}

/* if there can be no step, say why */
static bool refuse_step(const struct known *known, const char *name, struct ptool_reason *reason)
{
	if (!known->why_packet)
		return false;
	if (known->stated >= 0)
		ptool_reason_set(reason, "%s: skb=%d: in the kernel's BTF, this argument %s", name,
				 known->stated, known->why_packet);
	else if (is_of_no_module(name))
		ptool_reason_set(reason, "%s: the module is not loaded: load it first, or state the packet's number with skb=N",
				 name);
	else
		ptool_reason_set(reason, "%s: no step without the number of the packet among its arguments: in the kernel's BTF it %s; skb=N states it",
				 name, known->why_packet);
	return true;
}

/* append the words of BTF; @text is their memory */
static int add_known(char **word, int words, const struct known *known, char text[2][OPTION_LEN])
{
	if (known->words >= 0 && words < WORDS_MAX) {
		snprintf(text[0], OPTION_LEN, "arguments=%d", known->words);
		word[words++] = text[0];
	}
	if (known->packet >= 0 && words < WORDS_MAX) {
		snprintf(text[1], OPTION_LEN, "skb=%d", known->packet);
		word[words++] = text[1];
	}
	return words;
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
 * Send the command as typed, except for the name. Append what BTF has of the
 * arguments.
 */
static int send(const struct ptool_options *options, char *name,
		struct ptool_refusal *refusal)
{
	struct known known = known_of_name(options, name);
	char *word[WORDS_MAX] = { options->word[0], name };
	char line[PTOOL_CONTROL_LEN], text[2][OPTION_LEN];
	struct ptool_reason error;
	int status, i;

	if (known.why_packet && is_unknown(name)) {
		refusal->error = ENOENT;
		ptool_reason_set(&refusal->why, "no function '%s'", name);
		return 0;
	}
	if (refuse_step(&known, name, &error))
		return ptool_report(PTOOL_EXIT_FAILURE, &error);
	for (i = 2; i < options->words && i < WORDS_MAX; i++)
		word[i] = options->word[i];
	i = add_known(word, i, &known, text);
	status = ptool_control_line(line, i, word, &error);
	if (!status)
		status = ptool_debugfs_send(line, refusal, &error);
	if (!status && known.why_words)
		add_reason(refusal, known.why_words);
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
 * struct addition - a function to be added
 * @symbol: the function in kallsyms; NULL if it was not looked up
 * @shown: its name for the user
 * @name: its name for the module
 * @known: additions of BTF
 * @sent: it is in a line, or can be in none
 * @refused: the module has refused it
 */
struct addition {
	const struct ptool_symbol *symbol;
	const char *shown;
	char *name;
	struct known known;
	bool sent;
	bool refused;
};

/**
 * struct additions - functions to be added, and what came of them
 * @count: number of functions
 * @addition: the functions
 * @index: number of each function in the line that is being sent
 * @reasons: number of different errors
 * @refused: these errors
 */
struct additions {
	u32 count;
	struct addition *addition;
	u32 *index;
	u32 reasons;
	struct refused *refused;
};

static struct addition *put_addition(struct additions *additions, const char *name,
				     struct known known)
{
	struct addition *addition = &additions->addition[additions->count++];

	addition->name = strdup(name);
	if (!addition->name)
		ptool_end_without_memory();
	addition->shown = addition->name;
	addition->known = known;
	return addition;
}

/* The module would look for a bare name in all modules. So the line says that the kernel has it. */
static void put_symbol(struct additions *additions, const struct ptool_options *options,
		       const struct ptool_symbol *symbol)
{
	char name[sizeof("vmlinux:") + PTOOL_NAME_LEN];
	struct addition *addition;

	snprintf(name, sizeof(name), "%s:%s", *symbol->module ? symbol->module : "vmlinux",
		 symbol->name);
	addition = put_addition(additions, name, known_of(options, symbol->module, symbol->name));
	addition->symbol = symbol;
	addition->shown = symbol->name;
}

/* a function as the user typed it */
static void put_typed(struct additions *additions, const struct ptool_options *options,
		      const char *name)
{
	put_addition(additions, name, known_of_name(options, name));
}

static struct refused *refused_of(struct additions *additions, int error)
{
	struct refused *refused;
	u32 i;

	for (i = 0; i < additions->reasons; i++)
		if (additions->refused[i].error == error)
			return &additions->refused[i];
	additions->refused = ptool_realloc(additions->refused, i + 1, sizeof(*refused));
	refused = &additions->refused[additions->reasons++];
	memset(refused, 0, sizeof(*refused));
	refused->error = error;
	return refused;
}

static void refuse(struct additions *additions, struct addition *addition, int error,
		   const struct ptool_reason *reason)
{
	struct refused *refused = refused_of(additions, error);

	addition->refused = true;
	if (!refused->functions++)
		refused->first = *reason;
}

/* If the module refuses a direct call, say why BTF does not help. */
static void count_refused(void *argument, u32 index, int error, const char *text)
{
	struct additions *additions = argument;
	struct addition *addition = &additions->addition[additions->index[index]];
	const char *why = error == EOPNOTSUPP ? addition->known.why_words : NULL;
	struct ptool_reason reason;

	ptool_reason_set(&reason, "%s: %s%s%s%s", addition->shown, text,
			 why ? " (in the kernel's BTF it " : "", why ? why : "", why ? ")" : "");
	refuse(additions, addition, error, &reason);
}

static void refuse_steps(struct additions *additions)
{
	struct ptool_reason reason;
	u32 i;

	for (i = 0; i < additions->count; i++) {
		struct addition *addition = &additions->addition[i];

		if (!refuse_step(&addition->known, addition->shown, &reason))
			continue;
		refuse(additions, addition, EINVAL, &reason);
		addition->sent = true;
	}
}

static bool has_equal_line(const struct known *a, const struct known *b)
{
	return a->words == b->words && a->packet == b->packet;
}

/* send the functions whose line is as that of the first one that was not sent */
static int send_equal(struct additions *additions, u32 first,
		      const struct ptool_options *options, char **name)
{
	char *option[WORDS_MAX], text[2][OPTION_LEN];
	struct ptool_naming naming = {
		.verb = options->word[0], .name = name, .option = option,
	};
	const struct known *known = &additions->addition[first].known;
	struct ptool_reason why;
	int i;

	for (; first < additions->count; first++) {
		struct addition *addition = &additions->addition[first];

		if (addition->sent || !has_equal_line(&addition->known, known))
			continue;
		additions->index[naming.names] = first;
		name[naming.names++] = addition->name;
		addition->sent = true;
	}
	for (i = 2; i < options->words && i < WORDS_MAX; i++)
		option[naming.options++] = options->word[i];
	naming.options = add_known(option, naming.options, known, text);
	return ptool_report(ptool_debugfs_name(&naming, count_refused, additions, &why), &why);
}

/* A refusal is no error: one is returned only if the module cannot be reached. */
static int send_all(struct additions *additions, const struct ptool_options *options)
{
	char **name = ptool_alloc(additions->count, sizeof(*name));
	int status = 0;
	u32 i;

	additions->index = ptool_alloc(additions->count, sizeof(*additions->index));
	refuse_steps(additions);
	for (i = 0; !status && i < additions->count; i++)
		if (!additions->addition[i].sent)
			status = send_equal(additions, i, options, name);
	free(additions->index);
	free(name);
	return status;
}

static u32 count_added(const struct additions *additions)
{
	const struct addition *addition;
	u32 i, added = 0;

	for (i = 0; i < additions->count; i++) {
		addition = &additions->addition[i];
		if (addition->refused)
			continue;
		added++;
		report_duplicates(addition->shown, addition->symbol);
	}
	return added;
}

static void additions_begin(struct additions *additions, size_t most)
{
	memset(additions, 0, sizeof(*additions));
	additions->addition = ptool_alloc(most, sizeof(*additions->addition));
}

static void additions_end(struct additions *additions)
{
	u32 i;

	for (i = 0; i < additions->count; i++)
		free(additions->addition[i].name);
	free(additions->addition);
	free(additions->refused);
}

static void report_refused(const struct refused *refused, bool wants_step)
{
	if (refused->error == EEXIST)
		ptool_note("not added: %u timed already%s", refused->functions,
			   wants_step ? "; for step=, del them first" : "");
	else if (refused->functions == 1)
		ptool_note("not added: %s", refused->first.text);
	else
		ptool_note("not added: %s; and %u more with this error",
			   refused->first.text, refused->functions - 1);
}

/* add them, and report how many were added */
static int add_all(struct additions *additions, const struct ptool_options *options)
{
	int status = send_all(additions, options);
	u32 added, reason;

	if (status)
		return status;
	added = count_added(additions);
	ptool_note("added %u of %u functions", added, additions->count);
	for (reason = 0; reason < additions->reasons; reason++)
		report_refused(&additions->refused[reason],
			       value_of(options, "step="));
	return added || !additions->count ? 0 : PTOOL_EXIT_FAILURE;
}

static bool is_pattern(const char *name)
{
	return strpbrk(name, "*?[");
}

/* add the names that are no patterns, and of the matches of the patterns the chosen ones */
static int add_chosen(const struct ptool_options *options, const struct ptool_words *names,
		      const struct ptool_found *found, const bool *chosen)
{
	struct additions additions;
	int status;
	size_t i;

	additions_begin(&additions, names->count + found->symbols);
	for (i = 0; i < names->count; i++)
		if (!is_pattern(names->word[i]))
			put_typed(&additions, options, names->word[i]);
	for (i = 0; i < found->symbols; i++)
		if (chosen[i])
			put_symbol(&additions, options, found->symbol[i]);
	status = add_all(&additions, options);
	additions_end(&additions);
	return status;
}

static int add_list(const struct ptool_options *options)
{
	struct ptool_words names;
	struct additions additions;
	int status;
	u32 i;

	ptool_words_split(&names, options->word[1], ',');
	additions_begin(&additions, names.count);
	for (i = 0; i < names.count; i++)
		put_typed(&additions, options, names.word[i]);
	status = add_all(&additions, options);
	additions_end(&additions);
	ptool_words_free(&names);
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
		     const struct ptool_words *names,
		     const struct ptool_found *found)
{
	bool adds = options->view.all || isatty(STDIN_FILENO);
	bool *chosen;
	int status;

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
		status = add_chosen(options, names, found, chosen);
	free(chosen);
	return status;
}

static int load(struct ptool_kallsyms *kallsyms)
{
	if (ptool_kallsyms_load(kallsyms))
		return 0;
	return ptool_error("%s: %s", PTOOL_KALLSYMS_FILE, strerror(errno));
}

/* both point into the array of all functions, which is sorted */
static int compare_symbols(const void *a, const void *b)
{
	const struct ptool_symbol *const *one = a, *const *other = b;

	return (*one > *other) - (*one < *other);
}

/* sort the functions, and keep each once: several patterns may match it */
static void unite(struct ptool_found *found)
{
	size_t i, kept = 0;

	if (!found->symbols)
		return;
	qsort(found->symbol, found->symbols, sizeof(*found->symbol), compare_symbols);
	for (i = 1; i < found->symbols; i++)
		if (found->symbol[i] != found->symbol[kept])
			found->symbol[++kept] = found->symbol[i];
	found->symbols = kept + 1;
}

/* append the functions that match a pattern, of which there must be one */
static int find_one(const struct ptool_kallsyms *kallsyms, const char *pattern,
		    struct ptool_found *found)
{
	struct ptool_found more;

	ptool_kallsyms_match(kallsyms, pattern, &more);
	if (!more.symbols) {
		free(more.symbol);
		return ptool_error("no function matches '%s'", pattern);
	}
	found->symbol = ptool_realloc(found->symbol, found->symbols + more.symbols,
				      sizeof(*found->symbol));
	memcpy(found->symbol + found->symbols, more.symbol,
	       more.symbols * sizeof(*more.symbol));
	found->symbols += more.symbols;
	free(more.symbol);
	return 0;
}

static int find_patterns(const struct ptool_kallsyms *kallsyms,
			 const struct ptool_words *names, struct ptool_found *found)
{
	int status = 0;
	u32 i;

	memset(found, 0, sizeof(*found));
	for (i = 0; !status && i < names->count; i++)
		if (is_pattern(names->word[i]))
			status = find_one(kallsyms, names->word[i], found);
	unite(found);
	return status;
}

/* a pattern, or a list with one */
static int add_pattern(const struct ptool_out *out,
		       const struct ptool_options *options)
{
	struct ptool_kallsyms kallsyms;
	struct ptool_found found;
	struct ptool_words names;
	int status = load(&kallsyms);

	if (status)
		return status;
	ptool_words_split(&names, options->word[1], ',');
	status = find_patterns(&kallsyms, &names, &found);
	if (!status)
		status = add_found(out, options, &names, &found);
	free(found.symbol);
	ptool_words_free(&names);
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

static int add_the_copy(const struct ptool_options *options,
			const struct ptool_symbol *copy)
{
	struct additions additions;
	int status;

	additions_begin(&additions, 1);
	put_symbol(&additions, options, copy);
	status = send_all(&additions, options);
	if (!status && additions.reasons)
		status = ptool_error("%s", additions.refused[0].first.text);
	else if (!status)
		ptool_note("added %s, GCC's copy of %s", copy->name, options->word[1]);
	additions_end(&additions);
	return status;
}

/* GCC's copies whose numbers the module does not try, see PTIME_SUFFIX */
static int add_copy(const struct ptool_options *options,
		    const struct ptool_kallsyms *kallsyms,
		    const struct ptool_refusal *refusal)
{
	struct ptool_found found;
	int status;

	ptool_kallsyms_copies(kallsyms, options->word[1], &found);
	if (found.symbols == 1 && found.symbol[0]->times == 1)
		status = add_the_copy(options, found.symbol[0]);
	else
		status = report_similar(kallsyms, options->word[1], refusal);
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
	if (is_pattern(options->word[1]))
		return add_pattern(out, options);
	if (options->view.all)
		return ptool_usage_error("add: --all needs a pattern, such as 'nf_flow*'");
	if (strchr(options->word[1], ','))
		return add_list(options);
	return add_name(options);
}
