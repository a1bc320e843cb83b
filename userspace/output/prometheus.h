/* SPDX-License-Identifier: GPL-2.0 */
/* prometheus: a model in the text format that Prometheus reads */
#ifndef _PATHTIME_PROMETHEUS_H
#define _PATHTIME_PROMETHEUS_H

#include <stdio.h>

#include "model/model.h"

/**
 * ptool_prometheus_print() - print a model in Prometheus's text format 0.0.4
 * @to: where to
 * @model: the model: all that was counted, not an interval
 *
 * Durations are classic histograms in seconds, with a bucket for each power of
 * two from 2^8 to 2^36 ns. These are unions of the model's buckets, so no count
 * is guessed. Functions that are not timed and have no calls have none. Paths are
 * told where packets are looked at.
 */
void ptool_prometheus_print(FILE *to, const struct ptool_model *model);

/**
 * ptool_prometheus_print_down() - tell that there is nothing to tell
 * @to: where to
 */
void ptool_prometheus_print_down(FILE *to);

#endif /* _PATHTIME_PROMETHEUS_H */
