/* SPDX-License-Identifier: MIT */
/* The procedures of the module `heddle` (lib/fortran/heddle.f90), which takes heddle.h to Fortran:
 * what texts, optional arguments and places need. They are an archive, linked into programs that
 * call them; main of such a program runs once, as with heddle.h. */
#ifndef RUNTIME_JOBS_H
#define RUNTIME_JOBS_H

#include <stddef.h>

#include <heddle.h>

#define HIDDEN __attribute__((visibility("hidden")))
/* A procedure that gfortran calls by this name. */
#define FORTRAN(name) __asm__(#name "_")

/* Makes a string of a text of Fortran, without the blanks at its end, and returns it; NULL: the
 * argument is absent, or blank. */
char *jobs_string(char *string, size_t bytes, const char *text, size_t length) HIDDEN;

/* Where in the source a call is that returns to an address, as heddle_fail takes it. */
struct jobs_place {
    char text[256];
    const char *file; /* NULL: unknown */
    int line;
};
void jobs_find_place(struct jobs_place *place, const void *address) HIDDEN;

#endif
