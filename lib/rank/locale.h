/* SPDX-License-Identifier: MIT */
/* The locale: setlocale stands in front of libc's and is the calling rank's. The calling thread and
 * those that it creates from then on follow; other threads of the rank keep what they have. */
#ifndef RANK_LOCALE_H
#define RANK_LOCALE_H

#include <stdbool.h>

struct locale;
struct rank;

/* In the rank's own thread: it begins with the process's. False: no memory. */
bool locale_begin(struct rank *self);

/* What a new thread of the rank begins with, and how it does. NULL: the process's. */
const struct locale *locale_of(struct rank *self);
void locale_enter(const struct locale *locale);

/* No thread of the rank is left. */
void locale_end(struct rank *rank);

#endif
