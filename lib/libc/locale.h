/* SPDX-License-Identifier: MIT */
/* The locale: setlocale interposes libc's function and sets the calling rank's locale. It applies
 * to the calling thread and to threads that it creates later; other threads of the rank keep
 * theirs. */
#ifndef LIBC_LOCALE_H
#define LIBC_LOCALE_H

struct libc;
struct rank;

/* Begins the rank with the process's locale, in the rank's own thread. If there is no memory for a
 * copy, the rank uses the process's own. */
void locale_begin(struct rank *self);

/* Let a new thread of the rank begin with the rank's locale (rank/floor.h). NULL is the
 * process's. */
const void *locale_inherit(struct rank *self);
void locale_enter(const void *locale);

/* Frees all locales that the rank has had. No thread of the rank may exist. */
void locale_end(struct libc *libc);

#endif
