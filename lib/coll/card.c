/* SPDX-License-Identifier: MIT */
#include "coll/card.h"

#include <ctype.h>
#include <stdio.h>

#include "p2p/envelope.h"

static const char *const names[] = {
    [COLL_BARRIER] = "Barrier",
    [COLL_BCAST] = "Bcast",
    [COLL_GATHER] = "Gather",
    [COLL_SCATTER] = "Scatter",
    [COLL_ALLGATHER] = "Allgather",
    [COLL_ALLTOALL] = "Alltoall",
    [COLL_REDUCE] = "Reduce",
    [COLL_ALLREDUCE] = "Allreduce",
    [COLL_REDUCE_SCATTER] = "Reduce_scatter",
    [COLL_SCAN] = "Scan",
    [COLL_EXSCAN] = "Exscan",
    [COLL_NEIGHBOR_ALLGATHER] = "Neighbor_allgather",
    [COLL_NEIGHBOR_ALLTOALL] = "Neighbor_alltoall",
};

static bool is_reduction(enum coll_kind kind)
{
    return kind >= COLL_REDUCE && kind <= COLL_EXSCAN;
}

/* Is the length the same at all members? */
static bool has_one_length(const struct coll *coll)
{
    return is_reduction(coll->call->kind) && coll_is_among_peers(coll);
}

static uint8_t op_mark(const struct op *op)
{
    return op != NULL && !op_is_users(op) ? (uint8_t)(1 + (uintptr_t)op / sizeof *op % 255) : 0;
}

static void fill_head(struct coll_card *card, const struct coll *coll, enum card_form form,
                      const struct data *data)
{
    const struct coll_call *call = coll->call;

    card->kind = (uint8_t)call->kind;
    card->call_form = (uint8_t)call->form;
    card->op = coll_is_among_peers(coll) ? op_mark(call->op) : 0;
    card->form = (uint8_t)form;
    card->root = coll_is_among_peers(coll) ? call->root : 0;
    card->motif = data->type != NULL ? motif_fold(data->type->motif) : (uint32_t)MOTIF_EMPTY;
    card->bytes = data->type != NULL ? (uint32_t)data_bytes(data) : 0;
}

size_t card_of_nothing(struct coll_card *card, const struct coll *coll)
{
    fill_head(card, coll, CARD_EMPTY, &coll->call->send);
    return offsetof(struct coll_card, payload);
}

size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    fill_head(card, coll, CARD_INLINE, data);
    data_pack(data, 0, card->payload, card->bytes);
    return offsetof(struct coll_card, payload) + (size_t)card->bytes;
}

size_t card_of_buffer(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    fill_head(card, coll, CARD_BUFFER, data);
    card->data = *data;
    return sizeof *card;
}

size_t card_of_call(struct coll_card *card, const struct coll *coll)
{
    fill_head(card, coll, CARD_CALL, &coll->call->send);
    card->coll = coll;
    return offsetof(struct coll_card, payload) + sizeof card->coll;
}

/* "MPI_Ibcast with root 3" */
static void describe(const struct coll_card *card, char *text, size_t bytes)
{
    const char *name = names[card->kind < sizeof names / sizeof names[0] ? card->kind : 0];
    char length[40] = "", root[32] = "";

    if (is_reduction((enum coll_kind)card->kind))
        snprintf(length, sizeof length, ", %u bytes", (unsigned)card->bytes);
    if (card->kind == COLL_BCAST || card->kind == COLL_GATHER || card->kind == COLL_SCATTER ||
        card->kind == COLL_REDUCE)
        snprintf(root, sizeof root, ", root %d", (int)card->root);
    if (card->call_form == COLL_NONBLOCKING)
        snprintf(text, bytes, "MPI_I%c%s%s%s", tolower(name[0]), name + 1, root, length);
    else
        snprintf(text, bytes, "MPI_%s%s%s%s", name,
                 card->call_form == COLL_PERSISTENT ? "_init" : "", root, length);
}

