/* SPDX-License-Identifier: MIT */
/* The end of a failed call. Error handlers are called here and nowhere else.
 *
 * A check or a lower floor has returned a class and left a sentence (base/note.h). Raising puts the
 * function before the sentence and the communicator behind it, for MPI_Error_string to show, and
 * does what the error handler says: it returns the class, or ends the job and does not return. */
#ifndef API_RAISE_H
#define API_RAISE_H

#include "base/call.h"
#include "comm/comm.h"
#include "object/file.h"
#include "object/session.h"
#include "object/window.h"

struct request;

/* The error is the communicator's; NULL, when the call's has turned out to be none: raise_self. */
int raise_comm(const struct call *call, const struct comm *comm, int err);

/* Raise an error of a session, a window or a file by its error handler. An error of a finalized
 * session, or of no window, goes to raise_self; one of no file goes to the handler of
 * MPI_FILE_NULL. */
int raise_session(const struct call *call, struct session *session, int err);
int raise_win(const struct call *call, struct window_object *win, int err);
int raise_file(const struct call *call, struct file_object *file, int err);
/* Raises how a request has ended: by its file, or its communicator, which it holds. */
int raise_request(const struct call *call, const struct request *request, int err);

/* The error is of no object, so it goes to the error handler of MPI_COMM_SELF; outside of MPI_Init
 * and MPI_Finalize to the initial one. */
int raise_self(const struct call *call, int err);

/* The error goes to this handler, of an object that is not there yet: one of the user's is called
 * with the kind's null handle. */
int raise_handler(const struct call *call, MPI_Errhandler handler, int err);

#endif
