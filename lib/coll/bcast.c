/* SPDX-License-Identifier: MIT */
/* Broadcast. A small message goes with the root's card, and the root goes on at once, many
 * broadcasts ahead of its receivers. Of a larger one the card tells where it is; all
 * copy from there at the same time, and the root waits for the last. When it has been started, a
 * receiver's card tells where it wants it, so that the root can copy for one that computes.
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of its own have nothing to do.
 *
 * Source: the direct copies of Li, Hoefler and Snir, NUMA-Aware Shared-Memory Collective
 * Communication for MPI (HPDC 2013), without their trees: all read the same lines at the same time.
 *
 * Cost: one card, or one copy of the message per member, n of them in parallel. */
#include "coll/agree.h"
#include "coll/share.h"

enum { ENTER, WAIT_FOR_READERS, WAIT_FOR_ROOT = WAIT_FOR_READERS };

/* The share of a receiver that has shown its call: the root has shown where the message is. */
static void copy_to(const struct coll *coll, int seat)
{
    const struct coll_card *card = turn_see(&coll->turns[0], coll->root_seat);

    coll_copy(coll, coll->root_seat, seat, &card->data, &coll_of(coll, seat)->call->send);
    share_tell_root(coll, seat);
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call->send;
    bool is_small = card_fits(data_bytes(data));
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!card_is_clear(turn, is_small ? data_bytes(data) : 0))
            return false;
        if (is_small || share_readers(coll) == 0) {
            turn_show(turn, &card,
                      is_small ? card_of_bytes(&card, coll, data) : card_of_nothing(&card, coll));
            turn_end(turn);
            return true;
        }
        turn_show(turn, &card, card_of_buffer(&card, coll, data));
        coll->phase = WAIT_FOR_READERS;
    }
    if (!share_have_all_read(coll, copy_to))
        return false;
    turn_end(turn);
    return true;
}

/* The root's card has come, or it is NULL; a member that expects much does not wait for it to tell
 * where it wants it. */
static bool started_step(struct coll *coll, const struct coll_card *root_card)
{
    struct turn *turn = &coll->turns[0];
    bool is_large = root_card != NULL && root_card->head.form == CARD_BUFFER;
    struct coll_card card;

    if (coll->phase == ENTER && (is_large || !card_fits(data_bytes(&coll->call->send)))) {
        if (!turn_is_clear(turn))
            return false;
        turn_show_to(turn, coll->root_seat, &card, card_of_call(&card, coll));
        coll->phase = WAIT_FOR_ROOT;
    }
    if (root_card == NULL || (is_large && !share_do(coll, copy_to, turn->seat)))
        return false;
    if (!is_large)
        card_take(coll, root_card, coll->root_seat, &coll->call->send);
    turn_end(turn);
    return true;
}

static bool waiting_step(struct coll *coll, const struct coll_card *root_card)
{
    struct turn *turn = &coll->turns[0];
    bool is_large;

    if (root_card == NULL)
        return false;
    is_large = root_card->head.form == CARD_BUFFER;
    if (is_large && !coll_visit(coll))
        return false;
    card_take(coll, root_card, coll->root_seat, &coll->call->send);
    if (is_large) {
        coll_depart(coll);
        if (!share_tell_root(coll, turn->seat))
            return false;
    }
    turn_end(turn);
    return true;
}

bool bcast_step(struct coll *coll)
{
    const struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;
    const struct coll_card *card;

    if (root == ROOT_NONE)
        return coll_stand_by(coll);
    if (turn->seat == root)
        return root_step(coll);
    card = turn_see(turn, root);
    if (card != NULL && unlikely(!card_agrees(coll, card, root)))
        return false;
    return coll_is_started(coll) ? started_step(coll, card) : waiting_step(coll, card);
}