static int rank_at(const struct turn *turn, int seat)
{
    return turn_member(turn, seat)->world_rank;
}

static void report_break(const struct coll *coll, const struct coll_card *card, int seat)
{
    const struct turn *turn = &coll->turns[0];
    struct coll_card own;
    char ours[96], theirs[96], sentence[REPORT_BYTES];
    const char *what = "";

    fill_head(&own, coll, CARD_EMPTY, &coll->call->send);
    describe(&own, ours, sizeof ours);
    describe(card, theirs, sizeof theirs);
    if (strcmp(ours, theirs) == 0)
        what = own.op != card->op ? " with another operation" : " with another datatype";
    snprintf(sentence, sizeof sentence, "rank %d calls %s while rank %d calls %s%s",
             rank_at(turn, turn->seat), ours, rank_at(turn, seat), theirs, what);
    board_report(turn->board, turn->epoch, true, sentence);
    turn_rouse_all(turn);
}

static bool motif_agrees(uint32_t one, uint32_t other)
{
    const uint32_t any = (uint32_t)MOTIF_ANY;

    return one == other || one == any || other == any || one == 0 || other == 0;
}

bool card_agrees(const struct coll *coll, const struct coll_card *card, int seat)
{
    struct coll_card own;

    fill_head(&own, coll, (enum card_form)card->form, &coll->call->send);
    if (likely(memcmp(&own, card, offsetof(struct coll_card, motif)) == 0) &&
        (!has_one_length(coll) ||
         (own.bytes == card->bytes && motif_agrees(own.motif, card->motif))))
        return true;
    report_break(coll, card, seat);
    return false;
}

uint32_t card_word(const struct coll *coll)
{
    struct coll_card own;
    uint64_t word;

    fill_head(&own, coll, CARD_EMPTY, &coll->call->send);
    memcpy(&word, &own, sizeof word);
    if (has_one_length(coll))
        word += own.bytes;
    return (uint32_t)(MOTIF_MIX(word) >> 2 * TALLY_COUNT_BITS);
}

void card_blame(const struct coll *coll, const struct turn *turn)
{
    int seat;

    for (seat = 0; seat < turn->board->seats; seat++) {
        const struct coll_card *card = turn_see(turn, seat);

        if (card != NULL && !card_agrees(coll, card, seat))
            return;
    }
}

static void report_flaw(const struct coll *coll, int giver, int taker, long long sent,
                        long long room)
{
    const struct turn *turn = &coll->turns[0];
    char sentence[REPORT_BYTES];

    if (sent != room)
        snprintf(sentence, sizeof sentence,
                 "rank %d sends %lld bytes to rank %d, which expects %lld",
                 rank_at(turn, giver), sent, rank_at(turn, taker), room);
    else
        snprintf(sentence, sizeof sentence,
                 "rank %d sends data of other types than rank %d expects",
                 rank_at(turn, giver), rank_at(turn, taker));
    board_report(turn->board, turn->epoch, false, sentence);
}

void coll_copy(const struct coll *coll, int giver, int taker, const struct data *from,
               const struct data *to)
{
    MPI_Count sent = data_bytes(from), room = data_bytes(to);

    if (unlikely(sent != room || (sent > 0 && !motif_matches(from->type->motif, to->type->motif))))
        report_flaw(coll, giver, taker, sent, room);
    data_copy(from, to);
}

void card_take(const struct coll *coll, const struct coll_card *card, int seat,
               const struct data *to)
{
    MPI_Count room = data_bytes(to);

    if (card->form == CARD_BUFFER) {
        coll_copy(coll, seat, coll_seat(coll), &card->data, to);
        return;
    }
    if (unlikely(card->bytes != room ||
                 (room > 0 && !motif_agrees(card->motif, motif_fold(to->type->motif)))))
        report_flaw(coll, seat, coll_seat(coll), card->bytes, room);
    if (card->form == CARD_INLINE)
        data_unpack(to, 0, card->payload, card->bytes < room ? (MPI_Count)card->bytes : room);
}
