/* SPDX-License-Identifier: MIT */
#include "rank/counters.h"

#include "base/memory.h"
#include "rank/world.h"

enum { CHUNK_PEERS = 64 };

/* Counters of two ranks never lie in one line, nor in a pair of lines that processors fetch
 * together: else counting costs more than the message. */
enum { APART = 2 * CACHE_LINE };

struct chunk {
    struct counters_pair pairs[CHUNK_PEERS][COUNTERS_KINDS];
};

static void *take_apart(size_t bytes)
{
    return memory_take_aligned(APART, (bytes + APART - 1) / APART * APART);
}

struct counters *counters_create(int peers)
{
    int chunk_count = (peers + CHUNK_PEERS - 1) / CHUNK_PEERS;
    struct counters *counters =
        take_apart(sizeof *counters + (size_t)chunk_count * sizeof counters->chunks[0]);

    if (counters == NULL)
        return NULL;
    counters->chunk_count = chunk_count;
    counters->are_sums = chunk_count == 0;
    return counters;
}

void counters_destroy(struct counters *counters)
{
    if (counters == NULL)
        return;
    for (int i = 0; i < counters->chunk_count; i++)
        memory_give(load_relaxed(&counters->chunks[i]));
    memory_give(counters);
}

void counters_close(struct rank *self)
{
    if (self->counters == NULL)
        return;
    self->counters->is_closed = true;
    self->counters->are_sums = false;
}

static __attribute__((noinline)) struct chunk *make_chunk(struct counters *counters, int number)
{
    struct chunk *made = take_apart(sizeof *made), *found = NULL;

    if (made == NULL)
        return NULL;
    if (compare_exchange_acq_rel(&counters->chunks[number], &found, made)) /* edge counters.chunk */
        return made;
    memory_give(made);
    return found;
}

/* Other threads of the rank may count too, when it may have several in MPI; readers find whole
 * numbers. */
static inline void add(const struct rank *self, struct counters_pair *pair, int64_t bytes)
{
    if (unlikely(guard_is_shared(&self->guard))) {
        fetch_add_relaxed(&pair->messages, 1);
        fetch_add_relaxed(&pair->bytes, (uint64_t)bytes);
        return;
    }
    store_relaxed(&pair->messages, load_relaxed(&pair->messages) + 1);
    store_relaxed(&pair->bytes, load_relaxed(&pair->bytes) + (uint64_t)bytes);
}

void counters_add(struct rank *self, enum counters_kind kind, const struct rank *to, int64_t bytes)
{
    struct counters *counters = self->counters;
    unsigned peer = (unsigned)to->world_rank;
    struct chunk *chunk;

    if (counters->is_closed || to->world != self->world)
        return;
    if (counters->chunk_count == 0) {
        add(self, &counters->sums[kind], bytes);
        return;
    }
    chunk = load_acquire(&counters->chunks[peer / CHUNK_PEERS]); /* edge counters.chunk */
    if (unlikely(chunk == NULL))
        chunk = make_chunk(counters, (int)(peer / CHUNK_PEERS));
    if (likely(chunk != NULL)) /* a picture is not worth a job's end */
        add(self, &chunk->pairs[peer % CHUNK_PEERS][kind], bytes);
}

bool counters_operation(struct rank *self)
{
    if (self->counters->is_closed)
        return false;
    if (unlikely(guard_is_shared(&self->guard)))
        fetch_add_relaxed(&self->counters->operations, 1);
    else
        store_relaxed(&self->counters->operations, load_relaxed(&self->counters->operations) + 1);
    return self->counters->chunk_count > 0;
}

static struct counters_sum read_pair(const struct counters_pair *pair)
{
    return (struct counters_sum){load_relaxed(&pair->messages), load_relaxed(&pair->bytes)};
}

struct counters_sum counters_total(const struct counters *counters, enum counters_kind kind)
{
    struct counters_sum all = read_pair(&counters->sums[kind]);

    for (int peer = 0; peer < counters->chunk_count * CHUNK_PEERS; peer++) {
        struct counters_sum one = counters_read(counters, kind, peer);

        all.messages += one.messages;
        all.bytes += one.bytes;
    }
    return all;
}

uint64_t counters_operations(const struct counters *counters)
{
    return load_relaxed(&counters->operations);
}

struct counters_sum counters_read(const struct counters *counters, enum counters_kind kind,
                                  int peer)
{
    const struct chunk *chunk =
        load_acquire(&counters->chunks[peer / CHUNK_PEERS]); /* edge counters.chunk */

    return chunk != NULL ? read_pair(&chunk->pairs[peer % CHUNK_PEERS][kind])
                         : (struct counters_sum){0};
}
