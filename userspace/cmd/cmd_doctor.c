// SPDX-License-Identifier: GPL-2.0
/* command doctor: can pathtime run here, and if not, why */
#include "base/error.h"
#include "cmd/commands.h"
#include "doctor/doctor.h"

int ptime_cmd_doctor(const struct ptime_options *options)
{
	struct ptime_doctor doctor;
	int status;

	ptime_doctor_examine(&doctor);
	if (options->json)
		ptime_doctor_print_json(&doctor);
	else
		ptime_doctor_print_table(&doctor);
	status = doctor.failures ? PTIME_EXIT_FAILURE : 0;
	ptime_doctor_free(&doctor);
	return status;
}
