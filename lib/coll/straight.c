/* SPDX-License-Identifier: MIT */
#include "coll/straight.h"

#include "base/knob.h"
#include "coll/card.h"
#include "coll/fold.h"
#include "coll/policy.h"
#include "p2p/envelope.h"

/* Looks at a card before the step function goes on. */
enum { LOOKS = 512 };

/* All steps of small operations have shown what there is to show in their phase 1. */
enum { SHOWN = 1 };

/* What a member does: it shows `shown`; it reads the cards of some seats, on each of which there
 * are read->count elements; of them `block` bytes from `from` on go to `to` and, a stride further,
 * so do the next seat's. */
struct plan {
    bool shows;
    bool is_heard;
    bool has_own; /* its own block is copied as well */
    int first, end;
    struct data shown;
    struct data read;
    MPI_Count from, block, stride;
    char *to;
    bool is_uneven; /* of each seat a block of its own, as the call has them */
};

static inline bool fits(const struct data *data)
{
    const struct type *type = data->type;

    return data->count * type->size <= CARD_INLINE_BYTES_MAX && type->is_named && type->is_dense &&
           type->extent == type->size;
}

static inline bool is_even(const struct coll_call *call)
{
    return view_is_null(call->send_blocks.counts) && view_is_null(call->recv_blocks.counts);
}

/* A member's own block is compared as others' are, where that can go wrong. */
static inline bool is_alike(const struct data *one, const struct data *other)
{
    return one->type == other->type && one->count == other->count;
}

static void plan_scatter(const struct coll_call *call, int rank, int size, struct plan *plan)
{
    bool is_root = rank == call->root;

    plan->read = is_root ? call->send : call->recv;
    plan->block = data_bytes(&plan->read);
    plan->read.count *= size;
    plan->shown = plan->read;
    plan->from = plan->block * rank;
    plan->stride = 0;
    plan->shows = is_root;
    plan->has_own = is_root && !call->is_in_place;
}

static void plan_gather(const struct coll_call *call, int rank, int size, struct plan *plan)
{
    bool is_root = rank == call->root;

    plan->shown = call->send;
    plan->read = is_root ? call->recv : call->send;
    plan->block = plan->stride = data_bytes(&plan->read);
    plan->first = 0;
    plan->end = is_root ? size : 0;
    plan->has_own = is_root && !call->is_in_place;
    plan->is_uneven = is_root && !view_is_null(call->recv_blocks.counts);
}

/* What is read of that seat's card. */
static inline struct data read_at(const struct coll_call *call, const struct plan *plan, int seat)
{
    return unlikely(plan->is_uneven) ? coll_block(&call->recv, &call->recv_blocks, seat)
                                     : plan->read;
}

/* False: no such way for that call. */
static bool plan_one_to_many(const struct coll_call *call, int rank, int size, struct plan *plan)
{
    bool is_root = rank == call->root;

    plan->first = is_root ? 0 : call->root;
    plan->end = is_root ? 0 : call->root + 1;
    if (call->kind == COLL_GATHER) {
        struct data own;

        plan_gather(call, rank, size, plan);
        own = read_at(call, plan, rank);
        return !is_root || call->is_in_place || is_alike(&call->send, &own);
    }
    if (call->kind == COLL_SCATTER) {
        plan_scatter(call, rank, size, plan);
        return !is_root || (is_even(call) &&
                            (call->is_in_place || is_alike(&call->send, &call->recv)));
    }
    if (call->kind == COLL_BCAST) {
        plan->shows = is_root;
        plan->to = call->send.buf;
        plan->block = data_bytes(&call->send);
        return true;
    }
    plan->first = 0;
    plan->end = is_root ? size : 0;
    return !knobs.reduction_tree;
}

static bool plan_all_to_all(const struct coll_call *call, int rank, int size, struct plan *plan)
{
    plan->is_heard = true;
    plan->has_own = !call->is_in_place;
    plan->shown = call->is_in_place ? call->recv : call->send;
    plan->read = call->recv;
    plan->block = plan->stride = data_bytes(&plan->read);
    if (call->kind == COLL_ALLTOALL) {
        plan->shown.count *= size;
        plan->read.count *= size;
        plan->from = plan->block * rank;
    } else if (call->is_in_place) {
        plan->shown.buf = (char *)call->recv.buf + plan->block * rank;
    }
    return is_even(call) && (call->is_in_place || is_alike(&call->send, &call->recv));
}

