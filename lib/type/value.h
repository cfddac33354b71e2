/* SPDX-License-Identifier: MIT */
/* Elements of basic types in words, for reports. */
#ifndef TYPE_VALUE_H
#define TYPE_VALUE_H

#include "type/type.h"

enum { VALUE_TEXT_BYTES = 80 };

/* Write an element as C would: "7", "'a'", "0.5", "(1, -2)"; a byte, and what C has no number for,
 * as hexadecimal digits in the order of memory. The second writes two elements that differ, so that
 * their texts differ, too. */
void value_describe(const struct type *basic, const void *bytes, char text[]);
void value_describe_two(const struct type *basic, const void *one, const void *other,
                        char one_text[], char other_text[]);

#endif
