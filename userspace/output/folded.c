// SPDX-License-Identifier: GPL-2.0
/* folded: prints a tree as stacks with their time, for flame graphs */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "output/folded.h"

/* the current stack as text, and the length of the text up to each depth */
struct path {
	char *text;
	size_t room;
	size_t *end;
	u32 depths;
};

static void set_frame(struct path *path, u32 depth, const char *name)
{
	size_t length = strlen(name), from;

	if (depth >= path->depths) {
		path->depths = 2 * depth + 16;
		path->end = ptool_realloc(path->end, path->depths,
					  sizeof(*path->end));
	}
	from = depth ? path->end[depth - 1] : 0;
	if (!path->text || from + length + 2 > path->room) {
		path->room = 2 * (from + length + 2);
		path->text = ptool_realloc(path->text, path->room, 1);
	}
	if (from)
		path->text[from++] = ';';
	memcpy(path->text + from, name, length + 1);
	path->end[depth] = from + length;
}

/* a semicolon would end the frame, so it becomes a comma */
static u32 set_segment(struct path *path, const char *segment)
{
	char *at;

	if (!segment)
		return 0;
	set_frame(path, 0, segment);
	for (at = path->text; *at; at++)
		if (*at == ';')
			*at = ',';
	return 1;
}

void ptool_folded_print(const struct ptool_out *out,
			const struct ptool_model *model)
{
	const struct ptool_tree *tree = model->tree;
	struct path path = { 0 };
	struct ptool_tree_row *row;
	u32 i, rows, parts;

	row = ptool_tree_rows(tree, PTOOL_ORDER_OWN, &rows);
	parts = set_segment(&path, model->segment);
	for (i = 0; i < rows; i++) {
		const struct ptool_node *node = &tree->node[row[i].node];

		if (!row[i].depth)
			set_frame(&path, parts,
				  ptool_context_name(node->context));
		set_frame(&path, parts + 1 + row[i].depth,
			  tree->function[node->function].name);
		if (node->self_ns)
			fprintf(out->file, "%s %llu\n", path.text,
				node->self_ns);
	}
	free(path.text);
	free(path.end);
	free(row);
}
