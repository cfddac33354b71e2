/* SPDX-License-Identifier: MIT */
#include "p2p/inbox.h"

#include "rank/abort.h"
#include "rank/wait.h"

bool inbox_pop_arrival(struct rank *rank, struct arrival *arrival)
{
    struct mailbox *mailbox;
    const struct envelope *item = inbox_peek(rank, &mailbox);
    size_t rest_bytes;

    if (item == NULL)
        return false;
    arrival->envelope = *item;
    if (unlikely(item->is_ready))
        fetch_add_relaxed(&rank->ready_coming, -1);
    rest_bytes = envelope_rest_bytes(item);
    if (rest_bytes == 0)
        inbox_pop(rank, mailbox);
    else
        mpsc_pop_with_tail(&rank->inbox, arrival->rest, rest_bytes);
    return true;
}

static bool is_empty(const struct match *match, enum inbox_store store)
{
    switch (store) {
    case INBOX_ITEMS:
        return true;
    case INBOX_UNEXPECTED:
        return !match_has_unexpected(match);
    default:
        return match_is_empty(match);
    }
}

bool inbox_is_idle(struct rank *self, enum inbox_store store)
{
    struct mailbox *mailbox;
    bool is_idle;

    if (inbox_rank_is_busy(self) || world_is_aborted(self->world) || !rank_may_spin(self))
        return false;
    guard_enter(&self->guard);
    is_idle = is_empty(&self->p2p->match, store) && inbox_peek(self, &mailbox) == NULL;
    guard_leave(&self->guard);
    return is_idle;
}
