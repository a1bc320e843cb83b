/* SPDX-License-Identifier: GPL-2.0 */
/* text: makes text of unknown origin fit for a terminal and for JSON */
#ifndef _PATHTIME_TEXT_H
#define _PATHTIME_TEXT_H

/**
 * ptool_text_clean() - Replace what is not printable UTF-8
 * @text: the text, such as the name of a file; changed in place
 *
 * A terminal obeys control characters, and JSON must be valid UTF-8. Each byte
 * of a control character or of an invalid sequence becomes '?'.
 */
void ptool_text_clean(char *text);

/**
 * ptool_text_clean_copy() - Copy a text, and clean the copy
 * @text: the text
 *
 * Return: the copy, to be freed.
 */
char *ptool_text_clean_copy(const char *text);

#endif /* _PATHTIME_TEXT_H */
