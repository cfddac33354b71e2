/* SPDX-License-Identifier: MIT */
#include "p2p/talk.h"

#include "base/memory.h"
#include "p2p/p2p.h"
#include "p2p/send.h"

static_assert(sizeof(struct envelope) <= SHUTTLE_ITEM_BYTES, "an envelope travels in one line");

/* NULL: no memory, or no room for another. */
static struct talk *add(struct rank *self, struct rank *peer)
{
    struct talks *talks = load_relaxed(&self->talks);
    struct talk *talk;

    if (talks == NULL) {
        talks = memory_take_aligned(CACHE_LINE, sizeof *talks);
        store_relaxed(&self->talks, talks); /* it is used under the guard */
    }
    if (talks == NULL || talks->count == TALKS_MAX)
        return NULL;
    talk = &talks->all[talks->count];
    talk->own = &talks->shuttles[talks->count++];
    talk->peer = peer;
    return talk;
}

/* The other side begins: so it has accepted when something comes. */
static void offer(struct rank *self, struct rank *receiver)
{
    struct talk *talk = add(self, receiver);
    struct envelope envelope = {.inline_bytes = TALK_OFFERED};

    if (talk == NULL)
        return;
    envelope.offer.from = self;
    envelope.offer.shuttle = talk->own;
    shuttle_open(&talk->end, talk->own, false);
    if (!rank_push(receiver, &envelope, sizeof envelope))
        talk->peer = NULL; /* nobody's */
}

void talk_accept(struct rank *rank, const struct envelope *envelope)
{
    struct talk *talk = add(rank, envelope->offer.from);

    if (talk != NULL)
        shuttle_open(&talk->end, envelope->offer.shuttle, true);
}

/* Of the ranks that could talk only the lower one offers. */
void talk_consider(struct rank *self, struct rank *receiver)
{
    struct p2p *p2p = self->p2p;

    if (p2p->listener != receiver)
        p2p->told_in_a_row = 0;
    p2p->listener = receiver;
    if (p2p->told_in_a_row < TALK_AFTER && ++p2p->told_in_a_row == TALK_AFTER &&
        self->world_rank < receiver->world_rank)
        offer(self, receiver);
}

/* The talk with the receiver when it is our turn in it, and the guard is held; or NULL. */
static struct talk *take_turn(struct rank *self, struct rank *receiver)
{
    struct talk *talk;

    /* For a rank's several threads a lock for each message would cost more than it saves. */
    if (!guard_has_owner(&self->guard))
        return NULL;
    guard_enter(&self->guard);
    talk = talk_find(self, receiver);
    if (talk == NULL)
        talk_consider(self, receiver);
    if (talk != NULL && talk_is_open(talk, receiver))
        return talk;
    guard_leave(&self->guard);
    return NULL;
}

static void end_turn(struct rank *self, struct talk *talk, struct rank *receiver)
{
    struct envelope *envelope = shuttle_place(&talk->end);

    envelope->is_behind = false;
    envelope->said.after = mpsc_mark(&receiver->inbox);
    shuttle_push(&talk->end);
    guard_leave(&self->guard);
    rank_wake(receiver);
}

bool talk_say(struct rank *self, const struct send *send, struct rank *receiver,
              MPI_Count bytes)
{
    struct talk *talk = take_turn(self, receiver);
    struct envelope *envelope;

    if (talk == NULL)
        return false;
    envelope = shuttle_place(&talk->end);
    send_write_envelope(envelope, send, (uint32_t)bytes, 0);
    if (data_is_contiguous(&send->data))
        copy_bytes(envelope->said.payload, data_start(&send->data), (size_t)bytes);
    else
        data_pack(&send->data, 0, envelope->said.payload, bytes);
    end_turn(self, talk, receiver);
    return true;
}

bool talk_say_envelope(struct rank *self, const struct envelope *envelope, struct rank *receiver)
{
    struct talk *talk = take_turn(self, receiver);

    if (talk == NULL)
        return false;
    *(struct envelope *)shuttle_place(&talk->end) = *envelope;
    end_turn(self, talk, receiver);
    return true;
}

bool talk_is_under_way(struct rank *self, const struct rank *receiver)
{
    const struct talk *talk;
    bool is_under_way;

    if (likely(load_relaxed(&self->talks) == NULL))
        return false;
    guard_enter(&self->guard);
    talk = talk_find(self, receiver);
    is_under_way = talk != NULL && shuttle_is_under_way(&talk->end);
    guard_leave(&self->guard);
    return is_under_way;
}
