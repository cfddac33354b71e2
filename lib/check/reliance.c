/* SPDX-License-Identifier: MIT */
#include "check/reliance.h"

#include "base/knob.h"
#include "base/memory.h"
#include "check/follower.h"
#include "check/reliance_search.h"
#include "p2p/requests.h"
#include "p2p/state.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/world.h"

_Atomic(int) reliance_worlds;

/* ---- events ---------------------------------------------------------------------------------- */

static struct reliance *reliance_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_RELIANCE]);
}

/* The world is not followed any more. */
static void give_up_reliance(const struct world *world, struct reliance *all)
{
    all->is_closed = true;
    store_relaxed(&world->root->findings.has_unfollowed, true);
}

/* NULL: the rank is not followed. Else the lock is taken. */
static struct follower *enter(struct rank *self)
{
    struct reliance *all = reliance_of(self->world);

    if (all == NULL || all->followers[self->world_rank] == NULL)
        return NULL;
    lock_take(&all->lock);
    if (guard_is_shared(&self->guard))
        give_up_reliance(self->world, all);
    if (!all->is_closed)
        return all->followers[self->world_rank];
    lock_release(&all->lock);
    return NULL;
}

/* Several threads of the rank may be in MPI: its numbers cannot be read, and its world is not
 * followed any more. */
static bool has_threads(struct rank *self)
{
    return guard_is_shared(&self->guard) && enter(self) == NULL;
}

static void leave_lists(struct rank *self, struct reliance *all)
{
    struct circle circle;
    bool has_circle;

    do {
        has_circle = reliance_settle(all, &circle);
        lock_release(&all->lock);
        if (has_circle) {
            circle_tell(self->world, &circle);
            lock_take(&all->lock);
        }
    } while (has_circle);
}

/* A receive whose message is not known, or that without buffers could have got another one, is not
 * waited for. */
static bool is_uncertain(const struct follower *follower, const struct waited *entry)
{
    const struct other_side *other =
        entry->kind == CIRCLE_RECEIVE ? follower_other_side(follower, entry) : NULL;

    return entry->kind == CIRCLE_RECEIVE && (other == NULL || other->is_from_any);
}

/* The number of the rank's latest send; the counter goes up by two for each. */
static uint32_t latest_send(const struct rank *rank)
{
    return load_relaxed(&rank->p2p->serial) / 2;
}

/* The number of a send, of which its message has the low bits: the one next to that of another send
 * of the rank. */
static uint32_t send_number(uint32_t serial, uint32_t other)
{
    enum { LOW = 1 << (ENVELOPE_SERIAL_BITS - 1) };
    const uint32_t behind = ((serial + 1) / 2 - other + LOW / 2) % LOW;

    return (other + behind - LOW / 2) % NUMBERS;
}

/* False: the entry stands in no queue. */
static bool link_waited(struct rank *self, struct waited *entry)
{
    struct follower *follower = enter(self);

    if (follower == NULL)
        return false;
    entry->sent = follower->latest_send = latest_send(self);
    entry->received = self->p2p->match.begun % NUMBERS;
    if (is_uncertain(follower, entry)) {
        lock_release(&follower->all->lock);
        return false;
    }
    if (!follower_push(follower, entry)) /* the rank has run ahead too far */
        store_relaxed(&self->world->root->findings.has_unfollowed, true);
    if (follower->count > 1)
        lock_release(&follower->all->lock);
    else
        leave_lists(self, follower->all);
    return true;
}

/* A message that goes to no rank, to another world, or into a buffer of the user's is not waited
 * for. */
void reliance_note_send(const struct call *call, const struct send *send)
{
    struct rank *self = rank_self();
    struct waited entry = {.kind = CIRCLE_SEND, .call = *call};

    if (send->dest == MPI_PROC_NULL || send->mode == SEND_BUFFERED || send->mode == SEND_COPIED ||
        send_receiver(send)->world != self->world || has_threads(self))
        return;
    entry.number = latest_send(self);
    link_waited(self, &entry);
}

