/* SPDX-License-Identifier: MIT */
/* Gather and Gatherv. A member with little to send shows it with its card and goes on; one with
 * much waits for the root's card, copies into the root's buffer itself, and then shows that it has:
 * all such members copy at the same time. The root waits for all cards. When it has been started,
 * one with much shows its call, so that the root can copy from one that computes.
 *
 * On an intercommunicator the root gathers from the group it does not belong to; the other members
 * of its own have nothing to do.
 *
 * Source: Ma, Bosilca, Bouteiller, Goglin, Squyres and Dongarra, Kernel Assisted Collective
 * Intra-Node MPI Communication among Multi-Core and Many-Core CPUs (ICPP 2011): who is not the root
 * copies, so that all copy at once. In one address space no kernel has to help.
 *
 * Cost at the root: n cards, and the copies of the small blocks. */
#include "coll/agree.h"
#include "coll/share.h"

enum { ENTER, SHOWN, COLLECT };

static struct data block_of(const struct coll_call *root_call, int rank)
{
    return coll_block(&root_call->recv, &root_call->recv_blocks, rank);
}

/* The root has its own block in place, or copies it: a small one also at the start. */
static bool copy_own_block(const struct coll *coll)
{
    struct data own;

    if (!coll_is_among_peers(coll) || coll->call->is_in_place)
        return true;
    if (coll->is_starting && !card_fits(data_bytes(&coll->call->send)))
        return false;
    own = block_of(coll->call, coll_rank(coll));
    coll_copy(coll, coll_seat(coll), coll_seat(coll), &coll->call->send, &own);
    return true;
}

/* The share of a member that has shown its call, as the root has. */
static void copy_from(const struct coll *coll, int seat)
{
    const struct coll *giver = coll_of(coll, seat);
    struct data block = block_of(coll_of(coll, coll->root_seat)->call, coll_rank(giver));

    coll_copy(coll, seat, coll->root_seat, &giver->call->send, &block);
    share_show_done(coll, seat);
    turn_wake(&coll->turns[0], seat == coll_seat(coll) ? coll->root_seat : seat);
}

/* A member whose block is not on its card has copied it before it showed that, or is to do so. */
static bool has_copied(const struct coll *coll, const struct coll_card *card, int seat)
{
    return card->head.form != CARD_CALL || share_do(coll, copy_from, seat);
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        turn_show(turn, &card, card_of_call(&card, coll));
        coll->phase = SHOWN;
    }
    if (coll->phase == SHOWN) {
        if (!copy_own_block(coll))
            return false;
        coll->phase = COLLECT;
    }
    for (; coll->seen < coll->peers; coll->seen++) {
        int seat = coll->first + coll->seen;
        const struct coll_card *shown = turn_see(turn, seat);

        if (shown == NULL || unlikely(!card_agrees(coll, shown, seat)))
            return false;
        if (card_has_payload(shown)) {
            struct data block = block_of(coll->call, coll->seen);

            card_take(coll, shown, seat, &block);
        } else if (seat != turn->seat && !has_copied(coll, shown, seat)) {
            return false;
        }
    }
    turn_end(turn);
    return true;
}

/* A member with much to send, of a gather that has been started. */
static bool started_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;
    const struct coll_card *root_card = turn_see(turn, root);
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        turn_show_to(turn, root, &card, card_of_call(&card, coll));
        coll->phase = SHOWN;
    }
    if (root_card == NULL || unlikely(!card_agrees(coll, root_card, root)) ||
        !share_do(coll, copy_from, turn->seat))
        return false;
    turn_end(turn);
    return true;
}

/* A member with little to send. */
static bool small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;

    if (!card_is_clear(turn, data_bytes(&coll->call->send)))
        return false;
    turn_show_to(turn, coll->root_seat, &card, card_of_bytes(&card, coll, &coll->call->send));
    turn_end(turn);
    return true;
}

/* A member with much to send, which waits for the root and copies it itself. */
static bool waiting_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;
    const struct coll_card *root_card = turn_see(turn, root);
    struct coll_card card;
    struct data block;

    if (!turn_is_clear(turn) || root_card == NULL ||
        unlikely(!card_agrees(coll, root_card, root)) || !coll_visit(coll))
        return false;
    block = block_of(root_card->coll->call, coll_rank(coll));
    coll_copy(coll, turn->seat, root, &coll->call->send, &block);
    coll_depart(coll);
    turn_show_to(turn, root, &card, card_of_nothing(&card, coll));
    turn_end(turn);
    return true;
}

bool gather_step(struct coll *coll)
{
    if (coll->root_seat == ROOT_NONE)
        return coll_stand_by(coll);
    if (coll_is_root(coll))
        return root_step(coll);
    if (card_fits(data_bytes(&coll->call->send)))
        return small_step(coll);
    return coll_is_started(coll) ? started_step(coll) : waiting_step(coll);
}
