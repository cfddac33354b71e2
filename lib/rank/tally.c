/* SPDX-License-Identifier: MIT */
#include "rank/tally.h"

#include "base/memory.h"
#include "rank/world.h"

enum { CHUNK_PEERS = 64 };

struct pair {
    _Atomic(uint64_t) messages;
    _Atomic(uint64_t) bytes;
};

struct chunk {
    struct pair pairs[CHUNK_PEERS][TALLY_KINDS];
};

struct tally {
    bool is_closed;
    struct pair messages; /* all of them */
    _Atomic(uint64_t) operations;
    int chunk_count;
    _Atomic(struct chunk *) chunks[];
};

struct tally *tally_create(int peers)
{
    int chunk_count = (peers + CHUNK_PEERS - 1) / CHUNK_PEERS;
    struct tally *tally =
        memory_take_zeroed(sizeof *tally + (size_t)chunk_count * sizeof tally->chunks[0]);

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

static struct chunk *make_chunk(struct tally *tally, int number)
{
    struct chunk *made = memory_take_zeroed(sizeof *made), *found = NULL;

    if (made == NULL)
        return NULL;
    if (compare_exchange_acq_rel(&tally->chunks[number], &found, made)) /* edge tally.chunk */
        return made;
    memory_give(made);
    return found;
}

/* Other threads of the rank may count too, when it may have several in MPI; readers find whole
 * numbers. */
static void add(const struct rank *self, _Atomic(uint64_t) *sum, uint64_t more)
{
    if (unlikely(guard_is_shared(&self->guard)))
        fetch_add_relaxed(sum, more);
    else
        store_relaxed(sum, load_relaxed(sum) + more);
}

static void add_to(const struct rank *self, struct pair *pair, int64_t bytes)
{
    add(self, &pair->messages, 1);
    add(self, &pair->bytes, (uint64_t)bytes);
}

static void add_to_peer(struct rank *self, enum tally_kind kind, int peer, int64_t bytes)
{
    struct tally *tally = self->tally;
    int number = peer / CHUNK_PEERS;
    struct chunk *chunk = load_acquire(&tally->chunks[number]); /* edge tally.chunk */

    if (chunk == NULL)
        chunk = make_chunk(tally, number);
    if (chunk != NULL) /* a picture is not worth a job's end */
        add_to(self, &chunk->pairs[peer % CHUNK_PEERS][kind], bytes);
}

void tally_add(struct rank *self, enum tally_kind kind, const struct rank *to, int64_t bytes)
{
    if (self->tally->is_closed || to->world != self->world)
        return;
    if (kind == TALLY_MESSAGE)
        add_to(self, &self->tally->messages, bytes);
    if (self->tally->chunk_count > 0)
        add_to_peer(self, kind, to->world_rank, bytes);
}

bool tally_operation(struct rank *self)
{
    if (self->tally->is_closed)
        return false;
    add(self, &self->tally->operations, 1);
    return self->tally->chunk_count > 0;
}

static struct tally_sum read_pair(const struct pair *pair)
{
    return (struct tally_sum){load_relaxed(&pair->messages), load_relaxed(&pair->bytes)};
}

struct tally_sum tally_messages(const struct tally *tally)
{
    return read_pair(&tally->messages);
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