static bool make_plan(const struct coll_call *call, struct plan *plan)
{
    int rank = call->comm->rank, size = comm_size(call->comm);

    plan->shows = true;
    plan->is_heard = false;
    plan->has_own = false;
    plan->is_uneven = false;
    plan->first = 0;
    plan->end = size;
    plan->shown = plan->read = call->send;
    plan->from = plan->block = plan->stride = 0;
    plan->to = call->recv.buf;
    switch (call->kind) {
    case COLL_BARRIER:
        plan->is_heard = true;
        return true;
    case COLL_ALLGATHER:
    case COLL_ALLTOALL:
        return plan_all_to_all(call, rank, size, plan);
    case COLL_ALLREDUCE:
    case COLL_REDUCE_SCATTER:
        plan->is_heard = true;
        return !knobs.reduction_tree;
    case COLL_SCAN:
    case COLL_EXSCAN:
        plan->end = rank + (call->kind == COLL_SCAN);
        return true;
    case COLL_NEIGHBOR_ALLGATHER:
    case COLL_NEIGHBOR_ALLTOALL:
        return false;
    default:
        return plan_one_to_many(call, rank, size, plan);
    }
}

/* Few bytes, of which 4 and 8 are the most common. */
static inline void copy_few(void *to, const void *from, MPI_Count bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes == 4)
        memcpy(to, from, 4);
    else if (bytes > 0)
        memcpy(to, from, (size_t)bytes);
}

/* Takes the next epoch, if its card can be filled now. */
static inline bool take_turn(struct coll *coll, struct comm *comm, struct board *board,
                             const struct plan *plan)
{
    struct turn *turn = &coll->turns[0];
    struct board_seat *own = &board->members[comm->rank];
    uint64_t epoch;
    bool is_clear;

    guard_enter(&comm->self->guard);
    epoch = load_relaxed(&own->begun) + 1;
    is_clear = !plan->shows || epoch <= board->epochs ||
               board_have_all_left(board, comm->rank, epoch - board->epochs);
    if (likely(is_clear))
        store_relaxed(&own->begun, epoch);
    guard_leave(&comm->self->guard);
    *turn = (struct turn){.comm = comm, .board = board, .epoch = epoch, .seat = comm->rank};
    return is_clear;
}

/* What a card that carries those data begins with: mostly what the call is known by anyway. */
static inline struct coll_head head_of(const struct coll *coll, const struct data *data)
{
    struct coll_head head = coll->head;

    if (coll->call->kind == COLL_BARRIER)
        return head;
    head.form = CARD_INLINE;
    head.bytes = (uint32_t)data_bytes(data);
    if (data->type != coll->call->send.type)
        head.motif = motif_fold(data->type->motif);
    return head;
}

/* Fills the card and rouses those who may wait for it. */
static inline void show(struct coll *coll, const struct plan *plan)
{
    const struct turn *turn = &coll->turns[0];
    struct card *card = board_card(turn->board, turn->seat, turn->epoch);
    struct coll_card *body = (struct coll_card *)(void *)card->body;
    const struct coll_call *call = coll->call;
    unsigned lag = board_own_lag(turn->board, turn->seat, turn->epoch);

    body->head = head_of(coll, &plan->shown);
    if (call->kind == COLL_GATHER && plan->end > 0) {
        body->head.form = CARD_CALL;
        body->coll = coll;
    } else if (call->kind != COLL_BARRIER) {
        copy_few(body->payload, plan->shown.buf, data_bytes(&plan->shown));
    }
    board_stamp(turn->board, card, turn->epoch << STAMP_LAG_BITS | lag);
    if (call->kind == COLL_GATHER || call->kind == COLL_REDUCE)
        turn_rouse(turn, call->root);
    else
        turn_rouse_all(turn);
}

/* Have all the cards come that are read, and do they say what they should? *lags: those of some. */
static inline bool await(const struct coll *coll, const struct plan *plan, unsigned *lags)
{
    const struct turn *turn = &coll->turns[0];
    struct coll_head expected;
    int seat, looks = LOOKS;

    if (plan->first == plan->end)
        return true;
    expected = head_of(coll, &plan->read);
    for (seat = plan->first; seat < plan->end; seat++) {
        const struct card *card = board_card(turn->board, seat, turn->epoch);
        uint64_t stamp;

        do {
            if (looks-- == 0)
                return false;
            stamp = load_acquire(&card->stamp); /* edge board.card */
        } while (stamp >> STAMP_LAG_BITS != turn->epoch);
        *lags |= (unsigned)stamp & LAG_UNKNOWN;
        if (unlikely(plan->is_uneven)) {
            struct data read = read_at(coll->call, plan, seat);

            expected = head_of(coll, &read);
        }
        if (seat != turn->seat && memcmp(card->body, &expected, sizeof expected) != 0)
            return false;
    }
    return true;
}

