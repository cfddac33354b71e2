/* SPDX-License-Identifier: MIT */
/* A member's part in an operation that goes the straight way: what all of them have in common. */
#ifndef COLL_WAY_H
#define COLL_WAY_H

#include "base/cpu.h"
#include "coll/card.h"
#include "coll/straight.h"
#include "rank/wait.h"

/* Looks at a card before the step function goes on, one or two microseconds; so many when who is to
 * show it may have to be let run. */
enum { LOOKS = 64, CROWDED_LOOKS = 1 };

/* The phases of small operations' step functions: before and after the card has been shown. */
enum { ENTER, SHOWN };

/* Each operation has its own copy of what they have in common, cut to what it needs of it. */
#define EACH_ITS_OWN static inline __attribute__((always_inline))

struct way {
    struct comm *comm;
    struct board *board;
    struct board_seat *own;
    struct card *cards; /* of this epoch, by seat */
    uint64_t epoch;
    int rank;
    int size;

    /* What the head of a card says that is shown or read here. */
    uint64_t call; /* but its form */
    uint64_t data;
    uint32_t history;
    enum card_form form;
    unsigned char *slot; /* of the member's own card */

    int looks;     /* at a card that has not come */
    bool may_yield; /* it has not yet */
    bool is_odd;   /* one has come that says something else */
    int phase;     /* at which the step function would go on */
    unsigned lags; /* some of those that cards have told */
};

/* A member that shows no card, at least not here; cards with something for each member. */
enum { NO_CARD = -1, GIFTS = -2 };

/* Is it an operation among neighbours? */
EACH_ITS_OWN bool is_of_neighbors(enum coll_kind kind)
{
    return kind == COLL_NEIGHBOR_ALLGATHER || kind == COLL_NEIGHBOR_ALLTOALL;
}

/* The words of a head, put together without a detour through memory. */
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first field is the lowest byte");

EACH_ITS_OWN uint64_t call_word(const struct straight_call *call, enum coll_kind kind)
{
    const bool has_counts = call->recv_blocks != NULL;
    uint64_t op = coll_is_reduction(kind) ? call->op->number
                  : kind == COLL_ALLTOALL ? coll_alltoall_word(has_counts, call->is_in_place)
                                          : 0;
    uint64_t root = coll_has_root(kind) ? (uint32_t)call->root : 0;
    bool is_double = is_of_neighbors(kind) || (kind == COLL_ALLTOALL && has_counts);
    uint64_t form = coll_form_word(call->form, is_double ? 2 : 1);

    if (kind == COLL_REDUCE_SCATTER && has_counts)
        root = coll_blocks_word(call->recv_blocks->counts, comm_size(call->comm));
    return (uint64_t)kind | form << 8 | op << 16 | root << 32;
}

EACH_ITS_OWN uint64_t data_word(uint32_t sig_hash, MPI_Count bytes)
{
    return sig_hash | (uint64_t)bytes << 32;
}

EACH_ITS_OWN uint64_t word_with_form(const struct way *way)
{
    return way->call | (uint64_t)way->form << 24;
}

/* Cards of that call with so many bytes; of gifts each member finds out whether they are on it. */
EACH_ITS_OWN void expect(struct way *way, const struct straight_call *call, enum coll_kind kind,
                         MPI_Count bytes)
{
    uint32_t sig_hash = coll_sig_hash(kind, false, call->send.type);

    way->form = bytes == GIFTS ? CARD_PACKED : card_form_of(CARD_INLINE, bytes);
    way->data = data_word(sig_hash, bytes == GIFTS ? way->size : bytes);
}

/* Goes everyone on without waiting for all? Then it does not matter whether each can have a
 * processor: who is let run goes as far as the cards of those it depends on. */
EACH_ITS_OWN bool is_one_way(enum coll_kind kind)
{
    return coll_has_root(kind) || kind == COLL_SCAN || kind == COLL_EXSCAN ||
           is_of_neighbors(kind);
}

/* The epoch that all must have left before the card, and with so many bytes the slot, may be
 * filled. Crowded members are far ahead of others, for which a part of the slot does. */
EACH_ITS_OWN uint64_t epoch_before(const struct board *board, int rank, uint64_t epoch,
                                   MPI_Count bytes)
{
    uint64_t reach = bytes > CARD_INLINE_BYTES_MAX ? board->slots : board->epochs;

    if (bytes > CARD_INLINE_BYTES_MAX && board->is_crowded)
        return board_room_before(board, rank, epoch, (size_t)bytes);
    return epoch > reach ? epoch - reach : 0;
}

/* May the card, and the slot for so many bytes, be filled? */
EACH_ITS_OWN bool is_clear(struct way *way, MPI_Count bytes)
{
    struct board *board = way->board;
    uint64_t before = epoch_before(board, way->rank, way->epoch, bytes);

    if (unlikely(!board_have_surely_left(board, way->rank, before) &&
                 !board_have_all_left(board, way->rank, before)))
        return false;
    if (bytes <= CARD_INLINE_BYTES_MAX)
        return true;
    way->slot = board->is_crowded ? board_room(board, way->rank, way->epoch, (size_t)bytes)
                                  : board_slot(board, way->rank, way->epoch);
    return way->slot != NULL;
}

