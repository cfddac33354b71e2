/* SPDX-License-Identifier: MIT */
/* Distinguishes ours, other MPIs' and plain programs by their files. */
#ifndef TOOLS_PROGRAM_H
#define TOOLS_PROGRAM_H

#include <stdbool.h>

enum program_kind {
    PROGRAM_UNKNOWN,  /* a script, or a file that is not understood: it may start another one */
    PROGRAM_OURS,     /* its main becomes the ranks' main */
    PROGRAM_OF_ABI,   /* another compiler has made it, for the library of the standard ABI */
    PROGRAM_OF_OTHER, /* it is linked with another MPI library, or was linked for one */
    PROGRAM_PLAIN,    /* it has nothing to do with MPI */
};

enum { PROGRAM_LIBRARY_BYTES = 256 };

/* library: for PROGRAM_OF_OTHER, the MPI library that it needs. */
enum program_kind program_find(const char *file, char library[PROGRAM_LIBRARY_BYTES]);

/* True if the loader looks for the program's libraries in folders that the file names, before those
 * of LD_LIBRARY_PATH. */
bool program_has_rpath(const char *file);

/* True if the file's code can be copied: it can be loaded anywhere. */
bool program_is_movable(const char *file);

/* Runs the program as that many processes of their own, which know nothing of each other, and
 * returns the status of the first that failed, else 0. */
int program_run(const char *file, char **arguments, int processes);

#endif
