/* SPDX-License-Identifier: GPL-2.0 */
/* exporter: answers Prometheus's requests with what was counted */
#ifndef _PATHTIME_EXPORTER_H
#define _PATHTIME_EXPORTER_H

#include "options/options.h"

/**
 * ptool_exporter_run() - answer until SIGINT or SIGTERM comes
 * @options: where to listen, groups and CPUs to keep
 *
 * A module that is not loaded, or not any more, ends nothing: it is what is answered.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_exporter_run(const struct ptool_options *options);

#endif /* _PATHTIME_EXPORTER_H */
