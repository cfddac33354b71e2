/* SPDX-License-Identifier: MIT */
#include "coll/way.h"

#include "base/note.h"
#include "coll/policy.h"

static struct turn turn_of(struct comm *comm, struct board *board, uint64_t epoch)
{
    return (struct turn){.comm = comm, .board = board, .epoch = epoch, .seat = comm->rank};
}

void way_leave_openly(struct comm *comm, struct board *board, uint64_t epoch, bool is_heard)
{
    struct turn turn = turn_of(comm, board, epoch);

    if (is_heard)
        turn_end_heard(&turn);
    else
        turn_end(&turn);
}

int way_tell_flaw(struct board *board, uint64_t epoch)
{
    char sentence[REPORT_BYTES];

    return board_find_report(board, epoch, epoch, sentence) ? note(MPI_ERR_OTHER, "%s", sentence)
                                                            : MPI_SUCCESS;
}

void way_call(struct coll_call *call, const struct straight_call *straight, enum coll_kind kind)
{
    const struct blocks none = {.types = NULL};

    *call = (struct coll_call){
        .kind = kind,
        .form = straight->form,
        .name = straight->call->name,
        .site = straight->call->site,
        .comm = straight->comm,
        .root = straight->root,
        .op = straight->op,
        .send = straight->send,
        .recv = straight->recv,
        .is_in_place = straight->is_in_place,
        .neighbors = straight->neighbors,
        .send_blocks = straight->send_blocks != NULL ? *straight->send_blocks : none,
        .recv_blocks = straight->recv_blocks != NULL ? *straight->recv_blocks : none,
    };
}

void way_rest(struct rest *rest, const struct straight_call *straight, uint64_t call,
              uint64_t data, uint32_t history, uint64_t epoch, int phase)
{
    const struct coll_head head = {.call = call, .data = data, .history = history};
    struct comm *comm = straight->comm;
    struct board *board =
        straight->board != NULL ? straight->board : context_board(comm->context);
    const bool is_crowded = context_is_crowded(comm->context);
    struct coll_choice choice;
    int i;

    way_call(&rest->call, straight, (enum coll_kind)head.kind);
    choice = coll_choose(&rest->call, is_crowded);
    rest->coll = (struct coll){
        .call = &rest->call,
        .head = head,
        .step = choice.step,
        .exchange = choice.exchange,
        .is_crowded = is_crowded,
        .is_packed = phase == SHOWN,
        .phase = phase,
        .root_seat = straight->root,
        .peers = comm_size(comm),
        .turn_count = choice.turns,
    };
    for (i = 0; i < choice.turns; i++)
        rest->coll.turns[i] = turn_of(comm, board, epoch + (unsigned)i);
}

int way_continue(const struct straight_call *straight, uint64_t call, uint64_t data,
                 uint32_t history, uint64_t epoch, int phase)
{
    struct rest rest;

    way_rest(&rest, straight, call, data, history, epoch, phase);
    return coll_finish(straight->comm->self, &rest.coll);
}
