/* SPDX-License-Identifier: MIT */
/* What users hang on an MPI_File: the beginning of the object behind one. */
#ifndef OBJECT_FILE_H
#define OBJECT_FILE_H

#include "mpi.h"
#include "object/object.h"

struct file_object {
    struct object object;
    MPI_Errhandler errhandler; /* held */
};

#endif
