// SPDX-License-Identifier: GPL-2.0
/* command import: show captures, or write them to a recording */
#include "base/error.h"
#include "capture/import.h"
#include "cmd/commands.h"
#include "model/breakdown.h"
#include "output/format.h"
#include "read/reader.h"
#include "recording/pack.h"
#include "recording/recording.h"

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	struct ptool_breakdown *breakdown =
		ptool_breakdown_new(model->tree, NULL);

	ptool_format_of(options)->whole(model, breakdown, &options->view);
	ptool_breakdown_free(breakdown);
	return 0;
}

static int show_all(const struct ptool_options *options)
{
	struct ptool_options captures = *options;

	captures.imports = options->words - 1;
	captures.import = options->word + 1;
	return ptool_reader_run(&captures, show);
}

static int append(struct ptool_model *model, void *argument)
{
	int status = ptool_recorder_append_segment(argument, model);

	ptool_model_free(model);
	return status;
}

static int record(const struct ptool_options *options)
{
	struct ptool_recorder recorder;
	int i, status = ptool_recorder_create(&recorder, options->output,
					      PTOOL_RECORDING_CAPTURES);

	if (status)
		return status;
	for (i = 1; i < options->words && !status; i++)
		status = ptool_import_file(options->word[i], NULL, append,
					   &recorder);
	if (status)
		ptool_recorder_discard(&recorder);
	else
		ptool_recorder_close(&recorder);
	return status;
}

int ptool_cmd_import(const struct ptool_options *options)
{
	const char *refused = ptool_options_refused(options,
						    PTOOL_OPTION_BIT(OUTPUT));
	int status;

	if (!options->output)
		return show_all(options);
	if (refused)
		return ptool_usage_error("import --output does not take --%s, which goes with 'pathtime report'",
					 refused);
	status = ptool_pack_check("import --output");
	return status ? status : record(options);
}
