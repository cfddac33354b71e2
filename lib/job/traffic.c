/* SPDX-License-Identifier: MIT */
#include "job/traffic.h"

#include "base/memory.h"
#include "rank/observe/event.h"
#include "rank/world.h"

enum { CHUNK_PEERS = 64 };

struct chunk {
    _Alignas(COUNTERS_APART) struct counters_pair pairs[CHUNK_PEERS][TRAFFIC_KINDS];
};

struct traffic {
    int chunk_count;
    _Atomic(struct chunk *) chunks[];
};

static __attribute__((noinline)) struct chunk *make_chunk(struct traffic *traffic, int number)
{
    struct chunk *made = memory_take_aligned(COUNTERS_APART, sizeof *made), *found = NULL;

    if (made == NULL)
        return NULL;
    if (compare_exchange_acq_rel(&traffic->chunks[number], &found, made)) /* edge traffic.chunk */
        return made;
    memory_give(made);
    return found;
}

static void see_traffic(struct rank *self, const struct event *event, void *own)
{
    static const uint8_t kinds[EVENTS] = {
        [EVENT_MESSAGE] = TRAFFIC_MESSAGE, [EVENT_PART] = TRAFFIC_COLLECTIVE,
        [EVENT_PUT] = TRAFFIC_PUT,         [EVENT_GET] = TRAFFIC_GET,
        [EVENT_ACCUMULATE] = TRAFFIC_ACCUMULATE,
    };
    struct traffic *traffic = own;
    unsigned peer = (unsigned)event->peer->world_rank;
    struct chunk *chunk;

    if (event->peer->world != self->world)
        return;
    chunk = load_acquire(&traffic->chunks[peer / CHUNK_PEERS]); /* edge traffic.chunk */
    if (unlikely(chunk == NULL))
        chunk = make_chunk(traffic, (int)(peer / CHUNK_PEERS));
    if (likely(chunk != NULL)) /* a picture is not worth a job's end */
        counters_add(self, &chunk->pairs[peer % CHUNK_PEERS][kinds[event_of_way(event->way)]],
                     event->bytes);
}

static void destroy_traffic(void *own)
{
    struct traffic *traffic = own;

    for (int i = 0; traffic != NULL && i < traffic->chunk_count; i++)
        memory_give(load_relaxed(&traffic->chunks[i]));
    memory_give(traffic);
}

static const struct subscriber keeping = {
    .events = 1u << EVENT_MESSAGE | 1u << EVENT_PART | 1u << EVENT_PUT | 1u << EVENT_GET |
              1u << EVENT_ACCUMULATE,
    .see = see_traffic,
    .destroy = destroy_traffic,
};

bool traffic_begin(struct rank *rank)
{
    int chunk_count = (rank->world->size + CHUNK_PEERS - 1) / CHUNK_PEERS;
    struct traffic *traffic =
        memory_take_zeroed(sizeof *traffic + (size_t)chunk_count * sizeof traffic->chunks[0]);

    if (traffic != NULL)
        traffic->chunk_count = chunk_count;
    return observer_subscribe(rank, &keeping, traffic);
}

struct counters_sum traffic_read(const struct rank *from, enum traffic_kind kind, int to)
{
    const struct traffic *traffic = observer_own(from, &keeping);
    const struct chunk *chunk =
        load_acquire(&traffic->chunks[to / CHUNK_PEERS]); /* edge traffic.chunk */

    return chunk != NULL ? counters_read(&chunk->pairs[to % CHUNK_PEERS][kind])
                         : (struct counters_sum){0};
}
