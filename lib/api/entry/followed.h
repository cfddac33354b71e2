/* SPDX-License-Identifier: MIT */
/* The head and the end of a call that is not quick (api/entry/quick.h), in a process whose calls
 * are followed (base/call.h): a chooser hands control on there (rank/choice.h), and a rank that
 * records for the timeline records the call (rank/observe/tape.h). */
#ifndef API_FOLLOWED_H
#define API_FOLLOWED_H

#include "base/call.h"
#include "base/container.h"
#include "mpi_types.h"

enum { CALL_HAS_NONE = -100 };

/* The arguments of the call before they are checked, so all may be wrong. Those that it does not
 * have are zero, but for the first two and the last. */
struct call_facts {
    int peer, tag; /* or CALL_HAS_NONE; the root of a collective operation is its peer */
    MPI_Count count;
    MPI_Datatype type; /* NULL: it has none, and the count counts something else */
    MPI_Comm comm;
    MPI_Win win;       /* NULL: it has none */
    MPI_File file;     /* NULL: it has none */
    MPI_Offset offset; /* in it; CALL_HAS_NONE */
    const char *path;  /* of a file that the call opens or deletes */
};

/* Returns another class than MPI_SUCCESS if the call has failed on purpose: it does no more. */
int followed_begin(const struct call *call, const struct call_facts *facts);
int followed_end(const struct call *call, int result); /* returns the result */

#endif
