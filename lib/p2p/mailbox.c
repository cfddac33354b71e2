/* SPDX-License-Identifier: MIT */
#include "p2p/mailbox.h"

#include <string.h>

#include "base/memory.h"
#include "p2p/state.h"
#include "rank/abort.h"
#include "rank/worlds/connected.h"

static_assert(sizeof(struct envelope) <= SHUTTLE_ITEM_BYTES, "an envelope travels in one line");

/* The rank's table, made if need be; NULL: there is no memory. Under the rank's guard. */
static struct mailboxes *table_of(struct rank *rank)
{
    struct mailboxes *mailboxes = load_relaxed(&rank->mailboxes);
    struct heap *heap;

    if (mailboxes != NULL)
        return mailboxes;
    heap = memory_use(NULL);
    mailboxes = memory_take_aligned(CACHE_LINE, sizeof *mailboxes);
    memory_use(heap);
    store_release(&rank->mailboxes, mailboxes); /* edge mailbox.table */
    return mailboxes;
}

/* May the rank have one more? Without its guard the answer may be late. */
static bool has_room(struct rank *rank)
{
    const struct mailboxes *mailboxes = load_acquire(&rank->mailboxes); /* edge mailbox.table */

    return mailboxes == NULL || load_relaxed(&mailboxes->used) < MAILBOXES_MAX;
}

/* Adds a mailbox to the table, which has room. shuttle NULL: one of the table's own. */
static struct shuttle *add_shuttle(struct mailboxes *mailboxes, struct rank *peer,
                                   struct shuttle *shuttle, bool begins)
{
    int i = 0;

    while (i < mailboxes->count && mailboxes->all[i].peer != NULL)
        i++;
    if (shuttle == NULL)
        shuttle = &mailboxes->shuttles[i];
    shuttle_open(&mailboxes->all[i].end, shuttle, begins);
    mailboxes->all[i].peer = peer;
    if (i == mailboxes->count)
        mailboxes->count++;
    fetch_add_relaxed(&mailboxes->used, 1);
    return shuttle;
}

/* The receiver posts first: the mailbox is in use when something has been posted. */
static void open_with(struct rank *self, struct rank *receiver)
{
    struct mailboxes *own, *others;

    if (!has_room(self) || !has_room(receiver))
        return;
    guard_enter_remote(&receiver->guard);
    if (has_room(receiver) && !world_is_aborted(receiver->world)) {
        own = table_of(self);
        others = table_of(receiver);
        if (own != NULL && others != NULL)
            add_shuttle(others, self, add_shuttle(own, receiver, NULL, false), true);
    }
    guard_leave_remote(&receiver->guard);
}

bool mailbox_is_unread(struct rank *self, const struct rank *receiver)
{
    bool is_unread;

    if (likely(load_relaxed(&self->mailboxes) == NULL))
        return false;
    guard_enter(&self->guard);
    is_unread = mailbox_is_under_way(mailbox_find(self, receiver));
    guard_leave(&self->guard);
    return is_unread;
}

bool mailbox_is_in_stream(struct rank *self, const struct rank *receiver)
{
    uint64_t popped;
    struct mailbox *mailbox;
    bool is_in_stream = false;

    guard_enter(&self->guard);
    mailbox = mailbox_find(self, receiver);
    popped = mpsc_popped(&self->inbox);
    if (mailbox != NULL) {
        is_in_stream = mailbox_is_under_way(mailbox) && mailbox->popped == popped;
        mailbox->popped = popped;
    }
    guard_leave(&self->guard);
    return is_in_stream;
}

bool mailbox_open(struct rank *self, struct rank *receiver)
{
    struct p2p *p2p = self->p2p;
    bool is_due;

    guard_enter(&self->guard);
    is_due = p2p->latest_receiver == receiver && p2p->sent_in_a_row == MAILBOX_AFTER;
    if (is_due) {
        p2p->sent_in_a_row++;
        if (rank_precedes(self, receiver))
            open_with(self, receiver);
    }
    guard_leave(&self->guard);
    return is_due;
}

/* ---- the end of a world ---------------------------------------------------------------------- */

/* A message that was not received is dropped, as those in the inbox are. */
static void remove_peer(struct rank *rank, const struct rank *peer)
{
    struct mailbox *mailbox;
    struct mailboxes *mailboxes;
    struct shuttle *own;
    const struct envelope *left;

    guard_enter_remote(&rank->guard);
    mailbox = mailbox_find(rank, peer);
    if (mailbox != NULL) {
        left = shuttle_peek(&mailbox->end);
        if (left != NULL)
            (void)rank_push(rank, left, sizeof *left);
        mailboxes = load_relaxed(&rank->mailboxes);
        own = &mailboxes->shuttles[mailbox - mailboxes->all];
        memset(own, 0, sizeof *own);
        shuttle_open(&mailbox->end, own, false);
        mailbox->peer = NULL;
        fetch_add_relaxed(&mailboxes->used, -1);
    }
    guard_leave_remote(&rank->guard);
}

static void leave_others(struct rank *rank)
{
    const struct mailboxes *mailboxes = load_relaxed(&rank->mailboxes);
    int i;

    for (i = 0; mailboxes != NULL && i < mailboxes->count; i++) {
        struct rank *peer = mailboxes->all[i].peer;

        if (peer != NULL && peer->world != rank->world)
            remove_peer(peer, rank);
    }
}

/* With the register: of two worlds that have mailboxes with each other one goes first. */
static void leave_other_worlds(struct world *world)
{
    int i;

    connected_take();
    for (i = 0; i < world->size; i++)
        leave_others(&world->ranks[i]);
    connected_release();
}

const struct floor mailbox_floor = {.destroy = leave_other_worlds};