void reliance_note_receive(const struct call *call, const struct receive *receive)
{
    struct rank *self = rank_self();
    struct waited entry = {.kind = CIRCLE_RECEIVE, .call = *call};

    if (receive->source == MPI_PROC_NULL || has_threads(self))
        return;
    entry.number = self->p2p->match.begun % NUMBERS;
    link_waited(self, &entry);
}

/* Says what the rank waits for if it waits for the request. False: for nothing that is followed. */
static bool describe_request(const struct rank *self, const struct request *request,
                             struct waited *entry)
{
    if (request->is_inactive || request->is_cancelled)
        return false;
    if (request->class == &send_class) {
        const struct send_request *send = as_send(request);

        entry->kind = CIRCLE_SEND;
        entry->number = send_number(send->serial, latest_send(self));
        return send->receiver != NULL && send->receiver->world == self->world &&
               !send->is_local;
    }
    if (request->class != &receive_class ||
        (request_is_done(request) && request->source == MPI_PROC_NULL))
        return false;
    entry->kind = CIRCLE_RECEIVE;
    entry->number = as_receive(request)->nth % NUMBERS;
    return true;
}

static void note_request(const struct call *call, const struct request *request)
{
    struct rank *self = rank_self();
    struct waited entry = {.call = *call, .start = request->site};

    if (!has_threads(self) && describe_request(self, request, &entry))
        link_waited(self, &entry);
}

void reliance_note_wait(const struct call *call, int count, struct request *const requests[])
{
    for (int i = 0; i < count; i++)
        if (requests[i] != NULL)
            note_request(call, requests[i]);
}

/* An option of the rank's choice. False: it is not followed, or its receive got a message that
 * without buffers it might not get. */
static bool describe_option(const struct rank *self, const struct request *request,
                            struct option *option)
{
    const struct follower *follower = reliance_of(self->world)->followers[self->world_rank];
    struct waited alone = {.kind = CIRCLE_CHOICE};
    const struct other_side *side;

    if (!describe_request(self, request, &alone))
        return false;
    side = follower_other_side(follower, &alone);
    *option = (struct option){alone.kind, side != NULL, alone.number, request->site};
    return side == NULL || alone.kind == CIRCLE_SEND || !side->is_from_any;
}

/* The options of a wait for one of the requests. NULL: one of them is not followed. */
static struct option *describe_options(struct rank *self, int count,
                                       struct request *const requests[], int *options_count)
{
    struct option *options = memory_take((size_t)count * sizeof *options);
    struct follower *follower = options != NULL ? enter(self) : NULL;
    bool is_followed = follower != NULL;

    *options_count = 0;
    for (int i = 0; is_followed && i < count; i++)
        if (requests[i] != NULL && !requests[i]->is_inactive)
            is_followed = describe_option(self, requests[i], &options[(*options_count)++]);
    if (follower != NULL)
        lock_release(&follower->all->lock);
    if (is_followed)
        return options;
    memory_give(options);
    return NULL;
}

void reliance_note_any(const struct call *call, int count, struct request *const requests[])
{
    struct rank *self = rank_self();
    struct waited entry = {.kind = CIRCLE_CHOICE, .call = *call};

    if (has_threads(self))
        return;
    entry.options = describe_options(self, count, requests, &entry.options_count);
    if (entry.options != NULL && !link_waited(self, &entry))
        memory_give(entry.options);
}

static void learn_choice(const struct rank *self, struct follower *follower,
                         const struct request *request)
{
    struct waited entry;

    if (describe_request(self, request, &entry))
        follower_learn_choice(follower, entry.kind, entry.number);
}

void reliance_note_choice(int count, struct request *const requests[])
{
    struct rank *self = rank_self();
    struct follower *follower = enter(self);

    if (follower == NULL)
        return;
    for (int i = 0; i < count; i++)
        if (requests[i] != NULL)
            learn_choice(self, follower, requests[i]);
    lock_release(&follower->all->lock);
}

