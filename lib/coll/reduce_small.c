/* SPDX-License-Identifier: MIT */
/* Reductions of operands that go with the cards, combined in rank order, so that the result is the
 * same bits at any timing.
 *
 *   reduce_small          the root reads all cards; the others go on at once.
 *   allreduce_small       all show, all read all and combine for themselves: a line per pair.
 *   allreduce_central     when members outnumber processors: the last to arrive combines once and
 *                         announces the result.
 *   reduce_scatter_small  like allreduce_small; each combines its own block only.
 *   scan_small            a member shows what those before it and its own operand make, if it can
 *                         know that at once, else its operand alone; to know it one goes back to
 *                         the nearest member that has shown as much. Those who come one after the
 *                         other read a card each, those who come in any other order wait for no
 *                         more than that all before them have come.
 *
 * Source: the fan-in and fan-out of Graham and Shipman, MPI Support for Multi-core Architectures:
 * Optimized Shared Memory Collectives (EuroPVM/MPI 2008), where all that one reads is in the line
 * that tells of it; of scan_small the look-back of Merrill and Garland, Single-pass Parallel Prefix
 * Scan with Decoupled Look-back (NVIDIA NVR-2016-002).
 *
 * Cost: n cards read and n - 1 operands combined by the root, by each member, or in
 * allreduce_central by one; in a scan 1 to n - 1 of both. */
#include "base/container.h"
#include "coll/agree.h"
#include "coll/fold.h"
#include "coll/meeting.h"

enum { ENTER, COLLECT };

/* The slice's elements of all operands, combined into what this member receives. */
static void combine_cards(const struct coll *coll, struct slice slice)
{
    const struct fold fold = fold_of(coll, coll);

    fold_slice(&fold, slice, (struct target){.data = coll->call->recv});
}

static struct slice whole(const struct coll *coll)
{
    return (struct slice){.count = coll->call->send.count};
}

static struct data own_operand(const struct coll *coll)
{
    struct data operand = coll->call->send;

    if (coll->call->is_in_place)
        operand.buf = coll->call->recv.buf;
    return operand;
}

static size_t card_of_operand(struct coll_card *card, const struct coll *coll)
{
    const struct data operand = own_operand(coll);

    return card_of_bytes(card, coll, &operand);
}

/* All members show their operands; true when they have. */
static bool have_all_shown(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!card_is_clear(turn, data_bytes(&coll->call->send)))
            return false;
        meeting_begin(coll, turn, &card, card_of_operand(&card, coll));
        coll->phase = COLLECT;
    }
    return meeting_is_over(coll, turn);
}

bool allreduce_small_step(struct coll *coll)
{
    if (!have_all_shown(coll))
        return false;
    combine_cards(coll, whole(coll));
    turn_end_heard(&coll->turns[0]);
    return true;
}

bool reduce_scatter_small_step(struct coll *coll)
{
    if (!have_all_shown(coll))
        return false;
    combine_cards(coll, slice_of_rank(coll->call, coll_rank(coll)));
    turn_end_heard(&coll->turns[0]);
    return true;
}

static void announce_result(struct coll *coll)
{
    struct coll_card card;

    combine_cards(coll, whole(coll));
    turn_announce(&coll->turns[0], &card, card_of_bytes(&card, coll, &coll->call->recv));
}

bool allreduce_central_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!card_is_clear(turn, data_bytes(&coll->call->send)))
            return false;
        if (meeting_come(coll, turn, &card, card_of_operand(&card, coll)))
            announce_result(coll);
        coll->phase = COLLECT;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    card_take(coll, turn_see(turn, turn_table(turn)), turn->seat, &coll->call->recv);
    turn_end_heard(turn);
    return true;
}

bool reduce_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!card_is_clear(turn, data_bytes(&coll->call->send)))
            return false;
        turn_show_to(turn, root, &card, card_of_operand(&card, coll));
        coll->phase = COLLECT;
    }
    if (turn->seat == root) {
        for (; coll->seen < coll->peers; coll->seen++) {
            const struct coll_card *card = turn_see(turn, coll->seen);

            if (card == NULL || unlikely(!card_agrees(coll, card, coll->seen)))
                return false;
        }
        combine_cards(coll, whole(coll));
    }
    turn_end(turn);
    return true;
}

/* Shows what this member has, which `is_sum`, to those behind it. */
static void show_behind(const struct coll *coll, const struct data *data, bool is_sum)
{
    const struct turn *turn = &coll->turns[0];
    struct coll_card card;
    size_t bytes = card_of_bytes(&card, coll, data);
    int seat;

    card.head.sig_hash =
        coll->head.sig_hash; /* also of a sum that has been put together as bytes */
    if (is_sum)
        card.head.form = (uint8_t)card_form_of(CARD_SUM, data_bytes(data));
    turn_lay(turn, &card, bytes);
    for (seat = turn->seat + 1; seat < turn->board->seats; seat++)
        turn_wake(turn, seat);
}

/* The nearest member before this one that has shown a sum, as the first always does; -1: it is not
 * known yet. */
static int nearest_sum(struct coll *coll)
{
    const struct turn *turn = &coll->turns[0];

    for (;; coll->seen++) {
        int seat = turn->seat - 1 - coll->seen;
        const struct coll_card *card = turn_see(turn, seat);

        if (card == NULL || unlikely(!card_agrees(coll, card, seat)))
            return -1;
        if ((card->head.form & ~CARD_IN_SLOT) == CARD_SUM)
            return seat;
    }
}

/* What the members from `first` on make, before `end`. */
static void combine_from(const struct coll *coll, int first, int end, const struct data *result)
{
    struct fold fold = fold_of(coll, coll);

    fold.first = first;
    fold.peers = end - first;
    fold_slice(&fold, whole(coll), (struct target){.data = *result});
}

/* Those before this member have all come; it shows what they and itself make, or has shown
 * something. An exscan's result may go where the member's operand is, and so comes last. */
static void scan(const struct coll *coll, int first, bool has_shown)
{
    const struct coll_call *call = coll->call;
    const int seat = coll_seat(coll);
    alignas(CACHE_LINE) unsigned char bytes[SLOT_BYTES];
    struct data sum = call->recv;

    if (call->kind == COLL_EXSCAN)
        sum = (struct data){.buf = bytes,
                            .count = data_bytes(&call->send),
                            .type = type_predefined(MPI_BYTE)};
    if (call->kind == COLL_SCAN || !has_shown)
        combine_from(coll, first, seat + 1, &sum);
    if (!has_shown)
        show_behind(coll, &sum, true);
    if (call->kind == COLL_EXSCAN && seat > 0)
        combine_from(coll, first, seat, &call->recv);
}

bool scan_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    bool has_shown = coll->phase != ENTER;
    int first = 0;

    if (!has_shown && !card_is_clear(turn, data_bytes(&coll->call->send)))
        return false;
    if (turn->seat > 0)
        first = nearest_sum(coll);
    if (first < 0) {
        const struct data operand = own_operand(coll);

        if (!has_shown)
            show_behind(coll, &operand, false);
        coll->phase = COLLECT;
        return false;
    }
    scan(coll, first, has_shown);
    turn_end(turn);
    return true;
}
