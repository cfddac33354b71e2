/* SPDX-License-Identifier: MIT */
/* Limits of the kernel that a job of many ranks may reach. */
#ifndef BASE_LIMIT_H
#define BASE_LIMIT_H

enum { LIMIT_TEXT_BYTES = 160 };

/* Writes which limit the process has reached, as the end of a sentence that begins with a colon.
 * Writes "" if none is known. For who was just refused a thread or memory; it reads files. */
void limit_describe(char text[LIMIT_TEXT_BYTES]);

#endif
