/* SPDX-License-Identifier: MIT */
/* The beginning of the object behind an MPI_File, with what users may attach to it. */
#ifndef OBJECT_FILE_H
#define OBJECT_FILE_H

#include "mpi_types.h"
#include "object/object.h"

struct file_object {
    struct object object;
    MPI_Errhandler errhandler; /* a reference is held */
};

#endif
