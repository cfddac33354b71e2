/* SPDX-License-Identifier: MIT */
/* Texts as JSON, in quotes. They must be UTF-8. `<` is escaped, so a page may contain the JSON:
 * nothing in it begins an element. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stddef.h>
#include <stdio.h>

void json_write_text(FILE *out, const char *text);
void json_write_part(FILE *out, const char *text, size_t length); /* its first bytes */

#endif
