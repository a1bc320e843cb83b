// SPDX-License-Identifier: GPL-2.0
/* command del: remove probes, by name or by pattern */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "cmd/commands.h"
#include "read/debugfs.h"
#include "read/reader.h"

static bool matches(const struct ptool_probe *probe, const char *pattern,
		    char name[PTOOL_NAME_LEN])
{
	ptool_name_text(name, PTOOL_NAME_LEN, probe->module, probe->function);
	return !fnmatch(pattern, probe->function, 0) ||
	       !fnmatch(pattern, name, 0);
}

/* any of a list */
static bool matches_any(const struct ptool_probe *probe, const struct ptool_words *patterns,
			char name[PTOOL_NAME_LEN])
{
	u32 i = 0;

	while (i < patterns->count && !matches(probe, patterns->word[i], name))
		i++;
	return i < patterns->count;
}

static u32 count_matches(const struct ptool_model *model, const struct ptool_words *patterns)
{
	char name[PTOOL_NAME_LEN];
	u32 i, count = 0;

	for (i = 0; i < model->probes; i++)
		count += matches_any(&model->probe[i], patterns, name);
	return count;
}

/* the first pattern of a list that no probe matches, or NULL */
static const char *unmatched(const struct ptool_model *model, const struct ptool_words *patterns)
{
	u32 i;

	for (i = 0; i < patterns->count; i++) {
		struct ptool_words one = { .count = 1, .word = &patterns->word[i] };

		if (!count_matches(model, &one))
			return patterns->word[i];
	}
	return NULL;
}

static int send_del(const char *name)
{
	char *word[2] = { "del", (char *)name };
	char line[PTOOL_CONTROL_LEN];
	struct ptool_reason why;
	int status = ptool_control_line(line, ARRAY_SIZE(word), word, &why);

	if (!status)
		status = ptool_debugfs_write(line, &why);
	return ptool_report(status, &why);
}

/* the functions that match, and how many of them the module refused */
struct removal {
	struct ptool_naming naming;
	u32 refused;
};

static void report_refused(void *argument, u32 index, int error, const char *text)
{
	struct removal *removal = argument;

	removal->refused++;
	(void)error;
	ptool_error("%s: %s", removal->naming.name[index], text);
}

static int remove_all(struct removal *removal)
{
	struct ptool_naming *naming = &removal->naming;
	struct ptool_reason why;
	u32 removed;
	int status;

	status = ptool_report(ptool_debugfs_name(naming, report_refused, removal, &why), &why);
	if (status)
		return status;
	removed = naming->names - removal->refused;
	ptool_note("removed %u function%s", removed, removed == 1 ? "" : "s");
	return removal->refused ? PTOOL_EXIT_FAILURE : 0;
}

static int remove_list(const char *list)
{
	struct removal removal = { .naming.verb = "del" };
	struct ptool_words names;
	int status;

	ptool_words_split(&names, list, ',');
	removal.naming.names = names.count;
	removal.naming.name = names.word;
	status = remove_all(&removal);
	ptool_words_free(&names);
	return status;
}

static int remove_matches(const struct ptool_model *model, const struct ptool_words *patterns,
			  u32 count)
{
	struct removal removal = { .naming.verb = "del" };
	struct ptool_naming *naming = &removal.naming;
	char (*name)[PTOOL_NAME_LEN] = ptool_alloc(count + 1, sizeof(*name));
	int status;
	u32 i;

	naming->name = ptool_alloc(count, sizeof(*naming->name));
	for (i = 0; i < model->probes; i++) {
		if (!matches_any(&model->probe[i], patterns, name[naming->names]))
			continue;
		naming->name[naming->names] = name[naming->names];
		naming->names++;
	}
	status = remove_all(&removal);
	free(naming->name);
	free(name);
	return status;
}

static void list(FILE *to, const struct ptool_model *model, const struct ptool_words *patterns)
{
	char name[PTOOL_NAME_LEN];
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (matches_any(&model->probe[i], patterns, name))
			fprintf(to, "%s\n", name);
}

/* the counts of a function go with its probe, so several need --all */
static int del_pattern(const struct ptool_options *options,
		       const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_words *patterns)
{
	const char *missing = unmatched(model, patterns);
	u32 count = count_matches(model, patterns);

	if (missing)
		return ptool_error("no probe matches '%s'; see 'pathtime probes'",
				   missing);
	if (count == 1 || options->view.all)
		return remove_matches(model, patterns, count);
	list(out->file, model, patterns);
	return ptool_error("%u probes match '%s': name one, or remove all with --all",
			   count, options->word[1]);
}

int ptool_cmd_del(const struct ptool_options *options,
		  const struct ptool_out *out)
{
	/* a function that is only a step of paths has a probe, too */
	struct ptool_source source = {
		.command = "del",
		.keep.untimed = true,
		.warner = ptool_print_warning,
	};
	struct ptool_words patterns;
	struct ptool_model *model;
	struct ptool_reason why;
	int status;

	if (!strpbrk(options->word[1], "*?[")) {
		if (options->view.all)
			return ptool_usage_error("del: --all needs a pattern, such as 'nf_flow*'");
		return strchr(options->word[1], ',') ? remove_list(options->word[1]) :
						       send_del(options->word[1]);
	}
	status = ptool_reader_model(&source, &model, &why);
	if (status)
		return ptool_report(status, &why);
	ptool_words_split(&patterns, options->word[1], ',');
	status = del_pattern(options, out, model, &patterns);
	ptool_words_free(&patterns);
	ptool_model_free(model);
	return status;
}
