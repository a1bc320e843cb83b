// SPDX-License-Identifier: GPL-2.0
/* command import: all there is to tell of captures, or a recording of them */
#include "base/error.h"
#include "capture/import.h"
#include "cmd/commands.h"
#include "model/breakdown.h"
#include "output/format.h"
#include "read/reader.h"
#include "recording/pack.h"
#include "recording/recording.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	struct ptime_breakdown *breakdown =
		ptime_breakdown_new(model->tree, NULL);

	ptime_format_of(options)->whole(model, breakdown, &options->view);
	ptime_breakdown_free(breakdown);
	return 0;
}

static int show_all(const struct ptime_options *options)
{
	struct ptime_options captures = *options;

	captures.imports = options->words - 1;
	captures.import = options->word + 1;
	return ptime_reader_run(&captures, show);
}

static int append(struct ptime_model *model, void *argument)
{
	int status = ptime_recorder_append_part(argument, model);

	ptime_model_free(model);
	return status;
}

static int record(const struct ptime_options *options)
{
	struct ptime_recorder recorder;
	int i, status = ptime_recorder_create(&recorder, options->output,
					      PTIME_RECORDING_CAPTURES);

	if (status)
		return status;
	for (i = 1; i < options->words && !status; i++)
		status = ptime_import_file(options->word[i], NULL, append,
					   &recorder);
	if (status)
		ptime_recorder_discard(&recorder);
	else
		ptime_recorder_close(&recorder);
	return status;
}

int ptime_cmd_import(const struct ptime_options *options)
{
	const char *refused = ptime_options_refused(options,
						    PTIME_OPTION_BIT(OUTPUT));
	int status;

	if (!options->output)
		return show_all(options);
	if (refused)
		return ptime_usage_error("import --output does not take --%s, which goes with 'pathtime report'",
					 refused);
	status = ptime_pack_check("import --output");
	return status ? status : record(options);
}
