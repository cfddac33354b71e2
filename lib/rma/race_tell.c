/* SPDX-License-Identifier: MIT */
/* Warnings about races, and those that are put off. */
#include <stdio.h>

#include "base/call.h"
#include "base/knob.h"
#include "base/note.h"
#include "base/place.h"
#include "op/op.h"
#include "rank/findings.h"
#include "rma/race_record.h"

bool race_is_news(const struct window *window, enum finding kind, const void *site,
                  const void *other)
{
    return knobs.rma == RACES_ARE_ERRORS || finding_is_news(window->self, kind, site, other);
}

const char *race_advice(enum access_epoch first, enum race_pair pair)
{
    static const char *const of_start[] = {
        [RACE_OF_TWO_RANKS] = "put them into different epochs of MPI_Win_post",
        [RACE_OF_ONE_RANK] = "put them into different epochs of MPI_Win_start",
        [RACE_WITH_OWNER] = "call MPI_Win_wait between them",
        [RACE_IN_BUFFERS] = "call MPI_Win_complete between them",
    };
    static const char *const of_messages[] = {
        [RACE_OF_TWO_RANKS] = "let MPI_Wait and then a message come between them",
        [RACE_OF_ONE_RANK] = "call MPI_Wait between them",
        [RACE_WITH_OWNER] = "let MPI_Wait and then a message come between them",
        [RACE_IN_BUFFERS] = "call MPI_Wait between them",
    };
    static const char *const of_locks[] = {
        [RACE_OF_TWO_RANKS] = "let MPI_Win_flush and then a message come between them",
        [RACE_OF_ONE_RANK] = "call MPI_Win_flush between them",
        [RACE_WITH_OWNER] = "let MPI_Win_flush and then a message come between them",
        [RACE_IN_BUFFERS] = "call MPI_Win_flush_local between them",
    };

    if (first == ACCESS_NONE)
        return of_messages[pair];
    if (first == ACCESS_FENCE)
        return "call MPI_Win_fence between them";
    return first == ACCESS_START ? of_start[pair] : of_locks[pair];
}

/* Accumulates that are atomic against each other race only by what the window's hint says. */
static int tell_promise(const struct window *window, const struct race_record *record,
                        const struct race_record *other, const char *where)
{
    const char *hint = record->promise == PROMISE_SAME_OP || other->promise == PROMISE_SAME_OP
                           ? "same_op" : "same_op_no_op";
    struct place_pair places;

    place_describe_pair(record->site, other->site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "%s meets %s by %s of rank %d, called in %s, in %s, though the hint "
                    "accumulate_ops is %s: leave the hint out, or use one operation",
                    record->op->name, other->op->name, other->name, other->origin, places.other,
                    where, hint);
    finding_tell(window->self, FINDING_ACCUMULATE_OPS, record->site, other->site,
                 "warning: %s by %s, called in %s, meets %s by %s of rank %d, called in %s, in %s, "
                 "though the hint accumulate_ops is %s, on %s: leave the hint out, or use one "
                 "operation", record->op->name, record->name, places.one, other->op->name,
                 other->name, other->origin, places.other, where, hint,
                 window_describe(window).text);
    return MPI_SUCCESS;
}

static int tell_race(const struct call *call, const struct window *window,
                     const struct race_record *other, const char *where)
{
    const char *advice = race_advice(other->access, other->origin == window->rank
                                                ? RACE_OF_ONE_RANK : RACE_OF_TWO_RANKS);
    struct place_pair places;

    place_describe_pair(call->site, other->site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "the same bytes of %s are touched by %s of rank %d, called in %s, and nothing "
                    "orders the two: %s", where, other->name, other->origin, places.other, advice);
    finding_tell(window->self, FINDING_RACE_WINDOW, call->site, other->site,
                 "warning: %s, called in %s, touches the same bytes of %s as %s of rank %d, called "
                 "in %s, and nothing orders the two, on %s: %s", call->name, places.one,
                 where, other->name, other->origin, places.other,
                 window_describe(window).text, advice);
    return MPI_SUCCESS;
}

int race_tell(const struct call *call, const struct window *window,
              const struct race_record *record, const struct race_record *other,
              const char *where, bool breaks_hint)
{
    const enum finding kind = breaks_hint ? FINDING_ACCUMULATE_OPS : FINDING_RACE_WINDOW;

    if (!race_is_news(window, kind, record->site, other->site))
        return MPI_SUCCESS;
    return breaks_hint ? tell_promise(window, record, other, where)
                       : tell_race(call, window, other, where);
}

void race_name_memory(int rank, char where[WHERE_BYTES])
{
    snprintf(where, WHERE_BYTES, "the memory of rank %d", rank);
}

/* ---- loads and stores ------------------------------------------------------------------------ */

static int number_in(const struct window *window, const struct rank *rank)
{
    int i;

    for (i = 0; i < window->common->size; i++)
        if (window_member(window, i) == rank)
            return i;
    return rank != NULL ? rank->world_rank : -1;
}

static const char *name_of_access(bool is_store)
{
    return is_store ? "store" : "load";
}

void race_tell_touches(const struct window *window, const struct race_touch *touch,
                       const struct race_touch *other)
{
    struct place_pair places;

    if (!finding_is_news(touch->rank, FINDING_RACE_LOCAL, touch->site, other->site))
        return;
    place_describe_pair(touch->site, other->site, &places);
    finding_tell(
        touch->rank, FINDING_RACE_LOCAL, touch->site, other->site,
        "warning: a %s in %s touches the same bytes of %s as a %s of %s%d in %s, and "
        "nothing orders the two, on %s: %s",
        name_of_access(touch->is_store), places.one, touch->where, name_of_access(other->is_store),
        other->rank == touch->rank ? "another thread of rank " : "rank ",
        number_in(window, other->rank), places.other, window_describe(window).text,
        other->rank == touch->rank ? "let a mutex or a barrier of the threads come between them"
                                   : "let MPI_Barrier or a message come between them");
}

/* ---- what may be polling --------------------------------------------------------------------- */

/* In an epoch of locks a store beside a get is valid, and so is a load that waits for an update
 * (MPI 5.0, 12.7, unified model). */
static bool may_poll(const struct race_touch *touch, const struct race_record *record)
{
    if (record->is_buffer || record->access < ACCESS_LOCK)
        return false;
    return touch->is_store ? race_only_reads(record) : touch->may_poll && !touch->is_behind_call;
}

void race_tell_touch(const struct window *window, const struct race_touch *touch,
                     const struct race_record *record, enum race_pair pair)
{
    const char *advice = race_advice((enum access_epoch)record->access, pair);
    struct place_pair places;

    if (may_poll(touch, record) ||
        !finding_is_news(touch->rank, FINDING_RACE_LOCAL, touch->site, record->site))
        return;
    place_describe_pair(touch->site, record->site, &places);
    finding_tell(
        touch->rank, FINDING_RACE_LOCAL, touch->site, record->site,
        "warning: a %s in %s touches the same bytes of %s as %s of rank %d, called in %s, "
        "and nothing orders the two, on %s: %s",
        name_of_access(touch->is_store), places.one, touch->where, record->name, record->origin,
        places.other, window_describe(window).text, advice);
}
