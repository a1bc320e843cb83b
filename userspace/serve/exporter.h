/* SPDX-License-Identifier: GPL-2.0 */
/* exporter: answers Prometheus's requests with the current counts */
#ifndef _PATHTIME_EXPORTER_H
#define _PATHTIME_EXPORTER_H

#include "base/address.h"
#include "read/reader.h"

/**
 * ptool_exporter_run() - answer requests until SIGINT or SIGTERM
 * @source: groups and CPUs to keep
 * @wanted: where to listen
 *
 * The exporter keeps running if the module is not loaded, or is unloaded. It then
 * answers requests with the reason.
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_exporter_run(const struct ptool_source *source,
		       const struct ptool_address *wanted);

#endif /* _PATHTIME_EXPORTER_H */
