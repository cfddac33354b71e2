/* SPDX-License-Identifier: MIT */
#include "p2p/mailbox.h"

#include "base/memory.h"
#include "p2p/state.h"

static_assert(sizeof(struct envelope) <= SHUTTLE_ITEM_BYTES, "an envelope travels in one line");

/* NULL: there is no memory, or the rank has as many as it may. */
static struct mailbox *add(struct rank *self, struct rank *peer)
{
    struct mailboxes *mailboxes = load_relaxed(&self->mailboxes);
    struct mailbox *mailbox;

    if (mailboxes == NULL) {
        mailboxes = memory_take_aligned(CACHE_LINE, sizeof *mailboxes);
        store_relaxed(&self->mailboxes, mailboxes); /* it is used under the guard */
    }
    if (mailboxes == NULL || mailboxes->count == MAILBOXES_MAX)
        return NULL;
    mailbox = &mailboxes->all[mailboxes->count];
    mailbox->own = &mailboxes->shuttles[mailboxes->count++];
    mailbox->peer = peer;
    return mailbox;
}

/* The receiver posts first: the mailbox is in use when something has been posted. */
static void offer(struct rank *self, struct rank *receiver)
{
    struct mailbox *mailbox = add(self, receiver);
    struct envelope envelope = {.eager_bytes = MAILBOX_OFFERED};

    if (mailbox == NULL)
        return;
    envelope.offer.from = self;
    envelope.offer.shuttle = mailbox->own;
    shuttle_open(&mailbox->end, mailbox->own, false);
    if (!rank_push(receiver, &envelope, sizeof envelope))
        mailbox->peer = NULL; /* nobody's */
}

void mailbox_accept(struct rank *rank, const struct envelope *envelope)
{
    struct mailbox *mailbox = add(rank, envelope->offer.from);

    if (mailbox != NULL)
        shuttle_open(&mailbox->end, envelope->offer.shuttle, true);
}

void mailbox_consider(struct rank *self, struct rank *receiver)
{
    struct p2p *p2p = self->p2p;

    if (p2p->latest_receiver != receiver)
        p2p->sent_in_a_row = 0;
    p2p->latest_receiver = receiver;
    if (p2p->sent_in_a_row < MAILBOX_AFTER && ++p2p->sent_in_a_row == MAILBOX_AFTER &&
        self->world == receiver->world && self->world_rank < receiver->world_rank)
        offer(self, receiver);
}