/* The board that this call goes by; NULL: it does not go the straight way. */
EACH_ITS_OWN struct board *board_for(const struct straight_call *call)
{
    struct comm *comm = call->comm;
    struct board *board = call->board != NULL
                              ? call->board
                              : load_acquire(&comm->context->board); /* edge context.board */

    if (unlikely(board == NULL))
        board = context_board(comm->context);
    return likely(board != NULL && board->is_straight && comm->self->counters == NULL) ? board
                                                                                    : NULL;
}

/* Takes the board's next epoch. There are so many bytes on a card; the member's own has `own` of
 * them, or is NO_CARD. False: that cannot be filled now. */
EACH_ITS_OWN bool enter_at(struct way *way, struct board *board, const struct straight_call *call,
                           enum coll_kind kind, MPI_Count bytes, MPI_Count own)
{
    struct comm *comm = call->comm;
    struct guard *guard = &comm->self->guard;
    uint64_t epoch;

    *way = (struct way){.comm = comm,
                        .board = board,
                        .own = &board->members[comm->rank],
                        .rank = comm->rank,
                        .size = board->seats,
                        .looks = board->is_crowded ? CROWDED_LOOKS : LOOKS,
                        .may_yield = board->is_crowded,
                        .phase = ENTER,
                        .call = call_word(call, kind)};
    if (kind != COLL_BARRIER)
        expect(way, call, kind, bytes);
    guard_enter(guard);
    way->epoch = epoch = load_relaxed(&way->own->begun) + 1;
    way->cards = board_card(board, 0, epoch);
    if (unlikely(own != NO_CARD && !is_clear(way, own))) {
        guard_leave(guard);
        return false;
    }
    store_relaxed(&way->own->begun, epoch);
    way->history = board_note(board, way->rank, epoch,
                              &(struct board_call){
                                  .word = way->call,
                                  .likeness = coll_is_reduction(kind) ? way->data : 0,
                                  .name = call->call->name,
                                  .site = call->call->site});
    guard_leave(guard);
    return true;
}

/* The same where the members have processors, or need none at the same time. */
EACH_ITS_OWN bool enter(struct way *way, const struct straight_call *call, enum coll_kind kind,
                        MPI_Count bytes, MPI_Count own)
{
    struct board *board = board_for(call);

    return likely(board != NULL && (!board->is_crowded || is_one_way(kind))) &&
           enter_at(way, board, call, kind, bytes, own);
}

/* The epoch behind that one as well. */
EACH_ITS_OWN void enter_next(const struct way *way)
{
    struct guard *guard = &way->comm->self->guard;

    guard_enter(guard);
    store_relaxed(&way->own->begun, way->epoch + 1);
    guard_leave(guard);
}

/* Lets others run, once, before the step function goes on: where members outnumber the processors
 * those mostly show then what this one waits for, and it need not begin to wait. */
EACH_ITS_OWN bool let_others_run(struct way *way)
{
    if (!way->may_yield || way->is_odd)
        return false;
    way->may_yield = false;
    rank_yield();
    return true;
}

/* Leaves an epoch when that is to be told, or takes more to know. */
void way_leave_openly(struct comm *comm, struct board *board, uint64_t epoch, bool is_heard);
/* What is wrong with an operation about which there is a report. */
int way_tell_flaw(struct board *board, uint64_t epoch) __attribute__((cold));

/* The next card, by one who has shown one, will be written soon, and others have read its line. Not
 * before all is heard: who still waits would have it taken away again. */
EACH_ITS_OWN void ask_for_next_card(const struct way *way, uint64_t next)
{
    if (way->phase == SHOWN)
        cpu_prefetch_to_write(board_card(way->board, way->rank, next));
}

/* The end of the member's part, which was so many epochs: how it went. */
EACH_ITS_OWN int leave_all(const struct way *way, unsigned epochs, bool is_heard)
{
    struct guard *guard = &way->comm->self->guard;
    bool is_left;
    unsigned i;

    guard_enter(guard);
    is_left = board_leave_silently(way->board, way->rank, way->epoch, epochs,
                                   is_heard && way->lags == 0);
    guard_leave(guard);
    for (i = 0; i < epochs && !is_left; i++)
        way_leave_openly(way->comm, way->board, way->epoch + i, is_heard);
    return likely(!board_is_flawed(way->board, way->epoch))
               ? MPI_SUCCESS
               : way_tell_flaw(way->board, way->epoch);
}

/* The rest of an operation, for its step function. */
struct rest {
    struct coll coll;
    struct coll_call call;
};

void way_call(struct coll_call *call, const struct straight_call *straight, enum coll_kind kind);
void way_rest(struct rest *rest, const struct straight_call *straight, uint64_t call,
              uint64_t data, uint32_t history, uint64_t epoch, int phase);

/* The step function does the rest. Not by `struct way`, which is to stay in registers. */
int way_continue(const struct straight_call *straight, uint64_t call, uint64_t data,
                 uint32_t history, uint64_t epoch, int phase) __attribute__((cold));

EACH_ITS_OWN int go_on(const struct way *way, const struct straight_call *call)
{
    return way_continue(call, way->call, way->data, way->history, way->epoch, way->phase);
}

#endif
