/* SPDX-License-Identifier: MIT */
/* The receiving half of all messages: items of the inbox and of the mailboxes are peeked at and
 * popped here and nowhere else. Under the rank's guard. */
#ifndef P2P_INBOX_H
#define P2P_INBOX_H

#include "p2p/eager.h"
#include "p2p/state.h"
#include "p2p/mailbox.h"

/* The next item, and the mailbox that it is in; NULL: it is in the inbox. */
static inline const struct envelope *inbox_peek(struct rank *rank, struct mailbox **mailbox)
{
    const struct envelope *item = NULL;

    *mailbox = NULL;
    if (unlikely(load_relaxed(&rank->mailboxes) != NULL))
        item = mailbox_poll(rank, mailbox);
    if (item != NULL)
        return item;
    item = mpsc_peek(&rank->inbox);
    if (item == NULL || likely(!item->is_behind))
        return item;
    item = mailbox_poll(rank, mailbox); /* rule 2 of mailbox.h, now that the item has been seen */
    return item != NULL ? item : mpsc_peek(&rank->inbox);
}

static inline void inbox_pop(struct rank *rank, struct mailbox *mailbox)
{
    if (mailbox != NULL)
        shuttle_pop(&mailbox->end);
    else
        mpsc_pop(&rank->inbox);
}

/* Pops an eager message; its payload goes to contiguous memory that has room for all of it. */
static inline void inbox_pop_payload(struct rank *rank, struct mailbox *mailbox,
                                     const struct envelope *item, char *to)
{
    MPI_Count bytes = item->eager_bytes;

    if (likely(bytes <= INLINE_BYTES_MAX)) {
        eager_copy(to, item->payload, bytes);
        inbox_pop(rank, mailbox);
        return;
    }
    memcpy(to, item->payload, INLINE_BYTES_MAX);
    mpsc_pop_with_tail(&rank->inbox, to + INLINE_BYTES_MAX, (size_t)(bytes - INLINE_BYTES_MAX));
}

/* Pops the next item as a whole. False: there is none. */
bool inbox_pop_arrival(struct rank *rank, struct arrival *arrival);

/* Where messages and receives wait for each other. Each stands for itself and those before it. */
enum inbox_store {
    INBOX_ITEMS,      /* messages that no thread has looked at */
    INBOX_UNEXPECTED, /* messages without a receive */
    INBOX_POSTED,     /* receives without a message */
};

/* Is the rank waiting for nothing else, and there is nothing in the store? For the fast path. */
bool inbox_is_idle(struct rank *self, enum inbox_store store);

/* Do other affairs of the rank want to be moved along while it waits? */
static inline bool inbox_rank_is_busy(const struct rank *self)
{
    return unlikely(load_relaxed(&self->progress_list_length) != 0) || request_has_orphans(self);
}

#endif
