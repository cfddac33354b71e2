/* SPDX-License-Identifier: MIT */
/* The straight way of reductions: those of reduce_small.c. */
#include "base/knob.h"
#include "coll/carry_out.h"
#include "coll/fold.h"
#include "coll/way_meeting.h"

/* A slice of the first members' operands, combined in their order. */
EACH_ITS_OWN void combine(const struct way *way, const struct straight_call *call, int members,
                          struct slice slice)
{
    const MPI_Count size = call->send.type->size, first = slice.first * size;
    alignas(max_align_t) unsigned char value[STRAIGHT_BYTES_MAX];
    const void *left = NULL;
    int seat;

    for (seat = 0; seat < members; seat++) {
        const unsigned char *next =
            seat == way->rank ? call->send.buf : payload_of(way, seat);
        void *result = seat == members - 1 ? call->recv.buf : value;

        if (left == NULL) {
            left = next + first;
            continue;
        }
        call->kernel(left, next + first, result, slice.count);
        left = result;
    }
    if (members == 1 && left != call->recv.buf)
        copy_few(call->recv.buf, left, slice.count * size);
}

EACH_ITS_OWN bool show_operand(struct way *way, const struct straight_call *call,
                               enum coll_kind kind, bool is_shown)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter(way, call, kind, bytes, bytes))
        return false;
    if (is_shown) {
        copy_few(write_card(way), call->send.buf, bytes);
        kind == COLL_REDUCE ? stamp_for(way, call->root) : stamp_for_all(way);
    }
    return true;
}

/* The first so many members' operands, at each of the members that are to have the result. */
EACH_ITS_OWN bool take_operands(struct way *way, const struct straight_call *call, int members,
                                struct slice slice)
{
    if (!hear_first(way, members))
        return false;
    combine(way, call, members, slice);
    return true;
}

EACH_ITS_OWN struct slice whole(const struct straight_call *call)
{
    return (struct slice){.count = call->send.count};
}

EACH_ITS_OWN bool show_for_reduce(struct way *way, const struct straight_call *call)
{
    return show_operand(way, call, COLL_REDUCE, !is_root(call));
}

EACH_ITS_OWN bool take_for_reduce(struct way *way, const struct straight_call *call)
{
    return take_operands(way, call, is_root(call) ? way->size : 0, whole(call));
}

int straight_reduce(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_REDUCE, .show = show_for_reduce, .take = take_for_reduce};

    return knobs.reduction_tree ? STRAIGHT_NOT : carry_out(call, &halves);
}

EACH_ITS_OWN bool show_for_allreduce(struct way *way, const struct straight_call *call)
{
    return show_operand(way, call, COLL_ALLREDUCE, true);
}

EACH_ITS_OWN bool take_for_allreduce(struct way *way, const struct straight_call *call)
{
    return take_operands(way, call, way->size, whole(call));
}

/* The last to come combines for all. */
EACH_ITS_OWN bool come_with_operand(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter_meeting(way, call, COLL_ALLREDUCE, bytes))
        return false;
    copy_few(write_card(way), call->send.buf, bytes);
    if (come(way, way->data)) {
        combine(way, call, way->size, whole(call));
        copy_few(write_card_at(way, way->size), call->recv.buf, bytes);
        announce(way);
    }
    return true;
}

EACH_ITS_OWN bool take_result(struct way *way, const struct straight_call *call)
{
    if (!hear_table(way))
        return false;
    copy_few(call->recv.buf, payload_of(way, way->size), data_bytes(&call->send));
    return true;
}

static int meet(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_ALLREDUCE, .show = come_with_operand, .take = take_result, .is_heard = true};

    return carry_out(call, &halves);
}

int straight_allreduce(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_ALLREDUCE, .show = show_for_allreduce, .take = take_for_allreduce,
        .is_heard = true};

    if (knobs.reduction_tree)
        return STRAIGHT_NOT;
    return is_meeting(call) ? meet(call) : carry_out(call, &halves);
}

