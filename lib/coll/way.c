/* SPDX-License-Identifier: MIT */
#include "coll/way.h"

#include "base/note.h"
#include "coll/policy.h"

void way_leave_openly(struct way way, bool is_heard)
{
    struct turn turn = {
        .comm = way.comm, .board = way.board, .epoch = way.epoch, .seat = way.comm->rank};

    is_heard ? turn_end_heard(&turn) : turn_end(&turn);
}

int way_tell_flaw(struct way way)
{
    char sentence[REPORT_BYTES];

    return board_find_report(way.board, way.epoch, way.epoch, sentence)
               ? note(MPI_ERR_OTHER, "%s", sentence)
               : MPI_SUCCESS;
}

int way_go_on(struct way way, const struct straight_call *straight, enum coll_kind kind, int phase)
{
    const struct blocks none = {.types = NULL};
    const struct coll_call call = {
        .kind = kind,
        .form = COLL_BLOCKING,
        .name = straight->call->name,
        .site = straight->call->site,
        .comm = way.comm,
        .root = straight->root,
        .op = straight->op,
        .send = straight->send,
        .recv = straight->recv,
        .is_in_place = straight->is_in_place,
        .send_blocks = straight->send_blocks != NULL ? *straight->send_blocks : none,
        .recv_blocks = straight->recv_blocks != NULL ? *straight->recv_blocks : none,
    };
    const struct coll_choice choice = coll_choose(&call, false);
    struct coll coll = {
        .call = &call,
        .head = way.head,
        .step = choice.step,
        .exchange = choice.exchange,
        .phase = phase,
        .root_seat = call.root,
        .peers = way.board->seats,
        .turn_count = choice.turns,
    };
    int i;

    coll.head.form = CARD_EMPTY;
    for (i = 0; i < choice.turns; i++)
        coll.turns[i] = (struct turn){.comm = way.comm,
                                      .board = way.board,
                                      .epoch = way.epoch + (unsigned)i,
                                      .seat = way.comm->rank};
    return coll_finish(way.comm->self, &coll);
}
