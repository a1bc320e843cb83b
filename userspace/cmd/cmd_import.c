// SPDX-License-Identifier: GPL-2.0
/* command import: show captures, or write them to a recording */
#include "base/error.h"
#include "base/output.h"
#include "capture/import.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/breakdown.h"
#include "output/format.h"
#include "read/file.h"
#include "recording/pack.h"
#include "recording/recording.h"

static int print(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	struct ptool_breakdown *breakdown =
		ptool_breakdown_new(model->tree, NULL);

	ptool_format_of(options->json)->whole(&show->out, model, breakdown,
					      &options->view);
	ptool_breakdown_free(breakdown);
	return 0;
}

static int show_all(const struct ptool_options *options,
		    const struct ptool_out *out)
{
	struct ptool_options captures = *options;
	struct ptool_show show = {
		.options = &captures,
		.out = *out,
		.print = print,
	};

	captures.files = options->words - 1;
	captures.file = options->word + 1;
	captures.file_kinds = PTOOL_FILE_CAPTURE;
	return ptool_show(&show);
}

/* a recording of captures, while it is made */
struct import {
	struct ptool_recorder recorder;
	struct ptool_reason why;
};

static int append(struct ptool_model *model, void *argument)
{
	struct import *import = argument;
	int status = ptool_recorder_append_segment(&import->recorder, model,
						   &import->why);

	ptool_model_free(model);
	return status;
}

static int append_file(struct import *import, const char *name)
{
	struct ptool_file file;
	int status = ptool_file_open(&file, name, PTOOL_FILE_CAPTURE,
				     &import->why);

	if (status)
		return status;
	status = ptool_import_input(&file.input, NULL, append, import,
				    &import->why);
	ptool_input_close(&file.input);
	return status;
}

static int record(const struct ptool_options *options)
{
	struct import import = { .why = { "" } };
	struct ptool_recorder *recorder = &import.recorder;
	int i, status = ptool_recorder_create(recorder, options->output,
					      PTOOL_RECORDING_CAPTURES,
					      ptool_print_warning,
					      &import.why);

	if (status)
		return ptool_report(status, &import.why);
	for (i = 1; i < options->words && !status; i++)
		status = append_file(&import, options->word[i]);
	if (status)
		ptool_recorder_discard(recorder);
	else
		ptool_recorder_close(recorder);
	return ptool_report(status, &import.why);
}

int ptool_cmd_import(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	const char *refused = ptool_options_refused(options,
						    PTOOL_OPTION_BIT(OUTPUT));
	struct ptool_reason why;
	int status;

	if (ptool_output_is_standard(options->output))
		return show_all(options, out);
	if (refused)
		return ptool_usage_error("import --output does not take --%s, which goes with 'pathtime report'",
					 refused);
	status = ptool_pack_check("import --output", &why);
	return status ? ptool_report(status, &why) : record(options);
}
