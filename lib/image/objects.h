/* SPDX-License-Identifier: MIT */
/* Questions about the objects that the loader has mapped, the executable and its libraries: how
 * they were compiled, and whether they need MPI. The start of a job asks, before a rank runs. */
#ifndef IMAGE_OBJECTS_H
#define IMAGE_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

/* True if an object beside the library itself names a function of MPI. */
bool objects_name_mpi(void);

/* Writes the names of objects with mutable variables that the compiler plugin has not seen, so that
 * all ranks share these variables; those in the system's directories and the executable are left
 * out. Returns how many there are; the text may name fewer. */
int objects_name_shared(char *text, size_t bytes);

#endif