static inline const unsigned char *payload_at(const struct turn *turn, int seat)
{
    const struct card *card = board_card(turn->board, seat, turn->epoch);

    return ((const struct coll_card *)(const void *)card->body)->payload;
}

static inline void take(const struct coll *coll, const struct plan *plan)
{
    const struct turn *turn = &coll->turns[0];
    int seat;

    for (seat = plan->first; seat < plan->end; seat++) {
        if (seat == turn->seat)
            continue;
        if (unlikely(plan->is_uneven)) {
            struct data to = read_at(coll->call, plan, seat);

            copy_few(to.buf, payload_at(turn, seat), data_bytes(&to));
        } else {
            copy_few(plan->to + seat * plan->stride, payload_at(turn, seat) + plan->from,
                     plan->block);
        }
    }
}

/* The member's own block, which no card brings. */
static inline void take_own(const struct coll *coll, const struct plan *plan)
{
    int seat = coll_seat(coll);

    if (unlikely(plan->is_uneven))
        copy_few(read_at(coll->call, plan, seat).buf, plan->shown.buf, data_bytes(&plan->shown));
    else
        copy_few(plan->to + seat * plan->stride, (char *)plan->shown.buf + plan->from, plan->block);
}

/* The operands of the first members, in their order. */
static inline void combine(const struct coll *coll, const struct plan *plan)
{
    const struct coll_call *call = coll->call;
    const struct turn *turn = &coll->turns[0];
    struct slice slice = {.count = call->send.count};
    MPI_Count start, bytes;
    alignas(CARD_INLINE_BYTES_MAX) unsigned char value[CARD_INLINE_BYTES_MAX];
    const unsigned char *left;
    int seat;

    if (call->kind == COLL_REDUCE_SCATTER)
        slice = slice_of_rank(call, turn->seat);
    start = slice.first * call->send.type->size;
    bytes = slice.count * call->send.type->size;
    if (plan->end == 0 || bytes == 0)
        return;
    left = payload_at(turn, 0) + start;
    for (seat = 1; seat < plan->end; seat++) {
        op_combine(call->op, left, payload_at(turn, seat) + start, value, slice.count,
                   call->send.type);
        left = value;
    }
    copy_few(call->recv.buf, left, bytes);
}

/* What the step function needs to go on. */
static void widen(struct coll *coll)
{
    const struct coll_call *call = coll->call;

    coll->step = coll_choose(call, false).step;
    coll->exchange = NULL;
    coll->is_crowded = coll->is_over = coll->is_packed = false;
    coll->phase = SHOWN;
    coll->seen = 0;
    coll->error = MPI_SUCCESS;
    coll->root_seat = call->root;
    coll->first = 0;
    coll->peers = comm_size(call->comm);
    coll->scratch = NULL;
    coll->looks = 0;
    coll->turn_count = 1;
    coll->shown = 0;
}

static void leave(struct coll *coll, bool is_heard, unsigned lags)
{
    struct turn *turn = &coll->turns[0];
    struct guard *guard = &turn->comm->self->guard;
    bool is_left;

    guard_enter(guard);
    is_left = board_leave_silently(turn->board, turn->seat, turn->epoch, is_heard && lags == 0);
    guard_leave(guard);
    if (unlikely(!is_left))
        is_heard ? turn_end_heard(turn) : turn_end(turn);
}

enum straight straight_run(struct coll *coll, const struct coll_call *call)
{
    struct comm *comm = call->comm;
    struct board *board = load_acquire(&comm->context->board); /* edge context.board */
    struct plan plan;
    unsigned lags = 0;

    if (board == NULL || board->seats > comm->self->world->cpus || comm_is_inter(comm) ||
        comm->self->tally != NULL || !make_plan(call, &plan) ||
        (call->kind != COLL_BARRIER && !(fits(&plan.shown) && fits(&plan.read))))
        return STRAIGHT_NOT;
    if (!take_turn(coll, comm, board, &plan))
        return STRAIGHT_NOT;
    coll->call = call;
    coll->head = card_head(call, &coll->turns[0]);
    if (plan.shows)
        show(coll, &plan);
    if (plan.has_own)
        take_own(coll, &plan);
    if (unlikely(!await(coll, &plan, &lags))) {
        widen(coll);
        return STRAIGHT_BEGUN;
    }
    if (call->kind >= COLL_REDUCE)
        combine(coll, &plan);
    else if (call->kind != COLL_BARRIER)
        take(coll, &plan);
    leave(coll, plan.is_heard, lags);
    if (likely(!board_is_flawed(board, coll->turns[0].epoch)))
        return STRAIGHT_OVER;
    widen(coll);
    coll->is_over = true;
    return STRAIGHT_BEGUN;
}
