/* SPDX-License-Identifier: MIT */
#include "p2p/p2p.h"

#include "base/cpu.h"
#include "base/memory.h"
#include "base/note.h"
#include "p2p/describe.h"
#include "p2p/flush.h"
#include "p2p/mismatch.h"
#include "p2p/receive.h"
#include "p2p/talk.h"
#include "rank/abort.h"
#include "rank/wait.h"

/* Deliveries in one call of progress: then whoever waits has another look. */
enum { DELIVERIES_MAX = 32 };

/* Further lines the processor finds by itself (bench/api/pingpong, cold). */
enum { PREFETCHED_BYTES_MAX = 4096 };

int p2p_open(struct rank *self)
{
    struct p2p *p2p = memory_take_zeroed(sizeof *p2p);
    int err;

    if (p2p == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a rank's messages");
    err = match_init(&p2p->match, &self->is_flooded);
    if (err != MPI_SUCCESS) {
        match_fini(&p2p->match);
        memory_give(p2p);
        return err;
    }
    guard_enter(&self->guard); /* others may be taking messages back */
    self->p2p = p2p;
    guard_leave(&self->guard);
    return MPI_SUCCESS;
}

/* Frees the orphans that are done. Nobody can ask how they ended: an error ends the job. */
static void sweep_orphans(struct rank *self)
{
    struct request *rest, *next;
    int err;

    guard_enter(&self->guard);
    rest = self->p2p->orphans;
    self->p2p->orphans = NULL;
    guard_leave(&self->guard);
    for (; rest != NULL; rest = next) {
        next = rest->next;
        rest->is_orphan = false;
        err = request_give_up(rest);
        if (err != MPI_SUCCESS)
            world_abort(self->world, err,
                        "rank %d: a request that was freed before it was done: %s (%s)",
                        self->world_rank, note_class() == err ? note_text() : "it failed",
                        mismatch_name(err));
    }
}

/* All others are in MPI_Finalize: what has not come by now never comes. */
static void give_up_messages(struct rank *self)
{
    struct request *orphan;

    while (p2p_progress(self))
        continue;
    match_abandon(&self->p2p->match);
    for (orphan = self->p2p->orphans; orphan != NULL; orphan = orphan->next)
        if (orphan->class == &receive_class)
            request_cancel(orphan);
}

static bool has_orphans(void *subject)
{
    struct rank *self = subject;

    if (self->p2p->orphans != NULL)
        sweep_orphans(self);
    return self->p2p->orphans != NULL;
}

static void describe_orphans(void *subject, struct wait_report *wait_report)
{
    const struct rank *self = subject;

    fputs("a request that was freed: ", wait_report->words);
    describe_request(self->p2p->orphans, wait_report);
}

static const struct wait no_orphans = {has_orphans, describe_orphans};

/* What was not detached is now. */
static void close_buffer(struct rank *self, struct buffer *buffer)
{
    if (buffer != NULL)
        flush_wait(self, buffer);
    buffer_drop(buffer);
}

void p2p_close(struct rank *self)
{
    struct p2p *p2p = self->p2p;

    if (p2p == NULL)
        return;
    give_up_messages(self);
    rank_wait(self, &no_orphans, self);
    close_buffer(self, p2p->buffer);
    close_buffer(self, comm_take_buffer(self->comm_world));
    close_buffer(self, comm_take_buffer(self->comm_self));
    guard_enter(&self->guard); /* whoever visits it now sees it whole */
    self->p2p = self->straight = NULL;
    guard_leave(&self->guard);
    match_fini(&p2p->match);
    while (p2p->spare != NULL) {
        struct request *spare = p2p->spare;

        p2p->spare = spare->next;
        object_destroy(self->world->store, &spare->object);
    }
    memory_give(p2p);
}

/* A message that its sender has called off: nobody's. */
static struct request *drop(const struct envelope *envelope)
{
    parcel_free(envelope->parcel);
    return NULL;
}

void p2p_prefetch(const struct envelope *envelope)
{
    MPI_Count bytes = envelope->parcel_bytes;
    const char *line = envelope->parcel_start - (uintptr_t)envelope->parcel_start % CACHE_LINE;
    const char *end = envelope->parcel_start +
                      (bytes < PREFETCHED_BYTES_MAX ? bytes : PREFETCHED_BYTES_MAX);

    cpu_prefetch_to_write(envelope->parcel); /* to claim it */
    if (envelope->parcel_start == (const char *)(envelope->parcel + 1)) /* a copy */
        __builtin_prefetch((const char *)envelope->parcel + CACHE_LINE);
    for (; line < end; line += CACHE_LINE)
        __builtin_prefetch(line);
}

/* The next item leaves its place. */
static bool take_arrival(struct rank *rank, struct arrival *arrival)
{
    struct talk *talk;
    const struct envelope *item = p2p_peek(rank, &talk);
    size_t rest_bytes;

    if (item == NULL)
        return false;
    arrival->envelope = *item;
    if (unlikely(item->is_ready))
        fetch_add_relaxed(&rank->ready_coming, -1);
    if (item->inline_bytes == IN_PARCEL)
        p2p_prefetch(item);
    rest_bytes = envelope_rest_bytes(item);
    if (rest_bytes == 0)
        p2p_pop(rank, talk);
    else
        mpsc_pop_with_tail(&rank->inbox, arrival->rest, rest_bytes);
    return true;
}

/* The receive that gets the message. */
static void unpost(struct rank *rank, struct request *request, const struct envelope *envelope)
{
    match_unpost(&rank->p2p->match, request);
    takings_note(&rank->p2p->takings, &request->receiving.key, request->site, envelope);
}

bool p2p_take(struct rank *rank, struct request **request, struct arrival *arrival)
{
    struct match *match = &rank->p2p->match;
    const struct envelope *envelope = &arrival->envelope;

    if (!take_arrival(rank, arrival))
        return false;
    *request = NULL;
    if (unlikely(envelope->inline_bytes == TALK_OFFERED)) {
        talk_accept(rank, envelope);
        return true;
    }
    *request = match_find_posted(match, &envelope->key);
    if (*request != NULL) {
        if (envelope_claim(envelope))
            unpost(rank, *request, envelope);
        else
            *request = drop(envelope);
    } else if (!match_keep(match, arrival)) {
        world_abort(rank->world, MPI_ERR_NO_MEM,
                    "rank %d: no memory to keep a message from rank %d (MPI_ERR_NO_MEM)",
                    rank->world_rank, envelope->key.source);
    }
    return true;
}

/* A fault in the user's buffer would leave the guard taken, for which other threads wait
 * (guard_abandon). */
static bool may_fault_inside(const struct rank *self)
{
    return !guard_has_owner(&self->guard) && self->world->options.survives_faults;
}

/* The usual way of a small message: under the guard, straight from its cell to the buffer of a
 * receive that waits for it. NULL: it does not go that way. */
static struct request *take_inline(struct rank *self, const struct envelope *item,
                                   struct talk *talk)
{
    struct match *match = &self->p2p->match;
    struct request *request;
    size_t rest_bytes;

    if (item->inline_bytes > CARRIED_BYTES_MAX || item->is_ready || may_fault_inside(self))
        return NULL;
    request = match_find_posted(match, &item->key);
    if (request == NULL || !receive_takes_inline(request, item))
        return NULL;
    unpost(self, request, item);
    rest_bytes = envelope_rest_bytes(item);
    if (rest_bytes == 0)
        p2p_pop(self, talk);
    else
        mpsc_pop_with_tail(&self->inbox,
                           data_start(&request->receiving.data) + INLINE_BYTES_MAX, rest_bytes);
    return request;
}

enum taken { NOTHING_CAME, TAKEN_WHOLE, TAKEN_TO_BE_DELIVERED };

static enum taken take(struct rank *self, struct request **request, struct arrival *arrival)
{
    const struct envelope *item;
    struct talk *talk;
    enum taken taken = NOTHING_CAME;

    guard_enter(&self->guard);
    item = p2p_peek(self, &talk);
    if (item != NULL) {
        *request = take_inline(self, item, talk);
        taken = *request != NULL ? TAKEN_WHOLE : TAKEN_TO_BE_DELIVERED;
        if (taken == TAKEN_TO_BE_DELIVERED)
            p2p_take(self, request, arrival);
    }
    guard_leave(&self->guard);
    return taken;
}

/* Who waits for it may be another thread. */
static void complete(struct rank *self, struct request *request)
{
    if (guard_is_shared(&self->guard))
        request_complete(request);
    else
        request_complete_own(request);
}

bool p2p_progress(struct rank *self)
{
    struct request *request;
    struct arrival arrival;
    int deliveries = 0;
    bool has_moved = false;

    if (unlikely(self->p2p->orphans != NULL))
        sweep_orphans(self);
    while (deliveries < DELIVERIES_MAX) {
        enum taken taken = take(self, &request, &arrival);

        if (taken == NOTHING_CAME)
            return has_moved;
        has_moved = true;
        if (request == NULL)
            continue;
        deliveries++;
        if (taken == TAKEN_TO_BE_DELIVERED)
            receive_fill(request, &arrival.envelope, arrival.rest);
        complete(self, request);
    }
    return true;
}
