/* SPDX-License-Identifier: MIT */
/* What users hang on an MPI_Win, whatever its memory: the beginning of the object behind one. */
#ifndef OBJECT_WINDOW_H
#define OBJECT_WINDOW_H

#include "object/attribute.h"

struct window_object {
    struct object object;
    MPI_Errhandler errhandler; /* held */
    struct attribute *attributes;
    char *name; /* NULL: none has been set */
    /* The value of MPI_WIN_BASE ..., as MPI_Win_get_attr has it; false: there is none. */
    bool (*predefined)(struct window_object *window, int number, void **value);
};

#endif
