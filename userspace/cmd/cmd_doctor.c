// SPDX-License-Identifier: GPL-2.0
/* command doctor: can pathtime run here, and if not, why */
#include "base/error.h"
#include "cmd/commands.h"
#include "doctor/doctor.h"

int ptool_cmd_doctor(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	struct ptool_doctor doctor;
	int status;

	ptool_doctor_examine(&doctor);
	if (options->json)
		ptool_doctor_print_json(out, &doctor);
	else
		ptool_doctor_print_table(out, &doctor);
	status = doctor.failures ? PTOOL_EXIT_FAILURE : 0;
	ptool_doctor_free(&doctor);
	return status;
}
