/* SPDX-License-Identifier: MIT */
/* The beginning of the object behind an MPI_Win, with what users may attach to it. */
#ifndef OBJECT_WINDOW_H
#define OBJECT_WINDOW_H

#include "object/attribute.h"

struct window_object {
    struct object object;
    MPI_Errhandler errhandler; /* a reference is held */
    struct attribute *attributes;
    char *name; /* NULL: not set */
    /* Returns the value of MPI_WIN_BASE ..., as MPI_Win_get_attr returns it; false: there is
     * none. */
    bool (*predefined)(struct window_object *window, int number, void **value);
};

#endif