void reliance_note_probe(const struct comm *comm)
{
    struct rank *self = comm->self;
    struct glimpse glimpse = {.is_known = true};
    struct follower *follower = enter(self), *sender;
    const struct rank *peer;

    if (follower == NULL)
        return;
    peer = comm_peers(comm)->members[self->p2p->seen_source];
    sender = peer->world == self->world ? follower->all->followers[peer->world_rank] : NULL;
    if (sender != NULL) {
        glimpse.number = send_number(self->p2p->seen_serial, sender->latest_send);
        glimpse.sent = latest_send(self);
        glimpse.received = self->p2p->match.begun % NUMBERS;
        if (!follower_learn_glimpse(follower, peer->world_rank, &glimpse))
            give_up_reliance(self->world, follower->all);
    }
    lock_release(&follower->all->lock);
}

static bool has_probed(const struct follower *follower, int rank)
{
    return follower->seen != NULL && follower->seen[rank].is_known;
}

/* ---- meetings -------------------------------------------------------------------------------- */

void reliance_note_meeting(const struct call *call, const struct comm *comm, uint64_t number)
{
    struct waited entry = {.kind = CIRCLE_MEETING, .call = *call};
    struct follower *follower;

    if (comm->size == 1 || comm->context->is_common || (follower = enter(comm->self)) == NULL)
        return;
    entry.meeting = assembly_join(follower->all, comm, number);
    lock_release(&follower->all->lock);
    if (entry.meeting != NULL)
        link_waited(comm->self, &entry);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void see_reliance(struct rank *self, const struct event *event, void *own)
{
    const uint32_t received = event->nth % NUMBERS;
    struct follower *follower = enter(self), *sender;

    (void)own;
    if (follower == NULL)
        return;
    sender = event->sender != NULL && event->sender->world == self->world
                 ? follower->all->followers[event->sender->world_rank]
                 : NULL;
    if (sender != NULL && event->sender_serial != 0 && event->nth != 0) {
        const uint32_t sent = send_number(event->sender_serial, sender->latest_send);
        const bool is_from_any = event->is_from_any || has_probed(follower, sender->rank);

        follower_learn(sender, CIRCLE_SEND,
                       &(struct other_side){true, is_from_any, false, sent, received,
                                            self->world_rank, (uint32_t)(uintptr_t)event->site});
        follower_learn(follower, CIRCLE_RECEIVE,
                       &(struct other_side){true, is_from_any, false, received, sent, sender->rank,
                                            event->sender_site});
    }
    leave_lists(self, follower->all);
}

static const struct subscriber following = {
    .events = 1u << EVENT_MATCH, .see = see_reliance};

/* A rank that begins again, in another session, counts from 1 again. */
static bool begins_again(const struct rank *self, struct reliance *all)
{
    bool is_known;

    lock_take(&all->lock);
    is_known = all->followers[self->world_rank] != NULL;
    if (is_known)
        give_up_reliance(self->world, all);
    lock_release(&all->lock);
    return is_known;
}

void reliance_open(struct rank *self)
{
    struct reliance *all = reliance_of(self->world);
    struct follower *follower;

    if (all == NULL || begins_again(self, all))
        return;
    follower = follower_create(all, self->world_rank);
    if (follower == NULL || !observer_subscribe(self, &following, follower)) {
        follower_destroy(follower);
        store_relaxed(&self->world->root->findings.has_unfollowed, true);
        return;
    }
    lock_take(&all->lock);
    all->followers[self->world_rank] = follower;
    lock_release(&all->lock);
}

/* ---- the floor ------------------------------------------------------------------------------- */

bool reliance_follow(struct world *world)
{
    if (reliance_of(world) != NULL)
        return true;
    if (world->size > RANKS_MAX) {
        store_relaxed(&world->root->findings.has_unfollowed, true);
        return true;
    }
    store_relaxed(&world->local[FLOOR_RELIANCE], reliance_create(world->size));
    if (reliance_of(world) == NULL)
        return false;
    fetch_add_relaxed(&reliance_worlds, 1);
    return true;
}

static bool create_reliance(struct world *world)
{
    return knobs.unsafe == 0 || reliance_follow(world);
}

static void destroy_reliance(struct world *world)
{
    struct reliance *all = reliance_of(world);

    if (all == NULL)
        return;
    fetch_add_relaxed(&reliance_worlds, -1);
    reliance_destroy(all);
}

const struct floor reliance_floor = {.create = create_reliance, .destroy = destroy_reliance};
