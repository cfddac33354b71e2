/* SPDX-License-Identifier: MIT */
/* The object behind an MPI_Session. Groups that come from it refer to it, for its error handler,
 * also when it has been finalized. */
#ifndef OBJECT_SESSION_H
#define OBJECT_SESSION_H

#include "mpi.h"
#include "object/info.h"
#include "object/object.h"

struct buffer;

struct session {
    struct object object;
    MPI_Errhandler errhandler; /* held */
    struct info *info;         /* the hints that it has */
    struct buffer *buffer;     /* p2p's: attached for buffered sends; opaque on this floor */
    struct store *store;
};

void session_drop(struct session *session); /* one reference; NULL is fine */

#endif
