/* SPDX-License-Identifier: MIT */
#include "job/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/place.h"
#include "base/trace.h"
#include "job/run.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

enum { TEXT_BYTES = 1024, MS_NS = 1000000 };

/* Threads that have not ended. */
struct left {
    int count;
    int rank; /* the lowest rank that has any */
    struct trace created;
};

static struct left find_left(struct world *world)
{
    struct left left = {.rank = -1};
    struct trace created;
    int i;

    for (i = 0; i < world->size; i++) {
        int count = rank_count_threads(&world->ranks[i], &created);

        if (count > 0 && left.count == 0) {
            left.rank = i;
            left.created = created;
        }
        left.count += count;
    }
    return left;
}

bool threads_await(struct world *world)
{
    uint64_t start_ns = clock_ns(), wait_ns = (uint64_t)knobs.thread_wait_ms * MS_NS;

    while (find_left(world).count > 0) {
        if (clock_ns() - start_ns >= wait_ns)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = MS_NS / 10}, NULL);
    }
    return true;
}

void threads_blame(struct world *world, struct heddle_result *result)
{
    struct left left = find_left(world);
    struct places *places;
    char text[TEXT_BYTES], where[PLACE_TEXT_BYTES] = "", more[40] = "";
    int length;

    if (left.count == 0)
        return; /* it has ended since */
    places = places_open();
    place_of_program(&left.created, places, where);
    places_close(places);
    if (left.count > 1)
        snprintf(more, sizeof more, " (and %d more)", left.count - 1);
    length = snprintf(text, sizeof text, "%s%s", result->text != NULL ? result->text : "",
                      result->text != NULL ? "; " : "");
    if (length < (int)sizeof text)
        snprintf(text + length, sizeof text - (size_t)length,
                 "rank %d has ended, but a thread%s that it created%s%s still runs; join it, or "
                 "let HEDDLE_THREAD_WAIT_MS be more than %lld",
                 left.rank, more, *where != '\0' ? " in " : "", where,
                 (long long)knobs.thread_wait_ms);
    memory_give(result->text);
    result->text = memory_copy_text(text);
    if (result->status == 0)
        result->status = EXIT_FAILURE;
}
