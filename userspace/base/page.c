// SPDX-License-Identifier: GPL-2.0
/* page: keep printed output as lines */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/page.h"

/* the page that stdout is redirected to, or NULL */
static struct ptool_page *printed;

static void give_up(void)
{
	exit(ptool_error("no room for a page: %s", strerror(errno)));
}

/* redirect the descriptor to a file: not every libc allows assigning to stdout */
void ptool_page_begin(struct ptool_page *page, FILE *stream)
{
	int file = memfd_create("pathtime", MFD_CLOEXEC);

	memset(page, 0, sizeof(*page));
	page->stream = stream;
	fflush(stream);
	page->saved = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0);
	if (file < 0 || page->saved < 0 || dup2(file, fileno(stream)) < 0)
		give_up();
	close(file);
	if (stream == stdout)
		printed = page;
}

/* number of bytes written so far */
static size_t written(const struct ptool_page *page)
{
	fflush(page->stream);
	return (size_t)lseek(fileno(page->stream), 0, SEEK_CUR);
}

void ptool_page_mark(u64 id)
{
	struct ptool_page *page = printed;
	struct ptool_page_mark *mark;

	if (!page)
		return;
	page->mark = ptool_realloc(page->mark, page->marks + 1,
				   sizeof(*page->mark));
	mark = &page->mark[page->marks++];
	mark->id = id;
	mark->at = written(page);
}

static void read_back(struct ptool_page *page, size_t size)
{
	size_t done = 0;
	ssize_t length;

	page->text = ptool_alloc(size + 1, 1);
	while (done < size) {
		length = pread(fileno(page->stream), page->text + done,
			       size - done, (off_t)done);
		if (length <= 0)
			give_up();
		done += (size_t)length;
	}
}

static void find_lines(struct ptool_page *page, size_t size)
{
	char *text = page->text, *end = text + size;

	while (text < end) {
		page->line = ptool_realloc(page->line, page->lines + 1,
					   sizeof(*page->line));
		page->line[page->lines++] = text;
		text += strcspn(text, "\n");
		*text++ = '\0';
	}
}

static void find_marks(struct ptool_page *page)
{
	u32 i, line = 0;

	for (i = 0; i < page->marks; i++) {
		struct ptool_page_mark *mark = &page->mark[i];

		while (line < page->lines &&
		       (size_t)(page->line[line] - page->text) < mark->at)
			line++;
		mark->line = line;
	}
}

void ptool_page_end(struct ptool_page *page)
{
	size_t size = written(page);

	read_back(page, size);
	if (dup2(page->saved, fileno(page->stream)) < 0)
		give_up();
	close(page->saved);
	if (page == printed)
		printed = NULL;
	find_lines(page, size);
	find_marks(page);
}

void ptool_page_free(struct ptool_page *page)
{
	free(page->text);
	free(page->line);
	free(page->mark);
	memset(page, 0, sizeof(*page));
}
