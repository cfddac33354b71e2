/* SPDX-License-Identifier: MIT */
/* Texts in JSON, for files that other programs and browsers read. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stddef.h>
#include <stdio.h>

/* Writes the first `length` bytes of a text as a string, with its quotes. Bytes of UTF-8 pass;
 * others would not be JSON. A page may contain it, since it begins no element. */
void json_write_string(FILE *out, const char *text, size_t length);

#endif
