/* SPDX-License-Identifier: MIT */
/* Pairwise mailboxes: two ranks that answer each other send small messages, and the descriptors of
 * larger ones, to and fro in a cache line of their own (sync/shuttle.h). One line moves for a
 * message instead of the inbox's two.
 *
 * A rank that has sent MAILBOX_AFTER blocking messages in a row to one receiver opens a mailbox
 * with it. Only the one that precedes does (rank_precedes), so that there is one, and threads that
 * enter two guards enter the preceding rank's first. From then on a blocking send posts to the
 * mailbox when it is the sender's turn, and pushes to the inbox when not. So a message has two
 * ways. Two rules keep it from overtaking another message of its sender:
 *   1. A message in the mailbox says how much the inbox had taken when it was posted (`after`). The
 *      receiver reads it when that has been popped.
 *   2. A message in the inbox that was pushed while another was in the mailbox says so: is_behind.
 *      The receiver looks at the mailbox before it reads that message.
 *
 * A rank has few mailboxes, since it polls each of them with its inbox. They last as long as both
 * ranks: when a session ends, the next one goes on with them. Ranks of two worlds also have them.
 * The world that is destroyed first takes its mailboxes from the ranks of others (mailbox_floor);
 * no message is under way between them then, since tied worlds are destroyed together
 * (rank/worlds/connected.h). A table lies in the memory of the process, because a rank of another
 * job may have made it. Under the rank's guard.
 *
 * Edges
 *   mailbox.table  the thread that makes a rank's table publishes it. */
#ifndef P2P_MAILBOX_H
#define P2P_MAILBOX_H

#include "base/must.h"
#include "p2p/envelope.h"
#include "p2p/policy.h"
#include "p2p/state.h"
#include "sync/shuttle.h"

struct mailbox {
    struct rank *peer; /* NULL: it is free */
    struct shuttle_end end;
    uint64_t popped; /* by the rank from its inbox, when it last asked whether it streams */
};

struct mailboxes {
    struct shuttle shuttles[MAILBOXES_MAX]; /* of those that this rank has opened */
    struct mailbox all[MAILBOXES_MAX];
    int count; /* of `all`, with those in between that are free */
    _Atomic(int) used; /* those of a peer */
};

/* The mailbox with that rank; NULL: there is none. */
static inline struct mailbox *mailbox_find(const struct rank *self, const struct rank *peer)
{
    struct mailboxes *mailboxes = load_relaxed(&self->mailboxes);
    struct mailbox *mailbox;

    if (mailboxes == NULL)
        return NULL;
    for (mailbox = mailboxes->all; mailbox < mailboxes->all + mailboxes->count; mailbox++)
        if (mailbox->peer == peer)
            return mailbox;
    return NULL;
}

/* May a message to the receiver be posted? The inbox's overflow list has no tickets that rule 1
 * could wait for. */
static inline bool mailbox_is_open(const struct mailbox *mailbox, const struct rank *receiver)
{
    return mailbox->end.is_ours &&
           load_acquire(&receiver->inbox.overflowed) == 0; /* edge mpsc.overflowed */
}

/* Rule 2: has the receiver not yet read what was posted? NULL: there is no mailbox. */
static inline bool mailbox_is_under_way(const struct mailbox *mailbox)
{
    return mailbox != NULL && shuttle_is_under_way(&mailbox->end);
}

/* Rule 2, without the guard: is there a mailbox, and something in it that the receiver has not yet
 * read? */
bool mailbox_is_unread(struct rank *self, const struct rank *receiver);

/* Does the rank send blocking messages in a row? The receiver has not yet read what is in their
 * mailbox, and the rank has received nothing since it asked last. */
bool mailbox_is_in_stream(struct rank *self, const struct rank *receiver);

/* Where the next message is written, all but `after`; then mailbox_post posts it. */
static inline struct envelope *mailbox_place(const struct mailbox *mailbox)
{
    return shuttle_place(&mailbox->end);
}

/* The caller wakes the receiver, without the guard. */
static inline void mailbox_post(struct mailbox *mailbox, const struct rank *receiver)
{
    struct envelope *envelope = mailbox_place(mailbox);

    must(mailbox->end.is_ours);
    envelope->mailbox.after = mpsc_mark(&receiver->inbox);
    shuttle_push(&mailbox->end);
}

/* A blocking message goes to a receiver that shares no mailbox with the rank. True: that many have
 * in a row that the two should get one, by mailbox_open. */
static inline bool mailbox_is_due(struct p2p *p2p, const struct rank *receiver, MPI_Count bytes)
{
    if (p2p->latest_receiver != receiver) {
        p2p->latest_receiver = receiver;
        p2p->sent_in_a_row = 0;
    }
    if (bytes <= MAILBOX_BYTES_MAX && p2p->sent_in_a_row < MAILBOX_AFTER)
        p2p->sent_in_a_row++;
    return unlikely(p2p->sent_in_a_row == MAILBOX_AFTER);
}

/* Gives the two a mailbox, if they should have one and may; they are asked once. Without the guard.
 * False: they had been asked already, or should not have one. */
bool mailbox_open(struct rank *self, struct rank *receiver);

/* When a world is destroyed. */
extern const struct floor mailbox_floor;

/* A message that may be read now (rule 1), or NULL. It stays in its place until *mailbox's shuttle
 * is popped. */
static inline const struct envelope *mailbox_poll(struct rank *rank, struct mailbox **mailbox)
{
    struct mailboxes *mailboxes = load_relaxed(&rank->mailboxes);
    int i;

    for (i = 0; mailboxes != NULL && i < mailboxes->count; i++) {
        const struct envelope *envelope = shuttle_peek(&mailboxes->all[i].end);

        if (envelope != NULL && envelope->mailbox.after <= mpsc_popped(&rank->inbox)) {
            *mailbox = &mailboxes->all[i];
            return envelope;
        }
    }
    return NULL;
}

#endif
