/* SPDX-License-Identifier: MIT */
/* Error handlers of objects: one of the ABI's three, or an object that refers to a user's function.
 * Only api/error/raise.c calls handlers. The guard of its rank protects an object's handler: one
 * thread may set another one while a second thread calls it and a third queries it. */
#ifndef OBJECT_ERRHANDLER_H
#define OBJECT_ERRHANDLER_H

#include "mpi_types.h"
#include "object/object.h"
#include "sync/guard.h"

enum errhandler_kind { ERRHANDLER_COMM, ERRHANDLER_WIN, ERRHANDLER_FILE, ERRHANDLER_SESSION };

struct errhandler {
    struct object object;
    enum errhandler_kind kind;
    _Atomic(int) handles; /* handles that getters returned, beside the first one */
    union {
        MPI_Comm_errhandler_function *comm;
        MPI_Win_errhandler_function *win;
        MPI_File_errhandler_function *file;
        MPI_Session_errhandler_function *session;
    } function;
};

/* Returns the error handler that is used until the program sets one: 1 + its number as the knob
 * initial_errhandler has them; 0: the knob's. */
MPI_Errhandler errhandler_initial(int number);

static inline bool errhandler_is_predefined(MPI_Errhandler handle)
{
    return handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_ABORT ||
           handle == MPI_ERRORS_RETURN;
}

static inline struct errhandler *errhandler_of(MPI_Errhandler handle)
{
    return (struct errhandler *)(void *)handle;
}

/* Add and drop a reference; do nothing for the ABI's handlers and NULL. */
MPI_Errhandler errhandler_hold(MPI_Errhandler handle);
void errhandler_drop(struct store *store, MPI_Errhandler handle);

/* errhandler_read returns the handler in an object's place with a reference. errhandler_write
 * replaces it, and takes a reference to the new one. */
MPI_Errhandler errhandler_read(struct guard *guard, const MPI_Errhandler *place);
void errhandler_write(struct store *store, struct guard *guard, MPI_Errhandler *place,
                      MPI_Errhandler handle);

#endif
