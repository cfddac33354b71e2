/* SPDX-License-Identifier: MIT */
/* Operations on windows, in texts that are compiled twice (quick.h). The fast copy does the usual
 * case: neighbouring elements of a predefined type, the same on both sides. What the other copy
 * does behind the checks, for watched windows and layouts of any kind, is in one_sided.c. */
#ifndef API_QUICK_WINDOW_H
#define API_QUICK_WINDOW_H

#include "api/window/check_window.h"
#include "rank/observe/observer.h"
#include "rma/poll.h"

struct kept_result;

/* Ends a call whose arguments have been checked, with the outcome `err`: carries it out and raises
 * an error. */
int copy_checked(struct access *access, bool is_put, const struct mode *mode,
                 struct window_object *object, int err);
int accumulate_checked(struct accumulate *accumulate, const struct target_argument *target,
                       const struct mode *mode, struct window_object *object, int err);
int swap_checked(struct access *access, const struct data *compare, struct data *result,
                 const struct target_argument *target, struct window_object *object, int err);

/* An operation's effect on the target's memory. */
enum access_kind { ACCESS_PUTS, ACCESS_GETS, ACCESS_COMBINES };

/* The names by which an observer sees these: an enum way (rank/observe/event.h) each. */
extern const uint8_t access_ways[];

/* Shows an operation of the calling rank to its observer; `data`: those that have been moved. */
ALWAYS_INLINE void observe_access(const struct access *access, enum access_kind kind,
                                  const struct data *data, const void *site)
{
    const struct window *window = access->window;

    observe(window->self, .way = access_ways[kind], .bytes = data_bytes(data),
            .peer = window_member(window, access->rank), .site = site,
            .context = window_number(window));
}

/* ---- put and get ----------------------------------------------------------------------------- */

QUICK int checked_copy(bool fast, bool is_put, const struct call *call, void *origin_addr,
                       MPI_Count origin_count, MPI_Datatype origin_datatype,
                       struct target_argument target, MPI_Win win, struct mode mode)
{
    struct window_object *object;
    struct access access;
    int err = check_access(fast, &access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_copy(fast, is_put, &access, origin_addr, origin_count, origin_datatype, &target,
                         &mode);
    if (!fast)
        return copy_checked(&access, is_put, &mode, object, err);
    if (unlikely(err != MPI_SUCCESS))
        return UNUSUAL;
    if (is_put)
        copy_bytes(access.target.buf, origin_addr, (size_t)data_bytes(&access.target));
    else
        copy_bytes(origin_addr, access.target.buf, (size_t)data_bytes(&access.target));
    observe_access(&access, is_put ? ACCESS_PUTS : ACCESS_GETS, &access.target, NULL);
    if (!is_put)
        window_has_looked(access.window);
    return MPI_SUCCESS;
}

QUICK int checked_put(bool fast, const struct call *call, const void *origin_addr,
                      MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
                      MPI_Win win, struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};

    return checked_copy(fast, true, call, (void *)(uintptr_t)origin_addr, origin_count,
                        origin_datatype, target, win, mode);
}

QUICK int checked_get(bool fast, const struct call *call, void *origin_addr,
                      MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
                      MPI_Win win, struct mode mode)
{
    const struct target_argument target = {target_rank, target_disp, target_count, target_datatype};

    return checked_copy(fast, false, call, origin_addr, origin_count, origin_datatype, target, win,
                        mode);
}

/* ---- single elements ------------------------------------------------------------------------- */

/* Finds the element at the target, if the fast copy may change it: in a job with journals the order
 * of atomic operations is written. False: it is another case. */
QUICK bool find_element(const struct target_argument *target, const struct type *type,
                        struct access *access, struct data *element)
{
    if (unlikely(check_target(true, target, access) != MPI_SUCCESS) ||
        unlikely(access->window->self->journal != NULL))
        return false;
    *element = (struct data){.count = 1, .type = type};
    return target_is_found(access->window, target->rank, target->disp, element);
}

QUICK int checked_fetch_and_op(bool fast, const struct call *call, const void *origin_addr,
                               void *result_addr, MPI_Datatype datatype, int target_rank,
                               MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    const struct target_argument target = {target_rank, target_disp, 1, datatype};
    const struct mode mode = mode_blocking();
    struct accumulate accumulate = {.result = {0}};
    struct access *access = &accumulate.access;
    struct window_object *object;
    const struct type *type;
    struct data element;
    int err = check_access(fast, access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_predefined(fast, datatype, &type);
    if (err == MPI_SUCCESS)
        err = check_operation(fast, op, &accumulate.op);
    if (err == MPI_SUCCESS && op != MPI_NO_OP)
        err = check_element(fast, origin_addr, "origin_addr", type, &access->origin);
    if (err == MPI_SUCCESS)
        err = check_element(fast, result_addr, "result_addr", type, &accumulate.result);
    if (!fast)
        return accumulate_checked(&accumulate, &target, &mode, object, err);
    if (unlikely(err != MPI_SUCCESS) ||
        unlikely(!find_element(&target, type, access, &element)) ||
        unlikely(!accumulate_one(access->window, target_rank, accumulate.op, &element, origin_addr,
                                 result_addr)))
        return UNUSUAL;
    observe_access(access, ACCESS_COMBINES, &element, NULL);
    return MPI_SUCCESS;
}

QUICK int checked_compare_and_swap(bool fast, const struct call *call, const void *origin_addr,
                                   const void *compare_addr, void *result_addr,
                                   MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                                   MPI_Win win)
{
    const struct target_argument target = {target_rank, target_disp, 1, datatype};
    struct data compare, result, element;
    struct window_object *object;
    const struct type *type;
    struct access access;
    int err = check_access(fast, &access, call, win, &object);

    if (err == MPI_SUCCESS)
        err = check_swap(fast, datatype, &type);
    if (err == MPI_SUCCESS)
        err = check_element(fast, origin_addr, "origin_addr", type, &access.origin);
    if (err == MPI_SUCCESS)
        err = check_element(fast, compare_addr, "compare_addr", type, &compare);
    if (err == MPI_SUCCESS)
        err = check_element(fast, result_addr, "result_addr", type, &result);
    if (!fast)
        return swap_checked(&access, &compare, &result, &target, object, err);
    if (unlikely(err != MPI_SUCCESS) ||
        unlikely(!find_element(&target, type, &access, &element)))
        return UNUSUAL;
    accumulate_compare_and_swap(access.window, target_rank, &element, origin_addr, compare_addr,
                                result_addr, NULL);
    observe_access(&access, ACCESS_COMBINES, &element, NULL);
    window_has_looked(access.window);
    return MPI_SUCCESS;
}

/* ---- flush ----------------------------------------------------------------------------------- */

QUICK int flush_member(bool fast, const struct call *call, int rank, MPI_Win win, bool is_local)
{
    struct window_object *object;
    int err = check_window(fast, win, &object);

    if (err == MPI_SUCCESS)
        err = check_window_rank(fast, window_of(object), rank, "rank");
    if (err == MPI_SUCCESS)
        err = check_flush(fast, window_of(object), rank);
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_win(call, object, err);
    if (!fast)
        err = window_complete(call, window_of(object), rank, is_local);
    window_has_looked(window_of(object));
    return fast ? MPI_SUCCESS : end_window_call(call, object, err);
}

QUICK int checked_win_flush(bool fast, const struct call *call, int rank, MPI_Win win)
{
    return flush_member(fast, call, rank, win, false);
}

QUICK int checked_win_flush_local(bool fast, const struct call *call, int rank, MPI_Win win)
{
    return flush_member(fast, call, rank, win, true);
}

#endif
