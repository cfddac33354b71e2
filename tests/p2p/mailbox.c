/* SPDX-License-Identifier: MIT */
/* Mailboxes from their opening to the end of a world, between ranks whose threads do not run: the
 * test is the one thread that uses them. */
#include "p2p/mailbox.h"

#include <heddle/criterion.h>

#include "base/note.h"
#include "p2p/inbox.h"
#include "rank/worlds/connected.h"

enum { RANKS = 8 };

static struct p2p p2ps[RANKS];

static struct world *create(int ranks)
{
    const struct world_options options = {.ranks = ranks};
    struct world *world;

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    cr_assert(world_add_floor(world, &mailbox_floor));
    return world;
}

static void send_often(struct rank *self, struct rank *receiver, int messages)
{
    self->p2p = &p2ps[self->world_rank];
    for (int i = 0; i < messages; i++) {
        bool is_due;

        guard_enter(&self->guard);
        is_due = mailbox_find(self, receiver) == NULL && mailbox_is_due(self->p2p, receiver, 8);
        guard_leave(&self->guard);
        cr_assert_eq(mailbox_open(self, receiver), is_due);
    }
}

static bool have_one(const struct rank *one, const struct rank *other)
{
    bool has = mailbox_find(one, other) != NULL;

    cr_assert_eq(mailbox_find(other, one) != NULL, has, "only one side has a mailbox");
    return has;
}

/* Sends when it is the sender's turn. */
static void post(struct rank *sender, struct rank *receiver, int tag)
{
    struct mailbox *mailbox = mailbox_find(sender, receiver);

    cr_assert(mailbox_is_open(mailbox, receiver));
    *mailbox_place(mailbox) = (struct envelope){.key.tag = tag};
    mailbox_post(mailbox, receiver);
}

static int tag_of_next(struct rank *receiver, bool *is_in_mailbox)
{
    struct mailbox *mailbox;
    const struct envelope *envelope = inbox_peek(receiver, &mailbox);
    int tag;

    if (envelope == NULL)
        return -1;
    *is_in_mailbox = mailbox != NULL;
    tag = envelope->key.tag;
    inbox_pop(receiver, mailbox);
    return tag;
}

Test(mailbox, enough_messages_in_a_row_open_one_and_the_preceding_rank_opens_it)
{
    struct world *world = create(3);
    struct rank *ranks = world->ranks;

    send_often(&ranks[1], &ranks[0], 2 * MAILBOX_AFTER);
    cr_assert(!have_one(&ranks[1], &ranks[0]));
    send_often(&ranks[0], &ranks[1], MAILBOX_AFTER - 1);
    send_often(&ranks[0], &ranks[2], 1);
    send_often(&ranks[0], &ranks[1], MAILBOX_AFTER - 1);
    cr_assert(!have_one(&ranks[0], &ranks[1]), "the messages were not in a row");
    send_often(&ranks[0], &ranks[1], 1);
    cr_assert(have_one(&ranks[0], &ranks[1]));
    cr_assert(!have_one(&ranks[0], &ranks[2]));
    world_destroy(world);
}

Test(mailbox, a_message_goes_to_and_fro_between_two_worlds)
{
    struct world *first = create(1), *second = create(1);
    struct rank *one = &first->ranks[0], *other = &second->ranks[0];
    bool is_in_mailbox;

    send_often(one, other, MAILBOX_AFTER);
    cr_assert(have_one(one, other));
    cr_assert(!mailbox_is_open(mailbox_find(one, other), other), "the receiver posts first");
    for (int i = 0; i < 10; i++) {
        post(i % 2 == 0 ? other : one, i % 2 == 0 ? one : other, i);
        cr_assert_eq(tag_of_next(i % 2 == 0 ? one : other, &is_in_mailbox), i);
        cr_assert(is_in_mailbox);
    }
    world_destroy(first);
    world_destroy(second);
}

/* Whichever of the two has opened it. */
static void let_go(bool older_goes)
{
    struct world *older = create(2), *younger = create(1);
    struct world *goes = older_goes ? older : younger, *stays = older_goes ? younger : older;
    struct rank *rank = &stays->ranks[0], *gone = &goes->ranks[0];
    bool is_in_mailbox;

    send_often(&older->ranks[0], &younger->ranks[0], MAILBOX_AFTER);
    send_often(&older->ranks[0], &older->ranks[1], MAILBOX_AFTER);
    post(&younger->ranks[0], &older->ranks[0], 5);
    if (older_goes) {
        cr_assert_eq(tag_of_next(&older->ranks[0], &is_in_mailbox), 5);
        post(&older->ranks[0], &younger->ranks[0], 6);
    }
    world_destroy(goes);
    cr_assert_null(mailbox_find(rank, gone));
    cr_assert_eq(load_relaxed(&load_relaxed(&rank->mailboxes)->used), older_goes ? 0 : 1);
    cr_assert_eq(tag_of_next(rank, &is_in_mailbox), older_goes ? 6 : 5);
    cr_assert(!is_in_mailbox, "the message is where the rank finds it when the world is gone");
    cr_assert_eq(tag_of_next(rank, &is_in_mailbox), -1);
    if (!older_goes)
        cr_assert(have_one(&stays->ranks[0], &stays->ranks[1]));
    world_destroy(stays);
}

Test(mailbox, a_world_that_is_destroyed_takes_its_mailboxes_from_older_ones)
{
    let_go(false);
}

Test(mailbox, a_world_that_is_destroyed_takes_its_mailboxes_from_younger_ones)
{
    let_go(true);
}

Test(mailbox, a_rank_has_few_and_those_of_a_world_that_went_are_used_again)
{
    struct world *world = create(RANKS), *other = create(MAILBOXES_MAX);
    struct rank *rank = &world->ranks[0];
    bool is_in_mailbox;

    for (int i = 0; i < MAILBOXES_MAX; i++) {
        send_often(rank, &other->ranks[i], MAILBOX_AFTER);
        cr_assert(have_one(rank, &other->ranks[i]));
    }
    send_often(rank, &world->ranks[1], MAILBOX_AFTER);
    cr_assert(!have_one(rank, &world->ranks[1]));
    world_destroy(other);
    for (int i = 2; i < 2 + MAILBOXES_MAX; i++) {
        send_often(rank, &world->ranks[i], MAILBOX_AFTER);
        cr_assert(have_one(rank, &world->ranks[i]));
        post(&world->ranks[i], rank, i);
        cr_assert_eq(tag_of_next(rank, &is_in_mailbox), i);
    }
    send_often(rank, &world->ranks[RANKS - 1], MAILBOX_AFTER);
    cr_assert(!have_one(rank, &world->ranks[RANKS - 1]));
    world_destroy(world);
}
