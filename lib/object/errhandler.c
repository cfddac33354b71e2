/* SPDX-License-Identifier: MIT */
#include "object/errhandler.h"

#include "base/container.h"
#include "base/knob.h"

static_assert(sizeof(struct errhandler) <= OBJECT_OTHER_BYTES, "an error handler fits its slot");

MPI_Errhandler errhandler_initial(int number)
{
    static const MPI_Errhandler handlers[] = {MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT,
                                              MPI_ERRORS_RETURN}; /* in the knob's order */

    return handlers[number > 0 ? number - 1 : (int)knobs.initial_errhandler];
}

static bool is_object(MPI_Errhandler handle)
{
    return handle != NULL && handle != MPI_ERRHANDLER_NULL && !errhandler_is_predefined(handle);
}

MPI_Errhandler errhandler_hold(MPI_Errhandler handle)
{
    if (is_object(handle))
        object_hold(&errhandler_of(handle)->object);
    return handle;
}

void errhandler_drop(struct store *store, MPI_Errhandler handle)
{
    if (is_object(handle) && object_drop(&errhandler_of(handle)->object))
        object_destroy(store, &errhandler_of(handle)->object);
}

MPI_Errhandler errhandler_read(struct guard *guard, const MPI_Errhandler *place)
{
    MPI_Errhandler handle;

    guard_enter(guard);
    handle = errhandler_hold(*place);
    guard_leave(guard);
    return handle;
}

void errhandler_write(struct store *store, struct guard *guard, MPI_Errhandler *place,
                      MPI_Errhandler handle)
{
    MPI_Errhandler old;

    errhandler_hold(handle);
    guard_enter(guard);
    old = *place;
    *place = handle;
    guard_leave(guard);
    errhandler_drop(store, old);
}
