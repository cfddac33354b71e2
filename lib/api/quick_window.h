/* SPDX-License-Identifier: MIT */
/* The usual case of operations on windows: neighbouring elements of a predefined type, the same on
 * both sides, in an epoch that allows it. As in quick.h, false says nothing but that the case is
 * another one. */
#ifndef API_QUICK_WINDOW_H
#define API_QUICK_WINDOW_H

#include <limits.h>

#include "api/handle.h"
#include "api/mode.h"
#include "rank/observe/observer.h"
#include "rma/accumulate.h"
#include "rma/epoch.h"
#include "rma/poll.h"
#include "rma/race.h"
#include "rma/target.h"

#define QUICK_WINDOW static inline __attribute__((always_inline))

/* The window of a handle, if that member's memory may be accessed; else NULL. */
QUICK_WINDOW struct window *quick_window(MPI_Win handle, int target_rank)
{
    const struct rank *self = rank_self();
    struct window *window;

    if (unlikely(self == NULL || self->quick_p2p == NULL))
        return NULL;
    window = handle_object(handle, OBJECT_WIN);
    if (unlikely(window == NULL || (unsigned)target_rank >= (unsigned)window->common->size) ||
        unlikely(window->is_general) || unlikely(!epoch_permits(window, target_rank)))
        return NULL;
    return window;
}

/* Shows an operation of the calling rank to its observer. */
QUICK_WINDOW void quick_observe(enum way way, int target_rank, MPI_Win handle, MPI_Count bytes)
{
    const struct window *window = (const struct window *)(const void *)handle;

    observe(rank_self(), .way = way, .bytes = bytes, .peer = window_member(window, target_rank),
            .context = window_number(window));
}

/* Finds the bytes of a copy, and where they are at the target. */
QUICK_WINDOW bool quick_access(const void *origin_addr, MPI_Count origin_count,
                               MPI_Datatype origin_datatype, int target_rank,
                               MPI_Aint target_disp, MPI_Count target_count,
                               MPI_Datatype target_datatype, MPI_Win handle, struct data *target)
{
    const struct window *window = quick_window(handle, target_rank);
    const struct type *type = type_predefined(origin_datatype);

    if (unlikely(window == NULL || type == NULL) || unlikely(origin_datatype != target_datatype) ||
        unlikely(origin_count != target_count || (uint64_t)origin_count > INT_MAX) ||
        unlikely(origin_addr == NULL || origin_addr == MPI_IN_PLACE))
        return false;
    *target = (struct data){.count = target_count, .type = type};
    return target_is_found(window, target_rank, target_disp, target);
}

QUICK_WINDOW bool quick_put(const void *origin_addr, MPI_Count origin_count,
                            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
                            struct mode mode)
{
    struct data target;

    (void)mode;
    if (unlikely(!quick_access(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                               target_count, target_datatype, win, &target)))
        return false;
    copy_bytes(target.buf, origin_addr, (size_t)data_bytes(&target));
    quick_observe(WAY_PUT, target_rank, win, data_bytes(&target));
    return true;
}

QUICK_WINDOW bool quick_get(void *origin_addr, MPI_Count origin_count,
                            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
                            struct mode mode)
{
    struct data target;

    (void)mode;
    if (unlikely(!quick_access(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                               target_count, target_datatype, win, &target)))
        return false;
    copy_bytes(origin_addr, target.buf, (size_t)data_bytes(&target));
    quick_observe(WAY_GET, target_rank, win, data_bytes(&target));
    window_has_looked((struct window *)(void *)win);
    return true;
}

/* An element that is combined natively. */
QUICK_WINDOW bool quick_element(const void *result_addr, MPI_Datatype datatype, int target_rank,
                                MPI_Aint target_disp, MPI_Win handle, struct data *target)
{
    const struct window *window = quick_window(handle, target_rank);
    const struct type *type = type_predefined(datatype);

    if (unlikely(window == NULL || type == NULL) || unlikely(window->self->journal != NULL) ||
        unlikely(result_addr == NULL || result_addr == MPI_IN_PLACE))
        return false;
    *target = (struct data){.count = 1, .type = type};
    return target_is_found(window, target_rank, target_disp, target);
}

QUICK_WINDOW bool quick_fetch_and_op(const void *origin_addr, void *result_addr,
                                     MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                                     MPI_Op handle, MPI_Win win)
{
    const struct op *op = op_predefined(handle);
    struct data target;

    if (unlikely(op == NULL) || unlikely(origin_addr == NULL || origin_addr == MPI_IN_PLACE) ||
        unlikely(!quick_element(result_addr, datatype, target_rank, target_disp, win, &target)) ||
        unlikely(!accumulate_one((struct window *)(void *)win, target_rank, op, &target,
                                 origin_addr, result_addr)))
        return false;
    quick_observe(WAY_ACCUMULATE, target_rank, win, target.type->size);
    return true;
}

QUICK_WINDOW bool quick_compare_and_swap(const void *origin_addr, const void *compare_addr,
                                         void *result_addr, MPI_Datatype datatype, int target_rank,
                                         MPI_Aint target_disp, MPI_Win win)
{
    struct data target;

    if (unlikely(origin_addr == NULL || origin_addr == MPI_IN_PLACE) ||
        unlikely(compare_addr == NULL || compare_addr == MPI_IN_PLACE) ||
        unlikely(!quick_element(result_addr, datatype, target_rank, target_disp, win, &target)) ||
        unlikely(!accumulate_swaps(target.type)))
        return false;
    accumulate_compare_and_swap((struct window *)(void *)win, target_rank, &target, origin_addr,
                                compare_addr, result_addr, NULL);
    quick_observe(WAY_ACCUMULATE, target_rank, win, target.type->size);
    window_has_looked((struct window *)(void *)win);
    return true;
}

QUICK_WINDOW bool quick_win_flush(int rank, MPI_Win win)
{
    struct window *window = quick_window(win, rank);

    if (unlikely(window == NULL || !access_is_passive(window)))
        return false;
    window_has_looked(window);
    return true;
}

#endif
