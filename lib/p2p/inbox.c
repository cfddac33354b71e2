/* SPDX-License-Identifier: MIT */
#include "p2p/inbox.h"

#include "base/cpu.h"
#include "rank/abort.h"
#include "rank/wait.h"

void inbox_prefetch(const struct envelope *item)
{
    MPI_Count bytes = item->rendezvous_bytes;
    const char *line = item->rendezvous_start - (uintptr_t)item->rendezvous_start % CACHE_LINE;
    const char *end =
        item->rendezvous_start + (bytes < PREFETCHED_BYTES_MAX ? bytes : PREFETCHED_BYTES_MAX);

    cpu_prefetch_to_write(item->rendezvous); /* to claim it */
    if (item->rendezvous_start == (const char *)(item->rendezvous + 1)) /* a copy */
        __builtin_prefetch((const char *)item->rendezvous + CACHE_LINE);
    for (; line < end; line += CACHE_LINE)
        __builtin_prefetch(line);
}

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
    if (item->eager_bytes == IS_RENDEZVOUS)
        inbox_prefetch(item);
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
