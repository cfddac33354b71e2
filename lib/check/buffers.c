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
#include "check/sum.h"
#include "p2p/warnings.h"
#include "rank/world.h"
#include "request/request.h"
#include "sync/lock.h"
#include "type/overlap.h"

enum { SENTENCE_BYTES = 480, BOUNDS_BYTES = 120 };

/* An entry, in the rank's list and in its request's chain. A spare one is written in place. */
struct pending {
    struct list link;
    struct pending *next; /* of the request, an older one; or the next spare one */
    struct request *request;
    struct call call;
    const char *name;
    struct diverted diverted;
    enum buffer_use use;
    int count;
    uint64_t sum; /* written if the buffer is summed */
    struct address_range span;
    struct data blocks[]; /* with references to their types */
};

struct buffers {
    struct lock lock; /* protects the lists and chains, which the rank's threads share */
    struct list pending;
    struct pending *spare; /* entries with one block, for the next operations */
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
    return MPI_SUCCESS;
}

static void drop_types(struct pending *pending)
{
    int i;

    for (i = 0; i < pending->count; i++)
        type_drop(pending->blocks[i].type);
}

/* Ends the use of an entry that is in no list and no chain. */
static void give(struct buffers *buffers, struct pending *pending)
{
    drop_types(pending);
    if (unlikely(pending->count != 1)) {
        memory_give(pending);
        return;
    }
    enter(buffers);
    pending->next = buffers->spare;
    buffers->spare = pending;
    leave(buffers);
}

static struct pending *pending_of(struct list *link)
{
    return container_of(link, struct pending, link);
}

void buffers_close(struct rank *self)
{
    struct buffers *buffers = self->buffers;
    struct pending *next;

    if (buffers == NULL)
        return;
    while (!list_is_empty(&buffers->pending)) {
        next = pending_of(buffers->pending.next);
        diverted_unpoison(&next->diverted, &next->blocks[0]);
        next->request->watched = NULL;
        list_remove(&next->link);
        drop_types(next);
        memory_give(next);
    }
    while ((next = buffers->spare) != NULL) {
        buffers->spare = next->next;
        memory_give(next);
    }
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

    for (i = 0; bounds_are_known() && i < used->count; i++) {
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
    struct address_range span = {0, 0};
    struct list *link;
    bool overlaps = false;

    enter(buffers);
    if (!list_is_empty(&buffers->pending))
        span = blocks_span(used->blocks, used->count);
    for (link = buffers->pending.next; link != &buffers->pending && !overlaps; link = link->next) {
        const struct pending *pending = pending_of(link);

        overlaps = unlikely(spans_meet(span, pending->span)) &&
                   (used->use == BUFFER_RECEIVED || pending->use == BUFFER_RECEIVED) &&
                   blocks_overlap(used->blocks, used->count, pending->blocks, pending->count);
        if (overlaps)
            *found = (struct found){pending->call, pending->name};
    }
    leave(buffers);
    return overlaps;
}

bool buffers_are_idle(void)
{
    struct buffers *buffers = rank_self()->buffers;
    bool is_idle;

    enter(buffers);
    is_idle = list_is_empty(&buffers->pending);
    leave(buffers);
    return is_idle && !bounds_are_known();
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

    return (bounds_are_known() && bounds_bytes_inside(data) < data_bytes(data)) ||
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

/* NULL: none of that length. */
static struct pending *take_spare(struct buffers *buffers, int count)
{
    struct pending *found;

    if (unlikely(count != 1))
        return NULL;
    enter(buffers);
    found = buffers->spare;
    if (likely(found != NULL))
        buffers->spare = found->next;
    leave(buffers);
    return found;
}

/* Of what is diverted, too, the buffer must not change. */
static bool is_summed(const struct pending *pending)
{
    return pending->use == BUFFER_SENT || pending->diverted.memory != NULL;
}

/* NULL: no memory. */
static struct pending *make(const struct call *call, struct request *request,
                            const struct buffer_used *used, const struct diverted *diverted)
{
    struct pending *pending = take_spare(rank_self()->buffers, used->count);
    int i;

    if (unlikely(pending == NULL))
        pending =
            memory_take(sizeof *pending + (size_t)used->count * sizeof used->blocks[0]);
    if (unlikely(pending == NULL))
        return NULL;
    pending->request = request;
    pending->call = *call;
    pending->name = used->pending_name != NULL ? used->pending_name : "the buffer";
    pending->diverted.memory = NULL;
    if (unlikely(diverted != NULL && diverted->memory != NULL))
        pending->diverted = *diverted;
    pending->use = used->use;
    pending->count = used->count;
    for (i = 0; i < used->count; i++) {
        pending->blocks[i] = used->blocks[i];
        type_hold(used->blocks[i].type);
    }
    pending->span = blocks_span(used->blocks, used->count);
    if (is_summed(pending))
        pending->sum = sum_of_blocks(used->blocks, used->count);
    return pending;
}

static void enlist(struct pending *pending)
{
    struct buffers *buffers = rank_self()->buffers;

    enter(buffers);
    list_append(&buffers->pending, &pending->link);
    pending->next = pending->request->watched;
    pending->request->watched = pending;
    leave(buffers);
}

void buffers_note_blocks(const struct call *call, struct request *request,
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

void buffers_note(const struct call *call, struct request *request, const struct data *data,
                  enum buffer_use use)
{
    const struct buffer_used used = {.use = use, .count = 1, .blocks = data};

    if (data_bytes(data) > 0)
        buffers_note_blocks(call, request, &used);
}

void buffers_release(struct request *request, int block)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending *next;

    enter(buffers);
    for (next = request->watched; next != NULL; next = next->next)
        next->blocks[block].count = 0;
    leave(buffers);
}

/* Removes the request's entries. Returns their chain, oldest first. */
static struct pending *take_all(struct buffers *buffers, struct request *request)
{
    struct pending *oldest = NULL, *next, *older;

    enter(buffers);
    for (next = request->watched; next != NULL; next = older) {
        older = next->next;
        list_remove(&next->link);
        next->next = oldest;
        oldest = next;
    }
    request->watched = NULL;
    leave(buffers);
    return oldest;
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
    return is_summed(pending) && pending->sum != sum_of_blocks(pending->blocks, pending->count);
}

bool buffers_have_changed(const struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    const struct pending *next;
    bool have_changed = false;

    enter(buffers);
    for (next = request->watched; next != NULL && !have_changed; next = next->next)
        have_changed = has_changed(next);
    leave(buffers);
    return have_changed;
}

int buffers_conclude(const struct call *call, struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending *next = take_all(buffers, request), *newer;
    int err = MPI_SUCCESS;

    for (; next != NULL; next = newer) {
        newer = next->next;
        diverted_unpoison(&next->diverted, &next->blocks[0]);
        if (has_changed(next))
            err = tell_change(call, next);
        diverted_close(&next->diverted, request, &next->blocks[0]);
        give(buffers, next);
    }
    return err;
}

void buffers_forget(struct request *request)
{
    struct buffers *buffers = rank_self()->buffers;
    struct pending *next = take_all(buffers, request), *newer;

    for (; next != NULL; next = newer) {
        newer = next->next;
        if (unlikely(next->diverted.memory != NULL)) {
            diverted_unpoison(&next->diverted, &next->blocks[0]);
            diverted_give_up(&next->diverted, request, &next->blocks[0]);
        }
        give(buffers, next);
    }
}
