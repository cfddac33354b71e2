/* SPDX-License-Identifier: MIT */
/* The checks of operations on windows, compiled twice (UNUSUAL in check.h). The fast copy is a part
 * of an entry: it knows a window that is not watched, in an epoch that allows the operation, and
 * neighbouring elements of a predefined type. */
#ifndef API_CHECK_WINDOW_H
#define API_CHECK_WINDOW_H

#include "api/argument/check_message.h"
#include "api/argument/check_object.h"
#include "api/argument/mode.h"
#include "api/window/window.h"
#include "rma/access.h"
#include "rma/accumulate.h"
#include "rma/epoch.h"
#include "rma/target.h"

/* The arguments about an operation's target. */
struct target_argument {
    int rank;
    MPI_Aint disp;
    MPI_Count count;
    MPI_Datatype datatype;
};

extern const struct data_names names_origin; /* origin_addr, origin_count, origin_datatype */
extern const struct data_names names_target; /* target_disp, target_count, target_datatype */

int refuse_window_rank(const struct window *window, int rank, const char *name) REFUSES;
int refuse_swap(const struct type *type) REFUSES;
int refuse_operation(MPI_Op handle) REFUSES;
/* Types may be predefined that are objects, such as those of MPI_Type_create_f90_real. */
int check_predefined_object(MPI_Datatype handle, const struct type **type) REFUSES;

/* Checks the handle of a window. The fast copy wants a rank without choosers, too. */
ALWAYS_INLINE int check_window(bool fast, MPI_Win handle, struct window_object **object)
{
    const struct rank *self = rank_self();

    if (!fast)
        return check_win(handle, object);
    if (unlikely(self == NULL || self->quick_p2p == NULL))
        return UNUSUAL;
    *object = handle_win(handle);
    return likely(*object != NULL) && likely(!window_of(*object)->is_general) ? MPI_SUCCESS
                                                                              : UNUSUAL;
}

/* As check_window, at the beginning of an operation. The object is NULL if the handle is wrong. */
ALWAYS_INLINE int check_access(bool fast, struct access *access, const struct call *call,
                               MPI_Win handle, struct window_object **object)
{
    int err = check_window(fast, handle, object);

    access->call = call;
    access->window = err == MPI_SUCCESS ? window_of(*object) : NULL;
    return err;
}

/* A rank of the window's group, or MPI_PROC_NULL. */
ALWAYS_INLINE int check_window_rank(bool fast, const struct window *window, int rank,
                                    const char *name)
{
    if (likely((unsigned)rank < (unsigned)window->common->size) ||
        (!fast && rank == MPI_PROC_NULL))
        return MPI_SUCCESS;
    return fast ? UNUSUAL : refuse_window_rank(window, rank, name);
}

ALWAYS_INLINE int check_epoch(bool fast, struct window *window, int rank)
{
    if (likely(epoch_permits(window, rank)))
        return MPI_SUCCESS;
    return fast ? UNUSUAL : epoch_check_slowly(window, rank);
}

/* A flush needs an epoch of locks; the fast copy knows the lock that was taken last. */
ALWAYS_INLINE int check_flush(bool fast, struct window *window, int rank)
{
    if (!fast)
        return epoch_check_passive(window, rank, "a flush needs a lock");
    return likely(access_is_passive(window)) ? check_epoch(fast, window, rank) : UNUSUAL;
}

/* Finds the target's data, when the rest has been checked. */
ALWAYS_INLINE int check_range(bool fast, struct access *access, MPI_Aint disp)
{
    if (!fast)
        return target_find(access->window, access->rank, disp, &access->target);
    return likely(target_is_found(access->window, access->rank, disp, &access->target))
               ? MPI_SUCCESS
               : UNUSUAL;
}

/* Checks the target but for its range. The fast copy does not look at count and datatype. */
ALWAYS_INLINE int check_target(bool fast, const struct target_argument *target,
                               struct access *access)
{
    static const char somewhere[1]; /* in place of the data's address, which is known later */
    int err = check_window_rank(fast, access->window, target->rank, "target_rank");

    access->rank = target->rank;
    if (!fast && err == MPI_SUCCESS)
        err = check_data(&names_target, somewhere, target->count, target->datatype,
                         &access->target);
    return err == MPI_SUCCESS ? check_epoch(fast, access->window, target->rank) : err;
}

/* An operation with a request. */
ALWAYS_INLINE int check_request_wanted(const struct mode *mode, struct access *access)
{
    int err = mode->form == COLL_BLOCKING ? MPI_SUCCESS : check_pointer(mode->request, "request");

    if (err != MPI_SUCCESS || mode->form == COLL_BLOCKING)
        return err;
    return epoch_check_passive(access->window, access->rank,
                               "an operation with a request needs a lock");
}

/* The data at the origin fit those at the target, or the other way round. The fast copy knows the
 * same number of elements of the same type. */
ALWAYS_INLINE int check_fit(bool fast, const struct target_argument *target, MPI_Datatype datatype,
                            struct access *access, bool is_put)
{
    if (!fast)
        return access_check_fit(access->call, access->window,
                                is_put ? &access->origin : &access->target,
                                is_put ? &access->target : &access->origin);
    if (unlikely(datatype != target->datatype || access->origin.count != target->count))
        return UNUSUAL;
    access->target = access->origin;
    return MPI_SUCCESS;
}

/* Checks put and get, origin and target. */
ALWAYS_INLINE int check_copy(bool fast, bool is_put, struct access *access, const void *origin_addr,
                             MPI_Count origin_count, MPI_Datatype origin_datatype,
                             const struct target_argument *target, const struct mode *mode)
{
    int err = check_message_data(fast, &names_origin, origin_addr, origin_count, origin_datatype,
                                 &access->origin);

    if (err == MPI_SUCCESS)
        err = check_target(fast, target, access);
    if (!fast && err == MPI_SUCCESS)
        err = check_request_wanted(mode, access);
    if (err == MPI_SUCCESS)
        err = check_fit(fast, target, origin_datatype, access, is_put);
    if (err == MPI_SUCCESS && (fast || target->rank != MPI_PROC_NULL))
        err = check_range(fast, access, target->disp);
    return err;
}

/* ---- accumulates ----------------------------------------------------------------------------- */

ALWAYS_INLINE int check_operation(bool fast, MPI_Op handle, const struct op **op)
{
    *op = op_predefined(handle);
    if (likely(*op != NULL))
        return MPI_SUCCESS;
    return fast ? UNUSUAL : refuse_operation(handle);
}

ALWAYS_INLINE int check_predefined(bool fast, MPI_Datatype handle, const struct type **type)
{
    *type = type_predefined(handle);
    if (likely(*type != NULL))
        return MPI_SUCCESS;
    return fast ? UNUSUAL : check_predefined_object(handle, type);
}

ALWAYS_INLINE int check_swap(bool fast, MPI_Datatype handle, const struct type **type)
{
    int err = check_predefined(fast, handle, type);

    if (err != MPI_SUCCESS || likely(accumulate_swaps(*type)))
        return err;
    return fast ? UNUSUAL : refuse_swap(*type);
}

/* Checks the buffer of one element. */
ALWAYS_INLINE int check_element(bool fast, const void *buf, const char *name,
                                const struct type *type, struct data *data)
{
    *data = (struct data){.buf = (void *)(uintptr_t)buf, .count = 1, .type = type};
    if (likely(buf != NULL && buf != MPI_IN_PLACE))
        return MPI_SUCCESS;
    return fast ? UNUSUAL : refuse_buffer(buf, name, 1);
}

#endif
