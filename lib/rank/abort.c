/* SPDX-License-Identifier: MIT */
#include "rank/abort.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/place.h"
#include "rank/name.h"
#include "rank/sleep/wake.h"
#include "rank/thread/helper.h"
#include "rank/thread/thread.h"
#include "rank/turns.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"

enum { STATUS_OF_SIGNAL = 128 }; /* as a shell has it */

static void wake_everyone(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        rank_wake(&world->ranks[i]);
    turns_rouse(world);
}

/* Only the first one may describe its abort, and then publishes it. */
static bool claim(struct world *world)
{
    int expected = ABORT_NONE;

    return compare_exchange_seq_cst(&world->abort.state, &expected,
                                    ABORT_CLAIMED); /* edge world.aborted */
}

static void publish(struct world *world, int status)
{
    world->abort.status = status;
    store_seq_cst(&world->abort.state, ABORT_PUBLISHED); /* edge world.aborted */
    wake_everyone(world);
    if (world->options.end_process != NULL)
        world->options.end_process(world);
}

/* A world without one has ended. */
static bool has_waiters(const struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        if (!list_is_empty(&world->ranks[i].waiters))
            return true;
    return false;
}

/* A world with a report keeps its own. */
static void give_report(struct world *world, const char *report)
{
    struct heap *heap;

    if (report == NULL || world->abort.report != NULL)
        return;
    heap = memory_use(world->options.heap);
    world->abort.report = memory_copy_text(report);
    memory_use(heap);
}

/* Aborts a world if it is not aborted yet. `is_reported`: another world reports the abort. */
static bool join_abort(struct world *world, int status, bool has_hung, const char *text,
                       bool is_reported)
{
    if (!claim(world))
        return false;
    snprintf(world->abort.text, sizeof world->abort.text, "%s", text);
    world->abort.has_hung = has_hung;
    world->abort.is_reported = is_reported;
    publish(world, status);
    return true;
}

void abort_spread(struct world *world)
{
    struct world *each;

    if (!connected_is_tied(world))
        return;
    while (load_seq_cst(&world->abort.state) != ABORT_PUBLISHED) /* edge world.aborted */
        sched_yield();
    connected_take();
    connected_view(world, SCOPE_TIED);
    for (each = connected_first(); each != NULL; each = connected_next(each))
        if (each != world)
            join_abort(each, world->abort.status, world->abort.has_hung, world->abort.text, true);
    connected_release();
}

void abort_view(int status, const char *report, const char *format, ...)
{
    char text[ABORT_TEXT_BYTES];
    struct world *each;
    bool is_reported = false;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (each = connected_first(); each != NULL; each = connected_next(each)) {
        if (!has_waiters(each))
            continue;
        give_report(each, report);
        is_reported |= join_abort(each, status, true, text, is_reported);
    }
}

static void append_words(struct world *world, const char *before, const char *text)
{
    size_t length = strlen(world->abort.text);

    snprintf(world->abort.text + length, sizeof world->abort.text - length, "%s%s", before, text);
}

static void add_place(struct world *world, const struct call *call)
{
    struct places *places = places_open();
    char place[PLACE_TEXT_BYTES];

    place_describe(places, call->site, place);
    places_close(places);
    if (strstr(world->abort.text, place) == NULL)
        append_words(world, ", called in ", place);
}

/* `call` may be NULL. */
static void abort_world(struct world *world, int status, bool has_hung, const struct call *call,
                        const char *mark, const char *format, va_list arguments)
{
    struct rank *self = rank_self();

    if (claim(world)) {
        world->abort.has_hung = has_hung;
        vsnprintf(world->abort.text, sizeof world->abort.text, format, arguments);
        if (call != NULL && call->site != NULL)
            add_place(world, call);
        append_words(world, "", mark);
        publish(world, status);
        abort_spread(world);
    }
    if (self != NULL && self->world == world)
        rank_unwind(self);
}

void world_abort(struct world *world, int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    abort_world(world, status, false, NULL, "", format, arguments);
    va_end(arguments);
}

void world_abort_hung(struct world *world, int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    abort_world(world, status, true, NULL, "", format, arguments);
    va_end(arguments);
}

void world_abort_call(struct world *world, int status, const struct call *call, const char *mark,
                      const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    abort_world(world, status, false, call, mark, format, arguments);
    va_end(arguments);
}

void rank_fail(struct rank *self, int signal_number, uintptr_t from, const char *words)
{
    struct world *world = self->world;

    if (claim(world)) {
        snprintf(world->abort.text, sizeof world->abort.text, "%s: %s",
                 rank_name(self).text, words);
        world->abort.signal = signal_number;
        trace_take(&world->abort.trace, from);
        publish(world, STATUS_OF_SIGNAL + signal_number);
        abort_spread(world);
    }
    rank_unwind(self);
}

void rank_stop(struct rank *self)
{
    struct world *world = self->world;

    if (load_relaxed(&self->has_stopped))
        return;
    store_relaxed(&self->has_stopped, true);
    /* A rank that waits for this world to stop has seen the world's abort before it looked at the
     * count, so one of the two sees what the other has done. */
    if (fetch_add_seq_cst(&world->life.stopped, 1) + 1 == world->size && /* edge world.stopped */
        world_is_aborted(world))
        park_wake(&world->joiner);
}

static void await_stop_of(struct world *world)
{
    for (;;) {
        uint32_t seen = park_count(&world->joiner);

        if (load_seq_cst(&world->life.stopped) == world->size) /* edge world.stopped */
            return;
        park_sleep(&world->joiner, seen, PARK_FOREVER);
    }
}

/* A connected world of which a rank still runs; NULL: there is none. It is not destroyed before the
 * calling rank has ended. */
static struct world *find_running(struct world *world)
{
    struct world *each;

    connected_take();
    connected_view(world, SCOPE_TIED);
    for (each = connected_first(); each != NULL; each = connected_next(each))
        if (load_seq_cst(&each->life.stopped) < each->size) /* edge world.stopped */
            break;
    connected_release();
    return each;
}

/* Ranks of connected worlds may use each other's memory. The thread that aborts may not have
 * reached all of them yet. */
static void await_stop_of_all(struct world *world)
{
    struct world *running = world;

    abort_spread(world);
    for (; running != NULL; running = connected_is_tied(world) ? find_running(world) : NULL)
        await_stop_of(running);
}

static void leave_team(const struct rank *self)
{
    const struct taker *taker = turns_taker(self);

    if (taker != NULL && taker->way_out != NULL)
        __builtin_longjmp(taker->way_out, 1);
}

void rank_unwind(struct rank *self)
{
    /* The process is ending: stay out of its way. */
    while (self->world->options.end_process != NULL)
        pause();
    guard_abandon(&self->guard);
    wake_do(self);
    leave_team(self);
    if (rank_is_main_thread(self)) {
        helpers_end(self);
        rank_stop(self);
        await_stop_of_all(self->world);
        rank_leave(self, RANK_UNWOUND, 0);
    }
    thread_leave();
}
