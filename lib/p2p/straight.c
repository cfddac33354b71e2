/* SPDX-License-Identifier: MIT */
#include "p2p/straight.h"

#include "base/cpu.h"
#include "base/knob.h"
#include "rank/wait.h"

/* Looks before the call waits as all do: one or two microseconds, since who has looked in vain
 * pauses (cpu_pause). */
enum { LOOKS = 64 };

void straight_decide(struct rank *self)
{
    bool is_plain = guard_has_owner(&self->guard) && self->buffers == NULL &&
                    self->counters == NULL && knobs.eager == EAGER_BY_SIZE;

    self->straight = is_plain ? self->p2p : NULL;
}

static bool has_nothing(const struct match *match, enum straight_store store)
{
    switch (store) {
    case STRAIGHT_INBOX:
        return true;
    case STRAIGHT_KEPT:
        return !match_keeps(match);
    default:
        return match_is_empty(match);
    }
}

bool straight_is_idle(struct rank *self, enum straight_store store)
{
    struct talk *talk;
    bool is_idle;

    if (straight_is_busy(self) || unlikely(world_is_aborted(self->world)) || !rank_may_spin(self))
        return false;
    guard_enter(&self->guard);
    is_idle = has_nothing(&self->straight->match, store) && p2p_peek(self, &talk) == NULL;
    guard_leave(&self->guard);
    return is_idle;
}

bool straight_carry(const struct straight *message, struct rank *receiver, bool is_behind,
                    uint32_t serial)
{
    size_t rest_bytes = (size_t)(message->bytes - INLINE_BYTES_MAX);
    struct mpsc_places places;
    struct envelope *envelope = mpsc_reserve(&receiver->inbox, rest_bytes, &places);

    if (envelope == NULL)
        return false;
    straight_write(envelope, message, is_behind, serial);
    memcpy(envelope->payload, message->start, INLINE_BYTES_MAX);
    mpsc_write_tail(&receiver->inbox, &places, message->start + INLINE_BYTES_MAX, rest_bytes);
    rank_publish(receiver, &places);
    return true;
}

struct parcel *straight_claim(struct rank *self, struct talk *talk,
                              const struct envelope *envelope, const struct straight *wanted,
                              MPI_Status *status)
{
    struct parcel *parcel = envelope->parcel;

    p2p_prefetch(envelope);
    if (!parcel_claim(parcel))
        return NULL;
    straight_remember(self, wanted, envelope);
    if (status != NULL)
        status_fill(status, envelope->key.source, envelope->key.tag, envelope->parcel_bytes);
    p2p_pop(self, talk);
    return parcel;
}

void straight_unpack(struct parcel *parcel, const struct straight *wanted)
{
    const struct data to = {.buf = wanted->start, .count = wanted->count, .type = wanted->type};

    parcel_receive(parcel, &to);
}

bool straight_keep(struct rank *self, const struct straight *message,
                   const struct straight *wanted, MPI_Status *status)
{
    if (straight_receiver(message) != self || comm_is_inter(message->comm) ||
        (wanted->peer != message->peer && wanted->peer != MPI_ANY_SOURCE) ||
        (wanted->tag != message->tag && wanted->tag != MPI_ANY_TAG) ||
        message->bytes > wanted->bytes ||
        sig_hash_fold(message->type->sig_hash) != sig_hash_fold(wanted->type->sig_hash) ||
        !straight_is_idle(self, STRAIGHT_POSTED))
        return false;
    if (message->bytes <= INLINE_BYTES_MAX)
        straight_copy(wanted->start, message->start, message->bytes);
    else
        memmove(wanted->start, message->start, (size_t)message->bytes);
    if (status != NULL)
        status_fill(status, message->peer, message->tag, message->bytes);
    return true;
}

enum straight_look straight_watch(struct rank *self, const struct straight *wanted,
                                  MPI_Status *status)
{
    enum straight_look seen = STRAIGHT_NOTHING;
    int looks;

    for (looks = 0; looks < LOOKS && seen == STRAIGHT_NOTHING; looks++) {
        if (!rank_may_spin(self) || world_is_aborted(self->world))
            return STRAIGHT_UNUSUAL;
        cpu_pause();
        seen = straight_look(self, wanted, status);
    }
    return seen;
}

bool straight_await(struct rank *self, struct request *request)
{
    int looks;

    if (request->class != &receive_class)
        return false;
    for (looks = 0; looks < LOOKS && !straight_is_busy(self); looks++) {
        bool has_moved = p2p_progress(self);

        if (request_is_done(request))
            return true;
        if (has_moved)
            continue;
        if (!rank_may_spin(self) || world_is_aborted(self->world))
            return false;
        cpu_pause();
    }
    return false;
}
