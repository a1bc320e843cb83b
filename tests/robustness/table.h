/* SPDX-License-Identifier: GPL-2.0 */
/* table: the file probes, read strictly */
#ifndef _PATHTIME_ROB_TABLE_H
#define _PATHTIME_ROB_TABLE_H

#include "robustness.h"

#define ROB_ROWS_MAX	512

/**
 * struct rob_row - a line of the file probes
 * @group: group's name
 * @module: empty for the kernel itself
 * @function: without the module
 * @state: "armed", "pending", "stopped" or "failed"
 * @backend: "direct" or "kretprobe"
 * @calls: calls counted
 * @missed: calls not counted
 */
struct rob_row {
	char group[PTIME_GROUP_LEN];
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
	char state[sizeof("stopping")];
	char backend[PTIME_BACKEND_LEN];
	u64 calls;
	u64 missed;
};

struct rob_table {
	unsigned int count;
	struct rob_row rows[ROB_ROWS_MAX];
};

/**
 * rob_table_parse() - the rows of what was read
 * @table: takes the rows
 * @text: content of the file
 *
 * Return: NULL, or what is wrong with it.
 */
const char *rob_table_parse(struct rob_table *table, const struct rob_text *text);

/**
 * rob_table_find() - a row by the name it is shown with
 * @table: the table
 * @module: module's name, or empty
 * @function: function's name
 *
 * Return: the first such row, or NULL.
 */
const struct rob_row *rob_table_find(const struct rob_table *table,
				     const char *module, const char *function);

#endif /* _PATHTIME_ROB_TABLE_H */
