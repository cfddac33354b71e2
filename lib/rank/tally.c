/* SPDX-License-Identifier: MIT */
#include "rank/tally.h"

#include "base/memory.h"
#include "rank/world.h"

enum { CHUNK_PEERS = 64 };

/* Counters of two ranks never lie in one line, nor in a pair of lines that processors fetch
 * together: else counting costs more than the message. */
enum { APART = 2 * CACHE_LINE };

struct pair {
    _Atomic(uint64_t) messages;
    _Atomic(uint64_t) bytes;
};

struct chunk {
    struct pair pairs[CHUNK_PEERS][TALLY_KINDS];
};

struct tally {
    bool is_closed;
    struct pair messages; /* all of them, when they are not counted by peer */
    _Atomic(uint64_t) operations;
    int chunk_count;
    _Atomic(struct chunk *) chunks[];
};

static void *take_apart(size_t bytes)
{
    return memory_take_aligned(APART, (bytes + APART - 1) / APART * APART);
}

struct tally *tally_create(int peers)
{
    int chunk_count = (peers + CHUNK_PEERS - 1) / CHUNK_PEERS;
    struct tally *tally =
        take_apart(sizeof *tally + (size_t)chunk_count * sizeof tally->chunks[0]);

    if (tally != NULL)
        tally->chunk_count = chunk_count;
    return tally;
}

void tally_destroy(struct tally *tally)
{
    if (tally == NULL)
        return;
    for (int i = 0; i < tally->chunk_count; i++)
        memory_give(load_relaxed(&tally->chunks[i]));
    memory_give(tally);
}

void tally_close(struct rank *self)
{
    if (self->tally != NULL)
        self->tally->is_closed = true;
}

static __attribute__((noinline)) struct chunk *make_chunk(struct tally *tally, int number)
{
    struct chunk *made = take_apart(sizeof *made), *found = NULL;

    if (made == NULL)
        return NULL;
    if (compare_exchange_acq_rel(&tally->chunks[number], &found, made)) /* edge tally.chunk */
        return made;
    memory_give(made);
    return found;
}

/* Other threads of the rank may count too, when it may have several in MPI; readers find whole
 * numbers. */
static inline void add(const struct rank *self, struct pair *pair, int64_t bytes)
{
    if (unlikely(guard_is_shared(&self->guard))) {
        fetch_add_relaxed(&pair->messages, 1);
        fetch_add_relaxed(&pair->bytes, (uint64_t)bytes);
        return;
    }
    store_relaxed(&pair->messages, load_relaxed(&pair->messages) + 1);
    store_relaxed(&pair->bytes, load_relaxed(&pair->bytes) + (uint64_t)bytes);
}

void tally_add(struct rank *self, enum tally_kind kind, const struct rank *to, int64_t bytes)
{
    struct tally *tally = self->tally;
    unsigned peer = (unsigned)to->world_rank;
    struct chunk *chunk;

    if (tally->is_closed || to->world != self->world)
        return;
    if (tally->chunk_count == 0) {
        if (kind == TALLY_MESSAGE)
            add(self, &tally->messages, bytes);
        return;
    }
    chunk = load_acquire(&tally->chunks[peer / CHUNK_PEERS]); /* edge tally.chunk */
    if (unlikely(chunk == NULL))
        chunk = make_chunk(tally, (int)(peer / CHUNK_PEERS));
    if (likely(chunk != NULL)) /* a picture is not worth a job's end */
        add(self, &chunk->pairs[peer % CHUNK_PEERS][kind], bytes);
}

bool tally_operation(struct rank *self)
{
    if (self->tally->is_closed)
        return false;
    if (unlikely(guard_is_shared(&self->guard)))
        fetch_add_relaxed(&self->tally->operations, 1);
    else
        store_relaxed(&self->tally->operations, load_relaxed(&self->tally->operations) + 1);
    return self->tally->chunk_count > 0;
}

static struct tally_sum read_pair(const struct pair *pair)
{
    return (struct tally_sum){load_relaxed(&pair->messages), load_relaxed(&pair->bytes)};
}

struct tally_sum tally_messages(const struct tally *tally)
{
    struct tally_sum all = read_pair(&tally->messages);

    for (int peer = 0; peer < tally->chunk_count * CHUNK_PEERS; peer++) {
        struct tally_sum one = tally_read(tally, TALLY_MESSAGE, peer);

        all.messages += one.messages;
        all.bytes += one.bytes;
    }
    return all;
}

uint64_t tally_operations(const struct tally *tally)
{
    return load_relaxed(&tally->operations);
}

struct tally_sum tally_read(const struct tally *tally, enum tally_kind kind, int peer)
{
    const struct chunk *chunk =
        load_acquire(&tally->chunks[peer / CHUNK_PEERS]); /* edge tally.chunk */

    return chunk != NULL ? read_pair(&chunk->pairs[peer % CHUNK_PEERS][kind])
                         : (struct tally_sum){0};
}
