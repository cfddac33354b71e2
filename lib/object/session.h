/* SPDX-License-Identifier: MIT */
/* The object behind an MPI_Session. Groups made from it refer to it for its error handler, even
 * after it has been finalized. */
#ifndef OBJECT_SESSION_H
#define OBJECT_SESSION_H

#include "mpi_types.h"
#include "object/info.h"
#include "object/object.h"

struct buffer;

struct session {
    struct object object;
    MPI_Errhandler errhandler; /* a reference is held */
    struct info *info;         /* its hints */
    struct buffer *buffer;     /* p2p's: attached for buffered sends; opaque on this floor */
    struct store *store;
};

void session_drop(struct session *session); /* drops one reference; accepts NULL */

#endif
