/* SPDX-License-Identifier: MIT */
/* What becomes of a failed call. Error handlers are called here and nowhere else.
 *
 * A check or a lower floor has returned a class and left a sentence (base/note.h). Raising puts the
 * function before the sentence and the communicator behind it, for MPI_Error_string to show, and
 * does what the error handler says: it returns the class, or ends the job and does not return. */
#ifndef API_RAISE_H
#define API_RAISE_H

#include "base/call.h"
#include "comm/comm.h"

/* The error is the communicator's; NULL, when the call's has turned out to be none: raise_self. */
int raise_comm(const struct call *call, const struct comm *comm, int err);

/* The error is of no communicator, so it goes to the error handler of MPI_COMM_SELF. */
int raise_self(const struct call *call, int err);

#endif