EACH_ITS_OWN bool show_for_reduce_scatter(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter_with_all(way, call, COLL_REDUCE_SCATTER, bytes))
        return false;
    copy_few(write_card(way), call->send.buf, bytes);
    show_with_all(way, way->data);
    return true;
}

EACH_ITS_OWN bool take_for_reduce_scatter(struct way *way, const struct straight_call *call)
{
    struct slice slice = {.first = call->recv.count * way->rank, .count = call->recv.count};
    int i;

    if (call->recv_blocks != NULL)
        for (slice.first = 0, i = 0; i < way->rank; i++)
            slice.first += view_at(call->recv_blocks->counts, (size_t)i);
    return may_hear_all(way) && take_operands(way, call, way->size, slice);
}

int straight_reduce_scatter(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_REDUCE_SCATTER, .show = show_for_reduce_scatter,
        .take = take_for_reduce_scatter, .is_heard = true};

    return knobs.reduction_tree ? STRAIGHT_NOT : carry_out(call, &halves);
}

/* The member before shows what all up to it make, and this one likewise. Nobody needs the last
 * one's card. */
EACH_ITS_OWN bool is_last(const struct straight_call *call)
{
    return call->comm->rank + 1 == comm_size(call->comm);
}

EACH_ITS_OWN bool enter_scan(struct way *way, const struct straight_call *call,
                             enum coll_kind kind)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter(way, call, kind, bytes, is_last(call) ? NO_CARD : bytes))
        return false;
    way->form = card_form_of(CARD_SUM, bytes);
    return true;
}

EACH_ITS_OWN bool take_scan(struct way *way, const struct straight_call *call,
                            enum coll_kind kind)
{
    const MPI_Count bytes = data_bytes(&call->send), count = call->send.count;
    const void *before = NULL, *sum = call->send.buf;
    void *result = call->recv.buf;

    if (way->rank > 0) {
        if (!hear(way, way->rank - 1))
            return false;
        before = payload_of(way, way->rank - 1);
    }
    if (!is_last(call) && way->phase == ENTER) {
        unsigned char *payload = write_card(way);

        if (before != NULL)
            call->kernel(before, sum, payload, count);
        else
            copy_few(payload, sum, bytes);
        sum = payload;
        stamp_for_those_behind(way);
    } else if (kind == COLL_SCAN && before != NULL) {
        call->kernel(before, sum, result, count);
        sum = result;
    }
    if (kind == COLL_SCAN && sum != result)
        copy_few(result, sum, bytes);
    else if (kind == COLL_EXSCAN && before != NULL)
        copy_few(result, before, bytes);
    return true;
}

/* Without a sum: those behind need not wait for this member to look again. */
static void show_operand_late(struct way *way, const struct straight_call *call)
{
    const MPI_Count bytes = data_bytes(&call->send);
    enum card_form form = way->form;

    if (is_last(call))
        return;
    way->form = card_form_of(CARD_INLINE, bytes);
    copy_few(write_card(way), call->send.buf, bytes);
    stamp_for_those_behind(way);
    way->form = form;
}

EACH_ITS_OWN bool show_for_scan(struct way *way, const struct straight_call *call)
{
    return enter_scan(way, call, COLL_SCAN);
}

EACH_ITS_OWN bool take_for_scan(struct way *way, const struct straight_call *call)
{
    return take_scan(way, call, COLL_SCAN);
}

int straight_scan(const struct straight_call *call)
{
    static const struct halves halves = {.kind = COLL_SCAN, .show = show_for_scan,
                                         .take = take_for_scan, .show_late = show_operand_late};

    return carry_out(call, &halves);
}

EACH_ITS_OWN bool show_for_exscan(struct way *way, const struct straight_call *call)
{
    return enter_scan(way, call, COLL_EXSCAN);
}

EACH_ITS_OWN bool take_for_exscan(struct way *way, const struct straight_call *call)
{
    return take_scan(way, call, COLL_EXSCAN);
}

int straight_exscan(const struct straight_call *call)
{
    static const struct halves halves = {.kind = COLL_EXSCAN, .show = show_for_exscan,
                                         .take = take_for_exscan, .show_late = show_operand_late};

    return carry_out(call, &halves);
}
