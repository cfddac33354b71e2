/* SPDX-License-Identifier: MIT */
/* Calls by which a library asks its program. For lib/image only.
 *
 * libgfortran writes by the program's `write` (lib/runtime/fortran/standard.c), and C++'s library
 * asks the program for its handlers (lib/runtime/cxx/handlers.cc). Such a library is in the process
 * once, and the loader binds it to one program, or to a sanitizer. So these calls are led to
 * functions that find the program of the calling thread's slot. */
#ifndef IMAGE_GUEST_CALLS_H
#define IMAGE_GUEST_CALLS_H

#include "image/guest/guest.h"

/* Finds the guest's functions and leads the calls of its libraries. */
void guest_calls_lead(struct guest *guest);

#endif
