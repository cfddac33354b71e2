/* SPDX-License-Identifier: MIT */
/* Error handlers as objects have them: one of the ABI's three, or an object that refers to a
 * function of the user's. Only api/raise.c calls it. An object's handler is under the guard of its
 * rank: one thread may set another while it is called in a second and got by a third. */
#ifndef OBJECT_ERRHANDLER_H
#define OBJECT_ERRHANDLER_H

#include "mpi.h"
#include "object/object.h"
#include "sync/guard.h"

enum errhandler_kind { ERRHANDLER_COMM, ERRHANDLER_WIN, ERRHANDLER_FILE, ERRHANDLER_SESSION };

struct errhandler {
    struct object object;
    enum errhandler_kind kind;
    _Atomic(int) handles; /* that getters gave out, beside the first one */
    union {
        MPI_Comm_errhandler_function *comm;
        MPI_Win_errhandler_function *win;
        MPI_File_errhandler_function *file;
        MPI_Session_errhandler_function *session;
    } function;
};

/* What errors do until the program says otherwise. */
MPI_Errhandler errhandler_initial(void);

static inline bool errhandler_is_predefined(MPI_Errhandler handle)
{
    return handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_ABORT ||
           handle == MPI_ERRORS_RETURN;
}

static inline struct errhandler *errhandler_of(MPI_Errhandler handle)
{
    return (struct errhandler *)(void *)handle;
}

/* One reference more, and one less; for those of the ABI, and NULL, nothing. */
MPI_Errhandler errhandler_hold(MPI_Errhandler handle);
void errhandler_drop(struct store *store, MPI_Errhandler handle);

/* What stands in an object's place, held; and another put there, which is held. */
MPI_Errhandler errhandler_read(struct guard *guard, const MPI_Errhandler *place);
void errhandler_write(struct store *store, struct guard *guard, MPI_Errhandler *place,
                      MPI_Errhandler handle);

#endif
