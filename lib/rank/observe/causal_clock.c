/* SPDX-License-Identifier: MIT */
#include "rank/observe/causal_clock.h"

#include <string.h>

#include "base/memory.h"

enum { ROOM_MIN = 16 };

static uint32_t next_room(uint32_t room, uint32_t wanted)
{
    uint32_t next = room > 0 ? room : ROOM_MIN;

    while (next < wanted)
        next *= 2;
    return next;
}

bool clock_grow(struct causal_thread *thread, uint32_t wanted)
{
    const uint32_t room = load_relaxed(&thread->room), next = next_room(room, wanted);
    struct causal_seen *seen = load_relaxed(&thread->seen), *grown;
    uint32_t i;

    if (next <= room)
        return true;
    grown = memory_take_zeroed(sizeof *grown + next * sizeof grown->clocks[0]);
    if (grown == NULL)
        return false;
    for (i = 0; i < room; i++)
        store_relaxed(&grown->clocks[i], load_relaxed(&seen->clocks[i]));
    grown->smaller = seen;
    store_relaxed(&thread->seen, grown);
    store_release(&thread->room, next); /* edge causality.made */
    return true;
}

static bool point_grow(struct point *point, uint32_t wanted)
{
    const uint32_t next = next_room(point->room, wanted);
    uint32_t *grown;

    if (next <= point->room)
        return true;
    grown = memory_grow(point->seen, next * sizeof *grown);
    if (grown == NULL)
        return false;
    memset(grown + point->room, 0, (next - point->room) * sizeof *grown);
    point->seen = grown;
    point->room = next;
    return true;
}

void clock_acquire(struct causal_thread *thread, const struct point *point)
{
    struct causal_seen *seen;
    uint32_t i;

    if (!clock_grow(thread, point->room))
        return;
    seen = load_relaxed(&thread->seen);
    for (i = 0; i < point->room; i++)
        if (point->seen[i] > load_relaxed(&seen->clocks[i]))
            store_relaxed(&seen->clocks[i], point->seen[i]);
}

bool clock_release(struct point *point, const struct causal_thread *thread)
{
    const struct causal_seen *seen = load_relaxed(&thread->seen);
    const uint32_t room = load_relaxed(&thread->room);
    uint32_t i;

    if (!point_grow(point, room))
        return false;
    for (i = 0; i < room; i++) {
        const uint32_t clock = load_relaxed(&seen->clocks[i]);

        point->seen[i] = clock > point->seen[i] ? clock : point->seen[i];
    }
    return true;
}

void clock_give(struct causal_thread *thread)
{
    struct causal_seen *seen = load_relaxed(&thread->seen);

    while (seen != NULL) {
        struct causal_seen *smaller = seen->smaller;

        memory_give(seen);
        seen = smaller;
    }
    memory_give(thread);
}

bool clock_enter(struct causal_thread *thread)
{
    const bool is_shared = !causal_tells_accesses(thread->rank);

    if (unlikely(is_shared))
        lock_take(&thread->lock);
    return is_shared;
}

void clock_leave(struct causal_thread *thread, bool is_locked)
{
    if (unlikely(is_locked))
        lock_release(&thread->lock);
}

/* At the end of its numbers it stays, which orders too much. */
void clock_increment(struct causal_thread *thread)
{
    _Atomic(uint32_t) *own = &load_relaxed(&thread->seen)->clocks[thread->id];
    const uint32_t clock = load_relaxed(own);

    if (likely(clock != UINT32_MAX))
        store_relaxed(own, clock + 1);
}
