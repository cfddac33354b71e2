/* SPDX-License-Identifier: MIT */
#include "check/buffers.h"

#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/container.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "check/bounds.h"
#include "check/diverted.h"
#include "p2p/warnings.h"
#include "rank/world.h"
#include "request/request.h"
#include "sync/lock.h"
#include "type/overlap.h"

enum { SENTENCE_BYTES = 480, BOUNDS_BYTES = 120, CHUNK_BYTES = 4096 };

struct pending {
    struct list link;
    const struct request *request;
    struct call call;
    const char *name;
    struct diverted diverted;
    enum buffer_use use;
    uint64_t sum;
    int count;
    struct data blocks[]; /* with references to their types */
};

struct buffers {
    struct lock lock; /* protects the lists, which the rank's threads share */
    struct list pending;
    struct list spare; /* entries with one block, for the next operations */
    struct warnings warnings; /* the pairs of calls already reported */
};

/* A rank needs the lock only if its threads may be in MPI at one time. That begins between two
 * calls of MPI, never inside one. */
static void enter(struct buffers *buffers)
{
    if (guard_is_shared(&rank_self()->guard))
        lock_take(&buffers->lock);
}

static void leave(struct buffers *buffers)
{
    if (guard_is_shared(&rank_self()->guard))
        lock_release(&buffers->lock);
}

