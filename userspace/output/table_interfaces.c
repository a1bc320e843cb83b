// SPDX-License-Identifier: GPL-2.0
/* table_interfaces: prints the packets that each interface received and sent */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/types.h"
#include "model/netnames.h"
#include "output/table.h"

/* size of the name of an interface, with " received" */
#define NAME_LEN	(PTOOL_NETNAME_LEN + 16)

enum column {
	COLUMN_PACKETS,
	COLUMN_IN_PATHS,
	COLUMN_MERGED,
	COLUMN_LOST,
	COLUMN_PROTOCOL,
	COLUMN_FILTERED,
	COLUMN_NO_RECORD,
	COLUMNS,
};

/* the least width of a column, unless its head is wider: that of ptool_table_count() */
#define WIDTH_MIN	6

/* widths in a line that has room */
static const struct {
	const char *head;
	int width;
} columns[COLUMNS] = {
	[COLUMN_PACKETS]	= { "PACKETS", 9 },
	[COLUMN_IN_PATHS]	= { "IN PATHS", 9 },
	[COLUMN_MERGED]		= { "MERGED", 9 },
	[COLUMN_LOST]		= { "LOST", 9 },
	[COLUMN_PROTOCOL]	= { "PROTOCOL", 8 },
	[COLUMN_FILTERED]	= { "FILTERED", 8 },
	[COLUMN_NO_RECORD]	= { "NO RECORD", 9 },
};

/**
 * struct interface_row - the packets of an interface in one direction
 * @name: name of the interface
 * @packets: packets by column
 * @interface: the interface
 * @is_sent: packets in no path are not counted
 */
struct interface_row {
	char name[PTOOL_NETNAME_LEN];
	u64 packets[COLUMNS];
	const struct ptool_interface *interface;
	bool is_sent;
};

/**
 * struct interface_listing - all rows, and the widths of the columns
 * @left_out: number of interfaces that the limit left out
 * @rows: number of rows
 * @row: the rows
 * @width: widths of the columns of numbers, without the blank before each
 * @name_width: width of the names; those that do not fit have a line of their own
 * @is_short: directions are rx and tx, for names that do not fit otherwise
 */
struct interface_listing {
	u32 left_out;
	u32 rows;
	struct interface_row *row;
	int width[COLUMNS];
	int name_width;
	bool is_short;
};

static void add_row(struct interface_listing *listing,
		    const struct ptool_interface *interface, const char *name,
		    bool is_sent, struct ptool_fates fates)
{
	struct interface_row *row = &listing->row[listing->rows];

	if (!fates.packets)
		return;
	listing->rows++;
	row->interface = interface;
	row->is_sent = is_sent;
	snprintf(row->name, sizeof(row->name), "%s", name);
	row->packets[COLUMN_PACKETS] = fates.packets;
	row->packets[COLUMN_IN_PATHS] = fates.in_paths;
	row->packets[COLUMN_MERGED] = fates.merged;
	row->packets[COLUMN_LOST] = fates.lost;
	row->packets[COLUMN_PROTOCOL] = fates.protocol;
	row->packets[COLUMN_FILTERED] = fates.filtered;
	row->packets[COLUMN_NO_RECORD] = fates.no_record;
}

static u64 packets_of(const struct ptool_interface *interface)
{
	return ptool_interface_received(interface).packets +
	       ptool_interface_sent(interface).packets;
}

/* Losses are shown in any case. The other interfaces are those with the most packets. */
static bool is_shown(const struct ptool_interfaces *interfaces,
		     const struct ptool_interface *interface, u32 limit)
{
	u64 packets = packets_of(interface);
	u32 i, before = 0;

	if (!limit || ptool_interface_received(interface).lost)
		return true;
	for (i = 0; i < interfaces->count; i++) {
		const struct ptool_interface *other = &interfaces->interface[i];
		u64 others = packets_of(other);

		before += others > packets ||
			  (others == packets && other < interface);
	}
	return before < limit;
}

static void add_interface(struct interface_listing *listing,
			  const struct ptool_interfaces *interfaces,
			  const struct ptool_interface *interface,
			  const struct ptool_view *view)
{
	char name[PTOOL_NETNAME_LEN];

	if (!is_shown(interfaces, interface, view->limit)) {
		listing->left_out += packets_of(interface) > 0;
		return;
	}
	ptool_interface_name(name, interface, view->netns);
	add_row(listing, interface, name, false,
		ptool_interface_received(interface));
	add_row(listing, interface, name, true, ptool_interface_sent(interface));
}

static void add_rows(struct interface_listing *listing,
		     const struct ptool_interfaces *interfaces,
		     const struct ptool_view *view)
{
	const struct ptool_interface **sorted =
		ptool_interfaces_sorted(interfaces, view->netns);
	u32 i;

	listing->row = ptool_alloc(2 * (size_t)interfaces->count,
				   sizeof(*listing->row));
	for (i = 0; i < interfaces->count; i++)
		add_interface(listing, interfaces, sorted[i], view);
	free(sorted);
}

static int numbers_width(const struct interface_listing *listing)
{
	int width = 0;
	u32 i;

	for (i = 0; i < COLUMNS; i++)
		width += 1 + listing->width[i];
	return width;
}

