/* SPDX-License-Identifier: MIT */
/* Puts a function of this library in the place of one that the program and its libraries call by
 * its name, for as long as the process runs. Unlike the functions that the library interposes
 * (lib/interposed.txt), it costs nothing in a process that does not ask for it.
 *
 * Objects that are opened later, the copies of programs that are copied whole, calls inside of the
 * C library, and calls by an address that was taken before reach the function itself. */
#ifndef IMAGE_INSTEAD_H
#define IMAGE_INSTEAD_H

/* Calls of that name that lead to `present` lead to `function` from now on; other threads may call
 * it meanwhile, and get the one or the other. An object that has found another definition of the
 * name, or has one, keeps it. */
void instead_put(const char *name, const void *present, void *function);

#endif
