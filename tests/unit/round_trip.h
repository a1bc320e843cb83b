/* SPDX-License-Identifier: GPL-2.0 */
/* round_trip: is the model of a capture the same when it is read from a snapshot? */
#ifndef _PATHTIME_ROUND_TRIP_H
#define _PATHTIME_ROUND_TRIP_H

#include "model/model.h"

/**
 * round_trip_faults() - encode and decode a model, and compare
 * @model: the model, as it was imported
 *
 * All that the format has a place for must be the same. A comment in TAP says how
 * they differ, or why it cannot be decoded.
 *
 * Return: number of differences.
 */
u32 round_trip_faults(const struct ptool_model *model);

#endif /* _PATHTIME_ROUND_TRIP_H */