static int name_row(char *name, const struct interface_listing *listing,
		    const struct interface_row *row)
{
	const char *direction = row->is_sent ? "sent" : "received";

	if (listing->is_short)
		direction = row->is_sent ? "tx" : "rx";
	return snprintf(name, NAME_LEN, "%s %s", row->name, direction);
}

static int widest_name(const struct interface_listing *listing)
{
	int length, widest = strlen("INTERFACE");
	char name[NAME_LEN];
	u32 i;

	for (i = 0; i < listing->rows; i++) {
		length = name_row(name, listing, &listing->row[i]);
		if (length > widest)
			widest = length;
	}
	return widest;
}

static int least_width(enum column column)
{
	int head = strlen(columns[column].head);

	return head > WIDTH_MIN ? head : WIDTH_MIN;
}

/* columns become narrower, the left one first, until the line fits or no column can be */
static void fit_columns(struct interface_listing *listing,
			const struct ptool_out *out, int widest)
{
	u32 i;

	for (i = 0; i < COLUMNS; i++)
		listing->width[i] = columns[i].width;
	for (i = 0; i < COLUMNS && !out->is_wide; i++)
		while (numbers_width(listing) + widest > out->width &&
		       listing->width[i] > least_width(i))
			listing->width[i]--;
	listing->name_width = out->width - numbers_width(listing);
}

static void choose_widths(struct interface_listing *listing, const struct ptool_out *out)
{
	int widest = widest_name(listing);

	fit_columns(listing, out, widest);
	if (!out->is_wide && listing->name_width < widest) {
		listing->is_short = true;
		widest = widest_name(listing);
		fit_columns(listing, out, widest);
	}
	if (out->is_wide || listing->name_width > widest)
		listing->name_width = widest;
	if (listing->name_width < 0)
		listing->name_width = 0;
}

static void print_head(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct interface_listing *listing)
{
	u32 i;

	if (model->missed_of_all)
		fputs("packets of each interface (on all CPUs)\n", out->file);
	fputs(ptool_color(out, PTOOL_BOLD), out->file);
	ptool_table_path_name(out, "INTERFACE", listing->name_width);
	for (i = 0; i < COLUMNS; i++)
		fprintf(out->file, " %*s", listing->width[i], columns[i].head);
	fprintf(out->file, "%s\n", ptool_color(out, PTOOL_PLAIN));
}

/* a line with the reasons why packets are in no path, if any were lost */
static void print_losses(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_interface *interface)
{
	char text[PTIME_ACCOUNTS * (PTOOL_NUMBER_LEN + 20)];
	char number[PTOOL_NUMBER_LEN];
	size_t length = 0;
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++) {
		if (!ptool_account_is_loss(i) || !interface->packets[i])
			continue;
		ptool_table_count_text(number, model, interface->packets[i],
				       PTOOL_NUMBER_LEN);
		length += snprintf(text + length, sizeof(text) - length, "%s%s %s",
				   length ? ", " : "", number,
				   ptool_account_fate(i));
	}
	if (length)
		ptool_print_wrapped(out, 4, "in no path: %s", text);
}

static void print_row(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct interface_listing *listing, const struct interface_row *row)
{
	char name[NAME_LEN];
	u32 i;

	name_row(name, listing, row);
	ptool_table_path_name(out, name, listing->name_width);
	for (i = 0; i < COLUMNS; i++) {
		if (row->is_sent && (i == COLUMN_MERGED || i == COLUMN_LOST))
			fprintf(out->file, " %*s", listing->width[i], "-");
		else
			ptool_table_count(out, model, row->packets[i],
					  listing->width[i]);
	}
	fputc('\n', out->file);
	if (row->packets[COLUMN_LOST])
		print_losses(out, model, row->interface);
}

static struct interface_listing list(const struct ptool_out *out,
				     const struct ptool_model *model,
				     const struct ptool_view *view)
{
	struct interface_listing listing = { 0 };

	add_rows(&listing, &model->paths->interfaces, view);
	choose_widths(&listing, out);
	return listing;
}

static void print_rows(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct interface_listing *listing)
{
	u32 i;

	for (i = 0; i < listing->rows; i++)
		print_row(out, model, listing, &listing->row[i]);
	if (listing->left_out)
		fprintf(out->file, "%u more interface%s: see --limit\n",
			listing->left_out, listing->left_out > 1 ? "s" : "");
}

void ptool_table_interfaces(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct interface_listing listing = list(out, model, view);

	if (listing.rows) {
		print_head(out, model, &listing);
		print_rows(out, model, &listing);
		fputc('\n', out->file);
	}
	free(listing.row);
}

static void print_head_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct interface_listing listing = list(out, model, view);

	ptool_table_head(out, model);
	print_head(out, model, &listing);
	free(listing.row);
}

static void print_rows_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct interface_listing listing = list(out, model, view);

	print_rows(out, model, &listing);
	free(listing.row);
}

static void print_foot_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	(void)view;
	ptool_table_path_losses(out, model);
}

const struct ptool_parts ptool_parts_interfaces = {
	.head = print_head_part,
	.rows = print_rows_part,
	.foot = print_foot_part,
};
