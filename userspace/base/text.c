// SPDX-License-Identifier: GPL-2.0
/* text: makes text of unknown origin fit for a terminal and for JSON */
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "base/error.h"
#include "base/text.h"

/* returns the length of the printable character at the beginning, or 0 */
static size_t printable_length(const char *text)
{
	mbstate_t state = { 0 };
	wchar_t character;
	size_t length = mbrtowc(&character, text, strlen(text), &state);

	if (length == (size_t)-1 || length == (size_t)-2)
		return 0;
	return iswprint((wint_t)character) ? length : 0;
}

/* If the system has no locale C.UTF-8, the locale of the process decides: ASCII. */
void ptool_text_clean(char *text)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
	size_t length;

	while (*text) {
		length = printable_length(text);
		if (!length)
			*text = '?';
		text += length ? length : 1;
	}
	if (utf8) {
		uselocale(before);
		freelocale(utf8);
	}
}

char *ptool_text_clean_copy(const char *text)
{
	size_t bytes = strlen(text) + 1;
	char *copy = memcpy(ptool_alloc(bytes, 1), text, bytes);

	ptool_text_clean(copy);
	return copy;
}
