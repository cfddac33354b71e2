/* SPDX-License-Identifier: MIT */
/* Programs that no wrapper of ours has made, and how mpiexec starts them as ranks
 * (image/whole/whole.h). */
#ifndef TOOLS_FOREIGN_H
#define TOOLS_FOREIGN_H

#include <stdbool.h>

/* Returns the path of a program that lies beside mpiexec, and is needed for the purpose. */
char *foreign_find_beside(const char *name, const char *purpose);

/* True for an interpreter of Python that knows nothing of MPI. Its scripts may. */
bool foreign_is_python(const char *file);

/* True if the interpreter's library is installed, which heddle-python runs. It stays open. */
bool foreign_has_library(const char *file);

/* Has the loader load our library before all others. A program of the standard ABI may know where
 * another MPI's library is, and an interpreter knows of none. LD_PRELOAD has the library's path; or
 * only its name, where the path has a space, which ends a name there, and LD_LIBRARY_PATH has the
 * folder. The library takes itself out of both. A program whose own RPATH would come before that
 * folder is refused. */
void foreign_lead_to_library(const char *file);

#endif
