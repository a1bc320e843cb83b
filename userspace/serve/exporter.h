/* SPDX-License-Identifier: GPL-2.0 */
/* exporter: gives Prometheus the current counts, by HTTP */
#ifndef _PATHTIME_EXPORTER_H
#define _PATHTIME_EXPORTER_H

#include "base/address.h"
#include "output/prometheus.h"
#include "read/reader.h"

/**
 * ptool_exporter_run() - answer requests until SIGINT or SIGTERM
 * @source: groups and CPUs to keep; its warner receives the lines of the log
 * @style: how to print the counts
 * @paths: number of paths to print; the others are added up
 * @wanted: where to listen
 * @why: set to the reason of an error
 *
 * The exporter keeps running if the module is not loaded, or is unloaded. It then
 * answers requests with the reason.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_exporter_run(const struct ptool_source *source,
		       const struct ptool_prometheus_style *style, u32 paths,
		       const struct ptool_address *wanted,
		       struct ptool_reason *why);

#endif /* _PATHTIME_EXPORTER_H */
