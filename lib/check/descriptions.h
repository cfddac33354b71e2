/* SPDX-License-Identifier: MIT */
/* Descriptions of a program's data that the compiler plugin has written (image/described.h), for
 * checks of a run.
 *
 *   ownership   the descriptions are the process's, and stay. They are read from the modules' files
 *               when they are first asked for; of modules that are opened later nothing is known
 *   blocking    the first call reads files, some milliseconds, while other threads wait for it;
 *               descriptions_allocating_call does not
 *   worlds      all jobs of the process share them
 *
 * Without memory, and of files that cannot be read, nothing is known.
 *
 * Edges
 *   descriptions.are_read  the thread that has read them publishes them to all others. */
#ifndef CHECK_DESCRIPTIONS_H
#define CHECK_DESCRIPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* These return the LAYOUT of image/described.h, or NULL if the program has no description. An
 * argument's may be "-": then nothing is to be reported, whatever its memory is. */

/* The elements that an argument points to, in the call of MPI that returns to the site. */
const char *description_of_argument(const void *site, const char *name);
/* Returns the description of the local variable in which that argument of such a call lies; if the
 * name is NULL, in which the call's first described argument lies. */
const char *description_of_local(const void *site, const char *name);
/* The elements that a call of malloc or the like allocates that returns to the site. */
const char *description_of_allocation(const void *site);

/* Reads the descriptions, unless that was done. */
void descriptions_read(void);

/* The call that memory is for, if a call that returns to the site, with that stack pointer, has
 * allocated it: a function of the program, such as xmalloc, may hand it out to that one. Any thread
 * may ask, in any call; it takes some nanoseconds, and reads nothing from files. */
const void *descriptions_allocating_call(const void *site, uintptr_t stack);

struct described_variable {
    uintptr_t start; /* of the original, if the variable is private */
    size_t bytes;
    const char *layout;
};

/* The variable that has this address of an original. False: none is known. */
bool description_of_variable(uintptr_t address, struct described_variable *found);

#endif
