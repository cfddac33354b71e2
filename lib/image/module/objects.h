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

/* True if the object of that path has mutable variables. */
bool objects_has_variables(const char *path);

/* Counts the variables that all ranks share because some objects of a program or library were
 * compiled without the plugin, and it was not linked by the wrapper, which would have said so.
 * Writes the name of the first, of SYMBOL_NAME_BYTES, and where it is. */
int objects_name_strays(char name[], char *path, size_t bytes);

#endif
