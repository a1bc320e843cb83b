/* SPDX-License-Identifier: GPL-2.0 */
/* made: a model for tests of what is made of models */
#ifndef _PATHTIME_MADE_H
#define _PATHTIME_MADE_H

#include "model/model.h"

/**
 * made_model() - four functions, one of them without calls
 * @times: how often as many calls there are; 0 for none at all
 * @seconds: how long the counts have gone on
 *
 * Numbers are those of their places: 1 xfrm_input, 10 calls of 3 us; 2 esp4:esp_input,
 * 40 of 1 us; 3 virtnet_poll, 5 of 9 us; 4 ip_rcv. In the tree the first two are below
 * the third in a softirq, and the second alone in a task.
 *
 * Return: the model, for ptool_model_free().
 */
struct ptool_model *made_model(u64 times, u64 seconds);

/**
 * made_with_paths() - the same, with paths
 * @times: how often as many packets and calls there are
 * @seconds: how long the counts have gone on
 *
 * 12 packets of 2 us took the flowtable, 6 of 30 us were forwarded, 3 of 700 ns dropped,
 * and none was sent by a socket. Interface 2 of namespace 7 received 50 packets, of which
 * 4 were lost, and sent 18. CPU 1 had 5 polls of 64 packets.
 *
 * Return: the model, for ptool_model_free().
 */
struct ptool_model *made_with_paths(u64 times, u64 seconds);

#endif /* _PATHTIME_MADE_H */
