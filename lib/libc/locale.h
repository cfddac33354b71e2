/* SPDX-License-Identifier: MIT */
/* The locale: setlocale stands in front of libc's and is the calling rank's. The calling thread and
 * those that it creates from then on follow; other threads of the rank keep what they have. */
#ifndef LIBC_LOCALE_H
#define LIBC_LOCALE_H

struct libc;
struct rank;

/* In the rank's own thread: the rank begins with the process's locale, and keeps it if there is no
 * memory for a copy. */
void locale_begin(struct rank *self);

/* A new thread of the rank begins with the rank's locale (rank/floor.h). NULL: the process's. */
const void *locale_inherit(struct rank *self);
void locale_enter(const void *locale);

/* Frees all that the rank has had. No thread of the rank is left. */
void locale_end(struct libc *libc);

#endif