int buffers_open(struct rank *self)
{
    if (self->world->options.watches_buffers <= BUFFERS_PASS)
        return MPI_SUCCESS;
    self->buffers = memory_take_zeroed(sizeof *self->buffers);
    if (self->buffers == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to watch buffers");
    list_init(&self->buffers->pending);
    list_init(&self->buffers->spare);
    return MPI_SUCCESS;
}

static void drop_types(struct pending *pending)
{
    int i;

    for (i = 0; i < pending->count; i++)
        type_drop(pending->blocks[i].type);
}

/* Ends the use of an entry that is in no list. */
static void give(struct buffers *buffers, struct pending *pending)
{
    drop_types(pending);
    if (pending->count != 1) {
        memory_give(pending);
        return;
    }
    enter(buffers);
    list_append(&buffers->spare, &pending->link);
    leave(buffers);
}

static struct pending *pending_of(struct list *link)
{
    return container_of(link, struct pending, link);
}

/* Removes and returns the first entry, or NULL if there is none. */
static struct pending *take_first(struct list *list)
{
    struct pending *first = list_is_empty(list) ? NULL : pending_of(list->next);

    if (first != NULL)
        list_remove(&first->link);
    return first;
}

void buffers_close(struct rank *self)
{
    struct buffers *buffers = self->buffers;
    struct pending *first;

    if (buffers == NULL)
        return;
    while ((first = take_first(&buffers->pending)) != NULL) {
        diverted_unpoison(&first->diverted, &first->blocks[0]);
        drop_types(first);
        memory_give(first);
    }
    while ((first = take_first(&buffers->spare)) != NULL)
        memory_give(first);
    memory_give(buffers);
    self->buffers = NULL;
}

/* ---- reporting ------------------------------------------------------------------------------ */

static int tell(const struct call *call, const struct call *pending, const char *sentence)
{
    struct rank *self = rank_self();

    if (self->world->options.watches_buffers >= BUFFERS_ARE_AN_ERROR)
        return note(MPI_ERR_BUFFER, "%s", sentence);
    if (warnings_are_news(&self->buffers->warnings, (uint32_t)(uintptr_t)call->site,
                          (uint32_t)(uintptr_t)pending->site))
        fprintf(stderr, "rank %d: warning: %s: %s\n", self->world_rank, call->name, sentence);
    return MPI_SUCCESS;
}

static int tell_own(const struct call *call, const char *names, const char *do_what)
{
    struct warning_places places;
    char sentence[SENTENCE_BYTES];

    warning_find_places(call->site, call->site, &places);
    snprintf(sentence, sizeof sentence, "%s in %s %s", names, places.one, do_what);
    return tell(call, call, sentence);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static int compare_bounds(const struct call *call, const struct buffer_used *used)
{
    char what[BOUNDS_BYTES];
    int i;

    for (i = 0; i < used->count; i++) {
        MPI_Count all = data_bytes(&used->blocks[i]);
        MPI_Count inside = bounds_bytes_inside(&used->blocks[i]);

        if (likely(inside == all))
            continue;
        snprintf(what, sizeof what,
                 "has %lld bytes, and only %lld before one that is in no living object",
                 (long long)all, (long long)inside);
        return tell_own(call, used->name, what);
    }
    return MPI_SUCCESS;
}

/* ---- overlaps -------------------------------------------------------------------------------- */

/* The part of a pending operation that a report names. */
struct found {
    struct call call;
    const char *name;
};

static bool find_overlap(struct buffers *buffers, const struct buffer_used *used,
                         struct found *found)
{
    struct list *link;
    bool overlaps = false;

    enter(buffers);
    for (link = buffers->pending.next; link != &buffers->pending && !overlaps; link = link->next) {
        const struct pending *pending = pending_of(link);

        overlaps = (used->use == BUFFER_RECEIVED || pending->use == BUFFER_RECEIVED) &&
                   blocks_overlap(used->blocks, used->count, pending->blocks, pending->count);
        if (overlaps)
            *found = (struct found){pending->call, pending->name};
    }
    leave(buffers);
    return overlaps;
}

int buffers_compare_blocks(const struct call *call, const struct buffer_used *used)
{
    struct warning_places places;
    char sentence[SENTENCE_BYTES];
    struct found found;

    /* Diverted receives poison their buffers: what overlaps one is no matter of bounds. */
    if (!find_overlap(rank_self()->buffers, used, &found))
        return compare_bounds(call, used);
    warning_find_places(call->site, found.call.site, &places);
    snprintf(sentence, sizeof sentence, "%s in %s overlaps %s of %s in %s, which is pending",
             used->name, places.one, found.name, found.call.name, places.other);
    return tell(call, &found.call, sentence);
}

bool buffers_conflict(const struct data *data, enum buffer_use use)
{
    const struct buffer_used used = {.use = use, .count = 1, .blocks = data};
    struct found found;

    return bounds_bytes_inside(data) < data_bytes(data) ||
           find_overlap(rank_self()->buffers, &used, &found);
}

int buffers_compare(const struct call *call, const char *name, const struct data *data,
                    enum buffer_use use)
{
    const struct buffer_used used = {.name = name, .use = use, .count = 1, .blocks = data};

    return buffers_compare_blocks(call, &used);
}

int buffers_compare_two(const struct call *call, const struct data *sent,
                        const struct data *received)
{
    return data_overlaps(sent, received) ? tell_own(call, "sendbuf and recvbuf", "overlap")
                                         : MPI_SUCCESS;
}

int buffers_compare_sides(const struct call *call, const struct buffer_used *sent,
                          const struct buffer_used *received)
{
    if (blocks_overlap(sent->blocks, sent->count, received->blocks, received->count))
        return tell_own(call, "sendbuf and recvbuf", "overlap");
    if (received->count > 1 && blocks_overlap_each_other(received->blocks, received->count))
        return tell_own(call, "blocks of recvbuf", "overlap each other");
    return MPI_SUCCESS;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), word by word. Each step
 * is invertible, so two buffers that differ in one word have different sums. */
static uint64_t add_bytes(uint64_t sum, const unsigned char *bytes, size_t count)
{
    uint64_t word = 0;
    size_t i;

    for (i = 0; i + sizeof word <= count; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 32;
    }
    word = 0;
    memcpy(&word, bytes + i, count - i);
    return (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t add_data(uint64_t sum, const struct data *data)
{
    unsigned char chunk[CHUNK_BYTES];
    MPI_Count all = data_bytes(data), offset;

    if (data_is_contiguous(data))
        return add_bytes(sum, (const unsigned char *)data_start(data), (size_t)all);
    for (offset = 0; offset < all; offset += CHUNK_BYTES) {
        MPI_Count bytes = all - offset < CHUNK_BYTES ? all - offset : CHUNK_BYTES;

        data_pack(data, offset, chunk, bytes);
        sum = add_bytes(sum, chunk, (size_t)bytes);
    }
    return sum;
}

static uint64_t sum_up(const struct data blocks[], int count)
{
    uint64_t sum = 0;
    int i;

    for (i = 0; i < count; i++)
        sum = add_data(sum, &blocks[i]);
    return sum;
}

/* NULL: none of that length. */
static struct pending *take_spare(struct buffers *buffers, int count)
{
    struct pending *found;

    if (count != 1)
        return NULL;
    enter(buffers);
    found = take_first(&buffers->spare);
    leave(buffers);
    return found;
}

/* Of what is diverted, too, the buffer must not change. */
static bool is_summed(const struct pending *pending)
{
    return pending->use == BUFFER_SENT || pending->diverted.memory != NULL;
}

/* NULL: no memory. */
static struct pending *make(const struct call *call, const struct request *request,
                            const struct buffer_used *used, const struct diverted *diverted)
{
    size_t bytes = (size_t)used->count * sizeof used->blocks[0];
    struct pending *pending = take_spare(rank_self()->buffers, used->count);
    int i;

    if (pending == NULL)
        pending = memory_take(sizeof *pending + bytes);
    if (pending == NULL)
        return NULL;
    *pending = (struct pending){
        .request = request, .call = *call, .use = used->use, .count = used->count};
    pending->name = used->pending_name != NULL ? used->pending_name : "the buffer";
    if (diverted != NULL)
        pending->diverted = *diverted;
    memcpy(pending->blocks, used->blocks, bytes);
    for (i = 0; i < used->count; i++)
        type_hold(used->blocks[i].type);
    if (is_summed(pending))
        pending->sum = sum_up(used->blocks, used->count);
    return pending;
}

static void enlist(struct pending *pending)
{
    struct buffers *buffers = rank_self()->buffers;

    enter(buffers);
    list_append(&buffers->pending, &pending->link);
    leave(buffers);
}

void buffers_note_blocks(const struct call *call, const struct request *request,
                         const struct buffer_used *used)
{
    struct pending *pending = make(call, request, used, NULL);

    if (pending != NULL)
        enlist(pending);
}

void buffers_note_diverted(const struct call *call, struct request *request,
                           const struct data *data, struct diverted *diverted)
{
    const struct buffer_used used = {.use = BUFFER_RECEIVED, .count = 1, .blocks = data};
    struct pending *pending = make(call, request, &used, diverted);

    if (pending == NULL) {
        diverted_give_up(diverted, request, data);
        return;
    }
    diverted_poison(&pending->diverted, data);
    enlist(pending);
}

void buffers_note(const struct call *call, const struct request *request, const struct data *data,
                  enum buffer_use use)
{
    const struct buffer_used used = {.use = use, .count = 1, .blocks = data};

    if (data_bytes(data) > 0)
        buffers_note_blocks(call, request, &used);
}

void buffers_release(const struct request *request, int block)
{
    struct buffers *buffers = rank_self()->buffers;
    struct list *link;

    enter(buffers);
    for (link = buffers->pending.next; link != &buffers->pending; link = link->next)
        if (pending_of(link)->request == request)
            pending_of(link)->blocks[block].count = 0;
    leave(buffers);
}

/* Removes and returns an entry of the request, or NULL if there is none. */
static struct pending *take(struct buffers *buffers, const struct request *request)
{
    struct list *link;
    struct pending *found = NULL;

    enter(buffers);
    for (link = buffers->pending.next; link != &buffers->pending && found == NULL;
         link = link->next)
        if (pending_of(link)->request == request)
            found = pending_of(link);
    if (found != NULL)
        list_remove(&found->link);
    leave(buffers);
    return found;
}

static int tell_change(const struct call *call, const struct pending *pending)
{
    struct warning_places places;
    char sentence[SENTENCE_BYTES];

    warning_find_places(call->site, pending->call.site, &places);
    snprintf(sentence, sizeof sentence,
             "%s of %s in %s has changed before the operation is complete, in %s", pending->name,
             pending->call.name, places.other, places.one);
    return tell(call, &pending->call, sentence);
}

static bool has_changed(const struct pending *pending)
{
    return is_summed(pending) && pending->sum != sum_up(pending->blocks, pending->count);
}

bool buffers_have_changed(const struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    const struct list *link;
    bool have_changed = false;

    enter(buffers);
    for (link = buffers->pending.next; link != &buffers->pending && !have_changed;
         link = link->next) {
        const struct pending *pending = container_of(link, struct pending, link);

        have_changed = pending->request == request && has_changed(pending);
    }
    leave(buffers);
    return have_changed;
}

int buffers_conclude(const struct call *call, const struct request *request)
{
    struct pending *pending;
    int err = MPI_SUCCESS;

    while ((pending = take(rank_self()->buffers, request)) != NULL) {
        diverted_unpoison(&pending->diverted, &pending->blocks[0]);
        if (has_changed(pending))
            err = tell_change(call, pending);
        diverted_close(&pending->diverted, request, &pending->blocks[0]);
        give(rank_self()->buffers, pending);
    }
    return err;
}

void buffers_forget(struct request *request)
{
    struct pending *pending;

    while ((pending = take(rank_self()->buffers, request)) != NULL) {
        diverted_unpoison(&pending->diverted, &pending->blocks[0]);
        diverted_give_up(&pending->diverted, request, &pending->blocks[0]);
        give(rank_self()->buffers, pending);
    }
}
